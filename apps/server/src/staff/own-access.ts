import { type Result, fail, ok } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import type { Failure } from '@candor/protocol';
import { writeAudit } from '../audit/index.ts';
import { isLeaked } from '../platform/credentials/leaked-passwords.ts';
import { isWeakPassword } from '../platform/credentials/password.ts';
import type { DeskCaller, StaffDeps } from './deps.ts';
import { type PasswordRefusal, provePassword } from './factors.ts';
import { endChallengesOf } from './store/factor-store.ts';
import { lockMember, setPassword } from './store/member-store.ts';
import { endOtherSessions, listSessionsOf } from './store/session-store.ts';

const actorOf = ({ memberId: id, roles: [role = 'auditor'] }: DeskCaller) =>
  ({ kind: 'staff', id, role }) as const;

/**
 * Sets another password. A reader of the one before is out: every other session ends, and what
 * was begun with it is not gone on with.
 */
export async function changePassword(
  deps: StaffDeps,
  caller: DeskCaller,
  said: { readonly password: string; readonly next: string },
): Promise<Result<null, PasswordRefusal | Failure<'password-weak'>>> {
  const { db, clock, hashing, mailer } = deps;
  const { memberId, email, sessionId } = caller;
  const proven = await provePassword(deps, caller, said.password);
  if (!proven.ok) return proven;
  const [local = ''] = email.split('@');
  const isSame = said.next === said.password;
  if (isSame || isWeakPassword(said.next, local) || isLeaked(said.next)) {
    return fail({ name: 'password-weak', field: 'next' });
  }
  const passwordHash = await hashing.hash(said.next);
  const at = clock.now();
  await db.transaction(async (tx) => {
    if ((await lockMember(tx, memberId)) === null) return;
    await setPassword(tx, memberId, passwordHash);
    await endChallengesOf(tx, memberId);
    const ended = await endOtherSessions(tx, { memberId, id: sessionId, at });
    const details = { sessionsEnded: String(ended) };
    await writeAudit(tx, { at, actor: actorOf(caller), action: 'staff.password-change', details });
    const template = 'staff-password-change';
    await mailer.enqueue(tx, { to: email, template, language: DEFAULT_LOCALE, values: {} });
  });
  return ok(null);
}

/** A session of the caller, as the caller reads it. */
export type OwnSession = {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isThis: boolean;
};

/** The caller's own sessions that live. */
export async function listOwnSessions(
  { db, clock }: StaffDeps,
  caller: DeskCaller,
): Promise<OwnSession[]> {
  const rows = await listSessionsOf(db, caller.memberId, clock.now());
  return rows.map(({ id, device, address, created_at: createdAt, expires_at: expiresAt }) => ({
    ...{ id, device, address, createdAt, expiresAt },
    isThis: id === caller.sessionId,
  }));
}

/** Ends every session of the caller but this one; answers how many that were. */
export async function endOthers({ db, clock }: StaffDeps, caller: DeskCaller): Promise<number> {
  const at = clock.now();
  const { memberId, sessionId: id } = caller;
  return db.transaction(async (tx) => {
    const ended = await endOtherSessions(tx, { memberId, id, at });
    const details = { ended: String(ended) };
    await writeAudit(tx, { at, actor: actorOf(caller), action: 'staff.sessions-end', details });
    return ended;
  });
}
