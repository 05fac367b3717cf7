import type { Icon } from '@phosphor-icons/react';
import type { ReactElement } from 'react';

/** How one icon is drawn. */
export type IconProps = {
  /** Pixels; 20 in bars, 22 in the tab bar, 14–16 inside chips. */
  readonly size?: number;
  readonly weight?: 'regular' | 'fill';
  readonly className?: string;
};

/** An icon of ours: hidden from screen readers, mirrored in right-to-left where it points. */
export function makeIcon(
  Glyph: Icon,
  { mirrors = false }: { readonly mirrors?: boolean } = {},
): (props: IconProps) => ReactElement {
  return function OneIcon({ size = 20, weight = 'regular', className = '' }) {
    const flip = mirrors ? ' rtl:-scale-x-100' : '';
    return (
      <Glyph
        aria-hidden="true"
        focusable="false"
        size={size}
        weight={weight}
        className={`shrink-0 ${className}${flip}`}
      />
    );
  };
}
