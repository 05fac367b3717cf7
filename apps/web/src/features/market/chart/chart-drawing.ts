import type { CandlestickData, IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { OwnLine, OwnLines } from './chart-lines.ts';
import { type ChartPoint, type ChartSlot, withGaps } from './chart-points.ts';

/** How prices are drawn. */
export type ChartKind = 'candles' | 'line';

/** Words and numbers in the reader's language. */
export type ChartText = {
  readonly price: (value: number) => string;
  /** A figure of a hundred. */
  readonly share: (value: number) => string;
  readonly axisTime: (ms: number) => string;
  readonly axisDay: (ms: number) => string;
  readonly moment: (ms: number) => string;
};

/** How bars follow one another: one each so many seconds, while the market is open. */
export type ChartAxis = Parameters<typeof withGaps>[1];

/** The colours a chart is drawn in. */
export type Colors = Readonly<
  Record<
    | 'surface'
    | 'ink'
    | 'ink-2'
    | 'ink-3'
    | 'line'
    | 'line-strong'
    | 'up'
    | 'down'
    | 'up-fill'
    | 'down-fill'
    | 'warn',
    string
  >
>;

const UP_VOLUME_ALPHA = '47'; // 28 %
const DOWN_VOLUME_ALPHA = '80'; // 50 %
/** What stands on a chart. */
export type Drawing = {
  readonly element: HTMLElement;
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly line: ISeriesApi<'Line'>;
  readonly volume: ISeriesApi<'Histogram'>;
  readonly lines: OwnLines;
  readonly lineLines: OwnLines;
  slots: ChartSlot[];
  axis: ChartAxis;
  text: ChartText | null;
  minMove: number;
  readonly listeners: Set<() => void>;
  own: readonly OwnLine[];
  kind: ChartKind;
  colors: Colors;
};

function candleOf(point: ChartPoint): CandlestickData {
  const { open, high, low, close } = point;
  return { time: point.time as UTCTimestamp, open, high, low, close };
}

/** A drawn bar, or its empty place. */
export function drawn<Bar extends object>(
  slots: readonly ChartSlot[],
  draw: (point: ChartPoint) => Bar,
): (Bar | { time: UTCTimestamp })[] {
  return slots.map(({ time, point }) =>
    point === null ? { time: time as UTCTimestamp } : draw(point),
  );
}

/** The line breaks off before an empty place: the library would draw it through. */
function lineOf(slots: readonly ChartSlot[]) {
  return slots.map(({ time, point }, index) => {
    const at = time as UTCTimestamp;
    if (point === null) return { time: at };
    const breaks = slots[index + 1]?.point === null;
    return { time: at, value: point.close, ...(breaks ? { color: 'transparent' } : {}) };
  });
}

/** The bars, without the empty places. */
function pointsOf(drawing: Drawing): ChartPoint[] {
  return drawing.slots.flatMap(({ point }) => point ?? []);
}

/** Tells those who draw more on this chart that something is new. */
export function tell(drawing: Drawing): void {
  drawing.listeners.forEach((listener) => listener());
}

/** Sources without volume leave no row of zeros under the candles. */
function showVolume(drawing: Drawing): void {
  const visible = pointsOf(drawing).some((point) => point.volume > 0);
  drawing.volume.applyOptions({ visible });
  const scaleMargins = { top: 0.1, bottom: visible ? 0.22 : 0.08 };
  drawing.chart.priceScale('right').applyOptions({ scaleMargins });
}

/** The column of a bar's volume. */
export function volumeOf(point: ChartPoint, colors: Colors) {
  const color =
    point.close >= point.open
      ? colors['up-fill'] + UP_VOLUME_ALPHA
      : colors['down-fill'] + DOWN_VOLUME_ALPHA;
  return { time: point.time as UTCTimestamp, value: point.volume, color };
}

/** Draws bars anew. */
export function setPoints(drawing: Drawing, points: readonly ChartPoint[], axis: ChartAxis): void {
  drawing.axis = axis;
  drawing.slots = withGaps(points, axis);
  drawing.candles.setData(drawn(drawing.slots, candleOf));
  drawing.line.setData(lineOf(drawing.slots));
  drawing.volume.setData(drawn(drawing.slots, (point) => volumeOf(point, drawing.colors)));
  showVolume(drawing);
  tell(drawing);
}

/** Draws the newest bar as it is now. */
export function updateLast(drawing: Drawing, point: ChartPoint): void {
  const last = drawing.slots.at(-1);
  if (last !== undefined && point.time < last.time) return;
  if (last !== undefined && last.point !== null && point.time - last.time > drawing.axis.stepS) {
    setPoints(drawing, [...pointsOf(drawing), point], drawing.axis);
    return;
  }
  const slot = { time: point.time, point };
  if (last?.time === point.time) drawing.slots[drawing.slots.length - 1] = slot;
  else drawing.slots.push(slot);
  drawing.candles.update(candleOf(point));
  drawing.line.update({ time: point.time as UTCTimestamp, value: point.close });
  drawing.volume.update(volumeOf(point, drawing.colors));
  tell(drawing);
}
