import { ASSET_SCALE } from '@candor/kernel';
import { type BookAddress, type MyNft, type NftToken, offerVersion } from '@candor/protocol/light';
import {
  Button,
  DecimalField,
  ErrorNote,
  Note,
  SelectField,
  buttonClass,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { wallNow } from '../../../lib/clock.ts';
import { useKeptDraft } from '../../../lib/kept-draft.ts';
import { useAddresses } from '../../../live/addresses.ts';
import { useMine } from '../api.ts';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { charityPartOf, shortHash } from '../words.ts';
import { BidReview } from './BidReview.tsx';
import {
  type BidWords,
  type Means,
  NO_MEANS,
  NO_WISH,
  type Wish,
  amountOf,
  bidWords,
  isShort,
  isWish,
  meansOf,
  raised,
  refusalOf,
} from './bid.ts';
import { type Bid, useBid } from './use-bid.ts';

type FormProps = {
  readonly token: NftToken;
  /** Where one's own tokens stand; where money is paid in and the address book is. */
  readonly hrefs: { readonly mine: string; readonly balance: string };
};

const entryText = ({ label, address }: BookAddress): string =>
  label === '' ? shortHash(address) : `${named(label)} · ${shortHash(address)}`;

/** Where a token on a chain is sent to, out of the address book. */
function AddressField(props: {
  readonly token: NftToken;
  readonly value: string;
  /** Where an earlier bid says it goes: a raise goes there too. */
  readonly before: string | null;
  readonly error: string | undefined;
  readonly book: string;
  readonly onChange: (addressId: string) => void;
}): ReactElement | null {
  const { token, value, before, error, book, onChange } = props;
  const t = useT();
  const found = useAddresses(token.chain !== null);
  if (token.chain === null) return null;
  const entries = (found.data ?? []).filter(({ network }) => network === token.chain);
  const chosen = entries.find(({ id }) => id === value);
  const isWaiting = chosen !== undefined && chosen.usableAt > wallNow();
  return (
    <div className="grid gap-1.5">
      <SelectField
        label={t('nft.send-to')}
        value={value}
        error={error}
        help={
          isWaiting
            ? t('book.waits', { when: formatTime(chosen.usableAt) })
            : before === null && found.data !== undefined && entries.length === 0
              ? t('nft.no-address')
              : undefined
        }
        choices={[
          { value: '', label: before === null ? t('withdraw.choose') : shortHash(before) },
          ...entries.map((one) => ({ value: one.id, label: entryText(one) })),
        ]}
        onChange={onChange}
      />
      <Link
        href={book}
        className="inline-flex min-h-6 items-center justify-self-start text-sm text-accent underline underline-offset-3 max-desktop:min-h-11"
      >
        {t('book.title')}
      </Link>
    </div>
  );
}

function Fields(props: {
  readonly token: NftToken;
  readonly wish: Wish;
  readonly means: Means | undefined;
  readonly words: BidWords;
  /** Whether the amount is one that is taken. */
  readonly isTakeable: boolean;
  readonly balance: string;
  readonly onChange: (change: Partial<Wish>) => void;
}): ReactElement {
  const { token, wish, means, words, isTakeable, balance, onChange } = props;
  const t = useT();
  // An amount that is refused reaches nobody.
  const part = isTakeable ? charityPartOf(amountOf(wish, token), token) : null;
  return (
    <>
      {token.kind === 'auction' ? (
        <DecimalField
          large
          label={t('nft.your-bid')}
          value={wish.amount}
          onChange={(amount) => onChange({ amount })}
          places={ASSET_SCALE.USDT}
          unit="USDT"
          error={words.amount}
          help={
            words.amount === undefined
              ? t('nft.at-least', { amount: usdtWords(token.minNextBid ?? token.price) })
              : undefined
          }
          onStep={(direction) => {
            if (direction > 0) onChange({ amount: raised(wish.amount, token) });
            else onChange({ amount: token.minNextBid });
          }}
        />
      ) : (
        words.amount !== undefined && <ErrorNote>{words.amount}</ErrorNote>
      )}
      {means !== undefined && (
        <p className="text-sm text-ink-2">
          {means.own === null
            ? t('nft.own-unknown')
            : t('nft.own-money', { amount: usdtWords(means.own) })}
          {isShort(token, means) && (
            <>
              {' '}
              <Link
                href={balance}
                className="inline-flex min-h-6 items-center text-accent underline underline-offset-3 max-desktop:min-h-11"
              >
                {t('balance.deposit')}
              </Link>
            </>
          )}
        </p>
      )}
      {means !== undefined && means.leading !== null && (
        <p className="text-sm text-ink-2">
          {t('nft.raise-text', { amount: usdtWords(means.leading) })}
        </p>
      )}
      <AddressField
        token={token}
        value={wish.addressId}
        before={means?.address ?? null}
        error={words.address}
        book={balance}
        onChange={(addressId) => onChange({ addressId })}
      />
      {part !== null && (
        <p className="text-sm">
          {t('nft.reaches', { amount: usdtWords(part), charity: named(token.charity.name) })}
        </p>
      )}
    </>
  );
}

/** Says that another bids more, and what the next bid has to be; said to those who hear the page too. */
function Outbid(props: {
  readonly token: NftToken;
  readonly means: Means | undefined;
}): ReactElement {
  const { token, means } = props;
  const t = useT();
  const outbid = token.kind === 'auction' ? (means?.outbid ?? null) : null;
  return (
    <div role="status" className="empty:-mb-4">
      {outbid !== null && token.currentBid !== null && (
        <Note tone="warn" title={t('nft.bid-state', { state: 'outbid' })}>
          {t('nft.outbid-now', {
            highest: usdtWords(token.currentBid),
            least: usdtWords(token.minNextBid ?? token.currentBid),
            amount: usdtWords(outbid),
          })}
        </Note>
      )}
    </div>
  );
}

/** What was taken: that one leads, or that the token is theirs. */
function Done(props: {
  readonly token: NftToken;
  readonly bid: Bid & { readonly done: MyNft };
  readonly mine: string;
}): ReactElement {
  const { token, bid, mine } = props;
  const t = useT();
  const isAuction = token.kind === 'auction';
  return (
    <div role="status" className="grid gap-3">
      <Note
        title={t(isAuction ? 'nft.bid-done' : 'nft.bought', {
          amount: usdtWords(bid.done.mine.amount),
        })}
        action={
          <Link href={mine} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('nft.own')}
          </Link>
        }
      >
        {isAuction
          ? t('nft.outbid-text')
          : t('nft.belongs', {
              price: usdtWords(bid.done.shares.price),
              amount: usdtWords(bid.done.charityAmount),
              charity: named(token.charity.name),
            })}
      </Note>
      {isAuction && (
        <Button variant="ghost" onClick={() => bid.clear()}>
          {t('nft.bid-more')}
        </Button>
      )}
    </div>
  );
}

