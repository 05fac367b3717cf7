/**
 * staff — the operator's people: members, roles, invitations, what they prove themselves with, sessions.
 * Owns: members, their links, code apps, passkeys, questions and sessions at the desk.
 * Announces: nothing; each command is a row of the audit log.
 * Needs: audit, messaging.
 * Refuses: a second use of a link, a last administrator's leaving, a session without a factor.
 */
import { MINUTE_MS, type Result, type UnixMs, plusMs } from '@candor/kernel';
import type { Failure, PasskeyAnswer } from '@candor/protocol';
import type { Invitation, Member, StaffRole } from '@candor/protocol/desk';
import type { Sql, Tx } from '../platform/postgres/db.ts';
import { type DecisionQuestion, askDecision, takeDecision } from './decisions.ts';
import type { Acting, DeskCaller, Place, StaffDeps } from './deps.ts';
import { type OpenedLink, beginEnrolment, finishEnrolment, openLink } from './enrolment.ts';
import {
  type OwnFactors,
  beginFactor,
  finishFactor,
  listFactors,
  removePasskey,
  removeTotp,
} from './factors.ts';
import { makeFirstLink } from './links.ts';
import {
  changeRoles,
  dismiss,
  inviteMember,
  listStaff,
  renewAccess,
  withdrawInvitation,
} from './members.ts';
import { type OwnSession, changePassword, endOthers, listOwnSessions } from './own-access.ts';
import type { FactorAnswer, FactorMade } from './questions.ts';
import { SIGN_IN_TRIES } from './rules.ts';
import { findCaller } from './sessions.ts';
import { answerSecond, signIn, signOut } from './sign-in.ts';
import { STAFF_TRIES, sweepChallenges } from './store/factor-store.ts';
import { type KnownMember, findMailbox, findNames, listActive } from './store/member-store.ts';
import { sweepSessions } from './store/session-store.ts';

export type { Acting, DeskCaller, Place, StaffDeps } from './deps.ts';
export type { DecisionQuestion } from './decisions.ts';
export { makeAdministratorLink } from './links.ts';
export { actingRole } from './rules.ts';
export type { Begun } from './sessions.ts';
export type { KnownMember } from './store/member-store.ts';

/** Members who may decide now, with the product's role or the desk's. */
export function listStaffMembers(sql: Sql): Promise<KnownMember[]> {
  return listActive(sql);
}

/** Names of members, by id; those who were removed have theirs still. */
export function findStaffNames(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return findNames(sql, ids);
}

/** The mailbox of a member, former ones too; null for none. */
export function findStaffMailbox(sql: Sql, id: string): Promise<string | null> {
  return findMailbox(sql, id);
}

