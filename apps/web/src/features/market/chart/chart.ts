import {
  CandlestickSeries,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  createChart,
} from 'lightweight-charts';
import {
  type ChartAxis,
  type ChartKind,
  type ChartText,
  type Drawing,
  setPoints,
  updateLast,
} from './chart-drawing.ts';
import { type OwnLine, OwnLines } from './chart-lines.ts';
import { readColors, restyle, setKind, setText, showLines } from './chart-look.ts';
import type { ChartPoint, ChartSlot } from './chart-points.ts';

/** A drawn chart. */
export type ChartHandle = {
  readonly setPoints: (points: readonly ChartPoint[], axis: ChartAxis) => void;
  readonly updateLast: (point: ChartPoint) => void;
  readonly setKind: (kind: ChartKind) => void;
  readonly setLines: (lines: readonly OwnLine[]) => void;
  readonly setText: (text: ChartText, minMove: number) => void;
  /** Colours have changed: read them again. */
  readonly restyle: () => void;
  readonly destroy: () => void;
  /** For parts that come later and draw more: what is drawn, and when that changes. */
  readonly open: {
    readonly chart: IChartApi;
    readonly element: HTMLElement;
    readonly slots: () => readonly ChartSlot[];
    readonly stepS: () => number;
    readonly text: () => ChartText | null;
    readonly minMove: () => number;
    readonly series: () => ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;
    readonly lines: () => OwnLines;
    /** Bars, colours or words are new. */
    readonly onChange: (listener: () => void) => () => void;
  };
};

/** What the chart tells the page. */
export type ChartEvents = {
  /** The bar under the pointer; null when it left. */
  readonly onPoint: (point: ChartPoint | null) => void;
  /** The left end is in view. */
  readonly onNeedOlder: () => void;
};

/** Bars left of the view that are worth having before the reader gets there. */
const OLDER_AHEAD = 20;

function pointUnder(drawing: Drawing, event: MouseEventParams): ChartPoint | null {
  const { time } = event;
  if (time === undefined) return null;
  return drawing.slots.find((slot) => slot.time === time)?.point ?? null;
}

function create(element: HTMLElement): Drawing {
  const chart = createChart(element, {
    autoSize: true,
    // The notice and the link to its makers stand under the chart, in words.
    layout: { attributionLogo: false },
    crosshair: { mode: CrosshairMode.Normal },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, rightOffset: 3, barSpacing: 9 },
    // A finger that moves up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
  });
  const lastPrice = { priceLineStyle: LineStyle.Dashed, priceLineWidth: 1 as const };
  const candles = chart.addSeries(CandlestickSeries, lastPrice);
  const line = chart.addSeries(LineSeries, { ...lastPrice, lineWidth: 2, visible: false });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const lines = new OwnLines();
  const lineLines = new OwnLines();
  candles.attachPrimitive(lines);
  line.attachPrimitive(lineLines);
  return {
    element,
    chart,
    candles,
    line,
    volume,
    lines,
    lineLines,
    slots: [],
    axis: { stepS: 60, isOpen: () => true },
    text: null,
    minMove: 0.01,
    listeners: new Set(),
    own: [],
    kind: 'candles',
    colors: readColors(element),
  };
}

/** Draws a chart into an element, in the colours its style sheet gives. */
export function mountChart(element: HTMLElement, events: ChartEvents): ChartHandle {
  const drawing = create(element);
  restyle(drawing);
  const { chart } = drawing;
  chart.subscribeCrosshairMove((event) => events.onPoint(pointUnder(drawing, event)));
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && drawing.slots.length > 0 && range.from < OLDER_AHEAD) {
      events.onNeedOlder();
    }
  });
  return {
    setPoints: (points, axis) => setPoints(drawing, points, axis),
    updateLast: (point) => updateLast(drawing, point),
    setKind: (kind) => setKind(drawing, kind),
    setLines: (lines) => {
      drawing.own = lines;
      showLines(drawing);
    },
    setText: (text, minMove) => setText(drawing, text, minMove),
    restyle: () => restyle(drawing),
    // What is drawn over the chart takes its lines away in the same turn, after this: on a chart
    // that is gone it would ask for one more drawing.
    destroy: () => queueMicrotask(() => chart.remove()),
    open: {
      chart,
      element,
      slots: () => drawing.slots,
      stepS: () => drawing.axis.stepS,
      text: () => drawing.text,
      minMove: () => drawing.minMove,
      series: () => (drawing.kind === 'candles' ? drawing.candles : drawing.line),
      lines: () => (drawing.kind === 'candles' ? drawing.lines : drawing.lineLines),
      onChange: (listener) => {
        drawing.listeners.add(listener);
        return () => drawing.listeners.delete(listener);
      },
    },
  };
}
