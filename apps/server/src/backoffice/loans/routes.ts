import {
  type Clock,
  DAY_MS,
  type Result,
  SECOND_MS,
  type UnixMs,
  type UserId,
  type UtcDay,
  fail,
  formatDecimal,
  formatMoney,
  ok,
  startOfDay,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  type DeskLoan,
  type CaseUser,
  type LoanBook,
  loans as protocol,
} from '@candor/protocol/desk';
import type { Cases } from '../../cases/index.ts';
import type { Loans, LookedLoan } from '../../loans/index.ts';
import type { Log } from '../../platform/process/log.ts';
import type { DeskCaller } from '../../staff/index.ts';
import type { DeskRoute, RouteOfDesk } from '../calls/desk-calls.ts';
import { createRefreshed } from '../risk/refreshed.ts';

/** How often the loan book is looked at while a member has it open. */
const LOOK_MS = 5 * SECOND_MS;

const PLACE = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\.(\d{1,18})$/;

/** The place an overdue list goes on from; null for a text that is none. */
function readPlace(text: string): { readonly dueOn: string; readonly ordinal: string } | null {
  const [, dueOn = '', ordinal = ''] = PLACE.exec(text) ?? [];
  return dueOn === '' ? null : { dueOn, ordinal };
}

/** Whole days since a loan was due; its due day itself is not one. */
function daysLate(dueOn: UtcDay, now: UnixMs): number {
  return Math.max(0, Math.floor((now - startOfDay(dueOn)) / DAY_MS));
}

function bookLoan(loan: LookedLoan, username: string, now: UnixMs): DeskLoan {
  const { id, number, userId, state, owed, value, ltv, dueOn } = loan;
  return {
    id,
    number,
    userId,
    username,
    state,
    principalOwed: formatMoney(loan.principal),
    interestOwed: formatMoney(loan.interest),
    owed: formatMoney(owed),
    collateral: loan.collateral.map((held) => ({ asset: held.asset, amount: formatMoney(held) })),
    value: value === null ? null : formatMoney(value),
    ltv: ltv === null ? null : formatDecimal(ltv),
    due: dueOn,
    daysLate: state === 'overdue' ? daysLate(dueOn, now) : 0,
  };
}

/** The loan book, what is overdue, write-offs, and the loan of a case. */
export function loanDeskRoutes(
  route: RouteOfDesk,
  deps: {
    readonly clock: Clock;
    readonly log: Log;
    readonly loans: Pick<Loans, 'agreement' | 'desk'>;
    readonly cases: Pick<Cases, 'get'>;
    /** Who some users are, by their ids. */
    readonly usersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CaseUser>>;
  },
): DeskRoute[] {
  const { clock, log, loans, cases, usersOf } = deps;
  const { desk } = loans;
  const failed = (error: unknown): void => log.error({ err: error }, 'a look at loans failed');
  const looked = createRefreshed({ clock, everyMs: LOOK_MS, failed }, () => desk.book.look());

  async function named(found: readonly LookedLoan[]): Promise<DeskLoan[]> {
    const users = await usersOf([...new Set(found.map(({ userId }) => userId))]);
    const now = clock.now();
    return found.map((loan) => bookLoan(loan, users.get(loan.userId)?.username ?? '', now));
  }

  async function bookOf(page: number, size: number): Promise<LoanBook> {
    const { value, at, tookMs } = await looked();
    const records = await named(value.nearest.slice((page - 1) * size, page * size));
    return {
      at,
      ageMs: Math.max(0, clock.now() - at),
      tookMs,
      loans: value.loans,
      owed: formatMoney(value.owed),
      value: formatMoney(value.value),
      unjudged: value.unjudged,
      overdue: value.overdue,
      overdueOwed: formatMoney(value.overdueOwed),
      levels: value.levels.map((level) => ({ ...level, owed: formatMoney(level.owed) })),
      stress: value.stress.map((row) => ({
        ...row,
        sold: row.sold.map((held) => ({ asset: held.asset, amount: formatMoney(held) })),
        received: formatMoney(row.received),
        loss: formatMoney(row.loss),
      })),
      named: value.nearest.length,
      records,
    };
  }

  /** Which loan a case is about, for a member who may see the case. */
  async function loanOf(
    { memberId, roles }: DeskCaller,
    id: string,
  ): Promise<Result<{ userId: UserId; number: string; caseNumber: string }, Failure<'not-found'>>> {
    const found = await cases.get({ id: memberId, roles }, id);
    if (!found.ok) return found;
    const { kind, userId, facts, number: caseNumber } = found.value;
    const number = facts.find(({ key }) => key === 'loan')?.value;
    const isOfLoan = kind === 'loan' || kind === 'loanWriteOff';
    if (!isOfLoan || userId === null || number === undefined) return fail({ name: 'not-found' });
    return ok({ userId: userId as UserId, number, caseNumber });
  }

  return [
    route(protocol.loanBook, async (call) => {
      const { page, size } = call.query;
      call.concerns({ subject: `${page}` });
      return ok(await bookOf(page, size));
    }),
    route(protocol.listOverdueLoans, async (call) => {
      const { cursor, size } = call.query;
      const after = cursor === undefined ? null : readPlace(cursor);
      if (cursor !== undefined && after === null) {
        return fail({ name: 'unreadable', field: 'cursor' });
      }
      const found = await desk.book.overdue({ after, limit: size + 1 });
      const shown = found.slice(0, size);
      const last = found.length > size ? shown.at(-1) : undefined;
      const next = last === undefined ? null : `${last.dueOn}.${last.ordinal}`;
      return ok({ records: await named(shown), next });
    }),
    route(protocol.writeOffLoan, async (call) => {
      const { memberId: id, roles } = call.session();
      const { note } = call.body;
      const userId = call.body.userId as UserId;
      call.concerns({ userId, subject: call.params.id });
      return desk.proposeWriteOff(
        { userId, id: call.params.id },
        { actor: { id, roles }, note, action: protocol.writeOffLoan.audits },
      );
    }),
    route(protocol.caseLoan, async (call) => {
      const of = await loanOf(call.session(), call.params.id);
      if (!of.ok) return of;
      call.concerns({ userId: of.value.userId, subject: of.value.caseNumber });
      const found = await desk.ofCase(of.value);
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.caseAgreement, async (call) => {
      const of = await loanOf(call.session(), call.params.id);
      if (!of.ok) return of;
      const { userId, caseNumber } = of.value;
      call.concerns({ userId, subject: caseNumber });
      const id = await desk.agreementOf(of.value);
      if (id === null) return fail({ name: 'not-found' });
      const { memberId: by } = call.session();
      const made = await loans.agreement({ userId, id, by, language: call.query.language });
      if (!made.ok) return made;
      call.reply.header('cache-control', 'private, no-store');
      return { file: { type: 'application/pdf', ...made.value } };
    }),
  ];
}
