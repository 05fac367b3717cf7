import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * How many of the columns that may leave have to, so that a table is no wider than its place; found
 * by measuring, because the words of a language and the places of a price decide the widths. Another
 * `shape` (other heads, other rows) and another window begin again.
 */
export function useLeaving(
  most: number,
  shape: string,
  /** What the table shows: it is measured again with every other. */
  rows: readonly unknown[],
): { readonly table: RefObject<HTMLTableElement | null>; readonly left: number } {
  const table = useRef<HTMLTableElement>(null);
  const [found, setFound] = useState({ shape, left: 0 });
  const left = found.shape === shape ? found.left : 0;
  // Figures grow: one column more at a time leaves, before the table is seen too wide.
  useLayoutEffect(() => {
    const { current } = table;
    const place = current?.parentElement;
    if (current === null || place == null || left >= most) return;
    if (current.offsetWidth > place.clientWidth) setFound({ shape, left: left + 1 });
  }, [most, shape, left, rows]);
  useEffect(() => {
    if (most === 0) return undefined;
    const begin = (): void => setFound({ shape, left: 0 });
    window.addEventListener('resize', begin);
    return () => window.removeEventListener('resize', begin);
  }, [most, shape]);
  return { table, left };
}
