/**
 * cases — everything that waits for a decision of the operator's people, from proposal to end.
 * Owns: cases and their timelines; the kinds adjustment, house funding, take-out, exchange cover,
 *   parameter change.
 * Announces: CaseClosed, once what was decided is done.
 * Needs: audit for every move, ledger and parameters for what its kinds change.
 * Refuses: one person in place of two, a decision on what changed, and to decide by a deadline.
 */
import {
  type Clock,
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import { CASE_CLAIM_MS, CASE_KINDS, type CaseKind, type UserCase } from '@candor/protocol';
import type { CaseDecider, CaseEntry } from '@candor/protocol/desk';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Sql, Tx } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import {
  type Actor,
  type CaseRefusal,
  type CaseRow,
  type KindTerms,
  type Kinds,
  type Names,
  type CaseOpening,
  type Opened,
  type Proposal,
  type TellLate,
  type UnnamedCase,
  type UnnamedItem,
  claimHolder,
  countMine,
  countQueue,
  createAlarm,
  createCarrying,
  deciderOf,
  decidedOf,
  detailOf,
  findCase,
  findFailure,
  findUserOfCase,
  idsOf,
  itemOf,
  kindOf,
  listOfUser,
  listQueue,
  listSteps,
  openCase,
  proposeCase,
  readFigures,
  triedUntil,
  userCaseOf,
} from './case/index.ts';
import { type AdjustedAccounts, adjustment } from './kinds/adjustment.ts';
import { entryView } from './kinds/entry.ts';
import { exchangeCover } from './kinds/exchange-cover.ts';
import { houseFunding, takeOut } from './kinds/house.ts';
import { parameterChange } from './kinds/parameter-change.ts';
import {
  type MoneyTerms,
  type ProposeRefusal,
  type StaffTerms,
  createProposals,
} from './kinds/proposal.ts';
import { type MoveCase, createMove } from './moving.ts';
import { cursorText, eligibleFor, isOne, readCursor, seesKind } from './rules.ts';

export { cursorText, readCursor } from './rules.ts';
export {
  CASE_CLOSED,
  amendInCase,
  type Actor,
  type CaseClosed,
  type KindTerms,
  type LateCase,
  type Proposal,
  type UnnamedCase,
  type UnnamedItem,
} from './case/index.ts';
export { type Redress, findRedress, holdRedress, listNumbers, takeBackCase } from './case/index.ts';
/** Kinds that capabilities above bring, each by its name. */
export type KindsAbove = Pick<
  Kinds,
  | 'accountDisabling'
  | 'beneficiary'
  | 'charityPayout'
  | 'creatorPayout'
  | 'instrument'
  | 'legalText'
  | 'loan'
  | 'loanWriteOff'
  | 'offer'
  | 'optionsEnabling'
  | 'optionsEnding'
  | 'deposit'
  | 'depositReversal'
  | 'identity'
  | 'payInKey'
  | 'planChange'
  | 'planSubsidy'
  | 'planVersion'
  | 'payoutVoid'
  | 'specification'
  | 'token'
  | 'tokenCancel'
  | 'tokenChange'
  | 'tokenDelivery'
  | 'withdrawal'
>;

/** Who works on a case at a moment, and what was put to it; null for no case. */
export async function findClaim(
  sql: Sql,
  asked: { readonly caseId: string; readonly at: UnixMs },
): Promise<{
  readonly number: string;
  readonly holder: string | null;
  readonly userId: UserId | null;
  readonly evidence: readonly string[];
} | null> {
  const row = await findCase(sql, asked.caseId);
  if (row === null) return null;
  const claimed = { claimedBy: row.claimed_by, claimedAt: row.claimed_at as UnixMs | null };
  const { number, evidence } = row;
  const userId = row.user_id as UserId | null;
  return { number, holder: claimHolder(claimed, asked.at), userId, evidence };
}

export type { AdjustedAccounts, AdjustmentTerms } from './kinds/adjustment.ts';
export type { MoneyTerms, StaffTerms } from './kinds/proposal.ts';
export type { HouseTerms } from './kinds/house.ts';
export { changeOf, type ChangeTerms } from './kinds/parameter-change.ts';

/** The members of staff, as cases know them. */
export type Members = {
  /** Members who may act now. */
  active(): Promise<readonly (Actor & Pick<CaseDecider, 'name' | 'hasPasskey'>)[]>;
  /** Names of members by their ids; former ones too. */
  namesOf(ids: readonly string[]): Promise<Names>;
  /** Whether an account is known to be a member's own: both have the same mailbox. */
  isOwn(memberId: string, userId: UserId): Promise<boolean>;
};

