import {
  type Decimal,
  type Money,
  type Price,
  type UnixMs,
  addMoney,
  money,
  zero,
} from '@candor/kernel';
import {
  type Standing,
  closeOutPrice,
  closingPrice,
  unrealizedPercent,
  unrealizedPnl,
} from '@candor/pricing';
import type { Holdings } from '../ledger/index.ts';
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
 * Values one running contract: the bid for a long, the ask for a short; null while its feed is not
 * the one that runs or never had a price.
 *
 * @rounding down (toward zero), once
 */
export function valueContract(contract: Contract, market: MarketView): Valued | null {
  if (contract.feed !== market.feed().key) return null;
  const quote = market.latest(contract.code);
  const instrument = market.instrument(contract.code);
  if (quote === null || instrument === null) return null;
  const link = market.lastLink(instrument.quoteCurrency)?.rate ?? contract.open.link;
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
 * of each, with the price asked for once. Those without a value add nothing.
 *
 * @rounding down (toward zero), once for each contract
 */
export function sumPnl(
  contracts: Iterable<Contract>,
  options: { code: Contract['code']; market: MarketView },
): Money {
  const { code, market } = options;
  const quote = market.latest(code);
  const instrument = market.instrument(code);
  if (quote === null || instrument === null) return zero('USDT');
  const { key } = market.feed();
  const rate = market.lastLink(instrument.quoteCurrency)?.rate;
  let units = 0n;
  for (const { feed, side, lots, contractSize, open } of contracts) {
    if (feed !== key) continue;
    const mark = closingPrice(side, quote);
    const link = rate ?? open.link;
    const trade = { side, lots, contractSize, link, mark, openPrice: open.price };
    units += unrealizedPnl(trade).units;
  }
  return money('USDT', units);
}

const amount = (units: bigint | undefined): Money => ({ asset: 'USDT', units: units ?? 0n });

/** The USDT side of a book with the results of its running contracts. */
export function standingOf(holdings: Holdings, valued: readonly Valued[]): Standing {
  return {
    cash: amount(holdings['user:cash']),
    margin: amount(holdings['user:margin']),
    deficit: amount(holdings['user:deficit']),
    reversed: amount(holdings['user:reversed']),
    floatingPnl: valued.reduce((sum, { pnl }) => addMoney(sum, pnl), zero('USDT')),
  };
}

/** Values the contracts of a book that can be valued. */
export function valueAll(contracts: readonly Contract[], market: MarketView): Valued[] {
  return contracts.flatMap((contract) => valueContract(contract, market) ?? []);
}

/** Price of one instrument at which the book reaches the close-out level; see `closeOutPrice`. */
export function closeOutPriceOf(options: {
  standing: Standing;
  contracts: readonly Contract[];
  code: Contract['code'];
  market: MarketView;
}): Price | null {
  const { standing, contracts, code, market } = options;
  const quote = market.latest(code);
  const instrument = market.instrument(code);
  const link = instrument === null ? null : market.lastLink(instrument.quoteCurrency);
  if (quote === null || link === null) return null;
  const exposures = contracts.filter(
    (contract) => contract.code === code && contract.feed === market.feed().key,
  );
  return closeOutPrice({ standing, quote, exposures, link: link.rate });
}
