import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { CaretLeftIcon } from './frame-icons.ts';
import { dateLangOf, formatTime } from './format.ts';
import { CaretRightIcon } from './icons.ts';
import { type CalendarDay, dayByKey, msOfDay, plusMonths, weeksOf } from './calendar-days.ts';
import { useLocale, useT } from './use-locale.ts';

const UTC = { timeZone: 'UTC' } as const;
const MONTH = { month: 'long', year: 'numeric', ...UTC } as const;
const WHOLE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...UTC } as const;

/** The name of each weekday, short to look at and whole to hear. */
function Weekdays({ days }: { readonly days: readonly CalendarDay[] }): ReactElement {
  return (
    <div role="row" className="grid grid-cols-7">
      {days.map((day) => (
        <div
          key={day}
          role="columnheader"
          className="grid h-8 place-items-center text-xs font-medium text-ink-3"
        >
          <span aria-hidden="true">{formatTime(msOfDay(day), { weekday: 'narrow', ...UTC })}</span>
          <span className="sr-only">{formatTime(msOfDay(day), { weekday: 'long', ...UTC })}</span>
        </div>
      ))}
    </div>
  );
}

/** How a day looks: chosen, today, of another month, or not to be chosen. */
function lookOf(day: {
  readonly isChosen: boolean;
  readonly isToday: boolean;
  readonly isOut: boolean;
  readonly isOwn: boolean;
}): string {
  if (day.isChosen) return 'bg-accent-solid font-semibold text-on-accent';
  const ground = day.isOut ? 'cursor-not-allowed line-through' : 'hover:bg-hover';
  const ink = day.isOut || !day.isOwn ? 'text-ink-3' : '';
  return `${ground} ${ink} ${day.isToday ? 'font-semibold inset-ring inset-ring-control' : ''}`;
}

/**
 * One month to choose a day from, by pointer or by keyboard: arrows, Page Up and Down (with shift a
 * year), Home and End of the week, Enter. Weeks begin where those of the language do.
 */
export function Calendar(props: {
  /** The chosen day; null for none. */
  readonly value: CalendarDay | null;
  /** Where it begins without a chosen day. */
  readonly today: CalendarDay;
  readonly min?: CalendarDay | undefined;
  readonly max?: CalendarDay | undefined;
  readonly onChoose: (day: CalendarDay) => void;
}): ReactElement {
  const { value, today, min, max, onChoose } = props;
  const t = useT();
  const { htmlLang, dir } = useLocale();
  const grid = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState<CalendarDay>(value ?? today);
  /** By keyboard: the focus follows the day. */
  const [isMoved, setIsMoved] = useState(true);
  const lang = dateLangOf(htmlLang);
  const weeks = weeksOf(day, lang);
  const month = day.slice(0, 7);
  const isOut = (one: CalendarDay): boolean =>
    (min !== undefined && one < min) || (max !== undefined && one > max);
  useEffect(() => {
    if (isMoved) grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }, [day, isMoved]);
  const turn = (months: number): void => {
    setIsMoved(false);
    setDay(plusMonths(day, months));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = { name: event.key, hasShift: event.shiftKey };
    const next = dayByKey(day, key, { lang, isRtl: dir === 'rtl' });
    if (next === null) return;
    event.preventDefault();
    setIsMoved(true);
    setDay(next);
  };
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <IconButton label={t('calendar.before')} onClick={() => turn(-1)}>
          <CaretLeftIcon />
        </IconButton>
        <p aria-live="polite" className="font-semibold">
          {formatTime(msOfDay(day), MONTH)}
        </p>
        <IconButton label={t('calendar.after')} onClick={() => turn(1)}>
          <CaretRightIcon />
        </IconButton>
      </div>
      <div
        ref={grid}
        role="grid"
        aria-label={formatTime(msOfDay(day), MONTH)}
        className="mt-1 text-center"
      >
        <Weekdays days={weeks[0] ?? []} />
        {weeks.map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((one) => (
              <div key={one} role="gridcell" aria-selected={one === value} className="p-0.5">
                <button
                  type="button"
                  tabIndex={one === day ? 0 : -1}
                  data-focus-first={one === day ? '' : undefined}
                  aria-label={formatTime(msOfDay(one), WHOLE)}
                  aria-current={one === today ? 'date' : undefined}
                  aria-disabled={isOut(one) || undefined}
                  onClick={() => !isOut(one) && onChoose(one)}
                  onKeyDown={onKeyDown}
                  className={`grid h-11 w-full place-items-center rounded-sm text-sm tabular-nums ${lookOf(
                    {
                      isChosen: one === value,
                      isToday: one === today,
                      isOut: isOut(one),
                      isOwn: one.startsWith(month),
                    },
                  )}`}
                >
                  {formatTime(msOfDay(one), { day: 'numeric', ...UTC }).replace(/\D+/g, '')}
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
