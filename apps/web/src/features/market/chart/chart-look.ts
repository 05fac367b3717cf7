import { ColorType, TickMarkType, type Time, type UTCTimestamp } from 'lightweight-charts';
import {
  type ChartKind,
  type ChartText,
  type Colors,
  type Drawing,
  drawn,
  tell,
  volumeOf,
} from './chart-drawing.ts';
import type { LineLook } from './chart-lines.ts';

/** The colours of the style sheet, as they are now. */
export function readColors(element: HTMLElement): Colors {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--color-${name}`).trim();
  return {
    surface: read('surface'),
    ink: read('ink'),
    'ink-2': read('ink-2'),
    'ink-3': read('ink-3'),
    line: read('line'),
    'line-strong': read('line-strong'),
    warn: read('warn'),
    up: read('up'),
    down: read('down'),
    'up-fill': read('up-fill'),
    'down-fill': read('down-fill'),
  };
}

function fontOf(element: HTMLElement): string {
  return getComputedStyle(element).fontFamily;
}

function lookOf(drawing: Drawing): LineLook {
  const { colors } = drawing;
  return {
    colors: {
      entry: colors['ink-2'],
      pending: colors['ink-2'],
      stop: colors.down,
      target: colors.up,
      forced: colors.warn,
    },
    wrong: colors.warn,
    ground: colors.surface,
    font: `500 11px ${fontOf(drawing.element)}`,
    direction: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  };
}

/** Draws everything in the colours of the style sheet. */
export function restyle(drawing: Drawing): void {
  drawing.colors = readColors(drawing.element);
  const { colors, chart } = drawing;
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors['ink-3'],
      fontFamily: fontOf(drawing.element),
      fontSize: 11,
      panes: { separatorColor: colors['line-strong'], separatorHoverColor: colors.line },
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
  drawing.volume.setData(drawn(drawing.slots, (point) => volumeOf(point, colors)));
  showLines(drawing);
  tell(drawing);
}

/** Draws the trader's own prices on the series in view. */
export function showLines(drawing: Drawing): void {
  const look = lookOf(drawing);
  drawing.lines.show(drawing.kind === 'candles' ? drawing.own : [], look);
  drawing.lineLines.show(drawing.kind === 'line' ? drawing.own : [], look);
}

/** Shows candles or a line. */
export function setKind(drawing: Drawing, kind: ChartKind): void {
  drawing.kind = kind;
  drawing.candles.applyOptions({ visible: kind === 'candles' });
  drawing.line.applyOptions({ visible: kind === 'line' });
  showLines(drawing);
}

/** Writes prices and times in the reader's language. */
export function setText(drawing: Drawing, text: ChartText, minMove: number): void {
  drawing.text = text;
  drawing.minMove = minMove;
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
  tell(drawing);
}
