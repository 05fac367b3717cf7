import {
  type Clock,
  DAY_MS,
  MINUTE_MS,
  type Mode,
  type UnixMs,
  type UtcDay,
  formatMoney,
  money,
  plusMs,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import type { HouseDay } from '@candor/protocol';
import type { Database } from '../platform/postgres/db.ts';
import { type HousePart, listHouseParts } from './result-store.ts';

/** Days shown, today included. */
const DAYS = 31;
/** So long after its end no transaction of a day is open any more. */
const OPEN_MS = 10 * MINUTE_MS;

/** Parts of days as they are shown: each asset of a day with its sum. */
function daysOf(parts: readonly HousePart[]): HouseDay[] {
  const groups = Map.groupBy(parts, ({ day, asset }) => `${day} ${asset}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { day, asset } = first;
    const text = (units: bigint): string => formatMoney(money(asset, units));
    const total = rows.reduce((sum, { units }) => sum + units, 0n);
    const named = rows.map(({ account, units }) => [account, text(units)] as const);
    return [{ day, asset, result: text(total), parts: Object.fromEntries(named) }];
  });
}

/** Which days are shown, the oldest first. */
export type HouseDays = {
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly days: readonly HouseDay[];
};

/**
 * What the last 31 days brought the house's accounts in one mode. A day that is over is summed once:
 * nothing is added to it and nothing in it changes. `whole` leaves out the day that is not over.
 *
 * @units decimal text of each asset
 */
export function createHouseDays(
  deps: { readonly db: Database; readonly clock: Clock },
  asked: { readonly mode: Mode; readonly days: 'all' | 'whole' },
): () => Promise<HouseDays> {
  const { db, clock } = deps;
  const { mode } = asked;
  let kept: { upTo: UnixMs | null; parts: readonly HousePart[] } = { upTo: null, parts: [] };

  return async () => {
    const now = clock.now();
    const closed = utcDayOf(plusMs(now, -OPEN_MS));
    const next =
      asked.days === 'whole' ? startOfDay(closed) : plusMs(startOfDay(utcDayOf(now)), DAY_MS);
    const first = plusMs(next, -DAYS * DAY_MS);
    const { upTo, parts } = kept;
    const newer: HousePart[] = [];
    // Day by day: a month of a large journal takes longer than one statement may.
    for (
      let day = upTo === null || upTo < first ? first : upTo;
      day < next;
      day = plusMs(day, DAY_MS)
    ) {
      newer.push(...(await listHouseParts(db, { mode, from: day, to: plusMs(day, DAY_MS) })));
    }
    const from = utcDayOf(first);
    const all = [...parts.filter(({ day }) => day >= from), ...newer];
    kept = { upTo: startOfDay(closed), parts: all.filter(({ day }) => day < closed) };
    return { from, to: utcDayOf(plusMs(next, -DAY_MS)), days: daysOf(all) };
  };
}
