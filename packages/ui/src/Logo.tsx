import type { ReactElement } from 'react';

/**
 * Mark and word; never mirrored, never on hatch. Its outlines are masks over the theme's colours
 * (styles.css), so that they are not part of the page's code.
 */
export function Logo({
  height = 26,
  className = '',
}: {
  readonly height?: number;
  readonly className?: string;
}): ReactElement {
  return (
    <span
      role="img"
      aria-label="Candor"
      className={`logo ${className}`}
      style={{ height, width: (height * 112) / 24 }}
    />
  );
}
