import {
  type EntryId,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  formatMoney,
  newUuid,
  ok,
} from '@candor/kernel';
import type { BuyNftBody, Failure, nft } from '@candor/protocol';
import { decidePaused } from '../../accounts/index.ts';
import { type Risk, findRisk } from '../../contracts/index.ts';
import {
  type Entry,
  type Posting,
  type TradingAccount,
  accountKey,
  lockAccounts,
} from '../../ledger/index.ts';
import { type IdempotencyKey, type Kept, findKept } from '../../platform/commit/idempotency.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { NftDeps } from '../token/deps.ts';
import type { NftPartNews } from '../token/events.ts';
import { findFirst, findParts } from '../token/part-store.ts';
import { type ReceivingAddress, afterBid, decideBid } from '../token/rules.ts';
import { lockTokens } from '../token/token-store.ts';
import type { Bid, Part, Sale, Token } from '../token/token.ts';
import { mineView } from '../token/view.ts';
import { type BidAccount, move, refundPostings } from './holding.ts';
import { decideWithin, riskWithout } from './limits.ts';
import { refundEntry, sell } from './selling.ts';

/** Bidding or buying, as the user asked for it. */
export type BidCommand = {
  readonly userId: UserId;
  readonly request: IdempotencyKey;
  readonly body: BuyNftBody;
  /** Whether the user may begin real business; asked before a connection is held. */
  readonly admitted: Result<null, Failure>;
};

/** Everything one batch loaded, and what it is going to write. */
export type BidBatch = {
  readonly deps: NftDeps;
  readonly now: UnixMs;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly accounts: ReadonlyMap<string, BidAccount>;
  readonly risks: Map<string, Risk>;
  readonly addresses: ReadonlyMap<string, ReceivingAddress | null>;
  readonly tokens: Map<string, Token>;
  /** By user and token. */
  readonly parts: Map<string, Part>;
  /** Who leads on a token. */
  readonly first: Map<string, Part>;
  readonly moved: Set<string>;
  readonly movedParts: Set<string>;
  readonly bids: Bid[];
  readonly sales: Sale[];
  readonly entries: Entry[];
  readonly told: { part: Part; title: string; news: NftPartNews }[];
};

const keyOf = ({ userId, tokenId }: Pick<Part, 'userId' | 'tokenId'>): string =>
  `${userId}/${tokenId}`;
const realOf = (userId: UserId): TradingAccount => ({ userId, mode: 'real' });

/**
 * Locks the tokens a batch is about, then the trading accounts of who bids and who leads, and loads what its decisions
 * depend on. Nothing else locks a token behind an account.
 */
export async function loadBatch(
  tx: Tx,
  deps: NftDeps,
  commands: readonly BidCommand[],
): Promise<BidBatch> {
  const tokenIds = [...new Set(commands.map(({ body }) => body.id))];
  const tokens = await lockTokens(tx, tokenIds);
  const first = await findFirst(tx, tokenIds);
  const bidders = [...new Set(commands.map(({ userId }) => userId))].map(realOf);
  const all = new Map(
    [...bidders, ...first.map(({ userId }) => realOf(userId))].map((account) => [
      accountKey(account),
      account,
    ]),
  );
  await lockAccounts(tx, [...all.values()]);
  // Behind the locks: a bid is judged at the moment nothing can come before it any more.
  const now = deps.clock.now();
  const named = commands.flatMap(({ userId, body }) =>
    body.addressId === undefined ? [] : [{ userId, id: body.addressId }],
  );
  const asked = commands.map(({ userId, body }) => ({ userId, tokenId: body.id }));
  const [margins, parts, kept, risks, addresses] = await Promise.all([
    deps.contracts.accountMargins(tx, [...all.values()]),
    findParts(tx, asked),
    findKept(
      tx,
      commands.map(({ request }) => request),
    ),
    findRisk(tx, bidders, now),
    named.length === 0 ? [] : deps.addresses.find(tx, named, now),
  ]);
  return {
    deps,
    now,
    kept,
    accounts: new Map([...margins].map(([key, account]) => [key, { ...account }])),
    risks: new Map(risks),
    addresses: new Map(
      named.map(({ userId, id }, at) => [`${userId}/${id}`, addresses[at] ?? null]),
    ),
    tokens: new Map(tokens.map((token) => [token.id, token])),
    parts: new Map([...parts, ...first].map((part) => [keyOf(part), part])),
    first: new Map(first.map((part) => [part.tokenId, part])),
    moved: new Set(),
    movedParts: new Set(),
    bids: [],
    sales: [],
    entries: [],
    told: [],
  };
}

function accountOf(batch: BidBatch, userId: UserId): BidAccount {
  return ensure(batch.accounts.get(accountKey(realOf(userId))), 'the account was loaded');
}

/** Puts a part where the batch finds it, and writes it once. */
function put(batch: BidBatch, part: Part): void {
  batch.parts.set(keyOf(part), part);
  batch.movedParts.add(keyOf(part));
}

/** When a bid on a token is judged: never before the bid it is above, though the clock was set back since. */
function momentOf({ now, first }: BidBatch, tokenId: string): UnixMs {
  const before = first.get(tokenId)?.at ?? now;
  return before > now ? before : now;
}

