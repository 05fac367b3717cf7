import {
  type Asset,
  type Money,
  type Price,
  type Rate,
  divideInteger,
  formatDecimal,
  formatMoney,
} from '@candor/kernel';
import {
  type Bids,
  type Sale,
  collateralValue,
  decideSale,
  loanStep,
  loanToValue,
} from '@candor/pricing';

const PERCENT = 100n;

/** A loan as it is tried at other prices. */
export type WhatIfFacts = {
  readonly debt: Money;
  readonly collateral: readonly Money[];
  readonly bids: Bids;
  /** The line a sale restores. */
  readonly line: Rate;
  readonly spreadRate: Rate;
};

/** A loan after its coins fell. */
export type WhatIf = {
  readonly value: string;
  /** A share of one; null when nothing is worth anything. */
  readonly ltv: string | null;
  readonly prices: readonly { readonly asset: Asset; readonly price: string }[];
  readonly step:
    | { readonly kind: 'calm' }
    | { readonly kind: 'notice'; readonly line: string }
    | {
        readonly kind: 'sale';
        readonly sold: readonly { readonly asset: Asset; readonly amount: string }[];
        readonly paid: string;
        readonly debtAfter: string;
        readonly left: readonly { readonly asset: Asset; readonly amount: string }[];
        /** Everything was sold and something is still owed: the house's loss. */
        readonly isWhole: boolean;
      };
};

const texts = (amounts: readonly Money[]) =>
  amounts
    .filter(({ units }) => units > 0n)
    .map((one) => ({ asset: one.asset, amount: formatMoney(one) }));

function saleStep(sale: Sale): WhatIf['step'] {
  return {
    kind: 'sale',
    sold: texts(sale.parts.map(({ given }) => given)),
    paid: formatMoney(sale.paid),
    debtAfter: formatMoney(sale.debtAfter),
    left: texts(sale.collateralAfter),
    isWhole: !sale.isReached,
  };
}

/**
 * What happens to a loan when all its coins fall by whole percent at once: which notice is sent, what
 * is sold and what is left. The same functions decide it when it happens.
 *
 * @rounding a price down, so that no line looks farther away than it is
 */
export function whatIf(facts: WhatIfFacts, fallPercent: number): WhatIf | null {
  const { debt, collateral, line, spreadRate } = facts;
  const left = PERCENT - BigInt(Math.min(99, Math.max(0, Math.round(fallPercent))));
  const bids: Bids = Object.fromEntries(
    Object.entries(facts.bids).map(([asset, bid]) => [
      asset,
      divideInteger(bid * left, PERCENT, 'down') as Price,
    ]),
  );
  const value = collateralValue(collateral, bids);
  if (value === null) return null;
  const ltv = loanToValue(debt, value);
  const step = loanStep(debt, value);
  const sale =
    step.kind === 'sale'
      ? decideSale({ debt, collateral, bids, spreadRate, aim: { kind: 'line', line } })
      : null;
  return {
    value: formatMoney(value),
    ltv: ltv === null ? null : formatDecimal(ltv),
    prices: collateral.flatMap(({ asset }) => {
      const bid = asset === 'USDT' ? undefined : bids[asset];
      return bid === undefined ? [] : [{ asset, price: formatDecimal(bid) }];
    }),
    step:
      sale !== null
        ? saleStep(sale)
        : step.kind === 'notice'
          ? { kind: 'notice', line: formatDecimal(step.line) }
          : { kind: 'calm' },
  };
}
