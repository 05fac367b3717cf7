import {
  type Clock,
  type Result,
  type SessionId,
  type UserId,
  ensure,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import type { Failure, PasskeyOffer, StepUpAction } from '@candor/protocol';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { type Renewed, keepOnly, type TokenPair, beginSession } from '../../sessions/index.ts';
import {
  sessionUserOf,
  type ClientOrigin,
  type SignedInOwner,
  type AccountRow,
  findById,
  lockAccount,
} from '../../account/index.ts';
import { noteRefused, recordSecurity } from '../../audit/index.ts';
import { spendStepUp } from './step-up.ts';
import { type FactorAnswer, answerQuestion, ask, takeFactor } from './challenges.ts';
import {
  dropPasskey,
  dropTotp,
  findMeans,
  findTotpOffer,
  insertPasskey,
  listPasskeys,
  offerTotp,
  putTotp,
  replaceRecoveryCodes,
} from './factors-store.ts';
import {
  type Pages,
  createOptions,
  readNewPasskey,
} from '../../../platform/credentials/passkeys.ts';
import { newRecoveryCodes } from './recovery.ts';
import { PASSKEYS_MAX, TOTP_OFFER_MS, hasSecondFactor } from './rules.ts';
import type { Sealing } from '../../../platform/credentials/sealing.ts';
import { matchTotp, newTotp } from '../../../platform/credentials/totp.ts';

/** What every command of this part works with. */
export type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealing: Sealing;
  readonly pages: Pages;
  /** Forgets sessions whose tokens ended, right after the commit. */
  forget(sessionIds: readonly SessionId[]): void;
};

type Confirmed = SignedInOwner & { readonly stepUp: string | undefined };

const accountOf = async (tx: Tx, userId: UserId): Promise<AccountRow> =>
  ensure(await findById(tx, userId), 'who is signed in has an account');

/**
 * Runs an action that its owner confirmed; a refusal leaves the confirmation used and nothing else.
 */
function confirmed<Value, Name extends Failure['name']>(
  { db, clock }: Deps,
  who: Confirmed,
  what: { action: StepUpAction; subject?: string },
  act: (tx: Tx, at: ReturnType<Clock['now']>) => Promise<Result<Value, Failure<Name>>>,
): Promise<Result<Value, Failure<Name | 'second-factor-needed' | 'user-status-forbids'>>> {
  const at = clock.now();
  const { userId, stepUp } = who;
  const { action, subject = null } = what;
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const spent = await spendStepUp(tx, { userId, action, subject, stepUp, at });
    return spent.ok ? act(tx, at) : spent;
  });
}

/** What a change of a factor answers, and the tokens its session goes on with. */
export type Changed<Value> = { readonly value: Value; readonly tokens: TokenPair };
type Kept<Value> = { readonly value: Value; readonly renewed: Renewed };

/** Ends the other sessions and gives this one new tokens, in the transaction of the change. */
async function kept<Value>(
  tx: Tx,
  { userId, sessionId }: SignedInOwner,
  at: ReturnType<Clock['now']>,
  value: Value,
): Promise<Kept<Value>> {
  return { value, renewed: await keepOnly(tx, { userId, sessionId, by: 'factor', at }) };
}

/** After the commit: nobody comes in by what this process remembers of the old tokens. */
function committed<Value, Name extends Failure['name']>(
  deps: Deps,
  done: Result<Kept<Value>, Failure<Name>>,
): Result<Changed<Value>, Failure<Name>> {
  if (!done.ok) return done;
  const { value, renewed } = done.value;
  deps.forget(renewed.forgotten);
  return ok({ value, tokens: renewed.tokens });
}

/** Ends the second step of a sign-in: a session, for one right answer of five. */
export function finishSecond(
  deps: Deps,
  given: {
    readonly challenge: string;
    readonly answer: FactorAnswer;
    readonly place: ClientOrigin;
  },
): Promise<Result<TokenPair, Failure>> {
  const { challenge, answer, place } = given;
  const at = deps.clock.now();
  return answerQuestion(deps.db, {
    challenge,
    purpose: 'sign-in',
    userId: null,
    kind: answer.kind,
    place,
    at,
    async take(tx, { user_id: userId, nonce, way }) {
      const asked = { userId: userId as UserId, answer, nonce, place, at };
      const isRight = await takeFactor(tx, deps, asked);
      // A caller who comes this far knows the first proof: the owner finds the try in the history.
      if (!isRight) noteRefused(deps.db, { userId, way: way ?? 'password', place, at });
      return isRight;
    },
    async open(tx, { user_id: userId, way }): Promise<Result<TokenPair, Failure>> {
      const account = await accountOf(tx, userId as UserId);
      // It may have been switched off between the two steps.
      if (account.status !== 'active') return fail({ name: 'account-disabled' });
      const user = sessionUserOf(account);
      const known = ensure(way, 'a sign-in has a first proof');
      return ok(await beginSession(tx, { user, way: known, place, at }));
    },
  }).then((answered) => (answered.ok ? answered.value : answered));
}

/** Whether an account has a second factor now. */
async function hasFactor(tx: Tx, userId: UserId): Promise<boolean> {
  const means = ensure(await findMeans(tx, userId), 'who is signed in has an account');
  return hasSecondFactor({ hasTotp: means.has_totp, passkeys: means.passkeys });
}

