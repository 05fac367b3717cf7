import { LOANS_CHANGED, type LoanNews, type LoansChanged } from '../../../src/loans/index.ts';
import type { Database } from '../../../src/platform/postgres/db.ts';
import { factsAbout, payloadOf } from '../../facts.ts';
import {
  BALANCES,
  type Books,
  ENTRIES,
  type Found,
  TOTALS,
  entriesOf,
  maybeNumber,
  ms,
  number,
  readAtOnce,
  readDigest,
  sumsOf,
  text,
  units,
} from '../real-books.ts';
import type { Pledged } from './commands.ts';

type Money = { principal: bigint; interest: bigint };
export type Loan = {
  id: string;
  userId: string;
  principal: bigint;
  ltvMax: string;
  rateDaily: string;
  freeDays: number;
  days: number;
  state: string;
  reason: string | null;
  caseId: string | null;
  approvedCase: string | null;
  writeOffCase: string | null;
  /** SHA-256 of what is kept, and what is kept as its SHA-256. */
  hashes: { own: string; kept: string; signature: string };
  drawUntil: number | null;
  drawnAt: number | null;
  drawnOn: string | null;
  dueOn: string | null;
  chargedThrough: string | null;
  owed: Money;
  charged: bigint;
  paid: Money;
  lost: Money;
  notices: number;
  lateTold: number;
  pledged: ReadonlyMap<Pledged, bigint>;
  steps: { state: string; at: number; by: string }[];
  charges: { day: string; principal: bigint; interest: bigint }[];
  payments: (Money & { at: number; source: string })[];
};
export type Sale = {
  id: string;
  loanId: string;
  userId: string;
  cause: 'line' | 'overdue' | 'owner';
  at: number;
  before: Money;
  paid: Money;
  lost: Money;
  held: { asset: Pledged; units: bigint; price: string | null }[];
  given: { asset: Pledged; units: bigint }[];
};
export type Case = {
  id: string;
  kind: string;
  state: string;
  verdict: string | null;
  firstBy: string | null;
  decidedBy: string | null;
  facts: Record<string, string>;
};
/** Something the owner of a loan was told. */
export type Told = { key: string; loanId: string; at: number; news: LoanNews };
/** A contract that runs. */
export type Contract = {
  userId: string;
  side: 'long' | 'short';
  lots: string;
  size: string;
  openPrice: string;
};

/** Everything loans and the books hold. */
export type Snapshot = Books & {
  readonly loans: readonly Loan[];
  readonly sales: readonly Sale[];
  readonly cases: ReadonlyMap<string, Case>;
  readonly news: readonly Told[];
  readonly contracts: readonly Contract[];
};

const LOANS = `select l.user_id, l.id, l.principal::text, trim_scale(l.ltv_max)::text as ltv_max,
    trim_scale(l.rate_daily)::text as rate_daily, l.free_days::text, l.days::text, l.state,
    l.reason, l.case_id, l.approved_case, l.write_off_case,
    encode(sha256(convert_to(l.agreement, 'UTF8')), 'hex') as own_hash,
    encode(l.agreement_hash, 'hex') as kept_hash, encode(l.signature_hash, 'hex') as signature_hash,
    ${ms('l.draw_until')} as draw_until, ${ms('l.drawn_at')} as drawn_at, l.drawn_on::text,
    l.due_on::text, l.charged_through::text, l.principal_owed::text, l.interest_owed::text,
    l.interest_charged::text, l.principal_paid::text, l.interest_paid::text,
    l.principal_lost::text, l.interest_lost::text, l.notices::text, l.late_told::text
  from loans.loan l order by l.ordinal`;
const PLEDGED = 'select loan_id, asset, units::text from loans.collateral where units > 0';
const STEPS = `select loan_id, state, ${ms('at')} as at, by from loans.step order by place`;
const CHARGED = `select loan_id, day::text, principal::text, interest::text
  from loans.charge order by day`;
const PAYMENTS = `select loan_id, ${ms('at')} as at, source, principal::text, interest::text
  from loans.payment order by place`;
const SALES = `select user_id, id, loan_id, cause, ${ms('at')} as at, principal_before::text,
    interest_before::text, held::text, given::text, paid_interest::text, paid_principal::text,
    lost_interest::text, lost_principal::text from loans.sale order by at, id`;
const CASES = `select id, kind, state, verdict, first_by, decided_by, facts::text
  from cases.case where kind in ('loan', 'loanWriteOff')`;
const NEWS = factsAbout(LOANS_CHANGED);
const CONTRACTS = `select user_id, side, coalesce(lots_left, lots)::text as lots,
    contract_size::text as size, open_price::text from contracts.contract
  where status = 'running' and mode = 'real'`;

const READ = [
  ...[ENTRIES, BALANCES, TOTALS],
  ...[LOANS, PLEDGED, STEPS, CHARGED, PAYMENTS, SALES, CASES, NEWS, CONTRACTS],
] as const;

const moneyOf = (row: Found, of: string): Money => ({
  principal: units(row, `principal${of}`),
  interest: units(row, `interest${of}`),
});
type Kept = { asset: Pledged; units: string; price?: string | null };
const keptOf = (row: Found, name: string): Kept[] => JSON.parse(text(row, name)) as Kept[];

