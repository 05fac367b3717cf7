import { type Asset, type UnixMs, formatMoney } from '@candor/kernel';
import type { CaseKind, CaseStep, UserCase } from '@candor/protocol';
import type {
  CaseDecider,
  CaseDetail,
  CaseEntry,
  CaseItem,
  CasePerson,
  StaffRole,
} from '@candor/protocol/desk';
import type { KindTerms } from './kind.ts';
import {
  type Actor,
  type CaseFacts,
  type CaseParts,
  actingRole,
  claimHolder,
  isLastYes,
} from './rules.ts';
import type { FailureRow } from './failure-store.ts';
import type { CaseRow, StepRow } from './store.ts';

/** Names of people by their ids; of an id that nobody has, the id is shown. */
export type Names = ReadonlyMap<string, string>;

/** The parts a case of a kind has, by its row; null where it is decided as a whole. */
const partsOf = (kind: KindTerms, { facts }: Pick<CaseRow, 'facts'>): readonly string[] | null =>
  kind.parts?.of(JSON.parse(facts) as Record<string, string>) ?? null;

/** What a decision on a case depends on, of its row and its kind. */
export function factsOf(row: CaseRow, kind: KindTerms): CaseFacts {
  return {
    partIds: partsOf(kind, row),
    state: row.state,
    people: row.people,
    rowHash: row.row_hash.toString('hex'),
    openedBy: row.opened_by,
    claimedBy: row.claimed_by,
    claimedAt: row.claimed_at as UnixMs | null,
    firstBy: row.first_by,
    firstAt: row.first_at as UnixMs | null,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at as UnixMs | null,
  };
}

/** Ids of all members and users that rows and their timelines name. */
export function idsOf(rows: readonly CaseRow[], steps: readonly StepRow[] = []): string[] {
  const people = [
    ...rows.flatMap((row) => [row.opened_by, row.claimed_by, row.first_by, row.decided_by]),
    ...steps.map(({ by }) => by),
  ];
  return [...new Set(people.filter((one) => one !== null))];
}

/** A person in a case, by what its row says. */
function personOf(by: string, names: Names): CasePerson {
  if (by === 'system') return { kind: 'system', id: null, name: 'Candor' };
  if (by.startsWith('terminal:')) {
    return { kind: 'terminal', id: null, name: by.slice('terminal:'.length) };
  }
  const kind = by.startsWith('user:') ? 'user' : 'staff';
  const id = kind === 'user' ? by.slice('user:'.length) : by;
  return { kind, id, name: names.get(by) ?? id };
}

/** Units of an asset as decimal text with its sign; null where there are none. */
function amountOf({ amount, asset }: CaseRow): string | null {
  if (amount === null || asset === null) return null;
  return formatMoney({ asset: asset as Asset, units: BigInt(amount) });
}

/** Who works on a case at a moment, by its row. */
export function holderOf(row: Pick<CaseRow, 'claimed_by' | 'claimed_at'>, now: UnixMs) {
  const claimedAt = row.claimed_at as UnixMs | null;
  return claimHolder({ claimedBy: row.claimed_by, claimedAt }, now);
}

/** A case but for the user it is about: who that is, the capability of accounts says. */
export type UnnamedItem = Omit<CaseItem, 'user'>;
/** The same with everything its page shows. */
export type UnnamedCase = Omit<CaseDetail, 'user'>;

/** A case as the queue shows it. */
export function itemOf(row: CaseRow, seen: { names: Names; now: UnixMs }): UnnamedItem {
  const { names, now } = seen;
  const person = (by: string | null): CasePerson | null =>
    by === null ? null : personOf(by, names);
  const holder = holderOf(row, now);
  return {
    id: row.id,
    number: row.number,
    kind: row.kind as CaseKind,
    state: row.state === 'claimed' && holder === null ? 'open' : row.state,
    verdict: row.verdict,
    subject: row.subject,
    amount: amountOf(row),
    asset: row.asset as Asset | null,
    userId: row.user_id,
    openedBy: personOf(row.opened_by, names),
    openedAt: row.opened_at,
    deadline: row.deadline,
    isOverdue: row.state !== 'decided' && row.deadline <= now,
    people: row.people,
    claimedBy: person(holder),
    claimedAt: holder === null ? null : row.claimed_at,
    firstBy: person(row.first_by),
    firstAt: row.first_at,
    decidedBy: person(row.decided_by),
    decidedAt: row.decided_at,
    appliedAt: row.applied_at,
  };
}

/** Whether what a case is about holds already, so that only another member may end it. */
export function isHeld(kind: KindTerms, { facts }: Pick<CaseRow, 'facts'>): boolean {
  return kind.isInForce?.(JSON.parse(facts) as Record<string, string>) === true;
}

