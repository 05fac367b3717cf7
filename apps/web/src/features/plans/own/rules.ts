import {
  PLAN_CHOICES,
  type PlanChoices,
  type PlanNumber,
  type PlanStrategy,
} from '@candor/protocol/light';

/** Spans of the past a backtest may run over. @units days */
export const PAST_DAYS = [30, 90, 365] as const;
export type PastDays = (typeof PAST_DAYS)[number];

/** Days rules of one's own may run for on paper. */
export const OWN_DAYS = [7, 14, 30, 60, 90] as const;

/** Rules of one's own as they are chosen; numbers as typed text, null while one is no number. */
export type OwnRules = {
  readonly strategy: PlanStrategy;
  readonly codes: readonly string[];
  readonly numbers: Readonly<Record<string, string | null>>;
  readonly interval: string;
  readonly past: PastDays;
};

/** The rule sets, the benchmark last. */
export const STRATEGIES = Object.keys(PLAN_CHOICES) as PlanStrategy[];

export const choicesOf = (strategy: PlanStrategy): PlanChoices => PLAN_CHOICES[strategy];

/** A strategy with its usual numbers and bars; markets that were chosen stay. */
export function usualRules(strategy: PlanStrategy, codes: readonly string[]): OwnRules {
  const { numbers, intervals, instruments } = choicesOf(strategy);
  return {
    strategy,
    codes: codes.slice(0, instruments.most),
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([name, { usual }]) => [name, String(usual)]),
    ),
    interval: intervals[0],
    past: 90,
  };
}

export function isOwnRules(kept: unknown): kept is OwnRules {
  if (typeof kept !== 'object' || kept === null) return false;
  const { strategy, codes, numbers, interval, past } = kept as Partial<
    Record<keyof OwnRules, unknown>
  >;
  const isKnown = STRATEGIES.some((one) => one === strategy);
  const areCodes = Array.isArray(codes) && codes.every((code) => typeof code === 'string');
  return (
    isKnown &&
    areCodes &&
    typeof numbers === 'object' &&
    numbers !== null &&
    typeof interval === 'string' &&
    PAST_DAYS.some((days) => days === past)
  );
}

/** A typed number that is in its range and on its step; null for any other. */
export function numberOf(text: string | null | undefined, range: PlanNumber): number | null {
  if (text == null || !/^\d{1,6}$/.test(text)) return null;
  const value = Number.parseInt(text, 10);
  const { least, most, step } = range;
  return value >= least && value <= most && (value - least) % step === 0 ? value : null;
}

/** Rules that can be sent. */
export type ChosenRules = {
  readonly strategy: PlanStrategy;
  readonly codes: string[];
  readonly parameters: Record<string, number>;
  readonly interval: string;
};

/** What is sent of them; null while a market is missing or a number is outside. */
export function chosenRules(rules: OwnRules): ChosenRules | null {
  const { numbers, instruments } = choicesOf(rules.strategy);
  const { codes, strategy, interval } = rules;
  if (codes.length < instruments.least || codes.length > instruments.most) return null;
  const parameters: Record<string, number> = {};
  for (const [name, range] of Object.entries(numbers)) {
    const value = numberOf(rules.numbers[name], range);
    if (value === null) return null;
    parameters[name] = value;
  }
  return { strategy, codes: [...codes], parameters, interval };
}
