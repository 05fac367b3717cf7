// Promise: what stays below the frame of a phone keeps to its lower edge, also after the frame has
// grown or shrunk, so that it covers no row of the list.
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useOffsetTop } from './use-offset-top.ts';

function Below(): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const top = useOffsetTop(box);
  return <div ref={box}>{`at ${top}`}</div>;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('follows the height of what stands above it', () => {
  let top = 104;
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(() => top);
  const watchers: (() => void)[] = [];
  const left: string[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onSize: () => void) {
        watchers.push(onSize);
      }
      observe(): void {}
      disconnect(): void {
        left.push('disconnected');
      }
    },
  );
  const { unmount } = render(<Below />);
  expect(screen.getByText('at 104')).toBeTruthy();
  top = 84;
  act(() => watchers.forEach((tell) => tell()));
  expect(screen.getByText('at 84')).toBeTruthy();
  unmount();
  expect(left).toEqual(['disconnected']);
});
