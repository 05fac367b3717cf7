// Promise: a price that changed is tinted by its direction for a moment, without an animation, which
// would draw every frame; who asks for less motion sees none.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LivePrice } from './LivePrice.tsx';

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The ground of a price that went from one to the other. */
function groundAfter(
  [was, is]: readonly [string | null, string | null],
  { isStill = false } = {},
): HTMLElement {
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  const { container, rerender } = render(<LivePrice value={was} tickSize="0.01" />);
  rerender(<LivePrice value={is} tickSize="0.01" />);
  return container.firstElementChild as HTMLElement;
}

it.each([
  ['up', ['10.00', '10.01']],
  ['down', ['10.01', '9.99']],
] as const)('is tinted when it goes %s, and not for long', (side, prices) => {
  const ground = groundAfter(prices);
  expect(ground.style.backgroundColor).toBe(`var(--color-${side}-tint)`);
  vi.advanceTimersByTime(100);
  expect(ground.style.backgroundColor).toBe('');
  expect(screen.getByText(prices[1])).not.toBeNull();
});

it.each([
  ['of its first price', [null, '10.00']],
  ['of a price that is gone', ['10.00', null]],
  ['of the same price', ['10.00', '10.00']],
] as const)('has no tint %s', (_, prices) => {
  expect(groundAfter(prices).style.backgroundColor).toBe('');
});

it('has no tint where less motion is asked for', () => {
  const ground = groundAfter(['10.00', '10.01'], { isStill: true });
  expect(ground.style.backgroundColor).toBe('');
});
