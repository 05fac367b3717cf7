import {
  type Asset,
  DAY_MS,
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  formatMoney,
  ok,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import { type WithdrawalTerms, leastWithdrawal, refuseWithdrawal } from '@candor/pricing';
import type { Failure, Network, WithdrawBody } from '@candor/protocol';

/** How long a quote is held: a second factor is looked for meanwhile. */
export const QUOTE_MS = 5 * 60_000;

/** Withdrawals a user may ask for within a day. */
const PER_DAY_MAX = 20;

/** The window sums below the review limit are added up in. */
export const WINDOW_MS = DAY_MS;

/** An address of a user, as withdrawals look at it. */
export type WithdrawalAddress = {
  readonly id: string;
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly usableAt: number;
  readonly proof: 'signed' | 'declared' | 'none';
  /** Who keeps it, as its owner says; null where nothing is said. */
  readonly holder: string | null;
  /** It is of USDT, and nothing in force shows or says whose it is. */
  readonly needsProof: boolean;
};

/** What a user asked for within a day; `value` is of what was not given up. */
export type Recent = {
  readonly asked: number;
  readonly firstAt: UnixMs | null;
  readonly open: number;
  /** Null where one had no price. @units USDT units */
  readonly value: bigint | null;
};

/** Figures a user was promised. @units units of the asset */
export type Quote = {
  readonly id: string;
  readonly userId: UserId;
  readonly asset: Asset;
  readonly network: Network;
  readonly addressId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly receive: bigint;
  readonly expiresAt: UnixMs;
};

/** What a user says of what is to leave. */
export type AskedBody = Pick<WithdrawBody, 'asset' | 'network' | 'addressId' | 'amount'>;

/** What is asked for, by whom and when. */
export type AskedParams = {
  readonly userId: UserId;
  readonly body: AskedBody;
  readonly at: UnixMs;
  /** It leaves by this, and no quote alone is made: its owner needs a second factor. */
  readonly isFinal: boolean;
};

/** What is known of an owner whose withdrawal is judged. */
export type AskedFacts = {
  /** Null: the network does not carry the asset. */
  readonly terms: WithdrawalTerms | null;
  /** Withdrawals leave by this network. */
  readonly isPaid: boolean;
  /** Null: none of this user's. */
  readonly entry: WithdrawalAddress | null;
  readonly freeze: { readonly until: UnixMs | null } | null;
  readonly hasSecondFactor: boolean;
  readonly recent: Recent;
  /** What of the asset may leave; asked where that is what decides. */
  free(): Result<Money, Failure>;
};

/** What is asked for, once it may be. */
export type JudgedRequest = {
  readonly entry: WithdrawalAddress;
  readonly amount: Money;
  readonly terms: WithdrawalTerms;
  /** What its owner asked for within a day before. */
  readonly recent: Recent;
};

/** Whether an address of the user may be paid now. */
function decideDestination(
  entry: WithdrawalAddress | null,
  { userId, body, at }: AskedParams,
): Result<WithdrawalAddress, Failure> {
  const isTheirs =
    entry !== null &&
    entry.userId === userId &&
    entry.asset === body.asset &&
    entry.network === body.network;
  if (!isTheirs) return fail({ name: 'not-found', field: 'addressId' });
  if (entry.needsProof) return fail({ name: 'wallet-authorization-first', field: 'addressId' });
  if (entry.usableAt <= at) return ok(entry);
  const facts = { until: String(entry.usableAt) };
  return fail({ name: 'address-not-usable-yet', field: 'addressId', facts });
}

/** Whether an amount may leave, with what its sentence needs. */
function decideAmount(
  amount: Money,
  { free, terms }: { readonly free: Money; readonly terms: WithdrawalTerms },
): Result<null, Failure> {
  const why = refuseWithdrawal({ amount, free }, terms);
  if (why === null) return ok(null);
  const field = 'amount';
  if (why === 'short') {
    const facts = { need: formatMoney(amount), have: formatMoney(free) };
    return fail({ name: 'free-margin-short', field, facts });
  }
  const least = formatMoney(leastWithdrawal(terms));
  return fail({ name: 'quantity-refused', field, facts: { why, least, all: formatMoney(free) } });
}

/**
 * Whether a withdrawal may be asked for.
 *
 * @failure method-missing — the network does not carry the asset
 * @failure not-yet-open — the operator reads no node of the network, or no wallet pays there
 * @failure second-factor-needed — why: none · the owner has none
 * @failure not-found — no address of this user for this asset and network
 * @failure wallet-authorization-first · address-not-usable-yet — of the address
 * @failure user-status-forbids — the owner's own freeze is in force
 * @failure limit-reached — so many were asked for within a day
 * @failure quantity-refused — finer than the asset, or why: minimum, costs, dust
 * @failure not-tradable-now — an open contract has no price
 * @failure free-margin-short — more than may leave
 */
export function decideAsked(asked: AskedParams, facts: AskedFacts): Result<JudgedRequest, Failure> {
  const { body, at } = asked;
  const { terms, freeze, recent } = facts;
  if (terms === null) return fail({ name: 'method-missing', field: 'network' });
  if (!facts.isPaid) return fail({ name: 'not-yet-open' });
  if (asked.isFinal && !facts.hasSecondFactor) {
    return fail({ name: 'second-factor-needed', field: 'stepUp', facts: { why: 'none' } });
  }
  const entry = decideDestination(facts.entry, asked);
  if (!entry.ok) return entry;
  if (freeze !== null) {
    const until = freeze.until === null ? 'none' : String(freeze.until);
    return fail({ name: 'user-status-forbids', facts: { why: 'freeze', until } });
  }
  if (recent.asked >= PER_DAY_MAX) {
    const until = String(plusMs(recent.firstAt ?? at, WINDOW_MS));
    const said = { what: 'withdrawals', max: String(PER_DAY_MAX), until };
    return fail({ name: 'limit-reached', facts: said });
  }
  const amount = parseMoney(body.amount, body.asset);
  if (amount === null) {
    return fail({ name: 'quantity-refused', field: 'amount', facts: { why: 'decimals' } });
  }
  const free = facts.free();
  if (!free.ok) return free;
  const may = decideAmount(amount, { free: free.value, terms });
  return may.ok ? ok({ entry: entry.value, amount, terms, recent }) : may;
}

/**
 * Whether a withdrawal that may be asked for leaves by its quote and confirmation.
 *
 * @units units of the asset
 * @failure quote-expired — it ended, was used, or was for something else
 * @failure second-factor-needed — no confirmation of that quote
 */
export function decideConfirmed(
  { userId, body }: Pick<AskedParams, 'userId' | 'body'>,
  amount: Money,
  given: { readonly quote: Quote | null; readonly isConfirmed: boolean },
): Result<Quote, Failure> {
  const { quote, isConfirmed } = given;
  const isOfThis =
    quote !== null &&
    quote.userId === userId &&
    quote.asset === body.asset &&
    quote.network === body.network &&
    quote.addressId === body.addressId &&
    quote.amount === amount.units;
  if (!isOfThis) return fail({ name: 'quote-expired', field: 'quoteId' });
  return isConfirmed ? ok(quote) : fail({ name: 'second-factor-needed', field: 'stepUp' });
}
