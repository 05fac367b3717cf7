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
import type { HouseDay } from '@candor/protocol/desk';
import { type HousePart, listHouseParts } from '../../ledger/index.ts';
import type { Database } from '../../platform/postgres/db.ts';

/** Days shown, today included. */
const DAYS = 31;
/** So long after its end no transaction of a day is open any more. */
const OPEN_MS = 10 * MINUTE_MS;

/** Parts of days as the desk shows them: each asset of a day with its sum. */
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

/** Which days are shown. */
export type HouseDays = {
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly days: Readonly<Record<Mode, readonly HouseDay[]>>;
};

/**
 * What the last days brought the house. A day that is over is summed once: nothing is added to it and
 * nothing in it changes.
 */
export function createHouseDays(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): () => Promise<HouseDays> {
  const { db, clock } = deps;
  const kept: Record<Mode, { upTo: UnixMs | null; parts: readonly HousePart[] }> = {
    real: { upTo: null, parts: [] },
    demo: { upTo: null, parts: [] },
  };

  async function read(mode: Mode, now: UnixMs): Promise<HouseDay[]> {
    const first = plusMs(startOfDay(utcDayOf(now)), -(DAYS - 1) * DAY_MS);
    const { upTo, parts } = kept[mode];
    const from = upTo === null || upTo < first ? first : upTo;
    const to = plusMs(startOfDay(utcDayOf(now)), DAY_MS);
    const newer: HousePart[] = [];
    // Day by day: a month of a large journal takes longer than one statement may.
    for (let day = from; day < to; day = plusMs(day, DAY_MS)) {
      newer.push(...(await listHouseParts(db, { mode, from: day, to: plusMs(day, DAY_MS) })));
    }
    const firstDay = utcDayOf(first);
    const all = [...parts.filter(({ day }) => day >= firstDay), ...newer];
    const closed = utcDayOf(plusMs(now, -OPEN_MS));
    kept[mode] = { upTo: startOfDay(closed), parts: all.filter(({ day }) => day < closed) };
    return daysOf(all);
  }

  return async () => {
    const now = clock.now();
    const days = { real: await read('real', now), demo: await read('demo', now) };
    const to = utcDayOf(now);
    return { from: utcDayOf(plusMs(startOfDay(to), -(DAYS - 1) * DAY_MS)), to, days };
  };
}
