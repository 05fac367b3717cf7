import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { MyNft, NftDetail } from '@candor/protocol/light';
import {
  Amount,
  Card,
  CheckMark,
  DemoChip,
  KeyValue,
  formatDay,
  formatTime,
  useLayout,
  useT,
} from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { Countdown, LastMinutes } from '../Countdown.tsx';
import { Picture } from '../Picture.tsx';
import { BidState, TokenState, ownState } from '../TokenState.tsx';
import { type Timed, useMine, useToken } from '../api.ts';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { figureLabel, partText } from '../words.ts';
import { Certificate } from '../mine/Certificate.tsx';
import { BidHistory } from './BidHistory.tsx';

type TokenProps = { readonly token: Timed<NftDetail> };

/** What is bid, what the next bid needs, and how long there is. */
function BidFigures({ token }: TokenProps): ReactElement {
  const t = useT();
  const { kind, currentBid, minNextBid, price, bids, endsAt, state, extension, sale } = token;
  const isOpen = state === 'open';
  return (
    <>
      <dl className="grid gap-2 text-sm">
        <KeyValue label={t(figureLabel(token))}>
          <span className="text-lg font-semibold">
            <Amount value={currentBid ?? price} />
          </span>
        </KeyValue>
        {kind === 'auction' && isOpen && currentBid !== null && minNextBid !== null && (
          <KeyValue label={t('nft.next')}>
            <Amount value={minNextBid} />
          </KeyValue>
        )}
        {kind === 'auction' && (
          <KeyValue label={t('nft.bids')}>
            <span className="num">{bids}</span>
          </KeyValue>
        )}
        {endsAt !== null && state !== 'cancelled' && (
          <KeyValue label={t(isOpen ? 'nft.ends-in' : 'nft.ended')}>
            {isOpen && <Countdown token={token} />}
            <span className="block text-xs font-normal text-ink-3">{formatTime(endsAt)}</span>
          </KeyValue>
        )}
        {kind === 'fixed' && sale !== null && (
          <KeyValue label={t('nft.sold-on')}>{formatTime(sale.at)}</KeyValue>
        )}
      </dl>
      {isOpen && <LastMinutes token={token} />}
      {isOpen && extension !== null && (
        <p className="text-xs text-ink-2">
          {extension.most === 0 ? t('nft.no-extension') : t('nft.extension', extension)}
        </p>
      )}
      {!isOpen && extension !== null && extension.used > 0 && (
        <p className="text-xs text-ink-2">{t('nft.moved-ends', extension)}</p>
      )}
      {isOpen && (
        <p role="status" className="sr-only">
          {t(figureLabel(token))} {usdtWords(currentBid ?? price)}
        </p>
      )}
    </>
  );
}

/** Who gets how much of the price, to the unit, and what the artist was paid of it. */
function Shares({ token }: TokenProps): ReactElement {
  const t = useT();
  const { shares, split, charity, creatorPaid } = token;
  const row = (label: ReactNode, basis: number, amount: string): ReactElement => (
    <KeyValue label={label}>
      <Amount value={amount} />{' '}
      <span className="num text-xs font-normal text-ink-3">{partText(basis)}</span>
    </KeyValue>
  );
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h2 className="text-sm font-semibold">
        {t('nft.shares', { amount: usdtWords(shares.price) })}
      </h2>
      <dl className="grid gap-1.5 text-sm">
        {row(charity.name, split.charity, shares.charity)}
        {row(t('nft.creator'), split.creator, shares.creator)}
        {row(t('nft.house'), split.house, shares.house)}
      </dl>
      {creatorPaid !== null && (
        <dl className="border-t border-dashed border-line pt-2 text-sm">
          <KeyValue label={t('nft.creator-paid')}>
            <Amount value={creatorPaid} />
          </KeyValue>
        </dl>
      )}
    </section>
  );
}

/** The charity with its register, and what was agreed with it. */
function Charity({ token }: TokenProps): ReactElement {
  const t = useT();
  const { charity, agreement, cumulativeDonation } = token;
  const register = t('nft.register', {
    register: named(charity.register),
    number: named(charity.registerNumber),
  });
  return (
    <section className="grid gap-2 border-t border-line pt-4 text-sm">
      <h2 className="text-sm font-semibold">{charity.name}</h2>
      <p className="flex items-baseline gap-1.5 text-ink-2">
        {!charity.isSample && <CheckMark />}
        {charity.registerUrl === null || charity.isSample ? (
          <span>{register}</span>
        ) : (
          <a
            href={charity.registerUrl}
            rel="noreferrer noopener"
            target="_blank"
            className="text-accent underline underline-offset-3"
          >
            {register}
          </a>
        )}
      </p>
      <p className="text-ink-2">
        {t('nft.agreement', {
          reference: named(agreement.reference),
          day: named(formatDay(agreement.on)),
        })}
      </p>
      <p className="text-ink-2">{t('nft.given', { amount: usdtWords(cumulativeDonation) })}</p>
    </section>
  );
}

