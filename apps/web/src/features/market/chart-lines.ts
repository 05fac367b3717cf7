import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { labelPlaces, labelPlacesBeside } from './label-places.ts';

/** One of the trader's own prices on the chart: where it is, and what it means in words. */
export type OwnLine = {
  readonly id: string;
  readonly price: number;
  readonly priceText: string;
  /** "Stop loss −25.50". */
  readonly label: string;
  readonly tone: 'entry' | 'stop' | 'target';
};

/** Colours and font of the lines. */
export type LineLook = {
  readonly colors: Readonly<Record<OwnLine['tone'], string>>;
  readonly ground: string;
  readonly font: string;
  readonly direction: 'ltr' | 'rtl';
};

type Canvas = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** How far beyond the candles an own price may stretch the scale, of their height. */
const NEAR_SHARE = 0.5;
const LABEL = { height: 20, padding: 8, start: 8, radius: 4 };

function roomIn(height: number): { gap: number; from: number; to: number } {
  const half = LABEL.height / 2 + 1;
  return { gap: LABEL.height + 2, from: half, to: height - half };
}

function rangeOf(drawn: readonly object[]): { minValue: number; maxValue: number } | null {
  let minValue = Infinity;
  let maxValue = -Infinity;
  for (const point of drawn) {
    const { low, high, value } = point as { low?: number; high?: number; value?: number };
    minValue = Math.min(minValue, low ?? value ?? Infinity);
    maxValue = Math.max(maxValue, high ?? value ?? -Infinity);
  }
  return minValue <= maxValue ? { minValue, maxValue } : null;
}

function box(
  context: CanvasRenderingContext2D,
  place: { x: number; y: number; width: number },
  look: { stroke: string; fill: string },
): void {
  context.beginPath();
  context.roundRect(place.x, place.y - LABEL.height / 2, place.width, LABEL.height, LABEL.radius);
  context.fillStyle = look.fill;
  context.fill();
  context.setLineDash([]);
  context.lineWidth = 1;
  context.strokeStyle = look.stroke;
  context.stroke();
}

function text(
  context: CanvasRenderingContext2D,
  words: string,
  place: { x: number; y: number; color: string; font: string },
): void {
  context.font = place.font;
  context.fillStyle = place.color;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(words, place.x, place.y + 0.5);
}

/**
 * The trader's own entry, stop and target over the candles: a dashed line, a box with words at
 * the left and the price in a box on the axis.
 */
export class OwnLines implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time> | null = null;
  private lines: readonly OwnLine[] = [];
  private look: LineLook | null = null;
  private readonly paneView: IPrimitivePaneView = {
    zOrder: () => 'top',
    renderer: () => ({ draw: (target) => this.drawPane(target) }),
  };
  private readonly axisView: IPrimitivePaneView = {
    zOrder: () => 'top',
    renderer: () => ({ draw: (target) => this.drawAxis(target) }),
  };
  private readonly paneList = [this.paneView];
  private readonly axisList = [this.axisView];

  attached(parameter: SeriesAttachedParameter<Time>): void {
    this.attachedTo = parameter;
  }
  detached(): void {
    this.attachedTo = null;
  }
  show(lines: readonly OwnLine[], look: LineLook): void {
    this.lines = lines;
    this.look = look;
    this.attachedTo?.requestUpdate();
  }
  paneViews(): readonly IPrimitivePaneView[] {
    return this.paneList;
  }
  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.axisList;
  }
  /** Own prices near the candles stay in view; distant ones must not flatten them. */
  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    const drawn = this.attachedTo?.series.data().slice(Math.max(0, Math.floor(from)), to + 1) ?? [];
    const range = rangeOf(drawn);
    if (range === null) return null;
    const near = (range.maxValue - range.minValue) * NEAR_SHARE;
    const prices = this.lines
      .map((line) => line.price)
      .filter((price) => price >= range.minValue - near && price <= range.maxValue + near);
    if (prices.length === 0) return null;
    const priceRange = { minValue: Math.min(...prices), maxValue: Math.max(...prices) };
    return { priceRange, margins: { above: LABEL.height / 2, below: LABEL.height / 2 } };
  }

  /** The lines in view with their heights. */
  private drawn(height: number): { line: OwnLine; y: number }[] {
    const series = this.attachedTo?.series;
    return this.lines.flatMap((line) => {
      const y = series?.priceToCoordinate(line.price) ?? null;
      return y === null || y < 0 || y > height ? [] : [{ line, y }];
    });
  }

  /** Height of the last price, whose tag has the first place on the axis. */
  private lastY(): number | null {
    const series = this.attachedTo?.series;
    const last = series?.data().at(-1) as { close?: number; value?: number } | undefined;
    const price = last?.close ?? last?.value;
    return price === undefined ? null : (series?.priceToCoordinate(price) ?? null);
  }

  private drawPane(target: Canvas): void {
    const look = this.look;
    if (look === null) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const drawn = this.drawn(mediaSize.height);
      const places = labelPlaces(
        drawn.map(({ y }) => y),
        roomIn(mediaSize.height),
      );
      drawn.forEach(({ line, y }, index) => {
        const color = look.colors[line.tone];
        const place = places[index] ?? y;
        context.beginPath();
        context.setLineDash([4, 4]);
        context.lineWidth = 1;
        context.strokeStyle = color;
        context.moveTo(0, Math.round(y) + 0.5);
        context.lineTo(mediaSize.width, Math.round(y) + 0.5);
        context.stroke();
        context.font = look.font;
        context.direction = look.direction;
        const width = context.measureText(line.label).width + 2 * LABEL.padding;
        box(context, { x: LABEL.start, y: place, width }, { stroke: color, fill: look.ground });
        const x = LABEL.start + LABEL.padding;
        text(context, line.label, { x, y: place, color, font: look.font });
      });
    });
  }

  private drawAxis(target: Canvas): void {
    const look = this.look;
    if (look === null) return;
    const lastY = this.lastY();
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const drawn = this.drawn(mediaSize.height);
      const heights = drawn.map(({ y }) => y);
      const room = roomIn(mediaSize.height);
      // The chart itself draws the last price; its tag keeps its place.
      const places =
        lastY === null ? labelPlaces(heights, room) : labelPlacesBeside(heights, lastY, room);
      drawn.forEach(({ line, y }, index) => {
        const color = look.colors[line.tone];
        const place = places[index] ?? y;
        const width = mediaSize.width - 4;
        box(context, { x: 2, y: place, width }, { stroke: color, fill: look.ground });
        text(context, line.priceText, { x: 8, y: place, color, font: look.font });
      });
    });
  }
}
