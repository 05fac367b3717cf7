import {
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  TickMarkType,
  type Time,
  type UTCTimestamp,
  createChart,
} from 'lightweight-charts';
import { type LineLook, type OwnLine, OwnLines } from './chart-lines.ts';
import type { ChartPoint } from './chart-points.ts';

/** How prices are drawn. */
export type ChartKind = 'candles' | 'line';

/** Words and numbers in the reader's language. */
export type ChartText = {
  readonly price: (value: number) => string;
  readonly axisTime: (ms: number) => string;
  readonly axisDay: (ms: number) => string;
  readonly moment: (ms: number) => string;
};

/** A drawn chart. */
export type ChartHandle = {
  readonly setPoints: (points: readonly ChartPoint[]) => void;
  readonly updateLast: (point: ChartPoint) => void;
  readonly setKind: (kind: ChartKind) => void;
  readonly setLines: (lines: readonly OwnLine[]) => void;
  readonly setText: (text: ChartText, minMove: number) => void;
  /** Colours have changed: read them again. */
  readonly restyle: () => void;
  readonly showLatest: () => void;
  readonly destroy: () => void;
};

/** What the chart tells the page. */
export type ChartEvents = {
  /** The bar under the pointer; null when it left. */
  readonly onPoint: (point: ChartPoint | null) => void;
  /** The left end is in view. */
  readonly onNeedOlder: () => void;
};

type Colors = Readonly<
  Record<
    'surface' | 'ink' | 'ink-2' | 'ink-3' | 'line' | 'up' | 'down' | 'up-fill' | 'down-fill',
    string
  >
>;

const UP_VOLUME_ALPHA = '47'; // 28 %
const DOWN_VOLUME_ALPHA = '80'; // 50 %
/** Bars left of the view that are worth having before the reader gets there. */
const OLDER_AHEAD = 20;

type Drawing = {
  readonly element: HTMLElement;
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly line: ISeriesApi<'Line'>;
  readonly volume: ISeriesApi<'Histogram'>;
  readonly lines: OwnLines;
  readonly lineLines: OwnLines;
  points: ChartPoint[];
  own: readonly OwnLine[];
  kind: ChartKind;
  colors: Colors;
};

