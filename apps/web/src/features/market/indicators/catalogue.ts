import type { MessageKey } from '@candor/locales';
import {
  bollinger,
  exponentialAverage,
  ichimoku,
  simpleAverage,
  volumeWeightedPrice,
} from './overlays.ts';
import {
  averageTrueRange,
  convergence,
  directionalIndex,
  onBalanceVolume,
  relativeStrength,
  stochastic,
} from './oscillators.ts';
import type { StudyBar, Values } from './series.ts';

/** Indicators a chart can show. */
export type IndicatorId =
  | 'sma'
  | 'ema'
  | 'bollinger'
  | 'vwap'
  | 'ichimoku'
  | 'rsi'
  | 'macd'
  | 'stochastic'
  | 'adx'
  | 'atr'
  | 'obv';

/** A number its reader may choose. */
export type Parameter = {
  readonly label: MessageKey;
  readonly standard: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
};

/** One line or row of columns of an indicator. */
export type Output = {
  /** Its short name beside the figure; null when the indicator has only this one. */
  readonly label: MessageKey | null;
  /** Which of the colours after the indicator's own. */
  readonly tone: 0 | 1 | 2 | 3;
  readonly dash: 'solid' | 'dashed' | 'dotted';
  readonly kind: 'line' | 'columns';
  /** Bars ahead (or back, below zero) it is drawn at. */
  readonly shift?: (parameters: readonly number[]) => number;
};

/** What an indicator is and how it is drawn. */
export type Indicator = {
  readonly id: IndicatorId;
  /** The abbreviation traders use in every language. */
  readonly short: string;
  readonly title: MessageKey;
  /** Over the candles, or in a pane of its own. */
  readonly place: 'price' | 'pane';
  /** What its figures are: prices, shares of a hundred, or quantities. */
  readonly unit: 'price' | 'index' | 'quantity';
  readonly parameters: readonly Parameter[];
  readonly outputs: readonly Output[];
  /** Marks across its pane. */
  readonly levels?: readonly number[];
  /** One run of figures per output. */
  readonly compute: (bars: readonly StudyBar[], parameters: readonly number[]) => Values[];
};

const LONGEST = 500;

const length = (standard: number, label: MessageKey = 'indicators.period'): Parameter => ({
  label,
  standard,
  least: 2,
  most: LONGEST,
  step: 1,
});

const line = (
  label: MessageKey | null,
  tone: Output['tone'] = 0,
  dash: Output['dash'] = 'solid',
): Output => ({ label, tone, dash, kind: 'line' });

const SMA: Indicator = {
  id: 'sma',
  short: 'SMA',
  title: 'indicators.sma',
  place: 'price',
  unit: 'price',
  parameters: [length(20)],
  outputs: [line(null)],
  compute: (bars, [period = 20]) => [simpleAverage(bars, period)],
};

const EMA: Indicator = {
  id: 'ema',
  short: 'EMA',
  title: 'indicators.ema',
  place: 'price',
  unit: 'price',
  parameters: [length(50)],
  outputs: [line(null, 0, 'dashed')],
  compute: (bars, [period = 50]) => [exponentialAverage(bars, period)],
};

const BOLLINGER: Indicator = {
  id: 'bollinger',
  short: 'BB',
  title: 'indicators.bollinger',
  place: 'price',
  unit: 'price',
  parameters: [
    length(20),
    { label: 'indicators.deviations', standard: 2, least: 0.5, most: 5, step: 0.5 },
  ],
  outputs: [
    line('indicators.upper'),
    line('indicators.middle', 0, 'dotted'),
    line('indicators.lower'),
  ],
  compute: (bars, [period = 20, deviations = 2]) => {
    const { upper, middle, lower } = bollinger(bars, { period, deviations });
    return [upper, middle, lower];
  },
};

const VWAP: Indicator = {
  id: 'vwap',
  short: 'VWAP',
  title: 'indicators.vwap',
  place: 'price',
  unit: 'price',
  parameters: [],
  outputs: [line(null, 0, 'dotted')],
  compute: (bars) => [volumeWeightedPrice(bars)],
};

// Hosoda counts the current bar as the first of the 26.
const ahead = ([, base = 26]: readonly number[]): number => base - 1;

