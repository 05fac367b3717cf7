import { nextOpening } from '@candor/pricing';
import { unixMs } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';
import { KeyValue, Price, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { wallNow } from '../../lib/clock.ts';

/** In the ticket's place while a market is closed: its last price with its time, and when it opens. */
export function ClosedMarket(props: {
  readonly info: MarketInfo;
  readonly price: string | null;
}): ReactElement {
  const { info, price } = props;
  const t = useT();
  const opens = nextOpening(info.specification.hours, unixMs(wallNow()));
  return (
    <section
      aria-labelledby="closed-market"
      className="m-4 grid gap-4 rounded-md max-desktop:mx-0 bg-sunken p-4"
    >
      <h2 id="closed-market" className="text-lg">
        {t('market.row-closed')}
      </h2>
      <dl className="grid gap-3">
        <KeyValue label={t('market.opens')}>
          <span className="num text-md font-semibold">{formatTime(opens)}</span>
        </KeyValue>
        {price !== null && (
          <KeyValue label={t('market.last-close')}>
            <span className="font-semibold">
              <Price value={price} tickSize={info.tickSize} />
            </span>
            {info.receivedAt !== null && (
              <span className="block text-xs font-normal text-ink-3">
                {formatTime(info.receivedAt)}
              </span>
            )}
          </KeyValue>
        )}
      </dl>
      <p className="text-sm text-ink-2">{t('market.closed-text')}</p>
    </section>
  );
}
