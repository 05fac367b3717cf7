import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  DAY_MS,
  fail,
  ok,
  plusMs,
} from '@candor/kernel';
import {
  type Appropriateness,
  type AppropriatenessAnswers,
  type Failure,
  RISK_VERSION,
} from '@candor/protocol';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import {
  findRealFrom,
  insertAttempt,
  listAttempts,
  lockAttempts,
} from './appropriateness-store.ts';

/** Wait between the acknowledgement and the first real order. @source PRODUCT 4 */
const COOLING_OFF_MS = DAY_MS;

/** The answers that show a user knows what a leveraged contract does. */
const RIGHT = {
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
} as const satisfies Partial<AppropriatenessAnswers>;

/** How many of the five must be right; with neither experience nor background, all of them. */
const RIGHT_MIN = 4;

/** Whether the answers show enough knowledge and experience for leveraged contracts. */
export function isEnough(answers: AppropriatenessAnswers): boolean {
  const asked = Object.keys(RIGHT) as (keyof typeof RIGHT)[];
  const right = asked.filter((name) => answers[name] === RIGHT[name]).length;
  const isNew = answers.experience === 'none' && answers.background === 'no';
  return right >= (isNew ? asked.length : RIGHT_MIN);
}

/** What of an earlier attempt counts. */
export type Attempt = {
  readonly riskVersion: number;
  /** Null when it ended with the warning. */
  readonly realFrom: UnixMs | null;
};

/** From when real orders are taken; null before this risk text was acknowledged. */
function realFromOf(attempts: readonly Attempt[]): UnixMs | null {
  const times = attempts.flatMap(({ riskVersion, realFrom }) =>
    riskVersion === RISK_VERSION && realFrom !== null ? [realFrom] : [],
  );
  return times.length === 0 ? null : (Math.min(...times) as UnixMs);
}

/** How far a user is on the way to the first real order. */
export function appropriatenessOf(attempts: readonly Attempt[], now: UnixMs): Appropriateness {
  const riskVersion = RISK_VERSION;
  const realFrom = realFromOf(attempts);
  if (realFrom !== null) {
    return { status: now < realFrom ? 'coolingOff' : 'open', realFrom, riskVersion };
  }
  const isWarned = attempts.at(-1)?.riskVersion === riskVersion;
  return { status: isWarned ? 'warned' : 'none', realFrom, riskVersion };
}

/**
 * What an answer leads to: the time from which real orders are taken, or the warning (`realFrom`
 * null). The wait runs from the first acknowledgement there ever was; a later text, or answering
 * again, does not begin it anew.
 *
 * @failure incomplete — another risk text than the one in force was acknowledged
 */
export function decideAnswer(
  params: { readonly answers: AppropriatenessAnswers; readonly riskVersion: number },
  known: { readonly attempts: readonly Attempt[]; readonly now: UnixMs },
): Result<{ isEnough: boolean; realFrom: UnixMs | null }, Failure<'incomplete'>> {
  if (params.riskVersion !== RISK_VERSION)
    return fail({ name: 'incomplete', field: 'riskVersion' });
  const enough = isEnough(params.answers);
  if (!enough && params.answers.warningAccepted !== true) {
    return ok({ isEnough: enough, realFrom: null });
  }
  const earlier = known.attempts.flatMap(({ realFrom }) => realFrom ?? []);
  const first = Math.min(plusMs(known.now, COOLING_OFF_MS), ...earlier);
  return ok({ isEnough: enough, realFrom: Math.max(known.now, first) as UnixMs });
}

/** What the answers before the first real order need. */
export type AppropriatenessDeps = { readonly db: Database; readonly clock: Clock };

async function attemptsOf(sql: Sql, userId: UserId) {
  const rows = await listAttempts(sql, userId);
  return rows.map((row): Attempt => ({
    riskVersion: row.risk_version,
    realFrom: row.real_from as UnixMs | null,
  }));
}

/** How far a user is on the way to the first real order. */
export async function readAppropriateness(
  deps: AppropriatenessDeps,
  userId: UserId,
): Promise<Appropriateness> {
  return appropriatenessOf(await attemptsOf(deps.db, userId), deps.clock.now());
}

/** Takes a user's answers and acknowledgement down. @failure incomplete — see `decideAnswer` */
export async function answerAppropriateness(
  deps: AppropriatenessDeps,
  params: {
    readonly userId: UserId;
    readonly answers: AppropriatenessAnswers;
    readonly riskVersion: number;
  },
): Promise<Result<Appropriateness, Failure<'incomplete'>>> {
  const { userId, answers, riskVersion } = params;
  return deps.db.transaction(async (tx) => {
    await lockAttempts(tx, userId);
    const attempts = await attemptsOf(tx, userId);
    const now = deps.clock.now();
    const decided = decideAnswer(params, { attempts, now });
    if (!decided.ok) return decided;
    const { realFrom } = decided.value;
    const { country, ...said } = answers;
    await insertAttempt(tx, {
      userId,
      number: attempts.length + 1,
      at: now,
      country,
      answers: JSON.stringify(said),
      isEnough: decided.value.isEnough,
      warningAccepted: answers.warningAccepted === true,
      riskVersion,
      realFrom,
    });
    return ok(appropriatenessOf([...attempts, { riskVersion, realFrom }], now));
  });
}

/**
 * Answers from when real orders are taken of a user; null before the risk text was acknowledged.
 * What was acknowledged is never taken back, so it is asked of the database once.
 */
export function createRealFrom(sql: Sql): (userId: UserId) => Promise<UnixMs | null> {
  const known = new Map<UserId, UnixMs>();
  return async (userId) => {
    const remembered = known.get(userId);
    if (remembered !== undefined) return remembered;
    const found = await findRealFrom(sql, { userId, riskVersion: RISK_VERSION });
    if (found !== null) known.set(userId, found);
    return found;
  };
}
