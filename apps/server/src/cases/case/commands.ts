import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { CASE_KINDS, type CaseKind, type CaseStep } from '@candor/protocol';
import { writeAudit } from '../../audit/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import type { KindTerms, Proposal } from './kind.ts';
import {
  type Actor,
  type CaseMove,
  type CaseParts,
  type CaseRefusal,
  actingRole,
  decideMove,
} from './rules.ts';
import { amendCase, insertCase, insertStep, lockCase, moveCase, takeCaseBack } from './store.ts';
import { factsOf, holderOf, isHeld } from './view.ts';

/** Kinds by their names. */
export type Kinds = Readonly<Record<CaseKind, KindTerms>>;

/** A kind by the name a row has; null for one this copy does not know. */
export function kindOf(kinds: Kinds, name: string): KindTerms | null {
  const known = CASE_KINDS.find((one) => one === name);
  return known === undefined ? null : kinds[known];
}

/** A new case's id and number. */
export type Opened = { readonly id: string; readonly number: string };

/** Lines of a timeline that the user a case is about reads. */
const FOR_USER: readonly CaseStep[] = ['opened', 'approved', 'rejected', 'withdrawn', 'applied'];

/** A case a capability opens in the transaction of what needs it. */
export type CaseOpening = {
  readonly kind: CaseKind;
  readonly proposal: Proposal;
  /** A member, "user:" and an id, "terminal:" and a name, or "system". */
  readonly by: string;
  /** Where it has another clock than its kind. @units milliseconds */
  readonly deadlineMs?: number;
};

/** Puts a proposal before the operator's people, in a transaction. */
export async function openCase(
  tx: Tx,
  kind: KindTerms,
  opened: Omit<CaseOpening, 'kind'> & {
    /** What the opener says to those who decide. */
    readonly note: string | null;
    readonly at: UnixMs;
  },
): Promise<Opened> {
  const { proposal, by, note, at, deadlineMs = kind.deadlineMs } = opened;
  const row = await insertCase(tx, {
    ...proposal,
    id: newUuid(at),
    letter: kind.letter,
    kind: kind.name,
    people: kind.people,
    openedBy: by,
    openedAt: at,
    deadline: plusMs(at, deadlineMs),
  });
  const step = { caseId: row.id, at, by };
  await insertStep(tx, { ...step, id: newUuid(at), kind: 'opened', isForUser: true });
  if (note !== null) {
    await insertStep(tx, { ...step, id: newUuid(at), kind: 'noted', text: note, isForUser: false });
  }
  return { id: row.id, number: row.number };
}

/** What a member of staff says when proposing. */
export type StaffProposal = {
  readonly actor: Actor;
  readonly proposal: Proposal;
  readonly note: string;
  /** Its name in the audit log. */
  readonly action: string;
};

/** Puts a member's proposal before the others, and writes down who did. */
export async function proposeCase(
  deps: { readonly db: Database; readonly clock: Clock },
  kind: KindTerms,
  said: StaffProposal,
): Promise<Result<Opened, CaseRefusal>> {
  const { actor, proposal, note, action } = said;
  const role = actor.roles.find((one) => kind.roles.opener.includes(one));
  if (role === undefined) return fail({ name: 'forbidden' });
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const opened = await openCase(tx, kind, { proposal, by: actor.id, note, at });
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: actor.id, role },
      action,
      subject: opened.number,
      userId: proposal.userId,
      details: { subject: proposal.subject },
    });
    return ok(opened);
  });
}

/** A move with what is said beside it. */
export type Moved = {
  readonly actor: Actor;
  readonly move: CaseMove;
  /** A note, or a message to the user. */
  readonly text: string | null;
  readonly isForUser?: boolean;
  /** Its name in the audit log. */
  readonly action: string;
};

/** What was decided of each part, a line each. */
const partLines = (parts: CaseParts): string[] =>
  Object.entries(parts).map(([id, reason]) => `${id}: ${reason ?? 'approved'}`);

