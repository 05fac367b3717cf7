import { nextOpening } from '@candor/pricing';
import { unixMs } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';
import { Note, formatTime, useT } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { useLiveStatus } from '../../live/index.ts';
import { queryKeys } from '../../live/keys.ts';
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
    disputed: () => t('market.disputed-long'),
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
      {(state === 'suspended' || state === 'closeOnly') && <Reason info={info} />}
    </Note>
  );
}

/** What the operator said about it; the answer on screen may be older than the decision. */
function Reason({ info }: { readonly info: MarketInfo }): ReactElement | null {
  const t = useT();
  const client = useQueryClient();
  const { id, restriction } = info;
  const isUnknown = restriction === null;
  useEffect(() => {
    if (isUnknown) void client.invalidateQueries({ queryKey: queryKeys.marketInfo(id) });
  }, [client, id, isUnknown]);
  if (restriction === null) return null;
  const { reason, since } = restriction;
  return (
    <span className="mt-1 block">
      {t('market.restriction', {
        reason: `\u2068“${reason}”\u2069`,
        when: `\u2068${formatTime(since)}\u2069`,
      })}
    </span>
  );
}
