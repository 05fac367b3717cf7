import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';

/** The classes of an icon alone that can be pressed, for links that look like one. */
export const iconButtonClass =
  'grid size-10 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover ' +
  'max-desktop:size-11 disabled:text-ink-3';

/** An icon that can be pressed; its name is said, not shown. */
export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`${iconButtonClass} ${className}`}
    >
      {children}
    </button>
  );
}
