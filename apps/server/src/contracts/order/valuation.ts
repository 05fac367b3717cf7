import {
  type Decimal,
  type InstrumentCode,
  type Money,
  type Price,
  type UnixMs,
  addMoney,
  money,
  zero,
} from '@candor/kernel';
import {
  type Held,
  type MarginJudgement,
  type Quote,
  type MarginState,
  closeOutPrice,
  closingPrice,
  unrealizedPercent,
  unrealizedPnl,
} from '@candor/pricing';
import type { Holdings } from '../../ledger/index.ts';
import type { Contract } from './contract.ts';
import type { MarketView } from './market-view.ts';

/** What a running contract is worth at its mark. */
export type Valued = {
  readonly contract: Contract;
  readonly mark: Price;
  readonly link: Price;
  readonly pnl: Money;
  readonly percent: Decimal;
  /** When the mark arrived. */
  readonly markedAt: UnixMs;
};

/**
 * Whether a contract counts at what it cost: practice money whose prices belong to a feed that is
 * not running. It may be ended at cost, so its result is zero by rule. Real money has no such end:
 * there a contract of another feed has no mark.
 *
 * @source PRODUCT 3 "One feed at a time"
 */
export function isAtCost({ mode }: Pick<Contract, 'mode'>, isPaused: boolean): boolean {
  return isPaused && mode === 'demo';
}

/** What a unit of an instrument's price is worth now; null while it or its rate never had a price. */
export function priceOf(
  code: InstrumentCode,
  market: MarketView,
): { quote: Quote; link: Price } | null {
  const quote = market.latest(code);
  const instrument = market.instrument(code);
  const conversionRate =
    instrument === null ? null : market.lastConversionRate(instrument.quoteCurrency);
  return quote === null || conversionRate === null ? null : { quote, link: conversionRate.rate };
}

/**
 * Values one running contract: the bid for a long, the ask for a short; null while its feed is not
 * the one that runs, or never had a price of it or of its currency.
 *
 * @rounding down (toward zero), once
 */
export function valueContract(contract: Contract, market: MarketView): Valued | null {
  if (contract.feed !== market.feed().key) return null;
  const at = priceOf(contract.code, market);
  if (at === null) return null;
  const { quote, link } = at;
  const mark = closingPrice(contract.side, quote);
  const { side, lots, contractSize } = contract;
  const pnl = unrealizedPnl({
    side,
    lots,
    contractSize,
    link,
    mark,
    openPrice: contract.open.price,
  });
  const percent = unrealizedPercent({ pnl, margin: contract.margin });
  return { contract, mark, link, pnl, percent, markedAt: quote.receivedAt };
}

/**
 * What contracts of one instrument have won or lost together: the sum of what `valueContract` says
 * of each, with the price asked for once; null while one of them has no mark.
 *
 * @rounding down (toward zero), once for each contract
 */
export function sumPnl(
  contracts: Iterable<Contract>,
  options: { code: Contract['code']; market: MarketView },
): Money | null {
  const { code, market } = options;
  const at = priceOf(code, market);
  const { key } = market.feed();
  let units = 0n;
  for (const contract of contracts) {
    if (isAtCost(contract, contract.feed !== key)) continue;
    if (at === null || contract.feed !== key) return null;
    const { side, lots, contractSize, open } = contract;
    const { quote, link } = at;
    const mark = closingPrice(side, quote);
    units += unrealizedPnl({ side, lots, contractSize, link, mark, openPrice: open.price }).units;
  }
  return money('USDT', units);
}

const amount = (units: bigint | undefined): Money => ({ asset: 'USDT', units: units ?? 0n });

/** The USDT side of a trading account, apart from its running contracts. */
export function heldOf(holdings: Holdings): Held {
  return {
    cash: amount(holdings['user:cash']),
    margin: amount(holdings['user:margin']),
    deficit: amount(holdings['user:deficit']),
    reversed: amount(holdings['user:reversed']),
  };
}

/** Contracts at their marks, and the instruments of those that have none. */
export type ValuedAll = {
  readonly valued: readonly Valued[];
  /** Empty when every contract was valued, or counts at what it cost. */
  readonly unmarked: readonly InstrumentCode[];
};

/** Values the contracts of a trading account, and names what has no mark. */
export function valueAll(contracts: readonly Contract[], market: MarketView): ValuedAll {
  const { key } = market.feed();
  const valued: Valued[] = [];
  const unmarked: InstrumentCode[] = [];
  for (const contract of contracts) {
    const one = valueContract(contract, market);
    if (one !== null) valued.push(one);
    else if (!isAtCost(contract, contract.feed !== key)) unmarked.push(contract.code);
  }
  return { valued, unmarked };
}

/** Where a trading account stands, or which instruments keep it from being judged. */
export function marginStateOf(
  holdings: Holdings,
  result: { readonly floatingPnl: Money; readonly unmarked: readonly InstrumentCode[] },
): MarginJudgement {
  const held = heldOf(holdings);
  const [first, ...others] = [...new Set(result.unmarked)].sort();
  if (first !== undefined) return { isJudged: false, held, unmarked: [first, ...others] };
  return { isJudged: true, marginState: { ...held, floatingPnl: result.floatingPnl } };
}

/** Where a trading account with these contracts stands; see `marginStateOf`. */
export function judge(holdings: Holdings, { valued, unmarked }: ValuedAll): MarginJudgement {
  const floatingPnl = valued.reduce((sum, { pnl }) => addMoney(sum, pnl), zero('USDT'));
  return marginStateOf(holdings, { floatingPnl, unmarked });
}

/**
 * Price of one instrument at which the trading account reaches the close-out level; see
 * `closeOutPrice`.
 */
export function closeOutPriceOf(options: {
  marginState: MarginState;
  contracts: readonly Contract[];
  code: Contract['code'];
  market: MarketView;
}): Price | null {
  const { marginState, contracts, code, market } = options;
  const at = priceOf(code, market);
  if (at === null) return null;
  const { quote, link } = at;
  const exposures = contracts.filter(
    (contract) => contract.code === code && contract.feed === market.feed().key,
  );
  return closeOutPrice({ marginState, quote, exposures, link });
}
