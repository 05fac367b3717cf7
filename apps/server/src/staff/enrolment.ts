import { type Result, type UnixMs, assert, ensure, fail, newUuid, ok } from '@candor/kernel';
import { type Failure, foldMail } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import { writeAudit } from '../audit/index.ts';
import { isLeaked } from '../platform/credentials/leaked-passwords.ts';
import { isWeakPassword } from '../platform/credentials/password.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { hashSecret } from '../platform/secrets/session.ts';
import type { Place, StaffDeps } from './deps.ts';
import {
  type FactorMade,
  type FactorOffer,
  offerFactor,
  over,
  proveNew,
  wrongAnswer,
} from './questions.ts';
import { MEMBERS_MAX, TRIES_MAX } from './rules.ts';
import { type Begun, beginSession } from './sessions.ts';
import { type ChallengeRow, closeChallenge, countTry, dropFactors } from './store/factor-store.ts';
import { type StaffLinkRow, endLink, findLink, lockLink } from './store/link-store.ts';
import {
  countMembers,
  findCredentials,
  insertMember,
  lockMember,
  renewMember,
} from './store/member-store.ts';
import { endSessionsOf } from './store/session-store.ts';

const LINK_OVER = { name: 'staff-link-over' } as const;
const EXISTS = { name: 'staff-exists', field: 'email' } as const;

/** What a link is for. */
export type OpenedLink = {
  kind: StaffLinkRow['kind'];
  email: string | null;
  name: string | null;
  roles: StaffRole[];
  expiresAt: number;
};

/** Says what a link is for; it stays unused. */
export async function openLink(
  { db, clock }: StaffDeps,
  link: string,
): Promise<Result<OpenedLink, Failure<'staff-link-over'>>> {
  const found = await findLink(db, hashSecret(link), clock.now());
  if (found === null) return fail(LINK_OVER);
  const { kind, email, name, roles, expires_at: expiresAt } = found;
  return ok({ kind, email, name, roles, expiresAt });
}

/** Name and password under a link, and what its holder may prove to be there with. */
export async function beginEnrolment(
  deps: StaffDeps,
  said: { link: string; email?: string | undefined; name: string; password: string },
): Promise<
  Result<
    FactorOffer,
    Failure<'staff-link-over' | 'mail-malformed' | 'password-weak' | 'staff-exists'>
  >
> {
  const { db, clock } = deps;
  const at = clock.now();
  const found = await findLink(db, hashSecret(said.link), at);
  if (found === null) return fail(LINK_OVER);
  const email = foldMail(found.email ?? said.email ?? '');
  if (email === null) return fail({ name: 'mail-malformed', field: 'email' });
  const { name, password } = said;
  const [local = ''] = email.split('@');
  if (isWeakPassword(password, local) || isLeaked(password)) {
    return fail({ name: 'password-weak', field: 'password' });
  }
  if (found.kind !== 'renewal' && (await findCredentials(db, email)) !== null) return fail(EXISTS);
  const passwordHash = await deps.hashing.hash(password);
  const question = {
    purpose: 'enrolment',
    memberId: found.member_id,
    linkId: found.id,
    email,
    name,
    passwordHash,
    at,
  } as const;
  const handle = found.member_id ?? found.id;
  return ok(await offerFactor(deps, { handle, label: email, passkeys: [], question }));
}

/** The member a link makes or renews; a new one has the id of the link. */
async function settle(
  tx: Tx,
  enrolled: { link: StaffLinkRow; question: ChallengeRow; at: UnixMs },
): Promise<Result<string, Failure<'staff-link-over' | 'staff-exists'>>> {
  const { link, question, at } = enrolled;
  const name = ensure(question.name, 'an enrolment has a name');
  const passwordHash = ensure(question.password_hash, 'an enrolment has a password');
  if (link.member_id !== null) {
    const id = link.member_id;
    if ((await lockMember(tx, id)) === null) return fail(LINK_OVER);
    await renewMember(tx, { id, name, passwordHash });
    await dropFactors(tx, id);
    await endSessionsOf(tx, id, at);
    return ok(id);
  }
  if ((await countMembers(tx)) >= MEMBERS_MAX) return fail(LINK_OVER);
  const email = ensure(question.email, 'an enrolment has a mail address');
  const { id, roles } = link;
  const isNew = await insertMember(tx, { id, name, email, passwordHash, roles, at });
  return isNew ? ok(id) : fail(EXISTS);
}

/**
 * Proves the first factor and uses the link up. The try is counted before it is looked at.
 *
 * @failure staff-link-over — used or taken back meanwhile
 */
export async function finishEnrolment(
  deps: StaffDeps,
  said: FactorMade & { challenge: string },
  place: Place,
): Promise<
  Result<
    Begun,
    Failure<'challenge-over' | 'second-factor-wrong' | 'staff-link-over' | 'staff-exists'>
  >
> {
  const at = deps.clock.now();
  const hash = hashSecret(said.challenge);
  const purpose = 'enrolment';
  const question = await countTry(deps.db, { hash, purpose, max: TRIES_MAX, at });
  if (question === null) return over();
  const proven = await proveNew(deps, said, { question, hash, at });
  if (proven === null) return wrongAnswer(question.tries);
  type Refusal = Failure<
    'challenge-over' | 'second-factor-wrong' | 'staff-link-over' | 'staff-exists'
  >;
  return deps.db.transaction(async (tx): Promise<Result<Begun, Refusal>> => {
    const linkId = ensure(question.link_id, 'an enrolment has a link');
    const link = await lockLink(tx, linkId, at);
    if (link === null) return fail(LINK_OVER);
    if (!(await closeChallenge(tx, hash, at))) return over();
    const settled = await settle(tx, { link, question, at });
    if (!settled.ok) return settled;
    const memberId = settled.value;
    const isKept = await proven.keep(tx, { memberId, id: newUuid(at), at });
    assert(isKept, 'a passkey that was made for this question is no other member’s');
    await endLink(tx, { id: link.id, as: 'used', at });
    const begun = await beginSession(tx, deps, { memberId, by: 'link', place, at });
    const [role = 'admin'] = begun.caller.roles;
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: memberId, role },
      action: 'staff.enrol',
      subject: begun.caller.email,
      details: { link: link.kind, roles: [...begun.caller.roles], address: place.address },
    });
    return ok(begun);
  });
}
