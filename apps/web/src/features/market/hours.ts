import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';

/** One window of the trading week: weekday from Monday = 0, and a time of day in UTC. */
export type HoursLine = {
  readonly fromDay: number;
  readonly from: string;
  readonly toDay: number;
  readonly to: string;
};

/** 1970-01-05 was a Monday; formatting a moment of that week names its weekdays. */
export const SOME_MONDAY_MS = 4 * DAY_MS;

const two = (count: number): string => String(count).padStart(2, '0');

function place(msIntoWeek: number): { day: number; time: string } {
  const within = ((msIntoWeek % (7 * DAY_MS)) + 7 * DAY_MS) % (7 * DAY_MS);
  const ofDay = within % DAY_MS;
  const hours = Math.floor(ofDay / HOUR_MS);
  const minutes = Math.floor((ofDay % HOUR_MS) / MINUTE_MS);
  return { day: Math.floor(within / DAY_MS), time: `${two(hours)}:${two(minutes)}` };
}

function lineOf(window: { fromMs: number; toMs: number }): HoursLine {
  const from = place(window.fromMs);
  // The end is exclusive: midnight belongs to the day that ends there.
  const last = place(window.toMs - 1);
  const end = place(window.toMs);
  const isMidnight = end.time === '00:00';
  return {
    fromDay: from.day,
    from: from.time,
    toDay: isMidnight ? last.day : end.day,
    to: isMidnight ? '24:00' : end.time,
  };
}

/** A run of weekdays with the same daily window, or one window over several days. */
export type HoursGroup = {
  readonly kind: 'daily' | 'through';
  readonly firstDay: number;
  readonly lastDay: number;
  readonly from: string;
  readonly to: string;
};

/**
 * Trading hours as a person reads them: equal windows of neighbouring days as one line ("Monday
 * to Friday, 14:30–21:00 UTC"), a window over several days as it runs.
 *
 * @shape windows of the week, in order → lines; none means around the clock
 */
export function hoursGroups(hours: MarketInfo['specification']['hours']): HoursGroup[] {
  const groups: HoursGroup[] = [];
  for (const line of hours.map(lineOf)) {
    const last = groups.at(-1);
    const isDaily = line.fromDay === line.toDay;
    const continues =
      isDaily &&
      last?.kind === 'daily' &&
      last.lastDay + 1 === line.fromDay &&
      last.from === line.from &&
      last.to === line.to;
    if (continues) groups[groups.length - 1] = { ...last, lastDay: line.toDay };
    else {
      groups.push({
        kind: isDaily ? 'daily' : 'through',
        firstDay: line.fromDay,
        lastDay: line.toDay,
        from: line.from,
        to: line.to,
      });
    }
  }
  return groups;
}
