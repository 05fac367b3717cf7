import { DAY_MS, type UnixMs, plusMs } from '@candor/kernel';
import type { Sql } from '../postgres/db.ts';

/** How long an answer is kept byte for byte. @source WIRE "Idempotency" */
const KEPT_MS = 30 * DAY_MS;
/** Answers let go in one statement: requests should not wait for more. */
const AT_ONCE = 500;
/** Statements in one go; the rest waits for the next one. */
const GOES_MAX = 50;

const FORGET = 'select platform.forget_answers(platform.from_ms($1), $2) as gone';

/**
 * Lets the bytes of answers go that were given more than thirty days before a moment, by the
 * database's clock too; their requests stay. Answers how many.
 */
export async function forgetAnswers(sql: Sql, now: UnixMs): Promise<number> {
  let gone = 0;
  for (let go = 0; go < GOES_MAX; go += 1) {
    const [row] = await sql.query<{ gone: number }>(FORGET, [plusMs(now, -KEPT_MS), AT_ONCE]);
    gone += row?.gone ?? 0;
    if ((row?.gone ?? 0) < AT_ONCE) break;
  }
  return gone;
}
