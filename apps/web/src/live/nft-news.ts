import { SECOND_MS, parseMoney } from '@candor/kernel';
import { shareTexts, sharesOf } from '@candor/pricing';
import {
  type CallResult,
  type MyNft,
  NFT_BIDS_SHOWN,
  type NftBid,
  type NftDetail,
  type NftNews,
  type NftShares,
  type NftToken,
  offerVersion,
} from '@candor/protocol/light';
import type { Query, QueryClient } from '@tanstack/react-query';
import { pageNow } from '../lib/clock.ts';
import { isOwnedBy } from '../lib/own-query.ts';
import type { Asker } from '../lib/session.ts';
import { queryKeys } from './keys.ts';
import { type MyTokensQuery, nftKeys } from './nft-keys.ts';
import { besideCache } from './order-cache.ts';

/** A token, and when it was read by the page's own clock: what is left of its auction is counted from there. */
export type Timed<Token> = Token & { readonly readAt: number };

/** A token as an answer holds it, read now. */
export const timed = <Token extends object>(token: Token): Timed<Token> => ({
  ...token,
  readAt: pageNow(),
});

type Known = Timed<NftToken>;
type Page<Token> = { readonly records: readonly Token[]; readonly total: number };
/** What the page keeps of one's own tokens. */
export type MyTokens = Omit<CallResult<'nft.mine'>, 'records'> & Page<Timed<MyNft>>;

/** The newest of an answer and of what frames said while it was on its way. */
export function newestOf<Token extends NftToken>(
  known: Timed<Token> | undefined,
  read: Token,
): Timed<Token> {
  return known !== undefined && known.version > read.version ? known : timed(read);
}

/** Whether a frame is of another offer than the one that is known: what it does not hold changed too. */
const isChanged = (known: Known, news: NftNews): boolean =>
  known.state === 'open' && news.state === 'open' && offerVersion(known) !== offerVersion(news);

function withBids(known: readonly NftBid[], newest: readonly NftBid[]): NftBid[] {
  const told = new Set(newest.map(({ id }) => id));
  return [...newest, ...known.filter(({ id }) => !told.has(id))].slice(0, NFT_BIDS_SHOWN);
}

/** A token with the bids of a frame, which the answer to the reader's own bid counts but does not list. */
function withHistory<Token extends Known>(token: Token, news: NftNews): Token {
  if (!('history' in token) || news.version < token.version) return token;
  const { history } = token as unknown as NftDetail;
  if (news.newest.every(({ id }) => history.some((bid) => bid.id === id))) return token;
  return { ...token, history: withBids(history, news.newest) };
}

/** What each gets of the price that is asked now, as the server divides it. */
function sharesAt({ split, shares }: NftToken, price: string): NftShares {
  const read = parseMoney(price, 'USDT');
  return read === null ? shares : shareTexts(sharesOf(read, split));
}

/** A token after what was told of it to anyone; as it was where that is older. */
function withNews<Token extends Known>(known: Token, news: NftNews): Token {
  if (news.version <= known.version) return known;
  const { state, currentBid, minNextBid, charityAmount, bids, leader, endsAt, version } = news;
  const { extension } = known;
  return {
    ...known,
    ...{ state, currentBid, minNextBid, charityAmount, bids, leader, endsAt, version },
    shares: sharesAt(known, minNextBid ?? currentBid ?? known.price),
    extension: extension === null ? null : { ...extension, used: news.extensionsUsed },
    // To the millisecond, where an answer says whole seconds.
    remainingSeconds:
      endsAt === null || news.remainingSeconds === null
        ? null
        : Math.max(0, (endsAt - news.at) / SECOND_MS),
    readAt: pageNow(),
  };
}

/** A token after its owner's view of it. */
function withToken<Token extends Known>(known: Token, now: MyNft): Token {
  if (now.version <= known.version) return known;
  const { role: _role, mine: _mine, bought: _bought, ...token } = now;
  return { ...known, ...token, readAt: pageNow() };
}

