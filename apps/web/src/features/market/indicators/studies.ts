import {
  HistogramSeries,
  type IPaneApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatShort } from '@candor/ui';
import type { ChartHandle } from '../chart/chart.ts';
import type { ChartSlot } from '../chart/chart-points.ts';
import type { Output } from './catalogue.ts';
import { type Chosen, chosenKey, chosenName } from './chosen.ts';
import type { StudyBar, Values } from './series.ts';

/** Hues on the sheet; two lines of one hue differ by how they are dashed. */
const HUES = 4;
const DASHES: Readonly<Record<Output['dash'], LineStyle>> = {
  solid: LineStyle.Solid,
  dashed: LineStyle.Dashed,
  dotted: LineStyle.SparseDotted,
};
/** Height of the candles against a pane of an indicator. */
const PRICE_SHARE = 3;
const FADED = '8c';

/** What one line says at a bar. */
export type StudyFigure = {
  readonly label: Output['label'];
  readonly color: string;
  readonly kind: Output['kind'];
  readonly dash: Output['dash'];
  /** As text; null where there is none. */
  readonly text: string | null;
};

/** What an indicator says at a bar, and where its legend stands. */
export type StudyReading = {
  readonly key: string;
  readonly name: string;
  readonly place: 'price' | 'pane';
  /** From the top of the chart. @units pixels */
  readonly top: number;
  readonly figures: readonly StudyFigure[];
};

type Drawn = {
  readonly output: Output;
  readonly series: ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;
  readonly shift: number;
  color: string;
  values: Values;
};
type Study = { readonly chosen: Chosen; readonly slot: number; readonly drawn: Drawn[] };

/** Indicators on a drawn chart. */
export type Studies = {
  /** Puts them on the chart and calls back when there is news; answers how to take them off. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Counts the news. */
  readonly version: () => number;
  readonly show: (set: readonly Chosen[]) => void;
  /** What each says at the bar of a time; of the newest bar without one. */
  readonly readings: (time: number | null) => StudyReading[];
};

type State = {
  readonly handle: ChartHandle['open'];
  studies: Study[];
  /** First and last bar of the last drawing: while both stay, only the newest figure is new. */
  drawnFrom: number | undefined;
  drawnCount: number;
};

function barsOf(slots: readonly ChartSlot[]): StudyBar[] {
  return slots.flatMap(({ point }) => point ?? []);
}

/** Where each figure is drawn: at its bar, or so many places on; beyond the last by the step. */
function timeAt(state: State, times: readonly number[], index: number): number | null {
  if (index < 0) return null;
  const last = times.length - 1;
  const known = times[index];
  if (known !== undefined) return known;
  return (times[last] ?? 0) + (index - last) * state.handle.stepS();
}

type Datum = { time: Time; value?: number; color?: string };

/** Figures as the library draws them: a missing one, and a gap in the bars, break the line. */
function dataOf(state: State, drawn: Drawn): Datum[] {
  const slots = state.handle.slots();
  const times = slots.map((slot) => slot.time);
  let bar = -1;
  const placed = slots.map(({ point }) => (point === null ? null : (drawn.values[++bar] ?? null)));
  const isColumns = drawn.output.kind === 'columns';
  return placed.flatMap((value, index) => {
    const time = timeAt(state, times, index + drawn.shift);
    if (time === null) return [];
    const at = time as UTCTimestamp;
    if (value === null) return [{ time: at }];
    if (isColumns) return [{ time: at, value, color: columnColor(state, value) }];
    const breaks = index + 1 < placed.length && placed[index + 1] === null;
    return [{ time: at, value, ...(breaks ? { color: 'transparent' } : {}) }];
  });
}

function colorOf(state: State, name: string): string {
  return getComputedStyle(state.handle.element).getPropertyValue(`--color-${name}`).trim();
}

function columnColor(state: State, value: number): string {
  return colorOf(state, value < 0 ? 'down-fill' : 'up-fill') + FADED;
}

function hueOf(state: State, study: Pick<Study, 'slot'>, output: Output): string {
  return colorOf(state, `study-${((study.slot + output.tone) % HUES) + 1}`);
}

function textOf(state: State, chosen: Chosen, value: number | null): string | null {
  const text = state.handle.text();
  if (value === null || text === null) return null;
  const { unit } = chosen.indicator;
  if (unit === 'price') return text.price(value);
  if (unit === 'index') return text.share(value);
  const short = formatShort(`${Math.round(value)}`);
  return short.unit === '' ? short.value : `${short.value} ${short.unit}`;
}

