import type { MyNft, NftToken } from '@candor/protocol/light';
import { Amount, Card, CheckMark, DemoChip, buttonClass, formatTime, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { Countdown } from '../Countdown.tsx';
import { Picture } from '../Picture.tsx';
import { BidState, TokenState, ownState } from '../TokenState.tsx';
import type { Timed } from '../api.ts';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { figureLabel, placeWords } from '../words.ts';

type CardProps = { readonly token: Timed<NftToken> };

function Figure(props: {
  readonly label: string;
  readonly end?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`min-w-0 ${props.end === true ? 'text-end' : ''}`}>
      <dt className="text-xs text-ink-3">{props.label}</dt>
      <dd className="mt-0.5">{props.children}</dd>
    </div>
  );
}

/** What is bid, asked or was paid; of an auction what the next bid needs, and how long there is or when it ended. */
function Figures({ token }: CardProps): ReactElement {
  const t = useT();
  const { currentBid, kind, price, minNextBid, state, bids, endsAt } = token;
  const isRunning = state === 'open' && endsAt !== null;
  const hasEnded = endsAt !== null && state !== 'open' && state !== 'cancelled';
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-2 text-sm">
      <Figure label={t(figureLabel(token))}>
        <span className="text-md font-semibold">
          <Amount value={currentBid ?? price} />
        </span>
      </Figure>
      <Figure end label={t(isRunning ? 'nft.ends-in' : hasEnded ? 'nft.ended' : 'nft.sale')}>
        {isRunning ? (
          <Countdown token={token} />
        ) : hasEnded ? (
          formatTime(endsAt)
        ) : (
          t('nft.kind', { kind })
        )}
      </Figure>
      {isRunning && currentBid !== null && (
        <Figure label={t('nft.next')}>
          <Amount value={minNextBid ?? price} />
        </Figure>
      )}
      {kind === 'auction' && (
        <Figure end={isRunning && currentBid !== null} label={t('nft.bids')}>
          <span className="num">{bids}</span>
        </Figure>
      )}
    </dl>
  );
}

/** A token on sale, with the exact amount that reaches its charity. @source DESIGN mock h */
export function TokenCard(
  props: CardProps & {
    readonly href: string;
    /** What the reader has of it; undefined for nothing. */
    readonly part: Pick<MyNft, 'mine'> | undefined;
  },
): ReactElement {
  const { token, href, part } = props;
  const t = useT();
  const { charity, charityAmount, kind, state, shares } = token;
  const isOpen = state === 'open';
  return (
    <Card className="flex w-full flex-col overflow-hidden">
      <div className="relative">
        <Picture token={token} sizes="(min-width: 1001px) 280px, 100vw" />
        {charity.isSample && (
          <span className="absolute end-2 top-2">
            <DemoChip>{t('ui.sample')}</DemoChip>
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <h2 className="text-md leading-6 font-semibold">
            <Link href={href} className="target inline-block hover:underline">
              {token.title}
            </Link>
          </h2>
          <p className="text-xs text-ink-3">
            {t('nft.by', { creator: named(token.creator) })} · {placeWords(token, t)}
          </p>
        </div>
        <Figures token={token} />
        <div className="mt-auto grid gap-1 border-t border-line pt-3 text-xs text-ink-2">
          <p className="flex items-baseline gap-1.5">
            {!isOpen && <CheckMark />}
            <span>
              {t(isOpen ? 'nft.reaches-of' : 'nft.belongs', {
                price: usdtWords(shares.price),
                amount: usdtWords(charityAmount),
                charity: named(charity.name),
              })}
            </span>
          </p>
          <p className="text-ink-3">
            {t('nft.register', {
              register: named(charity.register),
              number: named(charity.registerNumber),
            })}
          </p>
          <p className="text-ink-3">
            {t('nft.given', { amount: usdtWords(token.cumulativeDonation) })}
          </p>
        </div>
        <div className="flex items-center justify-between gap-2">
          {part === undefined ? (
            <TokenState state={state} />
          ) : (
            <BidState state={ownState(token, part)} />
          )}
          <Link
            href={href}
            aria-label={`${t(isOpen ? (kind === 'auction' ? 'nft.bid' : 'nft.buy-it') : 'nft.look')}: ${token.title}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {t(isOpen ? (kind === 'auction' ? 'nft.bid' : 'nft.buy-it') : 'nft.look')}
          </Link>
        </div>
      </div>
    </Card>
  );
}