/** Staff as the desk uses it. */
export type Staff = {
  /** Who calls with a token, as the database has it now; null for none. */
  find(token: string): Promise<DeskCaller | null>;
  /** The link of a first start; null where there is a member already. */
  firstLink(): Promise<string | null>;
  openLink(link: string): Promise<Result<OpenedLink, Failure<'staff-link-over'>>>;
  beginEnrolment(said: Parameters<typeof beginEnrolment>[1]): ReturnType<typeof beginEnrolment>;
  finishEnrolment(
    said: FactorMade & { challenge: string },
    place: Place,
  ): ReturnType<typeof finishEnrolment>;
  signIn(said: { email: string; password: string }, place: Place): ReturnType<typeof signIn>;
  second(said: FactorAnswer & { challenge: string }, place: Place): ReturnType<typeof answerSecond>;
  signOut(caller: DeskCaller): Promise<void>;
  factors(caller: DeskCaller): Promise<OwnFactors>;
  beginFactor(caller: DeskCaller, password: string): ReturnType<typeof beginFactor>;
  finishFactor(
    caller: DeskCaller,
    said: FactorMade & { challenge: string },
  ): ReturnType<typeof finishFactor>;
  removePasskey(
    caller: DeskCaller,
    said: { id: string; password: string },
  ): ReturnType<typeof removePasskey>;
  removeTotp(caller: DeskCaller, password: string): ReturnType<typeof removeTotp>;
  changePassword(
    caller: DeskCaller,
    said: { readonly password: string; readonly next: string },
  ): ReturnType<typeof changePassword>;
  sessions(caller: DeskCaller): Promise<OwnSession[]>;
  /** Ends every session of the caller but this one; answers how many that were. */
  endOthers(caller: DeskCaller): Promise<number>;
  list(): Promise<{ members: Member[]; invitations: Invitation[] }>;
  invite(
    by: Acting,
    said: { email: string; roles: readonly StaffRole[] },
  ): ReturnType<typeof inviteMember>;
  withdraw(by: Acting, id: string): Promise<Result<null, Failure<'not-found'>>>;
  setRoles(
    by: Acting,
    change: { id: string; roles: readonly StaffRole[] },
  ): ReturnType<typeof changeRoles>;
  remove(by: Acting, id: string): ReturnType<typeof dismiss>;
  renew(by: Acting, id: string): ReturnType<typeof renewAccess>;
  /** Asks a member's passkey to sign the row that is decided on. */
  askDecision(asked: {
    readonly memberId: string;
    readonly rowHash: string;
  }): Promise<Result<DecisionQuestion, Failure<'second-factor-needed'>>>;
  /** Uses a signed decision up, in the transaction that decides. */
  takeDecision(
    tx: Tx,
    given: {
      readonly memberId: string;
      readonly rowHash: string;
      readonly challenge: string;
      readonly passkey: PasskeyAnswer;
      readonly at: UnixMs;
    },
  ): Promise<Result<null, Failure<'second-factor-wrong'>>>;
  /** Forgets sessions, questions and tries that are over. */
  sweep(): Promise<void>;
};

/** Over for so long that nobody asks about it. */
const KEPT_MS = 10 * MINUTE_MS;

/** Opens the capability, on connections of the desk's role. */
export function createStaff(deps: StaffDeps): Staff {
  const { db, clock } = deps;
  return {
    find: (token) => findCaller(deps, token),
    firstLink: () => makeFirstLink(deps),
    openLink: (link) => openLink(deps, link),
    beginEnrolment: (said) => beginEnrolment(deps, said),
    finishEnrolment: (said, place) => finishEnrolment(deps, said, place),
    signIn: (said, place) => signIn(deps, said, place),
    second: (said, place) => answerSecond(deps, said, place),
    signOut: (caller) => signOut(deps, caller),
    factors: (caller) => listFactors(deps, caller),
    beginFactor: (caller, password) => beginFactor(deps, caller, password),
    finishFactor: (caller, said) => finishFactor(deps, caller, said),
    removePasskey: (caller, said) => removePasskey(deps, caller, said),
    removeTotp: (caller, password) => removeTotp(deps, caller, password),
    changePassword: (caller, said) => changePassword(deps, caller, said),
    sessions: (caller) => listOwnSessions(deps, caller),
    endOthers: (caller) => endOthers(deps, caller),
    list: () => listStaff(deps),
    invite: (by, said) => inviteMember(deps, by, said),
    withdraw: (by, id) => withdrawInvitation(deps, by, id),
    setRoles: (by, change) => changeRoles(deps, by, change),
    remove: (by, id) => dismiss(deps, by, id),
    renew: (by, id) => renewAccess(deps, by, id),
    askDecision: (asked) => askDecision(deps, asked),
    takeDecision: (tx, given) => takeDecision(tx, deps, given),
    async sweep() {
      const at = clock.now();
      await sweepSessions(db, plusMs(at, -KEPT_MS));
      await sweepChallenges(db, plusMs(at, -KEPT_MS));
      await STAFF_TRIES.sweep(db, plusMs(at, -SIGN_IN_TRIES.windowMs));
    },
  };
}