/** Gives the bid of who led back, in the transaction of the bid that was higher; the token is as that left it. */
function outbid(batch: BidBatch, token: Token, now: UnixMs): void {
  const before = batch.first.get(token.id);
  if (before === undefined) return;
  const account = accountOf(batch, before.userId);
  const postings = refundPostings(account.holdings, before.amount);
  move(account, postings);
  batch.entries.push(refundEntry(before, { at: now, cause: 'request', postings }));
  const part: Part = { ...before, state: 'outbid', movedAt: now, endedAt: now };
  put(batch, part);
  // Who bids again in the same batch gave this back already.
  const key = accountKey(realOf(before.userId));
  const risk = batch.risks.get(key);
  if (risk !== undefined) batch.risks.set(key, riskWithout(risk, before, now));
  const news = {
    kind: 'outbid',
    bidId: before.bidId,
    amount: formatMoney(before.amount),
    by: formatMoney(ensure(token.current, 'a bid was taken')),
    until: ensure(token.auction, 'only an auction is bid on twice').endsAt,
  } as const;
  batch.told.push({ part, title: token.title, news });
}

/**
 * Decides one bid of a batch and takes it down.
 *
 * @failure as `decideBid`, and pauses, admission and limits as they are refused there
 */
export function bid(batch: BidBatch, command: BidCommand): Result<nft.MyNft, Failure> {
  const { deps } = batch;
  const { userId, body, request, admitted } = command;
  const now = momentOf(batch, body.id);
  if (deps.parameters.count('nft.enabled') !== 1)
    return { ok: false, failure: { name: 'not-yet-open' } };
  const risk = ensure(batch.risks.get(accountKey(realOf(userId))), 'the risk was loaded');
  const unpaused = decidePaused(risk.brakes.pauses, now);
  if (!unpaused.ok) return unpaused;
  if (!admitted.ok) return admitted;
  const found = batch.tokens.get(body.id) ?? null;
  const own = batch.parts.get(keyOf({ userId, tokenId: body.id })) ?? null;
  const account = accountOf(batch, userId);
  const decided = decideBid({
    now,
    token: found,
    own,
    asked: { kind: body.kind, amount: body.amount, terms: body.terms },
    address:
      body.addressId === undefined
        ? undefined
        : (batch.addresses.get(`${userId}/${body.addressId}`) ?? null),
    account: {
      margin: account.margin,
      cash: account.holdings['user:cash'] ?? 0n,
      debt: account.holdings['user:debt'] ?? 0n,
    },
  });
  if (!decided.ok) return decided;
  const taken = decided.value;
  const token = ensure(found, 'what is bid on was found');
  const { amount } = taken;
  const { margin } = account;
  const within = decideWithin(risk, { amount, before: own, margin, now });
  if (!within.ok) return within;
  const bidId = newUuid(now);
  const after = afterBid(token, own, taken, { bidId, userId, at: now });
  // Who raises their own bid gives the difference alone: nothing is given back.
  if (!taken.isRaise) outbid(batch, after.token, now);
  const postings: readonly Posting[] = [
    { from: 'user:cash', to: 'user:bid', asset: 'USDT', units: taken.taken.units },
  ];
  move(account, postings);
  batch.entries.push({
    id: newUuid(now) as EntryId,
    userId,
    mode: 'real',
    kind: 'nft-bid',
    requestId: request.requestId,
    part: 0,
    cause: 'request',
    subject: bidId,
    reverses: null,
    at: now,
    postings,
  });
  batch.bids.push({
    userId,
    id: bidId,
    tokenId: token.id,
    seq: after.token.bids,
    bidder: after.part.bidder,
    kind: body.kind,
    amount: taken.amount,
    taken: taken.taken,
    raises: taken.isRaise ? ensure(own, 'a raise has a bid before it').bidId : null,
    extended: taken.isExtended,
    requestId: request.requestId,
    at: now,
  });
  return ok(body.kind === 'buy' ? buy(batch, after) : lead(batch, after, taken.isRaise));
}

type After = ReturnType<typeof afterBid>;

function keep(batch: BidBatch, { token, part }: After): void {
  batch.tokens.set(token.id, token);
  batch.moved.add(token.id);
  put(batch, part);
}

function lead(batch: BidBatch, after: After, isRaise: boolean): nft.MyNft {
  keep(batch, after);
  const { token, part } = after;
  batch.first.set(token.id, part);
  const news = { kind: 'leading', amount: formatMoney(part.amount), isRaise } as const;
  batch.told.push({ part, title: token.title, news });
  return mineView(token, part, { sale: null, delivery: null, now: batch.now });
}

/** At a fixed price the bid is the sale, at once. */
function buy(batch: BidBatch, after: After): nft.MyNft {
  const sold = sell(after.token, after.part, { at: batch.now, cause: 'request' });
  const { token, part, sale, entry, news } = sold;
  keep(batch, sold);
  move(accountOf(batch, part.userId), entry.postings);
  batch.first.set(token.id, part);
  batch.sales.push(sale);
  batch.entries.push(entry);
  batch.told.push({ part, title: token.title, news });
  return mineView(token, part, { sale, delivery: null, now: batch.now });
}
