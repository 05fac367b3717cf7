import type { DeskPage } from '@candor/protocol/desk-light';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import type { Language } from './TextParts.tsx';

type Schedule = NonNullable<DeskPage['schedule']>;

/** When a notice is shown, as a form holds it; empty texts for at once and for no end. */
export type TypedTimes = {
  readonly from: string;
  readonly until: string;
  /** Empty: readers of all languages. */
  readonly languages: readonly Language[];
};

/** What a form begins with. */
export function typedTimes(schedule: DeskPage['schedule']): TypedTimes {
  if (schedule === null) return { from: '', until: '', languages: [] };
  const { from, until, languages } = schedule;
  return {
    from: momentText(from),
    until: until === null ? '' : momentText(until),
    languages: languages ?? [],
  };
}

/** What a form says; null where it cannot be read or ends before it begins. */
export function readTimes(typed: TypedTimes, now: number): Schedule | null {
  const from = typed.from === '' ? now : readMoment(typed.from);
  const until = typed.until === '' ? null : readMoment(typed.until);
  if (Number.isNaN(from) || (until !== null && !(until > from && until >= now))) return null;
  return { from, until, languages: typed.languages.length === 0 ? null : [...typed.languages] };
}

/** Where a notice stands in its time; `always` for one nothing is said of. */
export type NoticeState = 'always' | 'coming' | 'running' | 'past';

/** Where a notice stands at a moment. */
export function noticeState(schedule: DeskPage['schedule'], now: number): NoticeState {
  if (schedule === null) return 'always';
  if (now < schedule.from) return 'coming';
  return schedule.until !== null && now >= schedule.until ? 'past' : 'running';
}
