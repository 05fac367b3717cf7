// Promise: the figures of a market keep to one row; what has no room there leaves, the last first.
import { afterEach, expect, it, vi } from 'vitest';
import { keepToOneRow } from './one-row.ts';

afterEach(() => vi.unstubAllGlobals());

it('hides what wraps, shows it again when there is room, and stops watching', () => {
  let tell: () => void = () => undefined;
  const watched: Element[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(act: () => void) {
        tell = act;
      }
      observe = (element: Element) => watched.push(element);
      disconnect = disconnect;
    },
  );
  const row = document.createElement('dl');
  row.innerHTML = '<div>high</div><div>low</div><div>spread</div>';
  const tops = [7, 7, 43];
  [...row.children].forEach((part, at) =>
    Object.defineProperty(part, 'offsetTop', { get: () => tops[at] }),
  );
  const seen = (): string[] =>
    [...row.children].map((part) => (part as HTMLElement).style.visibility);
  const stop = keepToOneRow(row);
  expect(watched).toEqual([row, ...row.children]);
  tell();
  expect(seen()).toEqual(['', '', 'hidden']);
  tops[1] = 43;
  tell();
  expect(seen()).toEqual(['', 'hidden', 'hidden']);
  tops.fill(7);
  tell();
  expect(seen()).toEqual(['', '', '']);
  stop?.();
  expect(disconnect).toHaveBeenCalledOnce();
});