/** Which cases a member asks for. */
export type QueueQuery = {
  readonly state: 'waiting' | 'mine' | 'overdue' | CaseRow['state'];
  readonly kind?: CaseKind | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly size: number;
};

/** What cases offer. */
export type Cases = {
  /** A page of the cases a member may see. */
  list(actor: Actor, query: QueueQuery): Promise<{ records: UnnamedItem[]; next: string | null }>;
  counts(actor: Actor): Promise<{
    kinds: { kind: CaseKind; waiting: number; overdue: number; firstYes: number }[];
    mine: number;
  }>;
  /** One case with its timeline. @failure not-found — none, or of a kind the member does not see */
  get(actor: Actor, id: string): Promise<Result<UnnamedCase, { readonly name: 'not-found' }>>;
  readonly move: MoveCase;
  /** Whether a kind's approval needs a passkey, and of which row. */
  approval(
    id: string,
  ): Promise<{ readonly rowHash: Buffer; readonly needsPasskey: boolean } | null>;
  /** What a proposal would write to the books now, and who could approve it. */
  preview(
    actor: Actor,
    terms: MoneyTerms,
  ): Promise<Result<{ entry: CaseEntry; deciders: CaseDecider[] }, ProposeRefusal>>;
  /** Puts a member's proposal before the others. @failure case-impossible — the books cannot take it */
  propose(said: {
    readonly actor: Actor;
    readonly terms: StaffTerms;
    readonly note: string;
    readonly action: string;
  }): Promise<Result<Opened, ProposeRefusal>>;
  /** Puts what a capability above proposes for a member before the others. */
  proposeAs(
    kind: keyof KindsAbove,
    said: {
      readonly actor: Actor;
      readonly proposal: Proposal;
      readonly note: string;
      readonly action: string;
    },
  ): Promise<Result<Opened, CaseRefusal>>;
  /** The user a case is about, by its number; null for no case, and for one about no user. */
  userOf(number: string): Promise<UserId | null>;
  /** Puts a case before the operator's people, in the transaction of what needs it. */
  open(tx: Tx, opened: CaseOpening): Promise<Opened>;
  /** Carries a decided case out, waiting for it for a while at most; whether it is done. */
  carryOut(id: string): Promise<boolean>;
  /** Carries out what was decided. */
  carryOutAll(): Promise<void>;
  /**
   * Marks every case whose deadline passed, once for a deadline, and every one that cannot be carried out,
   * once, and tells of all of them in the same transaction; decides nothing. After one it told of it is silent for a quarter of an hour.
   */
  alarm(tell: TellLate): Promise<void>;
  figures(): Promise<{ readonly overdue: number; readonly undoneSeconds: number }>;
  /** A page of the cases about a user, as the user reads them. */
  ofUser(params: {
    readonly userId: UserId;
    readonly page: number;
    readonly size: number;
  }): Promise<{ records: UserCase[]; total: number }>;
};

