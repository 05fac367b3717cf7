import { type Clock, type Result, type UnixMs, fail, formatMoney, ok } from '@candor/kernel';
import {
  type ComplaintCategory,
  type ComplaintOutcome,
  type Failure,
  SUPPORT_TEXT_MAX,
} from '@candor/protocol';
import type { Complaint, ComplaintItem } from '@candor/protocol/desk';
import type { AuditActor } from '../../audit/index.ts';
import {
  type Redress,
  cursorText,
  findRedress,
  holdRedress,
  readCursor,
} from '../../cases/index.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import {
  type ComplaintRow,
  answerInRegister,
  claimLate,
  countComplaints,
  findComplaint,
  isByDeadline,
  isRedress,
  keepComplaint,
  listReceived,
  listRegister,
} from '../store/complaint-store.ts';
import { insertStaffAction } from '../store/staff-store.ts';
import { clockOf, keptText, shownName } from '../text/rules.ts';
import {
  type Missing,
  type Stale,
  type StaffCommand,
  type StaffDeps,
  changed,
  doneBy,
  withHeld,
  withoutText,
  writeAnswer,
} from './staff.ts';

type Member = Extract<AuditActor, { readonly kind: 'staff' }>;
type Span = { readonly from: UnixMs; readonly to: UnixMs };

/** What a member asks the register for. */
export type RegisterQuery = {
  readonly state: 'waiting' | 'overdue' | 'answered' | 'all';
  readonly category?: ComplaintCategory | undefined;
  readonly q?: string | undefined;
  readonly userId: string | null;
  readonly cursor?: string | undefined;
  readonly size: number;
};

/** A complaint as its report states it. */
export type ReportedComplaint = {
  readonly row: ComplaintRow & { readonly number: string; readonly user_id: string | null };
  readonly redress: Redress | null;
};

/** The register of complaints, as the desk uses it. */
export type Register = {
  list(query: RegisterQuery): Promise<{
    records: ComplaintItem[];
    next: string | null;
    waiting: number;
    overdue: number;
  }>;
  /** What the register says of a conversation; null where it is no complaint. */
  find(id: string): Promise<Complaint | null>;
  /**
   * Enters a conversation, or sorts it.
   *
   * @failure support-changed — it was answered · unreadable — received later than it was, or to come
   */
  mark(
    said: StaffCommand & {
      readonly category: ComplaintCategory;
      readonly receivedAt?: number | undefined;
    },
  ): Promise<Result<null, Stale | Failure<'unreadable'>>>;
  /**
   * Writes the final answer.
   *
   * @failure support-changed — a message came, or it was answered · incomplete — nothing is left of the text
   * @failure not-found — no complaint, or no adjustment of this user that could put it right
   */
  answer(
    said: StaffCommand & {
      readonly by: Member;
      readonly name: string;
      readonly text: string;
      readonly after: number;
      readonly outcome: ComplaintOutcome;
      readonly redress?: string | undefined;
    },
  ): Promise<Result<null, Stale | Missing>>;
  /** Those received in a span of time, for a report. */
  received(span: Span): Promise<ReportedComplaint[]>;
  /** Marks those past their deadline and tells of them, in one transaction; it decides nothing. */
  alarm(tell: (tx: Tx, numbers: readonly string[]) => Promise<void>): Promise<void>;
  /** How many are past their deadline. */
  overdue(): Promise<number>;
};

