import { type Result, fail, newUuid, ok } from '@candor/kernel';
import { DEFAULT_LOCALE } from '@candor/locales';
import type { Failure } from '@candor/protocol';
import { writeAudit } from '../audit/index.ts';
import { giveBackTry, takeTry } from '../platform/credentials/tries.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { hashSecret } from '../platform/secrets/session.ts';
import type { DeskCaller, StaffDeps } from './deps.ts';
import {
  type FactorMade,
  type FactorOffer,
  offerFactor,
  over,
  proveNew,
  wrongAnswer,
} from './questions.ts';
import { PASSKEYS_MAX, PASSWORD_TRIES, TRIES_MAX, decideFactorChange } from './rules.ts';
import {
  STAFF_TRIES,
  closeChallenge,
  countTry,
  dropPasskey,
  dropTotp,
  findTotp,
  listPasskeys,
} from './store/factor-store.ts';
import { findCredentialsById, lockMember } from './store/member-store.ts';

/** A member's own factors, as the member reads them. */
export type OwnFactors = {
  totpSince: number | null;
  passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[];
};

/** The caller's code app and passkeys. */
export async function listFactors({ db }: StaffDeps, caller: DeskCaller): Promise<OwnFactors> {
  const totp = await findTotp(db, caller.memberId);
  const passkeys = await listPasskeys(db, caller.memberId);
  return {
    totpSince: totp?.since ?? null,
    passkeys: passkeys.map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
    })),
  };
}

/** Why a password was not believed. */
export type PasswordRefusal = Failure<'credentials-wrong' | 'too-many' | 'staff-sign-in-old'>;

/**
 * Whether the caller has just signed in and knows the password: an unlocked machine alone changes no
 * factor, and neither does a session that was taken.
 */
export async function provePassword(
  deps: StaffDeps,
  caller: DeskCaller,
  password: string,
): Promise<Result<null, PasswordRefusal>> {
  const { db, clock, hashing, throttleScale } = deps;
  const at = clock.now();
  const may = decideFactorChange(caller, at);
  if (!may.ok) return may;
  const subject = hashSecret(`password ${caller.memberId}`);
  const counted = [{ subject, max: PASSWORD_TRIES.max * throttleScale }];
  const wait = await takeTry(STAFF_TRIES, db, { counted, at, windowMs: PASSWORD_TRIES.windowMs });
  if (wait !== null) return fail({ name: 'too-many', facts: { seconds: String(wait) } });
  const credentials = await findCredentialsById(db, caller.memberId);
  const compared = hashing.verify(password, credentials?.password_hash ?? null);
  const isRight = await compared.catch(async (error: unknown) => {
    // Nobody looked at it.
    await giveBackTry(STAFF_TRIES, db, { counted, at });
    throw error;
  });
  if (!isRight) return fail({ name: 'credentials-wrong', field: 'password' });
  await giveBackTry(STAFF_TRIES, db, { counted, at });
  return ok(null);
}

/** Tells a member by mail what became of their factors: another person may have done it. */
function tell(
  tx: Tx,
  { mailer }: StaffDeps,
  { email }: DeskCaller,
  template: 'staff-factor-add' | 'staff-factor-remove',
): Promise<void> {
  return mailer.enqueue(tx, { to: email, template, language: DEFAULT_LOCALE, values: {} });
}

const tooMany = { name: 'limit-reached' } as const;

/** Offers a new code app or passkey to a member who says the password again. */
export async function beginFactor(
  deps: StaffDeps,
  caller: DeskCaller,
  password: string,
): Promise<Result<FactorOffer, PasswordRefusal | Failure<'limit-reached'>>> {
  const proven = await provePassword(deps, caller, password);
  if (!proven.ok) return proven;
  const { memberId, email } = caller;
  const passkeys = await listPasskeys(deps.db, memberId);
  if (passkeys.length >= PASSKEYS_MAX) return fail(tooMany);
  const question = { purpose: 'factor', memberId, at: deps.clock.now() } as const;
  return ok(await offerFactor(deps, { handle: memberId, label: email, passkeys, question }));
}

