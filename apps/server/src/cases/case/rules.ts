import { type Result, type UnixMs, fail, ok, plusMs } from '@candor/kernel';
import {
  CASE_CLAIM_MS,
  type CaseState,
  type CaseStep,
  type CaseVerdict,
  type Failure,
} from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';

/** Who may propose a case of a kind, give the first yes to it, and decide it. */
export type CaseRoles = {
  readonly opener: readonly StaffRole[];
  readonly maker: readonly StaffRole[];
  readonly checker: readonly StaffRole[];
};

/** Things one decision is about, by their ids: null for one that is approved, else why it is not. */
export type CaseParts = Readonly<Record<string, string | null>>;

/** What a decision on a case depends on. */
export type CaseFacts = {
  readonly state: CaseState;
  readonly people: 1 | 2;
  /** SHA-256, in hex, of what is decided on. */
  readonly rowHash: string;
  readonly openedBy: string;
  readonly claimedBy: string | null;
  readonly claimedAt: UnixMs | null;
  readonly firstBy: string | null;
  readonly firstAt: UnixMs | null;
  readonly decidedBy: string | null;
  readonly decidedAt: UnixMs | null;
  /** Ids of the things that are decided one by one; absent where it is decided as a whole. */
  readonly partIds?: readonly string[] | null;
};

/** A member of staff who acts. */
export type Actor = { readonly id: string; readonly roles: readonly StaffRole[] };

/** What a member wants to do to a case. */
export type CaseMove =
  | { readonly kind: 'claim' | 'release' | 'note' }
  | { readonly kind: 'withdraw'; readonly rowHash: string }
  | {
      readonly kind: 'approve' | 'reject';
      readonly rowHash: string;
      readonly reason: string | null;
      /** Of a case with parts: what is decided of each. */
      readonly parts?: CaseParts;
    };

/** What a move changes; what is not named stays. */
export type CaseChange = {
  readonly step: CaseStep;
  readonly state: CaseState;
  readonly claimedBy: string | null;
  readonly claimedAt: UnixMs | null;
  readonly firstBy: string | null;
  readonly firstAt: UnixMs | null;
  readonly verdict: CaseVerdict | null;
  readonly decidedBy: string | null;
  readonly decidedAt: UnixMs | null;
  readonly reason: string | null;
  /** What was decided of each part; null where there are none. */
  readonly parts: CaseParts | null;
};

type Terms = {
  readonly roles: CaseRoles;
  readonly reasons: {
    readonly approved: readonly string[];
    readonly rejected: readonly string[];
  };
  readonly parts?: { readonly reasons: readonly string[] };
};

/** Why a move is refused. */
export type CaseRefusal = Failure<
  'case-changed' | 'case-decided' | 'case-claimed' | 'case-own' | 'forbidden' | 'unreadable'
>;

/** Who works on a case at a moment; a claim ends half an hour after its holder last did something. */
export function claimHolder(
  known: Pick<CaseFacts, 'claimedBy' | 'claimedAt'>,
  now: UnixMs,
): string | null {
  const { claimedBy, claimedAt } = known;
  if (claimedBy === null || claimedAt === null) return null;
  return plusMs(claimedAt, CASE_CLAIM_MS) > now ? claimedBy : null;
}

/** The role a member acts in on a case: the first of theirs that may; null when none may. */
export function actingRole(
  actor: Actor,
  roles: CaseRoles,
  step: 'work' | 'last',
): StaffRole | null {
  const may = step === 'last' ? roles.checker : [...roles.maker, ...roles.checker];
  return actor.roles.find((role) => may.includes(role)) ?? null;
}

/** Whether the next yes would decide the case. */
export const isLastYes = (known: Pick<CaseFacts, 'people' | 'state'>): boolean =>
  known.people === 1 || known.state === 'firstYes';

/** Whether a member could give the yes that is missing. */
export function mayDecide(
  actor: Actor,
  known: Pick<CaseFacts, 'people' | 'state' | 'openedBy' | 'firstBy'>,
  roles: CaseRoles,
): boolean {
  if (actor.id === known.openedBy || actor.id === known.firstBy) return false;
  return actingRole(actor, roles, isLastYes(known) ? 'last' : 'work') !== null;
}

const whoAndWhen = (by: string | null, at: UnixMs | null): Readonly<Record<string, string>> => ({
  ...(by === null ? {} : { by }),
  ...(at === null ? {} : { at: String(at) }),
});

