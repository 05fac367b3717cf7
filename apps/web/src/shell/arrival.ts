import { useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PATHS } from '../lib/paths.ts';

/** Pages that show another thing for another address of theirs, and keep no list of them beside it. */
const SHOWS_ANOTHER = new Set<string>([PATHS.content, PATHS.loans]);

/** Leads the focus to the page after each change of page: its name is said, Tab goes on in it. */
export function useArrival(): void {
  const [path] = useLocation();
  const search = useSearch();
  const shown = SHOWS_ANOTHER.has(path) ? `${path}?${search}` : path;
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    // What was pressed went with its page, or stands in the frame. A field the page begins with
    // keeps the focus.
    const main = document.getElementById('content');
    if (main?.contains(document.activeElement) === false) main.focus({ preventScroll: true });
  }, [shown]);
}
