import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far below the top of the page an element begins, also after what stands above it grew or
 * shrank: the frame's band has other words, and other lines, once the source of prices is known.
 * It must not stick itself; a sticky element tells where it was pushed to.
 *
 * @units pixels
 */
export function useOffsetTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setTop(box.current?.offsetTop ?? 0);
    measure();
    // Whatever moves the element changes the height of the page.
    const sizes = new ResizeObserver(measure);
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [box]);
  return top;
}
