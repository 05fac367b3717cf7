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
function drawingOf(lines: OwnLines): string[] {
  const drawn: string[] = [];
  const context = {
    beginPath: () => undefined,
    setLineDash: () => undefined,
    moveTo: () => undefined,
    lineTo: () => drawn.push('line'),
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
  for (const view of lines.paneViews()) view.renderer()?.draw(target as never);
  return drawn;
}

it('lines of entries that stand close are drawn before the words of all of them', () => {
  const lines = new OwnLines();
  const series = { priceToCoordinate: (price: number) => price, data: () => [] };
  lines.attached({ series, requestUpdate: () => undefined } as unknown as Attached);
  lines.show([entry('a', 100), entry('b', 102)], LOOK);
  expect(drawingOf(lines)).toEqual(['line', 'line', 'Your long a', 'Your long b']);
});