const ICHIMOKU: Indicator = {
  id: 'ichimoku',
  short: 'Ichimoku',
  title: 'indicators.ichimoku',
  place: 'price',
  unit: 'price',
  parameters: [
    length(9, 'indicators.conversion-period'),
    length(26, 'indicators.base-period'),
    length(52, 'indicators.span-period'),
  ],
  outputs: [
    line('indicators.conversion'),
    line('indicators.base', 1),
    { ...line('indicators.span-a', 2), shift: ahead },
    { ...line('indicators.span-b', 2, 'dashed'), shift: ahead },
    { ...line('indicators.lagging', 3, 'dotted'), shift: (parameters) => -ahead(parameters) },
  ],
  compute: (bars, [conversion = 9, base = 26, span = 52]) => {
    const found = ichimoku(bars, { conversion, base, span });
    return [found.conversion, found.base, found.spanA, found.spanB, found.lagging];
  },
};

const RSI: Indicator = {
  id: 'rsi',
  short: 'RSI',
  title: 'indicators.rsi',
  place: 'pane',
  unit: 'index',
  parameters: [length(14)],
  outputs: [line(null)],
  levels: [30, 70],
  compute: (bars, [period = 14]) => [relativeStrength(bars, period)],
};

const MACD: Indicator = {
  id: 'macd',
  short: 'MACD',
  title: 'indicators.macd',
  place: 'pane',
  unit: 'price',
  parameters: [
    length(12, 'indicators.fast-period'),
    length(26, 'indicators.slow-period'),
    length(9, 'indicators.signal-period'),
  ],
  outputs: [
    { label: 'indicators.histogram', tone: 0, dash: 'solid', kind: 'columns' },
    line('indicators.macd-line'),
    line('indicators.signal', 1, 'dashed'),
  ],
  compute: (bars, [fast = 12, slow = 26, signal = 9]) => {
    const found = convergence(bars, { fast, slow, signal });
    return [found.histogram, found.macd, found.signal];
  },
};

const STOCHASTIC: Indicator = {
  id: 'stochastic',
  short: 'Stoch',
  title: 'indicators.stochastic',
  place: 'pane',
  unit: 'index',
  parameters: [
    length(14),
    { ...length(3, 'indicators.smooth-period'), least: 1 },
    { ...length(3, 'indicators.signal-period'), least: 1 },
  ],
  outputs: [line('indicators.stochastic-k'), line('indicators.stochastic-d', 1, 'dashed')],
  levels: [20, 80],
  compute: (bars, [period = 14, smooth = 3, signal = 3]) => {
    const { k, d } = stochastic(bars, { period, smooth, signal });
    return [k, d];
  },
};

const ADX: Indicator = {
  id: 'adx',
  short: 'ADX',
  title: 'indicators.adx',
  place: 'pane',
  unit: 'index',
  parameters: [length(14)],
  outputs: [
    line('indicators.adx-line'),
    line('indicators.adx-plus', 1, 'dashed'),
    line('indicators.adx-minus', 2, 'dotted'),
  ],
  levels: [25],
  compute: (bars, [period = 14]) => {
    const { adx, plus, minus } = directionalIndex(bars, period);
    return [adx, plus, minus];
  },
};

const ATR: Indicator = {
  id: 'atr',
  short: 'ATR',
  title: 'indicators.atr',
  place: 'pane',
  unit: 'price',
  parameters: [length(14)],
  outputs: [line(null)],
  compute: (bars, [period = 14]) => [averageTrueRange(bars, period)],
};

const OBV: Indicator = {
  id: 'obv',
  short: 'OBV',
  title: 'indicators.obv',
  place: 'pane',
  unit: 'quantity',
  parameters: [],
  outputs: [line(null)],
  compute: (bars) => [onBalanceVolume(bars)],
};

/** Every indicator, those over the candles first. */
export const INDICATORS: readonly Indicator[] = [
  SMA,
  EMA,
  BOLLINGER,
  VWAP,
  ICHIMOKU,
  RSI,
  MACD,
  STOCHASTIC,
  ADX,
  ATR,
  OBV,
];

/** An indicator by its id; undefined for one this page does not know. */
export function findIndicator(id: string): Indicator | undefined {
  return INDICATORS.find((indicator) => indicator.id === id);
}