function saleOf(row: Found): Sale {
  const part = (name: string): Money => ({
    principal: units(row, `${name}_principal`),
    interest: units(row, `${name}_interest`),
  });
  return {
    id: text(row, 'id'),
    loanId: text(row, 'loan_id'),
    userId: text(row, 'user_id'),
    cause: text(row, 'cause') as Sale['cause'],
    at: number(row, 'at'),
    before: moneyOf(row, '_before'),
    paid: part('paid'),
    lost: part('lost'),
    held: keptOf(row, 'held').map(({ asset, units: many, price = null }) => ({
      asset,
      units: BigInt(many),
      price,
    })),
    given: keptOf(row, 'given').map(({ asset, units: many }) => ({ asset, units: BigInt(many) })),
  };
}

function toldOf(row: Found): Told[] {
  const { changed } = payloadOf<LoansChanged>(row);
  return changed.flatMap(({ loanId, at, news }, place) =>
    news.map((one, line) => ({
      key: `${text(row, 'place')} ${place} ${line}`,
      loanId,
      at,
      news: one,
    })),
  );
}

/** Reads everything there is at one moment. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const read = await readAtOnce(db, READ);
  const [entries = [], balances = [], totals = [], loans = [], pledged = [], ...more] = read;
  const [steps = [], charges = [], payments = [], sales = [], cases = [], ...last] = more;
  const [news = [], contracts = []] = last;
  const byLoan = (rows: readonly Found[]) => {
    const grouped = Map.groupBy(rows, (row) => text(row, 'loan_id'));
    return (id: string): readonly Found[] => grouped.get(id) ?? [];
  };
  const [pledgedOf, stepsOf, chargesOf, paymentsOf] = [
    byLoan(pledged),
    byLoan(steps),
    byLoan(charges),
    byLoan(payments),
  ];
  return {
    entries: entriesOf(entries),
    balances: sumsOf(balances),
    totals: sumsOf(totals),
    loans: loans.map((row): Loan => {
      const id = text(row, 'id');
      return {
        id,
        userId: text(row, 'user_id'),
        principal: units(row, 'principal'),
        ltvMax: text(row, 'ltv_max'),
        rateDaily: text(row, 'rate_daily'),
        freeDays: number(row, 'free_days'),
        days: number(row, 'days'),
        state: text(row, 'state'),
        reason: row['reason'] ?? null,
        caseId: row['case_id'] ?? null,
        approvedCase: row['approved_case'] ?? null,
        writeOffCase: row['write_off_case'] ?? null,
        hashes: {
          own: text(row, 'own_hash'),
          kept: text(row, 'kept_hash'),
          signature: text(row, 'signature_hash'),
        },
        drawUntil: maybeNumber(row, 'draw_until'),
        drawnAt: maybeNumber(row, 'drawn_at'),
        drawnOn: row['drawn_on'] ?? null,
        dueOn: row['due_on'] ?? null,
        chargedThrough: row['charged_through'] ?? null,
        owed: moneyOf(row, '_owed'),
        charged: units(row, 'interest_charged'),
        paid: moneyOf(row, '_paid'),
        lost: moneyOf(row, '_lost'),
        notices: number(row, 'notices'),
        lateTold: number(row, 'late_told'),
        pledged: new Map(
          pledgedOf(id).map((one) => [text(one, 'asset') as Pledged, units(one, 'units')]),
        ),
        steps: stepsOf(id).map((one) => ({
          state: text(one, 'state'),
          at: number(one, 'at'),
          by: text(one, 'by'),
        })),
        charges: chargesOf(id).map((one) => ({
          day: text(one, 'day'),
          principal: units(one, 'principal'),
          interest: units(one, 'interest'),
        })),
        payments: paymentsOf(id).map((one) => ({
          at: number(one, 'at'),
          source: text(one, 'source'),
          principal: units(one, 'principal'),
          interest: units(one, 'interest'),
        })),
      };
    }),
    sales: sales.map(saleOf),
    cases: new Map(
      cases.map((row) => [
        text(row, 'id'),
        {
          id: text(row, 'id'),
          kind: text(row, 'kind'),
          state: text(row, 'state'),
          verdict: row['verdict'] ?? null,
          firstBy: row['first_by'] ?? null,
          decidedBy: row['decided_by'] ?? null,
          facts: JSON.parse(text(row, 'facts')) as Record<string, string>,
        },
      ]),
    ),
    news: news.flatMap(toldOf),
    contracts: contracts.map((row) => ({
      userId: text(row, 'user_id'),
      side: text(row, 'side') as Contract['side'],
      lots: text(row, 'lots'),
      size: text(row, 'size'),
      openPrice: text(row, 'open_price'),
    })),
  };
}

const DIGEST = `select concat_ws(' ',
    (select count(*) from ledger.entry where mode = 'real'),
    (select md5(coalesce(string_agg(l::text, ',' order by l.ordinal), '')) from loans.loan l),
    (select md5(coalesce(string_agg(c::text, ',' order by c.loan_id, c.asset), ''))
     from loans.collateral c),
    (select count(*) from loans.charge), (select count(*) from loans.payment),
    (select count(*) from loans.sale), (select count(*) from loans.step),
    (select count(*) from cases.case)) as digest`;

/** What is written of loans and the books, in one line: the same while nothing of it changed. */
export const digestOf = (db: Database): Promise<string> => readDigest(db, DIGEST);
