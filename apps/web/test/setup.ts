import { cleanup, configure } from '@testing-library/react';
import { vi } from 'vitest';

// A second, the library's own limit, is little for a page on a machine with other work.
configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// The window stays from file to file, for it is slow to make; what one file left in it does not.
cleanup();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
// jsdom draws frames by one interval it keeps: begun under a test's own clock, as by an element that goes with the
// focus, it would never draw again in any file after it.
const { setTimeout: later, clearTimeout: never } = globalThis;
globalThis.requestAnimationFrame = (draw) =>
  later(() => draw(performance.now()), 1_000 / 60) as unknown as number;
globalThis.cancelAnimationFrame = (handle) => never(handle);
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();
document.title = '';
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
window.history.replaceState(null, '', '/');
