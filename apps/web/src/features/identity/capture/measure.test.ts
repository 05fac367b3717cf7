// Promise: a blurred picture, a dark one and one with a reflection over it are noticed before they are
// sent, in slices; a sharp one in daylight is not complained of.
import { describe, expect, it, vi } from 'vitest';
import { frameArea } from './frame-area.ts';
import { type Points, isGood, measure } from './measure.ts';

const pause = async (): Promise<void> => undefined;

/** A picture whose points are as bright as a function says. */
function picture(brightnessAt: (x: number, y: number) => number, side = 160): Points {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    data.fill(brightnessAt(at % side, Math.floor(at / side)), at * 4, at * 4 + 3);
  }
  return { width: side, height: side, data };
}

/** Strokes of text, four points wide, on paper; `soft` runs each edge over so many points. */
const text =
  (soft: number, paper = 200, ink = 60) =>
  (x: number, y: number): number => {
    const inLine = y % 20 < 12 ? Math.abs((x % 12) - 6) : 6;
    const share = Math.min(1, Math.max(0, (inLine - 2) / Math.max(1, soft)));
    return ink + (paper - ink) * share;
  };

describe('what is measured', () => {
  it('is sharp and bright enough', async () => {
    const verdict = await measure(picture(text(0)), pause);
    expect(verdict).toEqual({ isSharp: true, light: 'enough' });
    expect(isGood(verdict)).toBe(true);
  });

  it('is blurred', async () => {
    const smooth = picture((x, y) => 120 + 60 * Math.sin(x / 14) * Math.sin(y / 17));
    const verdict = await measure(smooth, pause);
    expect(verdict).toEqual({ isSharp: false, light: 'enough' });
    expect(isGood(verdict)).toBe(false);
  });

  it('is dark, or burnt by a reflection', async () => {
    const dark = await measure(picture(text(0, 50, 10)), pause);
    expect(dark.light).toBe('little');
    const burnt = await measure(
      picture((x, y) => (x < 90 ? 255 : text(0)(x, y))),
      pause,
    );
    expect(burnt).toEqual({ isSharp: true, light: 'glare' });
    expect(isGood(burnt)).toBe(false);
  });

  it('lets others work between its slices, and stands a picture of one row', async () => {
    const paused = vi.fn(pause);
    await measure(picture(text(0), 200), paused);
    expect(paused).toHaveBeenCalledTimes(3);
    const row = { width: 4, height: 1, data: new Uint8ClampedArray(16) };
    expect(await measure(row, pause)).toEqual({ isSharp: false, light: 'little' });
  });
});

describe('the part of the video inside the frame', () => {
  const video = { width: 1920, height: 1080 };

  it('is found where the video hangs over its box at both sides', () => {
    // Shown at half its size, 960 wide in a box of 360: 300 hang over at each side.
    const box = { x: 0, y: 100, width: 360, height: 540 };
    const frame = { x: 30, y: 250, width: 300, height: 200 };
    expect(frameArea({ video, box, frame })).toEqual({ x: 612, y: 268, width: 696, height: 464 });
  });

  it('ends where the video ends', () => {
    const box = { x: 0, y: 0, width: 1920, height: 1080 };
    const frame = { x: 0, y: 0, width: 1920, height: 1080 };
    expect(frameArea({ video, box, frame })).toEqual({ x: 0, y: 0, ...video });
  });
});
