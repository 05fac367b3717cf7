// Promise: a line is moved by key, pointer and finger, says its money, goes back on Escape and on
// a refusal, and is sent once.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speak } from '../../testing/speak.ts';
import type { LabelPlace, LineMoves, OwnLine } from './chart/chart-lines.ts';
import type { ChartHandle } from './chart/chart.ts';
import { LineHandles } from './LineHandles.tsx';

const STOP: OwnLine = {
  id: 'o1/stopLoss',
  price: 59_000,
  priceText: '59,000.00',
  label: 'Stop loss −50.00',
  tone: 'stop',
  move: { at: '59000', name: 'Stop loss of your long 0.05' },
};
const ENTRY: OwnLine = {
  id: 'o1/entry',
  price: 60_000,
  priceText: '60,000.00',
  label: 'Your long 0.05',
  tone: 'entry',
};

/** The canvas, which jsdom does not have: 10 dollars a pixel, 60,500 at the top. */
function canvas(): { chart: ChartHandle['open']; held: unknown[] } {
  const element = document.createElement('div');
  const held: unknown[] = [];
  const series = {
    coordinateToPrice: (y: number) => 60_500 - 10 * y,
    priceToCoordinate: (price: number) => (60_500 - price) / 10,
  };
  const lines = {
    watchPlaces: (listener: ((places: readonly LabelPlace[]) => void) | null) =>
      listener?.([{ id: STOP.id, x: 8, y: 150, width: 90 }]),
    hold: (line: unknown) => held.push(line),
  };
  const chart = {
    element,
    chart: { panes: () => [{ getHeight: () => 300 }] },
    series: () => series,
    lines: () => lines,
  };
  return { chart: chart as unknown as ChartHandle['open'], held };
}

function show(commit: LineMoves['commit']) {
  const moves: LineMoves = {
    preview: (_, price) => ({
      priceText: price,
      label: `Stop loss at ${price}`,
      problem: price >= '60000' ? 'Beyond the price' : null,
    }),
    commit,
  };
  const { chart, held } = canvas();
  render(<LineHandles chart={chart} lines={[ENTRY, STOP]} moves={moves} tickSize="0.01" />);
  const handle = screen.getByRole('slider', { name: 'Stop loss of your long 0.05' });
  return { handle, held };
}

const spoken = (handle: HTMLElement): string | null => handle.getAttribute('aria-valuetext');

beforeEach(() => speak('en'));
afterEach(cleanup);

describe('the handle of a line', () => {
  it('is there for lines that may be moved, where the canvas put their label', () => {
    const { handle } = show(async () => null);
    expect(screen.getAllByRole('slider')).toEqual([handle]);
    expect(handle.style.visibility).toBe('visible');
    expect(handle.style.width).toBe('90px');
    expect(handle.getAttribute('aria-valuenow')).toBe('59000');
  });

  it('steps by keys, says each step, and Escape leaves it', async () => {
    const commit = vi.fn<LineMoves['commit']>(async () => null);
    const { handle } = show(commit);
    handle.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(spoken(handle)).toBe('59029.5, Stop loss at 59029.5');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(spoken(handle)).toBe('59029.49, Stop loss at 59029.49');
    await userEvent.keyboard('{Escape}');
    expect(spoken(handle)).toBe('59000, Stop loss at 59000');
    expect(commit).not.toHaveBeenCalled();
  });

  it('is left alone when the focus goes away', async () => {
    const { handle } = show(async () => null);
    handle.focus();
    await userEvent.keyboard('{PageUp}');
    expect(spoken(handle)).toContain('59295');
    await userEvent.tab();
    expect(spoken(handle)).toContain('59000');
  });

  it('is set with Enter, once, and says so', async () => {
    const commit = vi.fn<LineMoves['commit']>(async () => null);
    const { handle } = show(commit);
    handle.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}{Enter}');
    expect(commit.mock.calls).toEqual([[STOP.id, '58970.5']]);
    expect(await screen.findByText('Stop loss of your long 0.05 set at 58970.5.')).toBeTruthy();
  });

  it('goes back when it is refused, and says why', async () => {
    const { handle } = show(async () => 'The market is closed.');
    handle.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('stays at 59,000.00. The market is closed.');
    expect(spoken(handle)).toContain('59000');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('follows a pointer from where it was taken, and says where it may not stand', () => {
    const commit = vi.fn<LineMoves['commit']>(async () => null);
    const { handle, held } = show(commit);
    handle.setPointerCapture = () => undefined;
    // Taken hold of 3 pixels below its line, which stands at 150.
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 153 });
    fireEvent.pointerMove(handle, { pointerId: 1, clientY: 163 });
    expect(spoken(handle)).toBe('58900, Stop loss at 58900');
    expect(held.at(-1)).toMatchObject({ id: STOP.id, price: 58_900 });
    fireEvent.pointerMove(handle, { pointerId: 1, clientY: 43 });
    expect(spoken(handle)).toBe('60100, Beyond the price');
    fireEvent.pointerMove(handle, { pointerId: 1, clientY: 173 });
    fireEvent.pointerUp(handle, { pointerId: 1, clientY: 173 });
    expect(commit.mock.calls).toEqual([[STOP.id, '58800']]);
  });

  it('sends nothing when it was only touched', () => {
    const commit = vi.fn<LineMoves['commit']>(async () => null);
    const { handle } = show(commit);
    handle.setPointerCapture = () => undefined;
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 150 });
    fireEvent.pointerUp(handle, { pointerId: 1, clientY: 150 });
    expect(commit).not.toHaveBeenCalled();
  });
});
