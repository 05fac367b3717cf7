import { type Result, type UnixMs, fail, newUuid, ok, plusMs } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import { type Failure, foldMail } from '@candor/protocol';
import { INVITATION_MS, type Invitation, type Member, type StaffRole } from '@candor/protocol/desk';
import { type AuditDetails, writeAudit } from '../audit/index.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { newSecret } from '../platform/secrets/session.ts';
import type { Acting, StaffDeps } from './deps.ts';
import { makeLink } from './links.ts';
import { INVITATIONS_MAX, decideLoss } from './rules.ts';
import { dropFactors, endChallengesOf } from './store/factor-store.ts';
import { endLink, endLinksBy, endLinksOf, listInvitations, lockLink } from './store/link-store.ts';
import {
  type MemberRow,
  findCredentials,
  findNames,
  listMembers,
  lockAdministrators,
  lockMember,
  removeMember,
  setMemberRoles,
  setPassword,
} from './store/member-store.ts';
import { endSessionsOf } from './store/session-store.ts';

/** A link that was sent; shown only where no mail leaves the house. */
export type SentLink = { readonly link: string | null; readonly expiresAt: UnixMs };

const NOT_FOUND = { name: 'not-found' } as const;
const NO_ADMINISTRATOR = { name: 'forbidden' } as const;

/** Whether who makes a link is an administrator still, and stays one until it is made. */
async function isAdministrator(tx: Tx, { memberId }: Acting): Promise<boolean> {
  return (await lockAdministrators(tx)).includes(memberId);
}

const memberOf = (row: MemberRow): Member => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: row.roles,
  state: row.removed_at === null ? 'active' : 'removed',
  hasPasskey: row.has_passkey,
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at,
});

/** Every member, and the invitations that wait. */
export async function listStaff({
  db,
  clock,
}: StaffDeps): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const members = await listMembers(db);
  const waiting = await listInvitations(db, clock.now());
  const names = await findNames(db, [...new Set(waiting.map(({ made_by: id }) => id))]);
  return {
    members: members.map(memberOf),
    invitations: waiting.map(({ id, email, roles, made_by: by, expires_at: expiresAt }) => ({
      id,
      email,
      roles,
      invitedBy: names.get(by) ?? by,
      expiresAt,
    })),
  };
}

/** One command on the list of members, written down last in its transaction. */
function note(
  tx: Tx,
  acted: {
    readonly by: Acting;
    readonly action: string;
    readonly subject: string;
    readonly details?: AuditDetails;
    readonly at: UnixMs;
  },
): Promise<void> {
  const { by, ...entry } = acted;
  return writeAudit(tx, { ...entry, actor: { kind: 'staff', id: by.memberId, role: by.role } });
}

/** Makes a link for a person and mails it. */
async function send(
  tx: Tx,
  deps: StaffDeps,
  asked: {
    readonly id: string;
    readonly email: string;
    readonly memberId: string | null;
    readonly roles: readonly StaffRole[];
    readonly by: Acting;
    readonly at: UnixMs;
  },
): Promise<SentLink> {
  const { by, ...rest } = asked;
  const until = plusMs(asked.at, INVITATION_MS);
  const kind = asked.memberId === null ? 'invitation' : 'renewal';
  const link = await makeLink(tx, deps, { ...rest, kind, madeBy: by.memberId, until });
  const mail = { to: asked.email, template: `staff-${kind}`, language: DEFAULT_LOCALE } as const;
  const names = await findNames(tx, [by.memberId]);
  const values = { link, name: names.get(by.memberId) ?? by.memberId };
  await deps.mailer.enqueue(tx, { ...mail, values, until });
  return { link: deps.mailer.reaches('email') ? null : link, expiresAt: until };
}

/**
 * Invites a member by mail.
 *
 * @failure staff-exists — a member has the mail address
 * @failure limit-reached — too many invitations wait
 * @failure forbidden — who invites was an administrator when the call came, and is none any more
 */
export async function inviteMember(
  deps: StaffDeps,
  by: Acting,
  said: { email: string; roles: readonly StaffRole[] },
): Promise<
  Result<
    SentLink & { id: string },
    Failure<'mail-malformed' | 'staff-exists' | 'limit-reached' | 'forbidden'>
  >