/** Opens cases. */
export function createCases(deps: {
  /** The product's role, which carries out. */
  readonly db: Database;
  /** The desk's role, which decides. */
  readonly deskDb: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly committed: () => void;
  readonly parameters: Parameters;
  readonly members: Members;
  readonly kinds: KindsAbove;
  /** The accounts adjustments are about. */
  readonly adjusted: AdjustedAccounts;
}): Cases {
  const { db, deskDb, clock, parameters, members } = deps;
  const floor = (): Money => parameters.usdt('house.floorNewBusiness');
  const kinds: Kinds = {
    adjustment: adjustment(deps.adjusted),
    houseFunding,
    takeOut: takeOut(floor),
    exchangeCover,
    parameterChange: parameterChange(parameters),
    ...deps.kinds,
  };
  const proposalOf = createProposals({ ...deps, floor });
  const carrying = createCarrying({ ...deps, kinds });
  const claimsSince = (): UnixMs => plusMs(clock.now(), -CASE_CLAIM_MS);
  const seen = (actor: Actor): CaseKind[] =>
    CASE_KINDS.filter((kind) => seesKind(actor, kinds[kind].roles));

  /** What a case that may still be carried out would write to the books. */
  async function entryOf(row: CaseRow, kind: KindTerms): Promise<CaseEntry | null> {
    const isOver = row.state === 'decided' && row.verdict !== 'approved';
    if (isOver || row.applied_at !== null) return null;
    const plan = await kind.plan?.(db, decidedOf(row));
    return plan == null ? null : entryView(db, plan);
  }

  return {
    async list(actor, query) {
      const { state, kind, q, cursor, size } = query;
      const all = seen(actor);
      const rows = await listQueue(deskDb, {
        kinds: kind === undefined ? all : all.filter((one) => one === kind),
        state,
        by: actor.id,
        claimsSince: claimsSince(),
        now: clock.now(),
        q: q ?? null,
        after: cursor === undefined ? null : readCursor(cursor),
        limit: size + 1,
      });
      const shown = rows.slice(0, size);
      const names = await members.namesOf(idsOf(shown));
      const now = clock.now();
      const last = rows.length > size ? shown.at(-1) : undefined;
      const at = state === 'decided' ? last?.decided_at : last?.deadline;
      return {
        records: shown.map((row) => itemOf(row, { names, now })),
        next: last === undefined ? null : cursorText({ at: at ?? 0, id: last.id }),
      };
    },
    async counts(actor) {
      const rows = await countQueue(deskDb, seen(actor), clock.now());
      const of = (kind: CaseKind) => rows.find((row) => row.kind === kind);
      return {
        kinds: seen(actor).map((kind) => ({
          kind,
          waiting: of(kind)?.waiting ?? 0,
          overdue: of(kind)?.overdue ?? 0,
          firstYes: of(kind)?.first_yes ?? 0,
        })),
        mine: await countMine(deskDb, actor.id, claimsSince()),
      };
    },
    async get(actor, id) {
      const row = await findCase(deskDb, id);
      const kind = row === null ? null : kindOf(kinds, row.kind);
      if (row === null || kind === null || !seesKind(actor, kind.roles)) {
        return fail({ name: 'not-found' });
      }
      const steps = await listSteps(deskDb, { ids: [id], forUser: false });
      const names = await members.namesOf(idsOf([row], steps));
      const { people, opened_by: openedBy, first_by: firstBy } = row;
      const known = { people, openedBy, firstBy, roles: kind.roles };
      const eligible = eligibleFor(known, await members.active());
      const entry = await entryOf(row, kind);
      const failure = row.state === 'decided' ? await findFailure(deskDb, id) : null;
      const stuck = failure === null ? null : { failure, voidAt: triedUntil(row) };
      const now = clock.now();
      return ok(detailOf(row, { names, now, actor, kind, steps, eligible, entry, stuck }));
    },
    move: createMove({ db, deskDb, clock, kinds, members }),
    async approval(id) {
      const row = await findCase(deskDb, id);
      const kind = row === null ? null : kindOf(kinds, row.kind);
      if (row === null || kind === null) return null;
      return { rowHash: row.row_hash, needsPasskey: kind.passkey };
    },
    async preview(actor, terms) {
      const kind = kinds[terms.kind];
      if (!isOne(actor, kind.roles.opener)) return fail({ name: 'forbidden' });
      const proposal = await proposalOf(terms, '');
      if (!proposal.ok) return proposal;
      const plan = await kind.plan?.(db, proposal.value);
      if (plan == null) return fail({ name: 'case-impossible' });
      const known = { people: kind.people, openedBy: actor.id, firstBy: null, roles: kind.roles };
      const { members: deciders } = eligibleFor(known, await members.active());
      return ok({ entry: await entryView(db, plan), deciders: deciders.map(deciderOf) });
    },
    async propose({ actor, terms, note, action }) {
      const proposal = await proposalOf(terms, note);
      if (!proposal.ok) return proposal;
      const said = { actor, proposal: proposal.value, note, action };
      return proposeCase({ db: deskDb, clock }, kinds[terms.kind], said);
    },
    proposeAs: (kind, said) => proposeCase({ db: deskDb, clock }, kinds[kind], said),
    userOf: (number) => findUserOfCase(deskDb, number),
    open: (tx, { kind, ...opened }) =>
      openCase(tx, kinds[kind], { ...opened, note: null, at: clock.now() }),
    carryOut: (id) => carrying.one(id),
    carryOutAll: () => carrying.all(),
    alarm: createAlarm({ ...deps, kinds }),
    figures: () => readFigures(db, clock.now()),
    async ofUser(params) {
      const { rows, total } = await listOfUser(db, params);
      const steps = await listSteps(db, { ids: rows.map(({ id }) => id), forUser: true });
      return { records: rows.map((row) => userCaseOf(row, steps)), total };
    },
  };
}
