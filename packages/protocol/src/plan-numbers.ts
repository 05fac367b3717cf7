/** What one number of a strategy may be. */
export type PlanNumber = {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly usual: number;
};

/** What a strategy can be tried with on paper. */
export type PlanChoices = {
  readonly numbers: Readonly<Record<string, PlanNumber>>;
  /** Lengths of bars; the first is the usual one. */
  readonly intervals: readonly [string, ...string[]];
  readonly instruments: { readonly least: number; readonly most: number };
};

const ONE = { least: 1, most: 1 } as const;

/** Numbers of each strategy, their ranges and steps; a test holds them to the advisor's. */
export const PLAN_CHOICES = {
  trend: {
    numbers: {
      fast: { least: 3, most: 100, step: 1, usual: 12 },
      slow: { least: 10, most: 400, step: 1, usual: 48 },
      margin: { least: 0, most: 500, step: 5, usual: 10 },
    },
    intervals: ['1h', '15m', '30m', '4h', '1d'],
    instruments: ONE,
  },
  reversion: {
    numbers: {
      length: { least: 10, most: 400, step: 1, usual: 48 },
      width: { least: 100, most: 400, step: 5, usual: 220 },
      share: { least: 1000, most: 10_000, step: 500, usual: 6000 },
    },
    intervals: ['15m', '5m', '30m', '1h', '4h', '1d'],
    instruments: ONE,
  },
  grid: {
    numbers: {
      gap: { least: 10, most: 1000, step: 5, usual: 75 },
      levels: { least: 2, most: 25, step: 1, usual: 8 },
      patience: { least: 1, most: 2000, step: 1, usual: 96 },
    },
    intervals: ['5m', '1m', '15m', '30m', '1h'],
    instruments: ONE,
  },
  dca: {
    numbers: {
      every: { least: 1, most: 1000, step: 1, usual: 12 },
      part: { least: 100, most: 5000, step: 50, usual: 800 },
      dip: { least: 50, most: 5000, step: 10, usual: 200 },
      take: { least: 50, most: 10_000, step: 10, usual: 400 },
    },
    intervals: ['1h', '15m', '30m', '4h', '1d'],
    instruments: ONE,
  },
  rotation: {
    numbers: {
      lookback: { least: 2, most: 400, step: 1, usual: 18 },
      every: { least: 1, most: 400, step: 1, usual: 2 },
      hold: { least: 1, most: 5, step: 1, usual: 1 },
      floor: { least: 0, most: 2000, step: 10, usual: 50 },
    },
    intervals: ['4h', '1h', '1d'],
    instruments: { least: 1, most: 8 },
  },
  hold: { numbers: {}, intervals: ['1h', '15m', '30m', '4h', '1d'], instruments: ONE },
} as const satisfies Readonly<Record<string, PlanChoices>>;
