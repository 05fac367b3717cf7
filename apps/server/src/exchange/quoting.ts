import {
  ASSETS,
  type InstrumentCode,
  type QuoteId,
  type Result,
  type UnixMs,
  ensure,
  newUuid,
  ok,
  type Asset,
  fail,
  formatDecimal,
  formatMoney,
} from '@candor/kernel';
import { freeOf } from '@candor/pricing';
import {
  type ConversionQuote,
  type Convertible,
  type ConvertQuoteBody,
  type Failure,
  exchange as protocol,
} from '@candor/protocol';
import type { TradingAccount } from '../ledger/index.ts';
import { sendAll } from '../platform/postgres/db.ts';
import { type ExchangeDeps, decideAccount, findAccount, findHouse, termsNow } from './charging.ts';
import type { ConversionTerms, HeldQuote } from './conversion.ts';
import { decideFigures, decideHouse } from './rules.ts';
import { holdStatements } from './store.ts';
import { figuresOf, pricesOf } from './view.ts';

/** When a held price ends: after its seconds, and never after its ticks are too old to fill on. */
function endOf(deps: ExchangeDeps, terms: ConversionTerms, now: UnixMs): UnixMs {
  const ends = pricesOf(terms).map(({ code }) => {
    const { market } = deps;
    const instrument = ensure(market.instrument(code), 'what is priced is in the catalogue');
    const quote = ensure(market.latest(instrument.code), 'what is priced has a price');
    return quote.receivedAt + instrument.freshForMs;
  });
  return Math.min(now + protocol.CONVERT_QUOTE_MS, ...ends) as UnixMs;
}

/** Makes what answers quotes. */
export function createQuoting(deps: ExchangeDeps) {
  return async (
    params: TradingAccount & { readonly body: ConvertQuoteBody },
  ): Promise<Result<ConversionQuote, Failure>> => {
    const { userId, mode, body } = params;
    const account = await findAccount(deps.db, deps, { userId, mode });
    const now = deps.clock.now();
    const decided = termsNow(deps, { mode, body, now });
    if (!decided.ok) return decided;
    const terms = decided.value;
    const allowed = deps.contracts.unjudged.watch(decideAccount(account, terms, now));
    if (!allowed.ok) return allowed;
    const figured = decideFigures(terms);
    if (!figured.ok) return figured;
    // Read without a lock: a preview promises no coins, the conversion looks again.
    const held = decideHouse(figured.value, await findHouse(deps.db, ASSETS));
    if (!held.ok) return held;
    const id = newUuid(now) as QuoteId;
    const expiresAt = endOf(deps, terms, now);
    const quote: HeldQuote = { ...terms, id, userId, quotedAt: now, expiresAt };
    await deps.db.transaction((tx) => sendAll(tx, holdStatements(quote, now)));
    const { prices, ...figures } = figuresOf(terms, figured.value);
    return ok({
      quoteId: id,
      ...figures,
      prices: prices.map((one) => {
        const code = one.code as InstrumentCode;
        const latest = ensure(deps.market.latest(code), 'what is priced has a price');
        return { ...one, source: latest.source, receivedAt: latest.receivedAt };
      }),
      expiresAt,
      heldMs: Math.max(0, expiresAt - deps.clock.now()),
    });
  };
}

/** Makes what answers how much of each asset a user can convert. */
export function createConvertible(deps: ExchangeDeps) {
  return async (account: TradingAccount): Promise<Result<Convertible, Failure>> => {
    if (account.mode !== 'real') return fail({ name: 'real-account-needed' });
    const { holdings, margin } = await findAccount(deps.db, deps, account);
    const free = (asset: Asset): string | null => {
      const found = freeOf(asset, { margin, cash: holdings[asset]['user:cash'] ?? 0n });
      return found === null ? null : formatMoney(found);
    };
    const coins = { BTC: free('BTC') ?? '0', ETH: free('ETH') ?? '0' };
    const available = { USDT: free('USDT'), ...coins };
    const spreadRate = formatDecimal(deps.parameters.share('exchange.spread'));
    return ok({ available, spreadRate });
  };
}
