import {
  type EntryId,
  type Money,
  type Result,
  type UnixMs,
  addMoney,
  assert,
  fail,
  formatMoney,
  money,
  newUuid,
  ok,
  rate,
  subMoney,
} from '@candor/kernel';
import {
  type Bids,
  type Owed,
  type Sale,
  type SaleAim,
  collateralValue,
  decideSale,
  repaymentOf,
} from '@candor/pricing';
import type { Failure, loans as protocol } from '@candor/protocol';
import {
  type AccountHoldings,
  type Entry,
  type EntryKind,
  type Posting,
  draft,
  lockHouse,
} from '../../ledger/index.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { conversionOf } from '../../exchange/index.ts';
import { readAgreement } from '../loan/agreement.ts';
import type { LoanDeps } from '../loan/deps.ts';
import type { LoanNews } from '../loan/events.ts';
import { type RunningLoan, type SaleRecord, wholeOf } from '../loan/loan.ts';
import { bidsNow, pricedNow } from '../loan/pricing.ts';
import { noticesLeft } from '../loan/rules.ts';
import { insertPayment } from '../loan/history-store.ts';
import { insertSale } from '../loan/sale-store.ts';
import { saleQuoteView } from '../loan/view.ts';
import { putBooks, setPledges } from '../loan/store.ts';

type SaleCause = protocol.SaleCause;
type LoanSaleQuote = protocol.LoanSaleQuote;

/** What sells collateral. */
export type SellingDeps = Pick<LoanDeps, 'market' | 'exchange' | 'parameters'>;

/**
 * What the house takes of what a coin brings, and the version of the parameter that says so: the share of today, and
 * never more than the agreement of the loan says.
 */
function spreadFor(
  { parameters }: Pick<LoanDeps, 'parameters'>,
  loan: Pick<RunningLoan, 'agreement'>,
): Pick<SaleRecord, 'spreadRate' | 'spreadVersion'> {
  const { at, spreadRate } = readAgreement(loan.agreement);
  const agreed = rate(spreadRate);
  const today = parameters.share('exchange.spread');
  const version = parameters.version('exchange.spread');
  if (today <= agreed) return { spreadRate: today, spreadVersion: version };
  const ofThen = parameters
    .history('exchange.spread')
    .findLast(({ from, value }) => from <= at && rate(value) === agreed);
  return { spreadRate: agreed, spreadVersion: ofThen?.version ?? version };
}

/** What an action on a running loan came to. */
export type Acted = {
  readonly entries: readonly Entry[];
  readonly news: readonly LoanNews[];
};

const NOTHING: Owed = { principal: money('USDT', 0n), interest: money('USDT', 0n) };

/** An entry of a loan; what a request set off is known by it, everything else by its own name. */
export function loanEntry(
  loan: Pick<RunningLoan, 'userId' | 'id'>,
  entry: {
    readonly kind: EntryKind;
    readonly requestId: string;
    readonly part?: number;
    readonly cause: Entry['cause'];
    readonly subject?: string;
    readonly postings: readonly Posting[];
    readonly at: UnixMs;
  },
): Entry {
  const { part = 0, subject = loan.id, ...said } = entry;
  const id = newUuid(entry.at) as EntryId;
  return { id, userId: loan.userId, mode: 'real', reverses: null, part, subject, ...said };
}

/** What goes back when a loan is over; an open deficit or a reversed deposit is covered first. */
export function releasePostings(
  holdings: AccountHoldings,
  pledged: readonly Money[],
): readonly Posting[] {
  return pledged.flatMap((held) => {
    if (held.units === 0n) return [];
    const payments = draft(held.asset, holdings[held.asset]);
    payments.pay('user:collateral', 'user:cash', held.units);
    payments.cover();
    return [...payments.postings()];
  });
}

const minus = (one: Owed, other: Owed): Owed => ({
  principal: subMoney(one.principal, other.principal),
  interest: subMoney(one.interest, other.interest),
});
const plus = (one: Owed, other: Owed): Owed => ({
  principal: addMoney(one.principal, other.principal),
  interest: addMoney(one.interest, other.interest),
});

/** A sale that was decided, with the conversions it is made of; nothing was awaited meanwhile. */
type Decided = {
  readonly sale: Sale;
  readonly bids: Bids;
  readonly held: SaleRecord['held'];
  readonly terms: readonly Extract<
    ReturnType<SellingDeps['exchange']['terms']>,
    { ok: true }
  >['value'][];
  readonly spreadRate: SaleRecord['spreadRate'];
  readonly spreadVersion: number;
  readonly feed: string;
};

