import { type TickId, ensure, formatDecimal, formatMoney } from '@candor/kernel';
import { type CollateralSaleReceipt, RECEIPT_SCHEMA } from '@candor/protocol';
import { codeOf } from '../exchange/index.ts';
import type { NumberedEntry } from '../ledger/index.ts';
import { type SoldCollateral, saleFigures, saleNumber } from '../loans/index.ts';
import type { Unhashed } from './canonical.ts';
import { type Ticks, assetEntriesOf, markOf, tapeTickOf } from './parts.ts';
import type { Terms } from './terms.ts';

/** The ticks a sale of collateral cites. */
export function saleTicks({ sale }: SoldCollateral): TickId[] {
  return sale.held.flatMap(({ at }) => at?.tickId ?? []);
}

/** The instruments its coins are priced by, in the order in which they are held. */
export function saleCodes({ sale }: SoldCollateral) {
  return sale.held.flatMap(({ held: { asset } }) => (asset === 'USDT' ? [] : [codeOf(asset)]));
}

const owedTexts = (owed: SoldCollateral['sale']['paid']) => ({
  principal: formatMoney(owed.principal),
  interest: formatMoney(owed.interest),
});

/** The receipt of a sale of collateral, without its hash. */
export function saleReceipt(parts: {
  readonly sold: SoldCollateral;
  readonly terms: Terms;
  readonly ticks: Ticks;
  readonly entries: readonly NumberedEntry[];
}): Unhashed<CollateralSaleReceipt> {
  const { sold, terms, ticks } = parts;
  const { sale, loanNumber } = sold;
  const { aim } = sale;
  const figures = saleFigures(sale);
  const legs = [...(terms.legs ?? [])];
  const { schedule } = ensure(terms.documents, 'documents were published before');
  return {
    kind: 'collateralSale',
    schema: RECEIPT_SCHEMA,
    number: saleNumber(sale),
    mode: 'real',
    ...markOf(terms),
    feed: { key: sale.feed, ...terms.feed },
    orderNo: loanNumber,
    cause: sale.cause,
    at: sale.at,
    line: 'line' in aim ? formatDecimal(aim.line) : null,
    wanted: 'wanted' in aim ? formatMoney(aim.wanted) : null,
    debt: owedTexts(sale.before),
    documents: { schedule },
    held: sale.held.map(({ held, at }) => {
      const own = { asset: held.asset, amount: formatMoney(held) };
      if (at === null) return { ...own, priced: null };
      const { specification, instrument } = ensure(legs.shift(), 'each coin has its terms');
      const tick = tapeTickOf(ticks, at.tickId);
      return {
        ...own,
        priced: { instrument, specification, price: formatDecimal(at.price), tick },
      };
    }),
    given: figures.parts.map(({ given, received }) => ({
      asset: given.asset,
      amount: formatMoney(given),
      received: formatMoney(received),
    })),
    spread: {
      parameter: 'exchange.spread',
      version: sale.spreadVersion,
      rate: formatDecimal(sale.spreadRate),
      amount: formatMoney(figures.spread),
    },
    paid: owedTexts(sale.paid),
    lost: owedTexts(sale.lost),
    entries: assetEntriesOf(parts.entries),
  };
}