> {
  const email = foldMail(said.email);
  if (email === null) return fail({ name: 'mail-malformed', field: 'email' });
  const at = deps.clock.now();
  type Refusal = Failure<'staff-exists' | 'limit-reached' | 'forbidden'>;
  return deps.db.transaction(async (tx): Promise<Result<SentLink & { id: string }, Refusal>> => {
    if (!(await isAdministrator(tx, by))) return fail(NO_ADMINISTRATOR);
    if ((await findCredentials(tx, email)) !== null) {
      return fail({ name: 'staff-exists', field: 'email' });
    }
    const waiting = await listInvitations(tx, at);
    if (waiting.filter((one) => one.email !== email).length >= INVITATIONS_MAX) {
      return fail({ name: 'limit-reached' });
    }
    const id = newUuid(at);
    const { roles } = said;
    const sent = await send(tx, deps, { id, email, memberId: null, roles, by, at });
    const details = { roles: [...roles] };
    await note(tx, { by, action: 'staff.invite', subject: email, details, at });
    return ok({ ...sent, id });
  });
}

/** Takes an invitation back. */
export async function withdrawInvitation(
  { db, clock }: StaffDeps,
  by: Acting,
  id: string,
): Promise<Result<null, Failure<'not-found'>>> {
  const at = clock.now();
  return db.transaction(async (tx): Promise<Result<null, Failure<'not-found'>>> => {
    const link = await lockLink(tx, id, at);
    if (link === null || link.kind !== 'invitation') return fail(NOT_FOUND);
    await endLink(tx, { id, as: 'withdrawn', at });
    const subject = link.email ?? id;
    await note(tx, { by, action: 'staff.withdraw-invitation', subject, at });
    return ok(null);
  });
}

type LossRefusal = Failure<'not-found' | 'last-administrator'>;

/**
 * Sets the roles of a member; the member's sessions end with the commit, and with the role of an
 * administrator the links the member made.
 *
 * @failure last-administrator — nobody else could invite any more
 */
export async function changeRoles(
  { db, clock }: StaffDeps,
  by: Acting,
  change: { id: string; roles: readonly StaffRole[] },
): Promise<Result<Member, LossRefusal>> {
  const { id, roles } = change;
  const at = clock.now();
  return db.transaction(async (tx): Promise<Result<Member, LossRefusal>> => {
    const administrators = await lockAdministrators(tx);
    const member = await lockMember(tx, id);
    if (member === null) return fail(NOT_FOUND);
    const decided = decideLoss(administrators, { memberId: id, roles });
    if (!decided.ok) return decided;
    await setMemberRoles(tx, id, roles);
    await endSessionsOf(tx, id, at);
    if (!roles.includes('admin')) await endLinksBy(tx, id, at);
    const details = { before: member.roles, after: [...roles] };
    await note(tx, { by, action: 'staff.set-roles', subject: id, details, at });
    return ok(memberOf({ ...member, roles: [...roles] }));
  });
}

/** Removes a member: sessions, questions, factors, links to and by the member end with the commit. */
export async function dismiss(
  { db, clock }: StaffDeps,
  by: Acting,
  id: string,
): Promise<Result<null, LossRefusal>> {
  const at = clock.now();
  return db.transaction(async (tx): Promise<Result<null, LossRefusal>> => {
    const administrators = await lockAdministrators(tx);
    if ((await lockMember(tx, id)) === null) return fail(NOT_FOUND);
    const decided = decideLoss(administrators, { memberId: id, roles: [] });
    if (!decided.ok) return decided;
    await endSessionsOf(tx, id, at);
    await endChallengesOf(tx, id);
    await endLinksOf(tx, id, at);
    await endLinksBy(tx, id, at);
    await dropFactors(tx, id);
    await removeMember(tx, id, at);
    await note(tx, { by, action: 'staff.remove', subject: id, at });
    return ok(null);
  });
}

/**
 * Mails a member a link that sets password and factor anew. Who has the old ones may be a thief: they open
 * nothing from here on, and the member's sessions end at once.
 */
export async function renewAccess(
  deps: StaffDeps,
  by: Acting,
  id: string,
): Promise<Result<SentLink, Failure<'not-found' | 'forbidden'>>> {
  const at = deps.clock.now();
  // The hash of what nobody knows: a sign-in is refused as one with a wrong password is.
  const passwordHash = await deps.hashing.hash(newSecret());
  type Refusal = Failure<'not-found' | 'forbidden'>;
  return deps.db.transaction(async (tx): Promise<Result<SentLink, Refusal>> => {
    if (!(await isAdministrator(tx, by))) return fail(NO_ADMINISTRATOR);
    const member = await lockMember(tx, id);
    if (member === null) return fail(NOT_FOUND);
    await endSessionsOf(tx, id, at);
    await endChallengesOf(tx, id);
    await setPassword(tx, id, passwordHash);
    await dropFactors(tx, id);
    const { email, roles } = member;
    const sent = await send(tx, deps, { id: newUuid(at), email, memberId: id, roles, by, at });
    await note(tx, { by, action: 'staff.renew', subject: id, at });
    return ok(sent);
  });
}