type FactorRefusal = Failure<'challenge-over' | 'second-factor-wrong' | 'limit-reached'>;

/** Adds the passkey, or puts the code app in the place of the one before. */
export async function finishFactor(
  deps: StaffDeps,
  caller: DeskCaller,
  said: FactorMade & { challenge: string },
): Promise<Result<null, FactorRefusal>> {
  const { db, clock } = deps;
  const { memberId } = caller;
  const at = clock.now();
  const hash = hashSecret(said.challenge);
  const question = await countTry(db, { hash, purpose: 'factor', max: TRIES_MAX, at });
  if (question === null || question.member_id !== memberId) return over();
  const proven = await proveNew(deps, said, { question, hash, at });
  if (proven === null) return wrongAnswer(question.tries);
  return db.transaction(async (tx): Promise<Result<null, FactorRefusal>> => {
    if ((await lockMember(tx, memberId)) === null) return over();
    if ((await listPasskeys(tx, memberId)).length >= PASSKEYS_MAX) return fail(tooMany);
    if (!(await closeChallenge(tx, hash, at))) return over();
    const isKept = await proven.keep(tx, { memberId, id: newUuid(at), at });
    if (!isKept) return wrongAnswer(question.tries);
    const [role = 'auditor'] = caller.roles;
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: memberId, role },
      action: 'staff.factor-add',
      details: { kind: said.totp === undefined ? 'passkey' : 'totp' },
    });
    await tell(tx, deps, caller, 'staff-factor-add');
    return ok(null);
  });
}

type RemovalRefusal = PasswordRefusal | Failure<'not-found' | 'last-way-in'>;

/** Removes a factor the caller proves to own, once it is not the last of them. */
async function remove(
  deps: StaffDeps,
  caller: DeskCaller,
  removal: {
    readonly password: string;
    readonly subject: string;
    /** Drops it, by what the member has besides; a refusal where it must not go. */
    readonly drop: (
      tx: Tx,
      has: { readonly passkeys: readonly { readonly id: string }[]; readonly totp: boolean },
    ) => Promise<Failure<'not-found' | 'last-way-in'> | null>;
  },
): Promise<Result<null, RemovalRefusal>> {
  const { password, subject, drop } = removal;
  const proven = await provePassword(deps, caller, password);
  if (!proven.ok) return proven;
  const { memberId } = caller;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx): Promise<Result<null, RemovalRefusal>> => {
    await lockMember(tx, memberId);
    const passkeys = await listPasskeys(tx, memberId);
    const totp = (await findTotp(tx, memberId)) !== null;
    const refused = await drop(tx, { passkeys, totp });
    if (refused !== null) return fail(refused);
    const [role = 'auditor'] = caller.roles;
    const actor = { kind: 'staff', id: memberId, role } as const;
    await writeAudit(tx, { at, actor, action: 'staff.factor-remove', subject });
    await tell(tx, deps, caller, 'staff-factor-remove');
    return ok(null);
  });
}

/** Removes one of the caller's passkeys; the last factor stays. */
export function removePasskey(
  deps: StaffDeps,
  caller: DeskCaller,
  { id, password }: { id: string; password: string },
): Promise<Result<null, RemovalRefusal>> {
  return remove(deps, caller, {
    password,
    subject: id,
    async drop(tx, { passkeys, totp }) {
      if (!passkeys.some((one) => one.id === id)) return { name: 'not-found' };
      if (passkeys.length === 1 && !totp) return { name: 'last-way-in' };
      await dropPasskey(tx, caller.memberId, id);
      return null;
    },
  });
}

/** Removes the caller's code app; the last factor stays. */
export function removeTotp(
  deps: StaffDeps,
  caller: DeskCaller,
  password: string,
): Promise<Result<null, RemovalRefusal>> {
  return remove(deps, caller, {
    password,
    subject: 'totp',
    async drop(tx, { passkeys, totp }) {
      if (!totp) return { name: 'not-found' };
      if (passkeys.length === 0) return { name: 'last-way-in' };
      await dropTotp(tx, caller.memberId);
      return null;
    },
  });
}
