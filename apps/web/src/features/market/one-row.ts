/** Hides what has no room in the first line of a row that wraps, so that it is in nobody's way. */
function hideWrapped(row: HTMLElement): void {
  const parts = [...row.children].filter((part) => part instanceof HTMLElement);
  const top = parts[0]?.offsetTop ?? 0;
  for (const part of parts) part.style.visibility = part.offsetTop > top ? 'hidden' : '';
}

/**
 * Keeps figures to one row, in whatever language: those at its end leave first when it is too
 * narrow. A ref of an element one line high that wraps.
 */
export function keepToOneRow(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  const sizes = new ResizeObserver(() => hideWrapped(row));
  for (const part of [row, ...row.children]) sizes.observe(part);
  return () => sizes.disconnect();
}
