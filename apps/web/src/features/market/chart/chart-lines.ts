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
  readonly tone: 'entry' | 'pending' | 'stop' | 'target' | 'forced';
  /** Of a line its owner may move: its exact price, and what it is called. */
  readonly move?: { readonly at: string; readonly name: string };
};

/** What a line would mean at another price. */
export type LinePreview = {
  readonly priceText: string;
  readonly label: string;
  /** Why it may not stand there, in words; null when it may. */
  readonly problem: string | null;
};

/**
 * How lines that may be moved are asked about and set; by the component that knows what they mean.
 */
export type LineMoves = {
  readonly preview: (id: string, price: string) => LinePreview;
  /** Sets it; null when that was done, else why not. */
  readonly commit: (id: string, price: string) => Promise<string | null>;
};

/** A line while it is moved. */
type Held = LinePreview & { readonly id: string; readonly price: number };

/** Where the label of a line stands. @units pixels */
export type LabelPlace = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
};

/** Colours and font of the lines. */
export type LineLook = {
  readonly colors: Readonly<Record<OwnLine['tone'], string>>;
  /** Of a line held where it may not stand. */
  readonly wrong: string;
  readonly ground: string;
  readonly font: string;
  readonly direction: 'ltr' | 'rtl';
};

type Canvas = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** How far beyond the candles an own price may stretch the scale, of their height. */
const NEAR_SHARE = 0.5;
/** And of the price itself: a quiet hour's candles are lower than any stop is near. */
const NEAR_PRICE_SHARE = 0.001;
const LABEL = { height: 20, padding: 8, start: 8, radius: 4 };
/** Two strokes at the start of a label that can be moved. */
const GRIP = { width: 9, stroke: 8 };
/** Beside the price of a tag whose line is out of view. */
const ARROW = { half: 3, width: 8 };

const staysAtEdge = ({ tone, move }: OwnLine): boolean =>
  move !== undefined || tone === 'stop' || tone === 'target';

/** Points to where a price is that is out of view. */
function drawArrow(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number; up: boolean; color: string },
): void {
  const { half } = ARROW;
  const tip = at.up ? -half : half;
  context.beginPath();
  context.moveTo(at.x, at.y - tip);
  context.lineTo(at.x + 2 * half, at.y - tip);
  context.lineTo(at.x + half, at.y + tip);
  context.fillStyle = at.color;
  context.fill();
}

function roomIn(height: number, above = 0): { gap: number; from: number; to: number } {
  const half = LABEL.height / 2 + 1;
  return { gap: LABEL.height + 2, from: above + half, to: height - half };
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

function rule(
  context: CanvasRenderingContext2D,
  line: { y: number; width: number; color: string; tone: OwnLine['tone'] },
): void {
  context.beginPath();
  // What has not happened yet is dotted: an order that waits, a forced close.
  const waits = line.tone === 'pending' || line.tone === 'forced';
  context.setLineDash(waits ? [1, 3] : [4, 4]);
  context.lineWidth = 1;
  context.strokeStyle = line.color;
  context.moveTo(0, Math.round(line.y) + 0.5);
  context.lineTo(line.width, Math.round(line.y) + 0.5);
  context.stroke();
}

function drawGrip(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number; color: string },
): void {
  context.beginPath();
  context.setLineDash([]);
  context.strokeStyle = at.color;
  for (const x of [at.x, at.x + 3]) {
    context.moveTo(x + 0.5, Math.round(at.y) - GRIP.stroke / 2);
    context.lineTo(x + 0.5, Math.round(at.y) + GRIP.stroke / 2);
  }
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
  private held: Held | null = null;
  private above = 0;
  private onPlaces: ((places: readonly LabelPlace[]) => void) | null = null;
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
  /** Shows one line at another price while it is moved; null: all stand where they are. */
  hold(held: Held | null): void {
    this.held = held;
    this.attachedTo?.requestUpdate();
  }
  /** Keeps labels below the legends. @units pixels */
  keepClear(above: number): void {
    this.above = above;
    this.attachedTo?.requestUpdate();
  }
  /** Tells where labels stand after each drawing. */
  watchPlaces(listener: ((places: readonly LabelPlace[]) => void) | null): void {
    this.onPlaces = listener;
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
    const near = Math.max(
      (range.maxValue - range.minValue) * NEAR_SHARE,
      Math.abs(range.maxValue) * NEAR_PRICE_SHARE,
    );
    const prices = this.lines
      .map((line) => line.price)
      .filter((price) => price >= range.minValue - near && price <= range.maxValue + near);
    if (prices.length === 0) return null;
    const priceRange = { minValue: Math.min(...prices), maxValue: Math.max(...prices) };
    return { priceRange, margins: { above: LABEL.height / 2, below: LABEL.height / 2 } };
  }

  /**
   * The lines in view with their heights. A stop, a target and one that can be moved stay at the
   * edge while their price is out of view: one could not take hold of them, nor see that they are.
   */
  private drawn(height: number): { line: OwnLine; y: number; isOut: boolean }[] {
    const series = this.attachedTo?.series;
    return this.lines.flatMap((own) => {
      const held = this.held?.id === own.id ? this.held : null;
      const line = held === null ? own : { ...own, ...held };
      const y = series?.priceToCoordinate(line.price) ?? null;
      if (y === null) return [];
      const isOut = y < 0 || y > height;
      if (isOut && !staysAtEdge(line)) return [];
      return [{ line, y: Math.min(height, Math.max(0, y)), isOut }];
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
        roomIn(mediaSize.height, this.above),
      );
      const isWrong = ({ id }: OwnLine): boolean =>
        this.held?.id === id && this.held.problem !== null;
      const colorOf = (line: OwnLine): string =>
        isWrong(line) ? look.wrong : look.colors[line.tone];
      // All lines first: a line drawn after a label would strike its words through.
      for (const { line, y, isOut } of drawn) {
        if (isOut) continue;
        rule(context, { y, width: mediaSize.width, color: colorOf(line), tone: line.tone });
      }
      const labels = drawn.map(({ line, y }, index): LabelPlace => {
        const color = colorOf(line);
        const place = places[index] ?? y;
        context.font = look.font;
        context.direction = look.direction;
        const words = (isWrong(line) ? this.held?.problem : null) ?? line.label;
        const grip = line.move === undefined ? 0 : GRIP.width;
        const width = context.measureText(words).width + 2 * LABEL.padding + grip;
        box(context, { x: LABEL.start, y: place, width }, { stroke: color, fill: look.ground });
        const x = LABEL.start + LABEL.padding;
        if (grip > 0) drawGrip(context, { x, y: place, color });
        text(context, words, { x: x + grip, y: place, color, font: look.font });
        return { id: line.id, x: LABEL.start, y: place, width };
      });
      this.onPlaces?.(labels);
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
      drawn.forEach(({ line, y, isOut }, index) => {
        const color = look.colors[line.tone];
        const place = places[index] ?? y;
        const width = mediaSize.width - 4;
        box(context, { x: 2, y: place, width }, { stroke: color, fill: look.ground });
        if (isOut) drawArrow(context, { x: 6, y: place, up: y === 0, color });
        const x = isOut ? 6 + ARROW.width : 8;
        text(context, line.priceText, { x, y: place, color, font: look.font });
      });
    });
  }
}
