import { DAY_MS } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { PauseKind } from './api.ts';

/** A length that is offered: its words, and the days it takes. */
export type Length = {
  readonly value: string;
  readonly key: MessageKey;
  readonly words: Readonly<Record<string, number>>;
  readonly days: number;
};

const days = (count: number): Length => ({
  value: `${count}d`,
  key: 'breaks.days',
  words: { days: count },
  days: count,
});

/** What is offered; every length lies well within what the server takes. */
export const LENGTHS: Readonly<Record<PauseKind, readonly Length[]>> = {
  timeout: [1, 3, 7, 14, 28, 42].map(days),
  exclusion: [
    { value: '6m', key: 'breaks.months', words: { months: 6 }, days: 184 },
    { value: '1y', key: 'breaks.years', words: { years: 1 }, days: 365 },
    { value: '2y', key: 'breaks.years', words: { years: 2 }, days: 730 },
    { value: '5y', key: 'breaks.years', words: { years: 5 }, days: 1_826 },
  ],
};

/** How far the clocks of page and server may be apart. @units milliseconds */
const SLACK_MS = 60_000;

/**
 * When a pause of a length ends that is asked for now. The longest time-out is the longest there
 * is, so a minute is left to clocks that differ.
 */
export function endOf(length: Length, now: number): number {
  return now + length.days * DAY_MS - SLACK_MS;
}

/** The lengths that end later than what runs; all when nothing runs. */
export function longerThan(
  lengths: readonly Length[],
  now: number,
  runsUntil: number | null,
): readonly Length[] {
  return lengths.filter((length) => runsUntil === null || endOf(length, now) > runsUntil);
}

/** Whether an earlier end is possible: one is a day away at the soonest. */
export function canShorten(now: number, runsUntil: number): boolean {
  return runsUntil > now + DAY_MS;
}
