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
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();
document.title = '';
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
window.history.replaceState(null, '', '/');
