import {
  type Money,
  type UnixMs,
  addMoney,
  formatDecimal,
  formatMoney,
  money,
  utcDayOf,
} from '@candor/kernel';
import {
  type Bids,
  type Sale,
  collateralValue,
  convert,
  loanToValue,
  withCollateral,
} from '@candor/pricing';
import type { loans as protocol } from '@candor/protocol';
import { receiptNumber } from '../../contracts/index.ts';
import { amountTexts, costTexts } from './agreement.ts';
import { type Loan, type RunningLoan, type SaleRecord, isRunning, wholeOf } from './loan.ts';
import { collateralTexts } from './pricing.ts';
import type { readHistory } from './history-store.ts';

type LoanView = protocol.Loan;
type LoanDetail = protocol.LoanDetail;
type LoanSale = protocol.LoanSale;
type LoanSaleQuote = protocol.LoanSaleQuote;

const ENDED: ReadonlySet<Loan['state']> = new Set(['rejected', 'expired']);

/** Until when something has to happen; null where nothing has. */
function deadlineOf(loan: Loan): UnixMs | null {
  if (loan.state === 'pendingReview') return loan.reviewUntil;
  return loan.state === 'approved' ? loan.drawUntil : null;
}

/** A loan as its owner sees it, at bids of now. */
export function viewOf(loan: Loan, bids: Bids, now: UnixMs): LoanView {
  const drawnOn = loan.drawnOn ?? utcDayOf(loan.requestedAt);
  const { schedule: _schedule, due: _due, ...cost } = costTexts({ ...loan, drawnOn });
  const isDrawn = loan.drawnAt !== null;
  const collateral = isDrawn ? loan.collateral : loan.offered;
  const debt = isDrawn ? wholeOf(loan.owed) : loan.principal;
  const standing = ENDED.has(loan.state)
    ? { value: null, ltv: null, steps: [] }
    : collateralTexts({ debt, collateral, bids });
  const canWithdraw = loan.state === 'pendingReview' || loan.state === 'approved';
  return {
    id: loan.id,
    number: loan.number,
    state: loan.state,
    reason: loan.reason,
    ...cost,
    ltvMax: formatDecimal(loan.ltvMax),
    collateral: amountTexts(collateral),
    principalOwed: formatMoney(loan.owed.principal),
    interestOwed: formatMoney(loan.owed.interest),
    owed: formatMoney(wholeOf(loan.owed)),
    principalPaid: formatMoney(loan.paid.principal),
    interestPaid: formatMoney(loan.paid.interest),
    ...standing,
    drawnOn: loan.drawnOn,
    due: loan.dueOn,
    deadline: deadlineOf(loan),
    canCancel: canWithdraw,
    canDraw: loan.state === 'approved' && loan.drawUntil !== null && loan.drawUntil > now,
    canRepay: isRunning(loan),
    agreementId: loan.agreementId,
    agreementHash: loan.agreementHash,
    createdTime: loan.requestedAt,
    updatedTime: loan.at,
  };
}

/** Bids a sale was decided on. */
export function bidsOf(sale: Pick<SaleRecord, 'held'>): Bids {
  return Object.fromEntries(
    sale.held.flatMap(({ held, at }) => (at === null ? [] : [[held.asset, at.price]])),
  );
}

/** What giving an amount brought, at the bid it was judged at. */
function broughtBy(sale: SaleRecord, given: Money) {
  const at = sale.held.find(({ held }) => held.asset === given.asset)?.at ?? null;
  if (at === null) return { price: null, spread: money('USDT', 0n), received: given };
  const prices = { [given.asset]: { bid: at.price, ask: at.price } };
  const { spread, receive } = convert({
    amount: given,
    to: 'USDT',
    prices,
    spreadRate: sale.spreadRate,
  });
  return { price: at.price, spread, received: receive };
}

/** Number of a sale's receipt. */
export const saleNumber = ({ userId, id }: Pick<SaleRecord, 'userId' | 'id'>): string =>
  receiptNumber({ kind: 'collateralSale', userId, subject: id });

