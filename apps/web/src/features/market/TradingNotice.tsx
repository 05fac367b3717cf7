import { nextOpening } from '@candor/pricing';
import { unixMs } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';
import { Note, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { useLiveStatus } from '../../live/index.ts';
import { spanText } from './span.ts';
import type { PriceState } from './use-price-state.ts';

/** Why this market cannot be traded now, in words; nothing while it can. */
export function TradingNotice(props: {
  readonly info: MarketInfo;
  readonly state: PriceState['state'];
  readonly className?: string;
}): ReactElement | null {
  const { info, state, className = '' } = props;
  const t = useT();
  const line = useLiveStatus();
  if (line === 'waiting') {
    return (
      <Note tone="warn" className={className}>
        {t('market.book-closed')}
      </Note>
    );
  }
  if (state === 'open') return null;
  const words = {
    noSource: () => t('market.no-source-long'),
    stale: () => t('market.stale-long', { limit: spanText(info.specification.freshForMs, t) }),
    closed: () =>
      t('market.closed', {
        when: formatTime(nextOpening(info.specification.hours, unixMs(wallNow()))),
      }),
    closeOnly: () => t('market.close-only'),
    suspended: () => t('market.suspended'),
  }[state];
  return (
    <Note tone="warn" className={className}>
      {words()}
    </Note>
  );
}