/** Where the token is, and what became of it; who owns it reads of its certificate beside its price. */
function Facts({ token, isOwn }: TokenProps & { readonly isOwn: boolean }): ReactElement {
  const t = useT();
  const { chain, address, number, sale, delivery, cancelReason, seed } = token;
  return (
    <>
      <dl className="grid max-w-[64ch] gap-1.5 text-sm">
        <KeyValue label={t('nft.creator')}>{token.creator}</KeyValue>
        {chain === null ? (
          <KeyValue label={t('nft.delivery')}>{t('nft.certificate')}</KeyValue>
        ) : (
          <>
            <KeyValue label={t('nft.chain')}>{NETWORK_NAMES[chain]}</KeyValue>
            <KeyValue label={t('nft.address')}>
              <bdi dir="ltr" className="mono text-xs break-all">
                {address}
              </bdi>
            </KeyValue>
            <KeyValue label={t('nft.number')}>
              <bdi dir="ltr" className="mono text-xs break-all">
                {number}
              </bdi>
            </KeyValue>
          </>
        )}
        {sale !== null && !isOwn && (
          <>
            <KeyValue label={t('nft.certificate-number')}>
              <bdi dir="ltr" className="mono text-xs">
                {sale.number}
              </bdi>
            </KeyValue>
            <KeyValue label={t('nft.entry')}>
              <bdi dir="ltr" className="mono text-xs break-all">
                {sale.entryId}
              </bdi>
            </KeyValue>
          </>
        )}
        {delivery !== null && (
          <KeyValue label={t('nft.sent')}>
            <bdi dir="ltr" className="mono text-xs break-all">
              {delivery.hash}
            </bdi>
          </KeyValue>
        )}
      </dl>
      {seed !== null && (
        <p className="text-xs text-ink-3">{t('nft.drawn', { seed: named(seed) })}</p>
      )}
      {cancelReason !== null && (
        <p className="text-sm text-ink-2">
          {t('nft.why-cancelled', { reason: named(cancelReason) })}
        </p>
      )}
    </>
  );
}

/** What became of one's own bid once nothing is bid on any more: the certificate, or that all is back. */
function PartEnded({ part }: { readonly part: MyNft }): ReactElement {
  const t = useT();
  const { mine } = part;
  const isBack = mine.state === 'outbid' || mine.state === 'cancelled';
  return (
    <>
      {isBack && mine.endedAt !== null && (
        <p className="text-sm text-ink-2">
          {t('nft.given-back', {
            amount: usdtWords(mine.amount),
            when: named(formatTime(mine.endedAt)),
          })}
        </p>
      )}
      <Certificate part={part} className="border-t border-line pt-4" />
    </>
  );
}

function Ready(
  props: TokenProps & { readonly form: (token: NftDetail) => ReactNode },
): ReactElement {
  const { token, form } = props;
  const t = useT();
  const layout = useLayout();
  const part = useMine(token.id)?.part ?? null;
  const own = part?.mine.bidder ?? null;
  const picture = (
    <Picture
      token={token}
      sizes="(min-width: 1001px) 800px, 100vw"
      className="rounded-lg border border-line"
    />
  );
  const sale = (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-6 max-desktop:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <TokenState state={token.state} />
        {token.charity.isSample && <DemoChip>{t('ui.sample')}</DemoChip>}
        {part !== null && <BidState state={ownState(token, part)} />}
      </div>
      <h1 className="text-2xl tracking-[-0.02em] rtl:tracking-normal">{token.title}</h1>
      <BidFigures token={token} />
      {token.charity.isSample && <p className="text-xs text-ink-3">{t('nft.samples')}</p>}
      {token.state === 'open' && form(token)}
      {token.state !== 'open' && part !== null && <PartEnded part={part} />}
      {token.state !== 'closed' && token.state !== 'cancelled' && <Shares token={token} />}
      <Charity token={token} />
    </Card>
  );
  const about = (
    <>
      {token.text !== '' && (
        <p className="max-w-[64ch] text-md whitespace-pre-line text-ink-2">
          <bdi>{token.text}</bdi>
        </p>
      )}
      <Facts token={token} isOwn={part?.bought != null} />
      {token.kind === 'auction' && <BidHistory token={token} own={own} />}
    </>
  );
  if (layout === 'mobile') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {picture}
        {sale}
        {about}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_408px] items-start gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {picture}
        {about}
      </div>
      {sale}
    </div>
  );
}

/** A token with its picture, its bids as they come, and the way to bid or buy. */
export function TokenView(props: {
  readonly id: string;
  /** What stands between its figures and its parts while it is on sale. */
  readonly form: (token: NftDetail) => ReactNode;
}): ReactElement {
  const { id, form } = props;
  const t = useT();
  const found = useToken(id);
  const failure = failureOf(found.error);
  if (found.data !== undefined) return <Ready token={found.data} form={form} />;
  if (failure === null) return <Waiting rows={10} className="grid gap-4" />;
  return (
    <ReadFailed title={t('nft.failed')} failure={failure} onRetry={() => void found.refetch()} />
  );
}