/** Why a member cannot decide a case now; null where nothing stands in the way. */
function hindranceOf(
  row: CaseRow,
  seen: { actor: Actor; kind: KindTerms; now: UnixMs },
): CaseDetail['hindrance'] {
  const { actor, kind, now } = seen;
  if (row.state === 'decided') return 'decided';
  if (row.opened_by === actor.id) return 'own';
  if (row.first_by === actor.id) return 'first-was-yours';
  const step = isLastYes(row) ? 'last' : 'work';
  if (actingRole(actor, kind.roles, step) === null) return 'role';
  const holder = holderOf(row, now);
  return holder === null || holder === actor.id ? null : 'claimed';
}

/** A member who could decide, as colleagues see one. */
export function deciderOf({
  id,
  name,
  roles,
  hasPasskey,
}: Actor & Pick<CaseDecider, 'name' | 'hasPasskey'>): CaseDecider {
  return { id, name, roles: [...roles], hasPasskey };
}

/** The parts of a case, why one may be rejected, and what was decided of them. */
function partsShown(row: CaseRow, kind: KindTerms): CaseDetail['parts'] {
  const ids = partsOf(kind, row);
  if (ids === null) return null;
  const decided = row.parts === null ? {} : (JSON.parse(row.parts) as CaseParts);
  return {
    reasons: [...(kind.parts?.reasons ?? [])],
    records: ids.map((id) => ({
      id,
      isApproved: row.parts === null ? null : (decided[id] ?? null) === null,
      reason: decided[id] ?? null,
    })),
  };
}

/** A case with everything its page shows. */
export function detailOf(
  row: CaseRow,
  seen: {
    readonly names: Names;
    readonly now: UnixMs;
    readonly actor: Actor;
    readonly kind: KindTerms;
    readonly steps: readonly StepRow[];
    /** Members who could give a yes that is missing, how many of them would do, how many it takes. */
    readonly eligible: {
      readonly members: readonly Parameters<typeof deciderOf>[0][];
      readonly count: number;
      readonly needed: number;
    };
    readonly entry: CaseEntry | null;
    /** What stands against carrying it out, and until when it is tried. */
    readonly stuck: { readonly failure: FailureRow; readonly voidAt: UnixMs | null } | null;
  },
): UnnamedCase {
  const { names, now, actor, kind, steps, eligible, entry, stuck } = seen;
  const facts = JSON.parse(row.facts) as Record<string, string>;
  const roles: StaffRole[] = [...new Set([...kind.roles.maker, ...kind.roles.checker])];
  const isOpen = row.state !== 'decided';
  const isShort = isOpen && row.people === 2 && eligible.count < eligible.needed;
  return {
    ...itemOf(row, { names, now }),
    facts: kind.describe(facts),
    entry,
    evidence: row.evidence,
    rowHash: row.row_hash.toString('hex'),
    reasons: { approved: [...kind.reasons.approved], rejected: [...kind.reasons.rejected] },
    parts: partsShown(row, kind),
    needsPasskey: kind.passkey,
    hindrance: hindranceOf(row, { actor, kind, now }),
    mayWithdraw: row.state !== 'decided' && row.opened_by === actor.id && !isHeld(kind, row),
    waitsForSecond: isShort ? { eligible: eligible.count, roles } : null,
    deciders: isOpen ? eligible.members.map(deciderOf) : [],
    stuck:
      stuck === null
        ? null
        : {
            tries: stuck.failure.tries,
            since: stuck.failure.since,
            nextAt: stuck.failure.next_at,
            voidAt: stuck.voidAt,
            why: stuck.failure.why,
          },
    reason: row.reason,
    message: row.message,
    steps: steps.map((step) => ({
      id: step.id,
      at: step.at,
      kind: step.kind as CaseStep,
      by: personOf(step.by, names),
      text: step.text,
      reason: step.reason,
      isForUser: step.is_for_user,
    })),
  };
}

/** A case as the user it is about reads it: no member's name, no note of staff. */
export function userCaseOf(row: CaseRow, steps: readonly StepRow[]): UserCase {
  return {
    number: row.number,
    kind: row.kind as CaseKind,
    verdict: row.verdict,
    amount: amountOf(row),
    asset: row.asset as Asset | null,
    openedAt: row.opened_at,
    deadline: row.deadline,
    decidedAt: row.decided_at,
    reason: row.reason,
    message: row.message,
    steps: steps
      .filter(({ case_id: id }) => id === row.id)
      .map(({ at, kind, text }) => ({ at, kind: kind as CaseStep, text })),
  };
}