/** Recovery codes for an account whose first second factor just came on; none when it has some. */
async function firstRecoveryCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const means = ensure(await findMeans(tx, userId), 'who is signed in has an account');
  if (means.recovery_left > 0) return [];
  const { codes, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** Recovery codes stand in for a second factor; without one they open nothing and go. */
async function dropCodesWithoutFactor(tx: Tx, userId: UserId): Promise<void> {
  if (!(await hasFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, []);
}

/** Makes the secret of a code app and shows it. */
export function beginTotp(deps: Deps, who: Confirmed) {
  const { userId } = who;
  return confirmed(deps, who, { action: 'totp-add' }, async (tx, at) => {
    const { secret, uri } = newTotp((await accountOf(tx, userId)).username);
    const until = plusMs(at, TOTP_OFFER_MS);
    await offerTotp(tx, { userId, sealed: deps.sealing.seal(secret, userId), until });
    return ok({ secret, uri, expiresAt: until });
  });
}

type WrongTotp = Failure<'challenge-over' | 'second-factor-wrong'>;

/**
 * Turns the code app on that made this code.
 *
 * @failure challenge-over — no secret waits, or it waited too long
 * @failure second-factor-wrong — the code is not of that secret and this half minute
 */
export async function confirmTotp(
  deps: Deps,
  who: SignedInOwner & { readonly code: string },
): Promise<Result<Changed<string[]>, WrongTotp>> {
  const { db, clock, sealing } = deps;
  const { userId, place, code } = who;
  const at = clock.now();
  const done = await db.transaction(async (tx): Promise<Result<Kept<string[]>, WrongTotp>> => {
    await lockAccount(tx, userId);
    const sealed = await findTotpOffer(tx, userId, at);
    if (sealed === null) return fail({ name: 'challenge-over' });
    const step = matchTotp({ secret: sealing.open(sealed, userId), code, at, after: 0 });
    if (step === null) return fail({ name: 'second-factor-wrong', field: 'code' });
    const isFirst = !(await hasFactor(tx, userId));
    await putTotp(tx, { userId, sealed, at, step });
    await recordSecurity(tx, { userId, kind: 'totp-added', place, isFirst, at });
    return ok(await kept(tx, who, at, await firstRecoveryCodes(tx, userId)));
  });
  return committed(deps, done);
}

/** Turns the code app off. */
export async function removeTotp(deps: Deps, who: Confirmed) {
  const { userId, place } = who;
  const done = await confirmed(deps, who, { action: 'totp-remove' }, async (tx, at) => {
    if (!(await dropTotp(tx, userId))) return fail({ name: 'not-found' });
    await dropCodesWithoutFactor(tx, userId);
    await recordSecurity(tx, { userId, kind: 'totp-removed', place, at });
    return ok(await kept(tx, who, at, null));
  });
  return committed(deps, done);
}

/**
 * Says what a browser needs to make a passkey.
 *
 * @failure limit-reached — the account has as many as it may have
 */
export function beginPasskey(deps: Deps, who: Confirmed) {
  const { userId } = who;
  return confirmed(deps, who, { action: 'passkey-add' }, async (tx, at) => {
    const passkeys = await listPasskeys(tx, userId);
    if (passkeys.length >= PASSKEYS_MAX) {
      return fail({ name: 'limit-reached', facts: { limit: String(PASSKEYS_MAX) } });
    }
    const { username } = await accountOf(tx, userId);
    const { challenge, nonce, until } = await ask(tx, { userId, for: { purpose: 'passkey' }, at });
    const options = createOptions({ nonce, userId, username, passkeys });
    return ok({ challenge, options, expiresAt: until });
  });
}

/** Adds the passkey a browser made. */
export async function finishPasskey(
  deps: Deps,
  who: SignedInOwner & {
    readonly challenge: string;
    readonly name: string;
    readonly offer: PasskeyOffer;
  },
): Promise<Result<Changed<{ id: string; recoveryCodes: string[] }>, Failure>> {
  const { userId, place, challenge, name, offer } = who;
  const at = deps.clock.now();
  const id = newUuid(at);
  let isFirst = false;
  const done = await answerQuestion(deps.db, {
    challenge,
    purpose: 'passkey',
    userId,
    kind: 'new-passkey',
    place,
    at,
    async take(tx, { nonce }) {
      await lockAccount(tx, userId);
      const made = await readNewPasskey(offer, { nonce, pages: deps.pages });
      isFirst = !(await hasFactor(tx, userId));
      return made !== null && insertPasskey(tx, { userId, id, name, at, ...made });
    },
    async open(tx) {
      const facts = { name };
      await recordSecurity(tx, { userId, kind: 'passkey-added', place, facts, isFirst, at });
      return kept(tx, who, at, { id, recoveryCodes: await firstRecoveryCodes(tx, userId) });
    },
  });
  return committed(deps, done);
}

/** Removes a passkey. */
export async function removePasskey(deps: Deps, who: Confirmed & { readonly id: string }) {
  const { userId, place, id } = who;
  const done = await confirmed(
    deps,
    who,
    { action: 'passkey-remove', subject: id },
    async (tx, at) => {
      const name = await dropPasskey(tx, userId, id);
      if (name === null) return fail({ name: 'not-found' });
      await dropCodesWithoutFactor(tx, userId);
      await recordSecurity(tx, { userId, kind: 'passkey-removed', place, facts: { name }, at });
      return ok(await kept(tx, who, at, null));
    },
  );
  return committed(deps, done);
}

/**
 * Makes new recovery codes in the place of the old ones.
 *
 * @failure not-found — there is no second factor they could stand in for
 */
export async function renewRecoveryCodes(deps: Deps, who: Confirmed) {
  const { userId, place } = who;
  const done = await confirmed(deps, who, { action: 'recovery-codes' }, async (tx, at) => {
    if (!(await hasFactor(tx, userId))) return fail({ name: 'not-found' });
    const { codes, hashes } = newRecoveryCodes();
    await replaceRecoveryCodes(tx, userId, hashes);
    await recordSecurity(tx, { userId, kind: 'recovery-codes-made', place, at });
    return ok(await kept(tx, who, at, codes));
  });
  return committed(deps, done);
}
