import {
  type DeskPlanVersion,
  PLAN_CHOICES,
  type PlanStrategy,
  type PlanVersionTerms,
} from '@candor/protocol/desk-light';
import { isAmount } from '../../lib/amounts.ts';

/** A version as it is typed. */
export type TypedVersion = {
  readonly strategy: PlanStrategy;
  readonly interval: string;
  readonly codes: string;
  readonly numbers: Readonly<Record<string, string>>;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly days: string;
  readonly cycleDays: string;
  readonly capacity: string;
};

/** The strategies there are. */
export const STRATEGIES = Object.keys(PLAN_CHOICES) as PlanStrategy[];

/** A form that begins with a version as it is. */
export function typedFrom(version: DeskPlanVersion): TypedVersion {
  return {
    strategy: version.strategy,
    interval: version.interval,
    codes: version.codes.join(', '),
    numbers: Object.fromEntries(
      Object.entries(version.parameters).map(([name, value]) => [name, String(value)]),
    ),
    amountMin: version.amountMin,
    amountMax: version.amountMax,
    days: version.days.join(', '),
    cycleDays: String(version.cycleDays),
    capacity: version.capacity,
  };
}

/** The same with another strategy: its usual numbers and bars. */
export function withStrategy(typed: TypedVersion, strategy: PlanStrategy): TypedVersion {
  const { numbers, intervals } = PLAN_CHOICES[strategy];
  return {
    ...typed,
    strategy,
    interval: intervals[0],
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([name, { usual }]) => [name, String(usual)]),
    ),
  };
}

const WHOLE = /^\d{1,6}$/;
const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Fields of a form that cannot be read, or are outside what the strategy takes. */
export function faultsOf(typed: TypedVersion): ReadonlySet<string> {
  const faults = new Set<string>();
  const { numbers } = PLAN_CHOICES[typed.strategy];
  for (const [name, { least, most, step }] of Object.entries(numbers)) {
    const text = typed.numbers[name] ?? '';
    const value = WHOLE.test(text) ? Number.parseInt(text, 10) : Number.NaN;
    const fits = value >= least && value <= most && (value - least) % step === 0;
    if (!fits) faults.add(name);
  }
  for (const field of ['amountMin', 'amountMax', 'capacity'] as const) {
    if (!isAmount(typed[field])) faults.add(field);
  }
  const days = listOf(typed.days);
  if (days.length === 0 || days.some((day) => !WHOLE.test(day))) faults.add('days');
  if (!WHOLE.test(typed.cycleDays)) faults.add('cycleDays');
  if (listOf(typed.codes).length === 0) faults.add('codes');
  return faults;
}

/** What is sent of a form without faults. */
export function termsFrom(typed: TypedVersion): PlanVersionTerms {
  const names = Object.keys(PLAN_CHOICES[typed.strategy].numbers);
  return {
    strategy: typed.strategy,
    parameters: Object.fromEntries(
      names.map((name) => [name, Number.parseInt(typed.numbers[name] ?? '', 10)]),
    ),
    interval: typed.interval,
    codes: listOf(typed.codes),
    amountMin: typed.amountMin,
    amountMax: typed.amountMax,
    days: listOf(typed.days).map((day) => Number.parseInt(day, 10)),
    cycleDays: Number.parseInt(typed.cycleDays, 10),
    capacity: typed.capacity,
  };
}