/**
 * The least collateral that has to be given at the bids of now; null where nothing has to be, or it cannot
 * be judged.
 *
 * @failure not-tradable-now — a coin of the sale is not converted now
 */
function decideNow(
  deps: SellingDeps,
  loan: RunningLoan,
  asked: { readonly aim: SaleAim; readonly now: UnixMs },
): Result<Decided | null, Failure> {
  const { market, exchange } = deps;
  const { aim, now } = asked;
  const bids = bidsNow(deps);
  const spread = spreadFor(deps, loan);
  const { spreadRate } = spread;
  const facts = { debt: wholeOf(loan.owed), collateral: loan.collateral, bids, spreadRate, aim };
  const sale = decideSale(facts);
  if (sale === null) return ok(null);
  const held = pricedNow(market, { held: loan.collateral, bids });
  const terms: Decided['terms'][number][] = [];
  for (const { given } of sale.parts) {
    if (given.asset === 'USDT') continue;
    const body = { from: given.asset, to: 'USDT', amount: formatMoney(given) } as const;
    const offered = exchange.terms({ body, now });
    if (!offered.ok) return offered;
    assert(offered.value.sell?.price === bids[given.asset], 'one price decides and sells');
    terms.push({ ...offered.value, ...spread });
  }
  const feed = market.feed().key;
  return ok({ sale, bids, held, terms, ...spread, feed });
}

/** What a sale by the owner would come to now; null where the collateral cannot be judged. @failure as `sellWithin` */
export function quoteSale(
  deps: SellingDeps,
  loan: RunningLoan,
  asked: { readonly amount: Money; readonly now: UnixMs },
): Result<LoanSaleQuote | null, Failure> {
  const { amount, now } = asked;
  const decided = decideNow(deps, loan, { aim: { kind: 'pay', amount }, now });
  if (!decided.ok) return decided;
  if (decided.value === null) return ok(null);
  return ok(saleQuoteView(loan, decided.value));
}

/** Whether a sale gives no more of any asset than its owner was shown; one who was shown nothing takes any. */
function isWithinShown(sale: Sale, most: readonly Money[] | null): boolean {
  if (most === null) return true;
  return sale.parts.every(({ given }) => {
    const shown = most.find(({ asset }) => asset === given.asset)?.units ?? 0n;
    return given.units <= shown;
  });
}

/** Whether what is left of the collateral brings nothing, so that no sale can pay any more. */
function isExhausted(sale: Sale): boolean {
  return !sale.isReached && sale.debtAfter.units > 0n;
}

/**
 * Sells the least collateral that reaches an aim, pays the debt with it and writes everything down, in the
 * transaction of the caller, which holds the account and the loan and charged its midnights. What no
 * collateral is left for is the house's loss.
 *
 * @failure not-tradable-now — the collateral cannot be judged, or the house cannot pay
 * @failure quote-expired — it would sell more than its owner was shown
 * @source  PRODUCT 7; LEDGER 2, rows "partial sale" and "sale does not cover"
 */
