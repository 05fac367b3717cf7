/**
 * exchange — USDT, BTC and ETH into one another, at a held price of a tick of the tape.
 * Owns: prices held for conversions, what was converted.
 * Announces: Converted, once per conversion.
 * Needs: market's prices, contracts for the free margin, ledger, accounts' pauses, parameters.
 * Refuses: practice money, a quote used twice, coins the house does not have.
 */
import type { Price, Result, UnixMs, UserId } from '@candor/kernel';
import type { Coin, Conversion } from '@candor/pricing';
import type { ConversionQuote, ConvertQuoteBody, Convertible, Failure } from '@candor/protocol';
import type { AccountHoldings, Posting, TradingAccount } from '../ledger/index.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { type ExchangeDeps, chargeWithin, marketsNow, termsNow } from './charging.ts';
import { type ExchangeCommands, createExchangeCommands } from './commands.ts';
import type { ConversionId, ConversionTerms, Converted } from './conversion.ts';
import { createConvertible, createQuoting } from './quoting.ts';
import { decideBid } from './rules.ts';
import { findByNumber, findConversions } from './store.ts';

export { codeOf, type ConversionId, type Converted } from './conversion.ts';
export { CONVERTED, type ConvertedFact } from './events.ts';
export { conversionOf, decideFree } from './rules.ts';

/** Everything the exchange offers other capabilities. */
export type Exchange = {
  readonly commands: ExchangeCommands;
  /** What a conversion would do, at a price held for its owner. */
  quote(
    params: TradingAccount & { readonly body: ConvertQuoteBody },
  ): Promise<Result<ConversionQuote, Failure>>;
  /** How much of each asset a user can convert. */
  convertible(account: TradingAccount): Promise<Result<Convertible, Failure>>;
  /** What a coin is sold at now; null where no price may move real money. */
  bidOf(coin: Coin): Price | null;
  /** The terms a conversion is offered on at a moment, for another capability's transaction. */
  terms(params: {
    readonly body: ConvertQuoteBody;
    readonly now: UnixMs;
  }): Result<ConversionTerms, Failure>;
  /**
   * What a conversion moves, inside a transaction that holds the account's lock; its caller writes the
   * payments in an entry of its own kind.
   */
  within(
    tx: Tx,
    terms: ConversionTerms,
    account: {
      readonly holdings: AccountHoldings;
      readonly source: 'user:cash' | 'user:collateral';
      readonly spare?: bigint;
    },
  ): Promise<Result<{ conversion: Conversion; postings: readonly Posting[] }, Failure>>;
  /** Conversions by id. */
  byIds(ids: readonly { userId: UserId; id: ConversionId }[]): Promise<Converted[]>;
  /** A user’s conversion by its number; null for none of theirs. */
  byNumber(params: TradingAccount & { readonly orderNo: string }): Promise<Converted | null>;
};

/** Opens the capability. */
export function createExchange(
  given: ExchangeDeps & {
    /** For commands: callers never take these connections. */
    readonly acting: Database;
  },
): Exchange {
  const { acting, ...deps } = given;
  return {
    commands: createExchangeCommands({ ...deps, db: acting }),
    quote: createQuoting(deps),
    convertible: createConvertible(deps),
    bidOf: (coin) =>
      decideBid(marketsNow(deps, deps.clock.now())[coin], {
        feed: deps.market.feed(),
        isRehearsal: deps.isRehearsal,
      }),
    terms: (params) => termsNow(deps, { ...params, mode: 'real' }),
    within: chargeWithin,
    byIds: (ids) => findConversions(deps.db, ids),
    byNumber: async (params) =>
      params.mode === 'real' ? findByNumber(deps.db, params) : Promise.resolve(null),
  };
}
