import { useSyncExternalStore } from 'react';

/** Which frame a page stands in. */
export type Layout = 'desktop' | 'mobile';

const WIDE = '(min-width: 1001px)';
const HANDHELD = /Android|iPhone|iPad|iPod/i;

/** Phones and tablets keep the mobile frame at any width. @source seed §2 "Layout mode" */
export function isHandheld(userAgent: string, touchPoints: number): boolean {
  // An iPad says it is a Macintosh; no Macintosh has a touch screen.
  return HANDHELD.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

const handheld = isHandheld(navigator.userAgent, navigator.maxTouchPoints);

/** The layout now. */
export function currentLayout(): Layout {
  return !handheld && matchMedia(WIDE).matches ? 'desktop' : 'mobile';
}

/** The layout, in a component; follows the window's width. */
export function useLayout(): Layout {
  return useSyncExternalStore((listener) => {
    const media = matchMedia(WIDE);
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  }, currentLayout);
}