function readColors(element: HTMLElement): Colors {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--color-${name}`).trim();
  return {
    surface: read('surface'),
    ink: read('ink'),
    'ink-2': read('ink-2'),
    'ink-3': read('ink-3'),
    line: read('line'),
    up: read('up'),
    down: read('down'),
    'up-fill': read('up-fill'),
    'down-fill': read('down-fill'),
  };
}

function candleOf(point: ChartPoint): CandlestickData {
  const { open, high, low, close } = point;
  return { time: point.time as UTCTimestamp, open, high, low, close };
}

/** Sources without volume leave no row of zeros under the candles. */
function showVolume(drawing: Drawing): void {
  const visible = drawing.points.some((point) => point.volume > 0);
  drawing.volume.applyOptions({ visible });
  const scaleMargins = { top: 0.1, bottom: visible ? 0.22 : 0.08 };
  drawing.chart.priceScale('right').applyOptions({ scaleMargins });
}

function volumeOf(point: ChartPoint, colors: Colors) {
  const color =
    point.close >= point.open
      ? colors['up-fill'] + UP_VOLUME_ALPHA
      : colors['down-fill'] + DOWN_VOLUME_ALPHA;
  return { time: point.time as UTCTimestamp, value: point.volume, color };
}

function fontOf(element: HTMLElement): string {
  return getComputedStyle(element).fontFamily;
}

function lookOf(drawing: Drawing): LineLook {
  const { colors } = drawing;
  return {
    colors: { entry: colors['ink-2'], stop: colors.down, target: colors.up },
    ground: colors.surface,
    font: `500 11px ${fontOf(drawing.element)}`,
    direction: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  };
}

function restyle(drawing: Drawing): void {
  drawing.colors = readColors(drawing.element);
  const { colors, chart } = drawing;
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors['ink-3'],
      fontFamily: fontOf(drawing.element),
      fontSize: 11,
    },
    grid: { vertLines: { color: colors.line }, horzLines: { color: colors.line } },
    crosshair: {
      vertLine: { color: colors['ink-3'], labelBackgroundColor: colors.ink },
      horzLine: { color: colors['ink-3'], labelBackgroundColor: colors.ink },
    },
  });
  // Hollow rose, solid fell: the hollow body hides the grid behind it.
  drawing.candles.applyOptions({
    upColor: colors.surface,
    borderUpColor: colors['up-fill'],
    wickUpColor: colors['up-fill'],
    downColor: colors['down-fill'],
    borderDownColor: colors['down-fill'],
    wickDownColor: colors['down-fill'],
    priceLineColor: colors.ink,
  });
  drawing.line.applyOptions({ color: colors.ink, priceLineColor: colors.ink });
  drawing.volume.setData(drawing.points.map((point) => volumeOf(point, colors)));
  showLines(drawing);
}

function showLines(drawing: Drawing): void {
  const look = lookOf(drawing);
  drawing.lines.show(drawing.kind === 'candles' ? drawing.own : [], look);
  drawing.lineLines.show(drawing.kind === 'line' ? drawing.own : [], look);
}

function setKind(drawing: Drawing, kind: ChartKind): void {
  drawing.kind = kind;
  drawing.candles.applyOptions({ visible: kind === 'candles' });
  drawing.line.applyOptions({ visible: kind === 'line' });
  showLines(drawing);
}

function setPoints(drawing: Drawing, points: readonly ChartPoint[]): void {
  drawing.points = [...points];
  drawing.candles.setData(points.map(candleOf));
  drawing.line.setData(
    points.map((point) => ({ time: point.time as UTCTimestamp, value: point.close })),
  );
  drawing.volume.setData(points.map((point) => volumeOf(point, drawing.colors)));
  showVolume(drawing);
}

function updateLast(drawing: Drawing, point: ChartPoint): void {
  const last = drawing.points.at(-1);
  if (last !== undefined && point.time < last.time) return;
  if (last?.time === point.time) drawing.points[drawing.points.length - 1] = point;
  else drawing.points.push(point);
  drawing.candles.update(candleOf(point));
  drawing.line.update({ time: point.time as UTCTimestamp, value: point.close });
  drawing.volume.update(volumeOf(point, drawing.colors));
}

function setText(drawing: Drawing, text: ChartText, minMove: number): void {
  const priceFormat = { type: 'custom' as const, formatter: text.price, minMove };
  drawing.candles.applyOptions({ priceFormat });
  drawing.line.applyOptions({ priceFormat });
  const ms = (time: Time): number => (time as UTCTimestamp) * 1000;
  drawing.chart.applyOptions({
    localization: { timeFormatter: (time: Time) => text.moment(ms(time)) },
    timeScale: {
      tickMarkFormatter: (time: Time, type: TickMarkType) =>
        type >= TickMarkType.Time ? text.axisTime(ms(time)) : text.axisDay(ms(time)),
    },
  });
}

function pointUnder(drawing: Drawing, event: MouseEventParams): ChartPoint | null {
  const { time } = event;
  if (time === undefined) return null;
  return drawing.points.find((point) => point.time === time) ?? null;
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
    points: [],
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
    if (range !== null && drawing.points.length > 0 && range.from < OLDER_AHEAD) {
      events.onNeedOlder();
    }
  });
  return {
    setPoints: (points) => setPoints(drawing, points),
    updateLast: (point) => updateLast(drawing, point),
    setKind: (kind) => setKind(drawing, kind),
    setLines: (lines) => {
      drawing.own = lines;
      showLines(drawing);
    },
    setText: (text, minMove) => setText(drawing, text, minMove),
    restyle: () => restyle(drawing),
    showLatest: () => chart.timeScale().scrollToRealTime(),
    destroy: () => chart.remove(),
  };
}