/** Whether every part is decided, none twice, each by a reason there is, and as the whole is. */
function areDecided(
  parts: CaseParts,
  ids: readonly string[],
  by: { readonly isYes: boolean; readonly terms: Terms },
): boolean {
  const reasons = by.terms.parts?.reasons ?? [];
  const said = Object.values(parts);
  const isWhole = said.length === ids.length && ids.every((id) => Object.hasOwn(parts, id));
  const isKnown = said.every((reason) => reason === null || reasons.includes(reason));
  return isWhole && isKnown && said.every((reason) => reason === null) === by.isYes;
}

/**
 * What a member's move does to a case.
 *
 * @failure case-decided — it is decided; by whom and when
 * @failure forbidden — none of the member's roles may
 * @failure case-claimed — another member works on it
 * @failure case-changed — what is decided on is not any more what was shown
 * @failure case-own — the member proposed it, or gave the first yes
 * @failure unreadable — a reason that is none of its kind's, or parts that are not those of the case
 * @invariant a deadline is no part of it: a passed one decides nothing
 */
export function decideMove(
  known: CaseFacts,
  move: CaseMove,
  by: { readonly actor: Actor; readonly terms: Terms; readonly now: UnixMs },
): Result<CaseChange, CaseRefusal> {
  const { actor, terms, now } = by;
  if (known.state === 'decided' && move.kind !== 'note') {
    return fail({ name: 'case-decided', facts: whoAndWhen(known.decidedBy, known.decidedAt) });
  }
  const isOpener = actor.id === known.openedBy;
  const needed = move.kind === 'approve' && isLastYes(known) ? 'last' : 'work';
  const mayWork = actingRole(actor, terms.roles, needed) !== null;
  const mayOpenerAct = isOpener && (move.kind === 'note' || move.kind === 'withdraw');
  if (!mayWork && !mayOpenerAct) return fail({ name: 'forbidden' });
  const holder = claimHolder(known, now);
  if (holder !== null && holder !== actor.id && move.kind !== 'note') {
    return fail({ name: 'case-claimed', facts: whoAndWhen(holder, known.claimedAt) });
  }
  if ('rowHash' in move && move.rowHash !== known.rowHash) return fail({ name: 'case-changed' });
  const free = known.firstBy === null ? 'open' : 'firstYes';
  const same = {
    state: known.state,
    claimedBy: known.claimedBy,
    claimedAt: known.claimedAt,
    firstBy: known.firstBy,
    firstAt: known.firstAt,
    verdict: null,
    decidedBy: known.decidedBy,
    decidedAt: known.decidedAt,
    reason: null,
    parts: null,
  } as const;
  const unclaimed = { ...same, claimedBy: null, claimedAt: null };
  const decided = { ...unclaimed, state: 'decided', decidedBy: actor.id, decidedAt: now } as const;
  switch (move.kind) {
    case 'note':
      // Who works on it goes on working on it.
      return ok({
        ...same,
        step: 'noted',
        ...(holder === actor.id ? { claimedAt: now } : {}),
      });
    case 'claim':
      return ok({
        ...same,
        step: 'claimed',
        state: known.firstBy === null ? 'claimed' : 'firstYes',
        claimedBy: actor.id,
        claimedAt: now,
      });
    case 'release':
      return ok({ ...unclaimed, step: 'released', state: free });
    case 'withdraw':
      if (!isOpener) return fail({ name: 'forbidden' });
      return ok({ ...decided, step: 'withdrawn', verdict: 'withdrawn' });
    default:
      break;
  }
  if (isOpener) return fail({ name: 'case-own' });
  const { kind, reason } = move;
  const isYes = kind === 'approve';
  if (reason === null || !terms.reasons[isYes ? 'approved' : 'rejected'].includes(reason)) {
    return fail({ name: 'unreadable', field: 'reason' });
  }
  const { partIds = null } = known;
  const parts = partIds === null ? null : (move.parts ?? {});
  if (parts !== null && !areDecided(parts, partIds ?? [], { isYes, terms })) {
    return fail({ name: 'unreadable', field: 'parts' });
  }
  if (!isYes) return ok({ ...decided, step: 'rejected', verdict: 'rejected', reason, parts });
  if (known.firstBy === actor.id) return fail({ name: 'case-own' });
  if (isLastYes(known)) {
    return ok({ ...decided, step: 'approved', verdict: 'approved', reason, parts });
  }
  const first = { firstBy: actor.id, firstAt: now };
  return ok({ ...unclaimed, ...first, step: 'firstYes', state: 'firstYes', reason });
}
