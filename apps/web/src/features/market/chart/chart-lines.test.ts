// Promise: no line of the chart strikes through the words of another line's label.
import { expect, it } from 'vitest';
import { type LineLook, type OwnLine, OwnLines } from './chart-lines.ts';

const LOOK: LineLook = {
  colors: { entry: '#111', pending: '#222', stop: '#333', target: '#444', forced: '#555' },
  wrong: '#666',
  ground: '#fff',
  font: '11px sans-serif',
  direction: 'ltr',
};

const entry = (id: string, price: number): OwnLine => ({
  id,
  price,
  priceText: String(price),
  label: `Your long ${id}`,
  tone: 'entry',
});

type Attached = Parameters<OwnLines['attached']>[0];
/** What is drawn, in its order. */
function drawingOf(lines: OwnLines, on: 'pane' | 'axis' = 'pane'): string[] {
  const drawn: string[] = [];
  const context = {
    beginPath: () => undefined,
    setLineDash: () => undefined,
    moveTo: () => undefined,
    lineTo: () => drawn.push('line'),
    fillStyle: '',
    stroke: () => undefined,
    roundRect: () => undefined,
    fill: () => undefined,
    measureText: (words: string) => ({ width: words.length * 6 }),
    fillText: (words: string) => drawn.push(words),
  };
  const target = {
    useMediaCoordinateSpace: (draw: (scope: object) => void) =>
      draw({ context, mediaSize: { width: 600, height: 400 } }),
  };
  const views = on === 'pane' ? lines.paneViews() : lines.priceAxisPaneViews();
  for (const view of views) view.renderer()?.draw(target as never);
  return drawn;
}

it('lines of entries that stand close are drawn before the words of all of them', () => {
  const lines = new OwnLines();
  const series = { priceToCoordinate: (price: number) => price, data: () => [] };
  lines.attached({ series, requestUpdate: () => undefined } as unknown as Attached);
  lines.show([entry('a', 100), entry('b', 102)], LOOK);
  expect(drawingOf(lines)).toEqual(['line', 'line', 'Your long a', 'Your long b']);
});

it('a stop and a target out of view say their price at the edge, with an arrow; an entry does not', () => {
  const lines = new OwnLines();
  const series = { priceToCoordinate: (price: number) => price, data: () => [] };
  lines.attached({ series, requestUpdate: () => undefined } as unknown as Attached);
  const stop = { ...entry('stop', 900), tone: 'stop', label: 'Stop loss' } as const;
  const target = { ...entry('target', -900), tone: 'target', label: 'Take profit' } as const;
  lines.show([entry('far', 900), stop, target], LOOK);
  // No line: only a label in the pane, and on the axis the price beside an arrow of two strokes.
  expect(drawingOf(lines)).toEqual(['Stop loss', 'Take profit']);
  expect(drawingOf(lines, 'axis')).toEqual(['line', 'line', '900', 'line', 'line', '-900']);
});