/** Opens the register. */
export function createRegister(
  deps: StaffDeps & {
    /** The desk's role, which reads. */
    readonly deskDb: Database;
    readonly clock: Clock;
  },
): Register {
  const { db, deskDb, clock } = deps;

  const redressOf = async (
    sql: Sql,
    rows: readonly ComplaintRow[],
  ): Promise<ReadonlyMap<string, Redress>> => {
    const ids = rows.map(({ redress_case: id }) => id).filter((id) => id !== null);
    const found = await findRedress(sql, ids);
    return new Map(found.map((one) => [one.caseId, one]));
  };

  const complaintOf = (row: ComplaintRow, found: ReadonlyMap<string, Redress>): Complaint => {
    const redress = row.redress_case === null ? undefined : found.get(row.redress_case);
    return {
      saidBy: row.said_by,
      category: row.category,
      receivedAt: row.received_at,
      deadline: row.deadline,
      outcome: row.outcome,
      answeredAt: row.answered_at,
      redress:
        redress === undefined
          ? null
          : {
              caseId: redress.caseId,
              number: redress.number,
              amount: formatMoney(redress),
              asset: redress.asset,
              state: redress.state,
            },
    };
  };

  /** The adjustment a number names, where it can put a complaint of a user right. */
  async function redressNamed(
    tx: Tx,
    named: { readonly number: string; readonly userId: string | null },
  ): Promise<Redress | null> {
    const found = await holdRedress(tx, named.number);
    const isOwn = found !== null && found.userId !== null && found.userId === named.userId;
    return isOwn && found.units > 0n && !(await isRedress(tx, found.caseId)) ? found : null;
  }

  return {
    async list({ state, category, q, userId, cursor, size }) {
      const now = clock.now();
      const after = cursor === undefined ? null : readCursor(cursor);
      const asked = { state, category: category ?? null, q: q ?? null, userId, after, now };
      const [rows, counts] = await Promise.all([
        listRegister(deskDb, { ...asked, limit: size + 1 }),
        countComplaints(deskDb, now),
      ]);
      const shown = rows.slice(0, size);
      const found = await redressOf(deskDb, shown);
      const last = rows.length > size ? shown.at(-1) : undefined;
      const at = isByDeadline(state) ? last?.deadline : last?.received_at;
      return {
        records: shown.map((row) => ({
          id: row.conversation_id,
          number: row.number,
          subject: row.subject,
          userId: row.user_id,
          ...complaintOf(row, found),
        })),
        next: last === undefined ? null : cursorText({ at: at ?? 0, id: last.conversation_id }),
        ...counts,
      };
    },
    async find(id) {
      const row = await findComplaint(deskDb, id);
      return row === null ? null : complaintOf(row, await redressOf(deskDb, [row]));
    },
    mark(said) {
      const { category } = said;
      return withHeld<null, Stale | Failure<'unreadable'>>(deps, said, async (tx, row) => {
        const before = await findComplaint(tx, row.id);
        if (before !== null && before.answered_at !== null) return changed();
        const now = clock.now();
        const latest = before?.received_at ?? now;
        const receivedAt = said.receivedAt ?? before?.received_at ?? row.created_at;
        if (receivedAt > latest) return fail({ name: 'unreadable', field: 'receivedAt' });
        const kept = { category, ...clockOf(receivedAt as UnixMs) };
        await keepComplaint(tx, { id: row.id, saidBy: before?.said_by ?? 'staff', ...kept });
        if (before === null) {
          const by = doneBy(said.by);
          const done = { conversationId: row.id, at: now, act: 'complaint', by } as const;
          await insertStaffAction(tx, { ...done, name: null });
        }
        return ok({ value: null, details: { category, receivedAt } });
      });
    },
    answer(said) {
      const { by, outcome, after } = said;
      const text = keptText(said.text);
      if (text === '' || text.length > SUPPORT_TEXT_MAX) return Promise.resolve(withoutText());
      return withHeld<null, Stale | Missing>(deps, said, async (tx, row) => {
        const complaint = await findComplaint(tx, row.id);
        if (complaint === null) return fail({ name: 'not-found' });
        if (row.messages !== after || complaint.answered_at !== null) return changed();
        const isWrong = outcome === 'upheld' || outcome === 'partly';
        const redress =
          said.redress === undefined || !isWrong
            ? null
            : await redressNamed(tx, { number: said.redress, userId: row.user_id });
        if (said.redress !== undefined && redress === null) {
          return fail({ name: 'not-found', field: 'redress' });
        }
        const name = shownName(said.name);
        const wrote = await writeAnswer(deps, tx, row, { by, name, text, action: 'finalAnswer' });
        const { messageId, at, reference } = wrote;
        const redressCase = redress?.caseId ?? null;
        const answer = { outcome, redressCase, at, by: by.id, messageId };
        await answerInRegister(tx, { id: row.id, ...answer });
        return ok({
          value: null,
          details: { outcome, reference, redress: redress?.number ?? null },
        });
      });
    },
    async received(span) {
      const rows = await listReceived(deskDb, span);
      const found = await redressOf(deskDb, rows);
      return rows.map((row) => ({
        row,
        redress: row.redress_case === null ? null : (found.get(row.redress_case) ?? null),
      }));
    },
    async alarm(tell) {
      await db.transaction(async (tx) => {
        const late = await claimLate(tx, clock.now());
        if (late.length > 0) await tell(tx, late);
      });
    },
    overdue: async () => (await countComplaints(db, clock.now())).overdue,
  };
}