/** Typed, reviewed, sent; every refusal stands where it belongs. */
export function BidForm({ token, hrefs }: FormProps): ReactElement {
  const t = useT();
  const [wish, write, clear] = useKeptDraft<Wish>(`nft/${token.id}`, {
    nothing: NO_WISH,
    read: (kept) => (isWish(kept) ? kept : null),
  });
  const [isPressed, setPressed] = useState(false);
  // The offer that is reviewed: a change of its terms ends the review.
  const [reviewed, setReviewed] = useState<number | null>(null);
  const bid = useBid();
  const addresses = useAddresses(token.chain !== null);
  const mine = useMine(token.id);
  const means = mine === undefined ? undefined : meansOf(mine, token);
  const isAuction = token.kind === 'auction';
  // The least bid they typed against: a higher one since then is said at once.
  const [seenLeast, see] = useState(token.minNextBid);
  const { done } = bid;
  const isOut = isAuction && means !== undefined && means.outbid !== null;
  if (done !== null && !isOut) {
    return <Done token={token} bid={{ ...bid, done }} mine={hrefs.mine} />;
  }
  const refusal = bid.failure === null ? null : refusalOf(bid.failure, token, t);
  const amount = amountOf(wish, token);
  const wrong = bidWords(wish, token, means ?? NO_MEANS, t);
  const isWhole = Object.keys(wrong).length === 0;
  const isPassed = wish.amount !== '' && seenLeast !== token.minNextBid;
  const back = (): void => {
    bid.clear();
    setReviewed(null);
  };
  const terms = offerVersion(token);
  const chosen = addresses.data?.find(({ id }) => id === wish.addressId)?.address;
  const sentTo = token.chain === null ? null : (chosen ?? means?.address ?? null);
  const isReviewed = reviewed === terms;
  if (isReviewed && isWhole && amount !== null && refusal === null) {
    const send = async (): Promise<void> => {
      const address = wish.addressId === '' ? {} : { addressId: wish.addressId };
      const kind = isAuction ? 'bid' : 'buy';
      const isTaken = await bid.send({ id: token.id, kind, amount, terms, ...address });
      if (!isTaken) return;
      clear();
      setReviewed(null);
      // The next bid is not wrong before it was pressed.
      setPressed(false);
    };
    return (
      <BidReview
        token={token}
        amount={amount}
        address={sentTo}
        bid={bid}
        onSend={() => void send()}
        onBack={back}
      />
    );
  }
  const words = {
    ...(isPressed || isPassed ? wrong : {}),
    ...(refusal === null || refusal.field === 'form' ? {} : { [refusal.field]: refusal.words }),
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        bid.clear();
        setReviewed(isWhole ? terms : null);
      }}
    >
      <Outbid token={token} means={means} />
      <Fields
        token={token}
        wish={wish}
        means={means}
        words={words}
        isTakeable={wrong.amount === undefined}
        balance={hrefs.balance}
        onChange={(change) => {
          back();
          see(token.minNextBid);
          write(change);
        }}
      />
      {reviewed !== null && !isReviewed && refusal === null && (
        <Note tone="warn">{t('nft.changed')}</Note>
      )}
      {refusal?.field === 'form' && <ErrorNote>{refusal.words}</ErrorNote>}
      <Button type="submit" size="lg" wide>
        {t('nft.review')}
      </Button>
    </form>
  );
}