export async function sellWithin(
  tx: Tx,
  deps: SellingDeps,
  asked: {
    readonly loan: RunningLoan;
    /** The loan as it is stored, its midnights not charged. */
    readonly stored: RunningLoan;
    readonly holdings: AccountHoldings;
    readonly aim: SaleAim;
    readonly cause: SaleCause;
    readonly requestId: string | null;
    /** The most of each asset its owner was shown; null where nobody was shown anything. */
    readonly most?: readonly Money[] | null;
    readonly now: UnixMs;
  },
): Promise<Result<(Acted & { readonly record: SaleRecord }) | null, Failure>> {
  const { loan, stored, holdings, aim, cause, most = null, now } = asked;
  // Prices go on while the house is waited for: a sale is decided behind its lock.
  await lockHouse(tx);
  const decided = decideNow(deps, loan, { aim, now });
  if (!decided.ok) return decided;
  if (decided.value === null) return ok(null);
  const { sale, bids, held, terms, spreadRate, spreadVersion, feed } = decided.value;
  if (!isWithinShown(sale, most)) return fail({ name: 'quote-expired' });
  const id = newUuid(now);
  const postings: Posting[] = [];
  const repaid = sale.paid.units === 0n ? null : repaymentOf(loan.owed, sale.paid);
  const paid = repaid ?? NOTHING;
  // What pays the loan and the spread come back to the house in the same entry, so that a house that lent all it
  // has can sell: only what is left over leaves it.
  let spare = terms.reduce((sum, one) => sum + conversionOf(one).spread.units, sale.paid.units);
  for (const one of terms) {
    const account = { holdings, source: 'user:collateral', spare } as const;
    const charged = await deps.exchange.within(tx, one, account);
    if (!charged.ok) return charged;
    postings.push(...charged.value.postings);
    const { receive, spread } = charged.value.conversion;
    spare -= receive.units + spread.units;
  }
  const usdt = draft('USDT', {});
  for (const { given } of sale.parts) {
    if (given.asset === 'USDT') usdt.pay('user:collateral', 'user:cash', given.units);
  }
  usdt.pay('user:cash', 'user:debt', sale.paid.units);
  usdt.pay('house:lending', 'house:capital', paid.principal.units);
  postings.push(...usdt.postings());
  const left = minus(loan.owed, paid);
  const isLost = cause !== 'owner' && isExhausted(sale);
  const lost = isLost ? left : NOTHING;
  const owed = minus(left, lost);
  const isOver = wholeOf(owed).units === 0n;
  const requestId = asked.requestId ?? `collateral-sale:${id}`;
  const entryCause = cause === 'owner' ? 'request' : cause === 'line' ? 'tick' : 'timer';
  const said = { requestId, cause: entryCause, subject: id, at: now } as const;
  const entries: Entry[] = [];
  if (postings.length > 0) {
    entries.push(loanEntry(loan, { ...said, kind: 'collateral-sale', part: 1, postings }));
  }
  if (isLost) entries.push(shortfallEntry(loan, { ...said, part: 2, lost }));
  const released = isOver ? releasePostings(holdings, sale.collateralAfter) : [];
  if (released.length > 0) {
    const entry = { kind: 'pledge-release', part: 3, postings: released } as const;
    entries.push(loanEntry(loan, { ...said, ...entry, subject: loan.id }));
  }
  const record: SaleRecord = {
    userId: loan.userId,
    id,
    loanId: loan.id,
    cause,
    at: now,
    aim: aim.kind === 'line' ? { line: aim.line } : { wanted: aim.amount },
    ltvMax: loan.ltvMax,
    spreadRate,
    spreadVersion,
    feed,
    before: loan.owed,
    held,
    given: sale.parts.map(({ given }) => given),
    paid,
    lost,
  };
  await insertSale(tx, record);
  if (sale.paid.units > 0n) await insertPayment(tx, loan, { at: now, source: 'collateral', paid });
  const value = collateralValue(sale.collateralAfter, bids);
  const state = stateAfter(loan, { isOver, cause });
  await putBooks(tx, stored, {
    ...loan,
    owed,
    paid: plus(loan.paid, paid),
    lost: plus(loan.lost, lost),
    state,
    by: cause === 'owner' ? 'owner' : 'system',
    at: now,
    notices: isOver ? 0 : noticesOf(loan, { debt: wholeOf(owed), value }),
  });
  await setPledges(tx, loan, isOver ? [] : sale.collateralAfter);
  const news: LoanNews[] = [{ kind: 'sale', saleId: id }];
  if (isOver) news.push({ kind: state === 'repaid' ? 'repaid' : 'closed' });
  return ok({ entries, news, record });
}

/** Its notices after a sale; as they were where what is left cannot be judged. */
function noticesOf(
  { notices, ltvMax }: RunningLoan,
  { debt, value }: { readonly debt: Money; readonly value: Money | null },
): number {
  return value === null ? notices : noticesLeft(notices, { debt, value, line: ltvMax });
}

/** What no collateral was left for. @source LEDGER 2, row "sale does not cover" */
export function shortfallEntry(
  loan: Pick<RunningLoan, 'userId' | 'id'>,
  said: {
    readonly requestId: string;
    readonly cause: Entry['cause'];
    readonly subject: string;
    readonly part: number;
    readonly at: UnixMs;
    readonly lost: Owed;
  },
): Entry {
  const { lost, ...entry } = said;
  const payments = draft('USDT', {});
  payments.pay('house:bad-debt', 'user:debt', wholeOf(lost).units);
  payments.pay('house:lending', 'house:capital', lost.principal.units);
  return loanEntry(loan, { ...entry, kind: 'loan-shortfall', postings: payments.postings() });
}

function stateAfter(
  loan: RunningLoan,
  { isOver, cause }: { readonly isOver: boolean; readonly cause: SaleCause },
): RunningLoan['state'] {
  if (!isOver) return loan.state;
  return cause === 'owner' ? 'repaid' : 'sold';
}

/** How a sale that cannot be decided is refused. */
export const cannotSell = (): { readonly ok: false; readonly failure: Failure } =>
  fail({ name: 'not-tradable-now', field: 'source', facts: { why: 'unjudgeable' } });