/** Makes a member's move in a case: load, decide, write, in one transaction. */
export async function moveInCase<Refusal extends { readonly name: string } = never>(
  deps: { readonly db: Database; readonly clock: Clock; readonly kinds: Kinds },
  id: string,
  said: Moved & {
    /** Uses up what confirms the move, in its transaction; what it refuses is the answer. */
    readonly confirm?: (tx: Tx, rowHash: Buffer) => Promise<Result<unknown, Refusal>>;
  },
): Promise<Result<CaseStep, CaseRefusal | { readonly name: 'not-found' } | Refusal>> {
  const { actor, move, text, action, confirm } = said;
  return deps.db.transaction(async (tx) => {
    const row = await lockCase(tx, id);
    const kind = row === null ? null : kindOf(deps.kinds, row.kind);
    if (row === null || kind === null) return fail({ name: 'not-found' } as const);
    const now = deps.clock.now();
    const decided = decideMove(factsOf(row, kind), move, { actor, terms: kind, now });
    if (!decided.ok) return decided;
    if (move.kind === 'withdraw' && isHeld(kind, row)) return fail({ name: 'forbidden' } as const);
    const change = decided.value;
    const confirmed = await confirm?.(tx, row.row_hash);
    if (confirmed !== undefined && !confirmed.ok) return confirmed;
    const { step } = change;
    const isNote = step === 'noted';
    const isVerdict = change.verdict !== null;
    // A note of the member who works on a case keeps it theirs; any other changes nothing of it.
    const isKept = row.state !== 'decided' && holderOf(row, now) === actor.id;
    if (!isNote || isKept) await moveCase(tx, id, { ...change, message: isVerdict ? text : null });
    await insertStep(tx, {
      caseId: id,
      id: newUuid(now),
      at: now,
      kind: step,
      by: actor.id,
      text,
      reason: change.reason,
      isForUser: isNote ? said.isForUser === true : FOR_USER.includes(step),
    });
    const role = actingRole(actor, kind.roles, 'work') ?? actor.roles[0] ?? 'auditor';
    const concerns = isVerdict || (isNote && said.isForUser === true);
    await writeAudit(tx, {
      at: now,
      actor: { kind: 'staff', id: actor.id, role },
      action,
      subject: row.number,
      userId: row.user_id as UserId | null,
      isToldElsewhere: !concerns,
      details: {
        step,
        rowHash: row.row_hash.toString('hex'),
        ...(change.reason === null ? {} : { reason: change.reason }),
        ...(change.parts === null ? {} : { parts: partLines(change.parts) }),
      },
    });
    return ok(step);
  });
}

/**
 * Changes what a waiting case is about, in the transaction of what changed it. A first yes is void from
 * then on, and the timeline says so.
 */
export async function amendInCase(
  tx: Tx,
  id: string,
  amended: { readonly proposal: Proposal; readonly by: string; readonly at: UnixMs },
): Promise<boolean> {
  const { proposal, by, at } = amended;
  const row = await lockCase(tx, id);
  if (row === null || row.state === 'decided') return false;
  const after = await amendCase(tx, id, proposal);
  if (after === null || after.row_hash.equals(row.row_hash)) return true;
  const step = { caseId: id, at, by, isForUser: false };
  await insertStep(tx, { ...step, id: newUuid(at), kind: 'amended' });
  if (row.first_by !== null) {
    await insertStep(tx, { ...step, id: newUuid(at), by: 'system', kind: 'voided' });
  }
  return true;
}

/**
 * Ends a case because its user took back what it is about, in the transaction of that: a case they opened, or
 * one of their withdrawal, which the product opens. A case that was decided before stays as it is.
 */
export async function takeBackCase(
  tx: Tx,
  id: string,
  taken: { readonly userId: UserId; readonly at: UnixMs },
): Promise<void> {
  if (!(await takeCaseBack(tx, id, taken))) return;
  const { userId, at } = taken;
  const step = { caseId: id, id: newUuid(at), at, by: `user:${userId}` } as const;
  await insertStep(tx, { ...step, kind: 'withdrawn', isForUser: true });
}
