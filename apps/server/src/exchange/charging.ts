import {
  type Asset,
  type Clock,
  type Mode,
  type Result,
  type UnixMs,
  ensure,
  ok,
} from '@candor/kernel';
import { type Conversion, type MarginJudgement, paidByHouse } from '@candor/pricing';
import type { ConvertQuoteBody, Failure } from '@candor/protocol';
import { type Brakes, decidePaused, findBrakes, pausesIn } from '../accounts/index.ts';
import type { Contracts } from '../contracts/index.ts';
import {
  type AccountHoldings,
  type Posting,
  type TradingAccount,
  accountKey,
  findHoldings,
  lockHouse,
  sumHouse,
} from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Sql, Tx } from '../platform/postgres/db.ts';
import { type ConversionTerms, codeOf } from './conversion.ts';
import { conversionPostings } from './postings.ts';
import {
  type CoinMarket,
  type HouseHas,
  type TermsFacts,
  decideAffordable,
  decideFigures,
  decideHouse,
  decideTerms,
} from './rules.ts';

/** What conversions stand on. */
export type ExchangeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'instrument' | 'latest' | 'status' | 'feed'>;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'unjudged'>;
  readonly parameters: Parameters;
  readonly isRehearsal: boolean;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
};

/** A trading account as a conversion is decided on. */
type Account = {
  readonly holdings: AccountHoldings;
  readonly margin: MarginJudgement;
  readonly pauses: Brakes['pauses'];
};

/** The coins' markets, as they are now. */
export function marketsNow(deps: ExchangeDeps, now: UnixMs): TermsFacts['markets'] {
  const { market } = deps;
  const of = (coin: 'BTC' | 'ETH'): CoinMarket => {
    const code = codeOf(coin);
    return {
      instrument: market.instrument(code),
      quote: market.latest(code),
      status: market.status(code, now),
    };
  };
  return { BTC: of('BTC'), ETH: of('ETH') };
}

/** The terms a conversion is offered on at this moment. */
export function termsNow(
  deps: ExchangeDeps,
  params: { readonly mode: Mode; readonly body: ConvertQuoteBody; readonly now: UnixMs },
): Result<ConversionTerms, Failure> {
  const { parameters } = deps;
  return decideTerms({
    ...params.body,
    mode: params.mode,
    markets: marketsNow(deps, params.now),
    feed: deps.market.feed(),
    isRehearsal: deps.isRehearsal,
    spread: {
      rate: parameters.share('exchange.spread'),
      version: parameters.version('exchange.spread'),
    },
  });
}

/** A trading account as it is now; asked under its lock it stays true. */
export async function findAccount(
  sql: Sql,
  deps: ExchangeDeps,
  account: TradingAccount,
): Promise<Account> {
  const key = accountKey(account);
  const [holdings, margins, brakes] = await Promise.all([
    findHoldings(sql, [account]),
    deps.contracts.accountMargins(sql, [account]),
    findBrakes(sql, [account.userId]),
  ]);
  return {
    holdings: ensure(holdings.get(key), 'the account is answered'),
    margin: ensure(margins.get(key), 'the account is answered').margin,
    pauses: pausesIn(account.mode, brakes.get(account.userId)?.pauses ?? []),
  };
}

/** What the house has to convert with; asked under `lockHouse` it stays true. */
export async function findHouse(sql: Sql, assets: readonly Asset[]): Promise<HouseHas> {
  const sums = assets.map(async (asset) => {
    const of = { mode: 'real', asset } as const;
    const [exchange, capital] = await Promise.all([
      sumHouse(sql, { ...of, accountClass: 'house:exchange' }),
      sumHouse(sql, { ...of, accountClass: 'house:capital' }),
    ]);
    return [asset, exchange + capital] as const;
  });
  return Object.fromEntries(await Promise.all(sums)) as HouseHas;
}

/**
 * USDT the house can pay with, besides what comes back to it at once. A sale before leaves its spread and interest in
 * accounts that follow to capital with the day's cover; what is missing for that long takes nothing from what comes
 * back.
 */
function held(has: bigint, spare: bigint): bigint {
  return spare > 0n && has < 0n ? spare : has + spare;
}

/**
 * What a conversion moves, inside a transaction of the caller that holds the account's lock: whether the
 * house has what it pays, and the payments. The caller writes them in an entry of its own kind.
 *
 * @failure quantity-refused — it would bring nothing
 * @failure not-tradable-now — why: houseFloor
 * @source  LEDGER 2, rows "convert" and "partial sale"
 */
export async function chargeWithin(
  tx: Tx,
  terms: ConversionTerms,
  account: {
    readonly holdings: AccountHoldings;
    readonly source: 'user:cash' | 'user:collateral';
    /** USDT the house has besides: what the caller’s payments bring it, less what they took already. */
    readonly spare?: bigint;
  },
): Promise<Result<{ conversion: Conversion; postings: readonly Posting[] }, Failure>> {
  const decided = decideFigures(terms);
  if (!decided.ok) return decided;
  const conversion = decided.value;
  // Until the end of the transaction: two conversions never pay out the same coins of the house.
  await lockHouse(tx);
  const has = await findHouse(
    tx,
    paidByHouse(conversion).map(({ asset }) => asset),
  );
  const { spare = 0n } = account;
  const enough = decideHouse(conversion, {
    ...has,
    ...(has.USDT === undefined ? {} : { USDT: held(has.USDT, spare) }),
  });
  if (!enough.ok) return enough;
  return ok({ conversion, postings: conversionPostings(conversion, account) });
}

/**
 * Whether the account may convert: what brings it back into USDT is no new risk, so that only its
 * owner's own freeze pauses it.
 *
 * @failure user-status-forbids
 * @source  PRODUCT H6
 */
function decideOpen(account: Account, to: Asset, now: UnixMs): Result<null, Failure> {
  const { pauses } = account;
  const counted = to === 'USDT' ? pauses.filter(({ kind }) => kind === 'freeze') : pauses;
  return decidePaused(counted, now);
}

/**
 * Whether the account may give what it is asked for.
 *
 * @failure user-status-forbids · not-tradable-now · free-margin-short
 */
export function decideAccount(
  account: Account,
  terms: ConversionTerms,
  now: UnixMs,
): Result<null, Failure> {
  const open = decideOpen(account, terms.to, now);
  if (!open.ok) return open;
  const { holdings, margin } = account;
  const cash = holdings[terms.amount.asset]['user:cash'] ?? 0n;
  return decideAffordable(terms.amount, { margin, cash });
}
