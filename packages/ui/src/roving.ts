import type { KeyboardEvent } from 'react';

/**
 * Arrow keys move among the choices of a group, Home and End to its ends; in right-to-left the
 * left arrow goes on. Selection follows focus.
 */
export function moveWithArrows<Value>(
  event: KeyboardEvent<HTMLElement>,
  options: {
    readonly values: readonly Value[];
    readonly current: Value;
    readonly onChoose: (value: Value) => void;
  },
): void {
  const { values, current, onChoose } = options;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const at = values.indexOf(current);
  const last = values.length - 1;
  const steps: Readonly<Record<string, number>> = {
    [forward]: at === last ? 0 : at + 1,
    [backward]: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const value = values[next];
  if (value === undefined) return;
  onChoose(value);
  const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]');
  buttons[next]?.focus();
}
