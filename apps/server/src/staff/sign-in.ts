import { type Result, type UnixMs, ensure, fail, ok } from '@candor/kernel';
import { type Failure, foldMail } from '@candor/protocol';
import { writeAudit } from '../audit/index.ts';
import { type Counted, giveBackTry, takeTry } from '../platform/credentials/tries.ts';
import { networkOf } from '../platform/http/address.ts';
import { hashSecret } from '../platform/secrets/session.ts';
import type { DeskCaller, Place, StaffDeps } from './deps.ts';
import { type FactorAnswer, askFactor, over, takeFactor, wrongAnswer } from './questions.ts';
import { CODE_TRIES, SIGN_IN_TRIES, TRIES_MAX, isClosedToCodes } from './rules.ts';
import { type Begun, beginSession, knownBrowser } from './sessions.ts';
import { STAFF_TRIES, closeChallenge, countTry } from './store/factor-store.ts';
import {
  countCode,
  findCredentials,
  findCredentialsById,
  lockMember,
} from './store/member-store.ts';
import { endSession } from './store/session-store.ts';

type Question = Awaited<ReturnType<typeof askFactor>>;

const tooMany = (seconds: number): Result<never, Failure<'too-many'>> =>
  fail({ name: 'too-many', facts: { seconds: String(seconds) } });

/** Writes down that a member's password, or factor, was refused. */
async function noteRefused(
  { db }: StaffDeps,
  refused: { memberId: string; step: 'password' | 'factor'; place: Place; at: UnixMs },
): Promise<void> {
  const { memberId, step, place, at } = refused;
  await db.transaction((tx) =>
    writeAudit(tx, {
      at,
      actor: { kind: 'system' },
      action: 'staff.sign-in-refused',
      subject: memberId,
      details: { step, address: place.address },
    }),
  );
}

/**
 * What a try is counted under. A browser the member signed in with is counted apart: whoever guesses
 * from elsewhere locks no member out of it.
 */
function countedOf(
  { marks, throttleScale: scale }: Pick<StaffDeps, 'marks' | 'throttleScale'>,
  { email, place }: { readonly email: string; readonly place: Place },
): Counted[] {
  const known = knownBrowser(marks, { browser: place.browser, email });
  if (known !== null) {
    return [{ subject: hashSecret(`browser ${known}`), max: SIGN_IN_TRIES.ofBrowser * scale }];
  }
  const { ofNetwork, ofAddress } = SIGN_IN_TRIES;
  return [
    { subject: hashSecret(`${email} ${networkOf(place.address)}`), max: ofNetwork * scale },
    { subject: hashSecret(email), max: ofAddress * scale },
  ];
}

/**
 * Compares mail and password; every refusal costs one password hash, whichever address is asked for.
 *
 * @failure too-many — the address was refused too often within an hour, whether or not it is one
 * @throws Busy when too many passwords are being compared
 */
export async function signIn(
  deps: StaffDeps,
  said: { email: string; password: string },
  place: Place,
): Promise<Result<Question, Failure<'credentials-wrong' | 'too-many'>>> {
  const { db, clock, hashing } = deps;
  const email = foldMail(said.email);
  const at = clock.now();
  const counted = email === null ? [] : countedOf(deps, { email, place });
  const tried = { counted, at, windowMs: SIGN_IN_TRIES.windowMs };
  const wait = await takeTry(STAFF_TRIES, db, tried);
  if (wait !== null) return tooMany(wait);
  const member = email === null ? null : await findCredentials(db, email);
  const compared = hashing.verify(said.password, member?.password_hash ?? null);
  const isRight = await compared.catch(async (error: unknown) => {
    // Nobody looked at it.
    await giveBackTry(STAFF_TRIES, db, tried);
    throw error;
  });
  if (!isRight || member === null) {
    if (member !== null) {
      await noteRefused(deps, { memberId: member.id, step: 'password', place, at });
    }
    return fail({ name: 'credentials-wrong' });
  }
  await giveBackTry(STAFF_TRIES, db, tried);
  return ok(await askFactor(db, { memberId: member.id, at }));
}

type SecondRefusal = Failure<
  'challenge-over' | 'second-factor-wrong' | 'codes-closed' | 'too-many'
>;

/**
 * Answers the factor of a sign-in. The try is counted and committed before it is looked at.
 *
 * @failure codes-closed — a code of the app after a hundred wrong ones in a row
 * @failure too-many — wrong codes to several questions within a quarter hour
 */
export async function answerSecond(
  deps: StaffDeps,
  said: FactorAnswer & { challenge: string },
  place: Place,
): Promise<Result<Begun, SecondRefusal>> {
  const { db, clock, throttleScale } = deps;
  const at = clock.now();
  const hash = hashSecret(said.challenge);
  const question = await countTry(db, { hash, purpose: 'sign-in', max: TRIES_MAX, at });
  if (question === null) return over();
  const memberId = ensure(question.member_id, 'a sign-in is a member’s');
  const subject = hashSecret(`code ${memberId}`);
  const counted = [{ subject, max: CODE_TRIES.max * throttleScale }];
  if (said.totp !== undefined) {
    const credentials = await findCredentialsById(db, memberId);
    if (isClosedToCodes(credentials?.wrong_in_a_row ?? 0)) return fail({ name: 'codes-closed' });
    const windowMs = CODE_TRIES.windowMs;
    const wait = await takeTry(STAFF_TRIES, db, { counted, at, windowMs });
    if (wait !== null) return tooMany(wait);
    await db.transaction((tx) => countCode(tx, memberId));
  }
  const answered = await db.transaction(async (tx): Promise<Result<Begun, SecondRefusal>> => {
    if ((await lockMember(tx, memberId)) === null) return over();
    const { nonce, tries } = question;
    if (!(await takeFactor(tx, deps, { memberId, nonce, answer: said, at }))) {
      return wrongAnswer(tries);
    }
    if (!(await closeChallenge(tx, hash, at))) return over();
    const by = said.totp === undefined ? 'passkey' : 'totp';
    const begun = await beginSession(tx, deps, { memberId, by, place, at });
    const [role = 'auditor'] = begun.caller.roles;
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: memberId, role },
      action: 'staff.sign-in',
      details: { by, address: place.address },
    });
    return ok(begun);
  });
  if (answered.ok && said.totp !== undefined) await giveBackTry(STAFF_TRIES, db, { counted, at });
  if (!answered.ok && answered.failure.name === 'second-factor-wrong') {
    await noteRefused(deps, { memberId, step: 'factor', place, at });
  }
  return answered;
}

/** Ends the caller's session. */
export async function signOut({ db, clock }: StaffDeps, caller: DeskCaller): Promise<void> {
  const at = clock.now();
  const [role = 'auditor'] = caller.roles;
  await db.transaction(async (tx) => {
    await endSession(tx, caller.sessionId, at);
    const actor = { kind: 'staff', id: caller.memberId, role } as const;
    await writeAudit(tx, { at, actor, action: 'staff.sign-out' });
  });
}