function addSeries(state: State, study: Study, pane: number): void {
  const { indicator, parameters } = study.chosen;
  const isAlone = indicator.outputs.filter((output) => output.kind === 'line').length === 1;
  indicator.outputs.forEach((output) => {
    const color = hueOf(state, study, output);
    const common = {
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: {
        type: 'custom' as const,
        formatter: (value: number) => textOf(state, study.chosen, value) ?? '',
        minMove: indicator.unit === 'price' ? state.handle.minMove() : 0.1,
      },
      // A scale of a hundred shows the whole hundred, not the part that was reached.
      ...(indicator.unit === 'index'
        ? { autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }) }
        : {}),
    };
    const { chart } = state.handle;
    const series =
      output.kind === 'columns'
        ? chart.addSeries(HistogramSeries, { ...common, color }, pane)
        : chart.addSeries(
            LineSeries,
            {
              ...common,
              color,
              lineWidth: isAlone ? 2 : 1,
              lineStyle: DASHES[output.dash],
              crosshairMarkerVisible: false,
            },
            pane,
          );
    study.drawn.push({
      output,
      series,
      shift: output.shift?.(parameters) ?? 0,
      color,
      values: [],
    });
  });
  const [first] = study.drawn;
  for (const level of indicator.levels ?? []) {
    first?.series.createPriceLine({
      price: level,
      color: colorOf(state, 'line-strong'),
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: false,
    });
  }
}

function compute(state: State): void {
  const bars = barsOf(state.handle.slots());
  for (const study of state.studies) {
    const runs = study.chosen.indicator.compute(bars, study.chosen.parameters);
    study.drawn.forEach((drawn, index) => (drawn.values = runs[index] ?? []));
  }
}

/** Draws everything anew, or only the newest figure when only that can have changed. */
function refresh(state: State): void {
  const slots = state.handle.slots();
  const isSame = state.drawnFrom === slots[0]?.time && state.drawnCount === slots.length;
  compute(state);
  for (const drawn of state.studies.flatMap((study) => study.drawn)) {
    const data = dataOf(state, drawn);
    const newest = data.at(-1);
    if (isSame && newest !== undefined) drawn.series.update(newest as never);
    else drawn.series.setData(data as never);
  }
  state.drawnFrom = slots[0]?.time;
  state.drawnCount = slots.length;
}

function clear(state: State): void {
  for (const { series } of state.studies.flatMap((study) => study.drawn)) {
    state.handle.chart.removeSeries(series);
  }
  state.studies = [];
  state.drawnFrom = undefined;
}

function show(state: State, set: readonly Chosen[]): void {
  clear(state);
  let pane = 0;
  let overlay = 0;
  state.studies = set.map((chosen) => {
    const isOverlay = chosen.indicator.place === 'price';
    // Each pane begins with the first hue; lines over one price take turns.
    const slot = isOverlay ? overlay : 0;
    if (isOverlay) overlay += new Set(chosen.indicator.outputs.map((one) => one.tone)).size;
    const study: Study = { chosen, slot, drawn: [] };
    addSeries(state, study, isOverlay ? 0 : (pane += 1));
    return study;
  });
  state.handle.chart
    .panes()
    .forEach((one, index) => one.setStretchFactor(index === 0 ? PRICE_SHARE : 1));
  refresh(state);
}

function topOf(state: State, pane: IPaneApi<Time>): number {
  const box = pane.getHTMLElement()?.getBoundingClientRect();
  return box === undefined ? 0 : box.top - state.handle.element.getBoundingClientRect().top;
}

function readings(state: State, time: number | null): StudyReading[] {
  const bars = barsOf(state.handle.slots());
  const found = time === null ? -1 : bars.findLastIndex((bar) => bar.time === time);
  const index = found === -1 ? bars.length - 1 : found;
  return state.studies.map(({ chosen, drawn }) => ({
    key: chosenKey(chosen),
    name: chosenName(chosen),
    place: chosen.indicator.place,
    top: drawn[0] === undefined ? 0 : topOf(state, drawn[0].series.getPane()),
    figures: drawn.map((one) => ({
      label: one.output.label,
      kind: one.output.kind,
      dash: one.output.dash,
      color: one.color,
      text: textOf(state, chosen, one.values[index] ?? null),
    })),
  }));
}

/** Colours of another theme. */
function recolor(state: State): void {
  for (const study of state.studies) {
    for (const drawn of study.drawn) {
      const color = hueOf(state, study, drawn.output);
      if (color === drawn.color) continue;
      drawn.color = color;
      drawn.series.applyOptions({ color });
      state.drawnFrom = undefined;
    }
  }
}

/** Indicators for a chart: on it while a component listens, off it afterwards. */
export function createStudies(handle: ChartHandle['open']): Studies {
  const state: State = { handle, studies: [], drawnFrom: undefined, drawnCount: 0 };
  const listeners = new Set<() => void>();
  let set: readonly Chosen[] = [];
  let version = 0;
  const tell = (): void => {
    version += 1;
    listeners.forEach((listener) => listener());
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      const stop = handle.onChange(() => {
        recolor(state);
        refresh(state);
        tell();
      });
      // A pane changes its place with the window, and when its edge is pulled.
      const sizes = new ResizeObserver(tell);
      sizes.observe(handle.element);
      handle.element.addEventListener('pointerup', tell);
      show(state, set);
      return () => {
        listeners.delete(listener);
        stop();
        sizes.disconnect();
        handle.element.removeEventListener('pointerup', tell);
        clear(state);
      };
    },
    version: () => version,
    show: (next) => {
      set = next;
      show(state, set);
      tell();
    },
    readings: (time) => readings(state, time),
  };
}