/** What a sale came to, computed from its record. */
export function saleFigures(sale: SaleRecord) {
  const parts = sale.given.map((given) => ({ given, ...broughtBy(sale, given) }));
  const held = sale.held.map((one) => one.held);
  const left = sale.given.reduce(
    (rest, { asset, units }) => withCollateral(rest, money(asset, -units)),
    held as readonly Money[],
  );
  const bids = bidsOf(sale);
  const paid = wholeOf(sale.paid);
  const lost = wholeOf(sale.lost);
  const before = wholeOf(sale.before);
  const after = money('USDT', before.units - paid.units - lost.units);
  const ltvOf = (debt: Money, rest: readonly Money[]) => {
    const value = collateralValue(rest, bids);
    return value === null ? null : loanToValue(debt, value);
  };
  return {
    parts,
    left,
    paid,
    lost,
    before,
    after,
    spread: parts.reduce((sum, part) => addMoney(sum, part.spread), money('USDT', 0n)),
    received: parts.reduce((sum, part) => addMoney(sum, part.received), money('USDT', 0n)),
    ltvBefore: ltvOf(before, held),
    ltvAfter: ltvOf(money('USDT', before.units - paid.units), left),
  };
}

/** A sale as the owner of the loan sees it. */
export function saleView(sale: SaleRecord): LoanSale {
  const figures = saleFigures(sale);
  const rateText = (ltv: ReturnType<typeof loanToValue>): string | null =>
    ltv === null ? null : formatDecimal(ltv);
  return {
    id: sale.id,
    at: sale.at,
    cause: sale.cause,
    sold: figures.parts.map(({ given, price, received }) => ({
      asset: given.asset,
      amount: formatMoney(given),
      price: price === null ? null : formatDecimal(price),
      received: formatMoney(received),
    })),
    spread: formatMoney(figures.spread),
    paid: formatMoney(figures.paid),
    debtBefore: formatMoney(figures.before),
    debtAfter: formatMoney(figures.after),
    ltvBefore: rateText(figures.ltvBefore),
    ltvAfter: rateText(figures.ltvAfter),
    shortfall: formatMoney(figures.lost),
    receiptNo: saleNumber(sale),
  };
}

/** What a sale of collateral would come to, before it is asked for. */
export function saleQuoteView(
  loan: Pick<RunningLoan, 'owed' | 'collateral'>,
  decided: { readonly sale: Sale; readonly bids: Bids },
): LoanSaleQuote {
  const { sale, bids } = decided;
  const before = wholeOf(loan.owed);
  const ltvOf = (debt: Money, held: readonly Money[]): string | null => {
    const value = collateralValue(held, bids);
    const ltv = value === null ? null : loanToValue(debt, value);
    return ltv === null ? null : formatDecimal(ltv);
  };
  const spreads = sale.parts.map(({ conversion }) => conversion?.spread ?? money('USDT', 0n));
  return {
    sold: sale.parts.map(({ given, received }) => {
      const bid = given.asset === 'USDT' ? undefined : bids[given.asset];
      return {
        asset: given.asset,
        amount: formatMoney(given),
        price: bid === undefined ? null : formatDecimal(bid),
        received: formatMoney(received),
      };
    }),
    spread: formatMoney(spreads.reduce(addMoney, money('USDT', 0n))),
    paid: formatMoney(sale.paid),
    over: formatMoney(sale.over),
    debtBefore: formatMoney(before),
    debtAfter: formatMoney(sale.debtAfter),
    ltvBefore: ltvOf(before, loan.collateral),
    ltvAfter: ltvOf(sale.debtAfter, sale.collateralAfter),
    left: amountTexts(sale.collateralAfter.filter(({ units }) => units > 0n)),
  };
}

/** A loan with everything that happened to it. */
export function detailOf(
  view: LoanView,
  loan: Loan,
  more: {
    readonly history: Awaited<ReturnType<typeof readHistory>>;
    readonly sales: readonly SaleRecord[];
  },
): LoanDetail {
  const { steps, charges, payments } = more.history;
  const schedule =
    loan.drawnOn === null ? [] : costTexts({ ...loan, drawnOn: loan.drawnOn }).schedule;
  return {
    ...view,
    schedule,
    charges: charges.map(({ day, principal, interest }) => ({
      day,
      principal: formatMoney(principal),
      interest: formatMoney(interest),
    })),
    payments: payments.map(({ at, source, paid }) => ({
      at,
      source,
      interest: formatMoney(paid.interest),
      principal: formatMoney(paid.principal),
    })),
    sales: more.sales.map(saleView),
    timeline: steps.map(({ state, at, by, reason }) => ({
      state,
      at,
      by,
      ...(reason === null ? {} : { reason }),
    })),
  };
}