type Change = <Token extends Known>(token: Token) => Token;

const isPage = (value: unknown): value is Page<Known> =>
  typeof value === 'object' && value !== null && 'records' in value;

/** Every answer that holds tokens. */
const answersOf = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: nftKeys.all() })
    .filter(({ state: { data }, queryKey }) => data !== undefined && queryKey[1] !== 'donations');

/** Changes a token wherever it is shown; answers how it was in each place. */
function change(client: QueryClient, id: string, apply: Change): Known[] {
  const before: Known[] = [];
  for (const query of answersOf(client)) {
    const { data } = query.state;
    const tokens = isPage(data) ? data.records : [data as Known];
    const found = tokens.find((one) => one.id === id);
    if (found === undefined) continue;
    const after = apply(found);
    if (after === found) continue;
    before.push(found);
    const records = tokens.map((one) => (one === found ? after : one));
    client.setQueryData(query.queryKey, isPage(data) ? { ...data, records } : after);
  }
  return before;
}

/** What is only known by reading: a sale and its certificate, lists it moved between, the charity's money. */
function readTurn(client: QueryClient, id: string): void {
  const { soon } = besideCache(client);
  soon.mark(nftKeys.token(id));
  soon.mark(nftKeys.lists());
  soon.mark(nftKeys.ledger());
}

/** A history that is shorter than its count is read: more were placed than frames held, or a frame was lost. */
function readGap(client: QueryClient, id: string): void {
  const shown = client.getQueryData<NftDetail>(nftKeys.token(id));
  const isGap = shown !== undefined && shown.history.length < Math.min(shown.bids, NFT_BIDS_SHOWN);
  if (isGap) besideCache(client).soon.mark(nftKeys.token(id));
}

/**
 * Hears what anyone is told of a token: figures, bids and its end stand at once wherever it is shown.
 * What a frame does not hold is read.
 */
export function tellToken(client: QueryClient, news: NftNews): void {
  let isOther = false;
  const before = change(client, news.id, (token) => {
    if (!isChanged(token, news)) return withHistory(withNews(token, news), news);
    isOther ||= news.version > token.version;
    return token;
  });
  if (isOther || before.some(({ state }) => state !== news.state)) readTurn(client, news.id);
  readGap(client, news.id);
}

const isOf = ({ role }: MyTokensQuery, now: MyNft): boolean =>
  role === undefined || role === now.role;

/**
 * Hears what became of a token its owner bid on: their page of it and their lists show it at once, and
 * so does every other view of the token. Counts, money and records are read.
 */
export function tellMine(client: QueryClient, owner: Asker, now: MyNft): void {
  for (const query of client.getQueryCache().findAll({ queryKey: nftKeys.mine('real') })) {
    const data = query.state.data as MyTokens | undefined;
    if (data === undefined || !isOwnedBy(query, owner)) continue;
    const asked = query.queryKey[3] as MyTokensQuery;
    const known = data.records.find(({ id }) => id === now.id);
    if (known === undefined ? asked.id !== now.id : known.version > now.version) continue;
    const others = data.records.filter(({ id }) => id !== now.id);
    const isShown = isOf(asked, now);
    const records =
      known === undefined
        ? [timed(now)]
        : isShown
          ? data.records.map((one) => (one.id === now.id ? timed(now) : one))
          : others;
    client.setQueryData(query.queryKey, { ...data, records });
  }
  const before = change(client, now.id, (token) => withToken(token, now));
  if (before.some(({ state }) => state !== now.state)) readTurn(client, now.id);
  readGap(client, now.id);
  const { soon } = besideCache(client);
  soon.mark(nftKeys.mine('real'));
  soon.mark(queryKeys.assets('real'));
  soon.mark(queryKeys.userInfo('real'));
  soon.mark(queryKeys.transactions('real'));
}
