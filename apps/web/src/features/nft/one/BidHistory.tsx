import type { NftDetail } from '@candor/protocol/light';
import { Amount, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** Bids so far, the newest first; who made one is a number within its auction. */
export function BidHistory(props: {
  readonly token: NftDetail;
  /** The reader's own number in this auction; null for who did not bid. */
  readonly own: number | null;
}): ReactElement {
  const { token, own } = props;
  const t = useT();
  return (
    <section aria-labelledby="bids" className="grid gap-3">
      <h2 id="bids" className="text-lg">
        {t('nft.history')}
      </h2>
      {token.history.length === 0 ? (
        <p className="text-sm text-ink-2">{t('nft.no-bids')}</p>
      ) : (
        <ol className="grid">
          {token.history.map(({ id, bidder, amount, at, extended }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 text-sm"
            >
              <span>
                <span className="font-medium">
                  {bidder === own ? t('nft.you') : t('nft.bidder', { number: String(bidder) })}
                </span>
                <span className="block text-xs text-ink-3">
                  {formatTime(at, 'second')}
                  {extended && ` · ${t('nft.moved-end')}`}
                </span>
              </span>
              <span className="font-semibold">
                <Amount value={amount} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
