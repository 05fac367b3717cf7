import type { HTMLAttributes, ReactElement, ReactNode } from 'react';

/** Ground and hairline of a card. */
export const cardClass = 'rounded-lg border border-line bg-surface';

/** A surface with a hairline; cards have no shadow. */
export function Card({
  className = '',
  children,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { readonly children: ReactNode }): ReactElement {
  return (
    <div {...rest} className={`${cardClass} ${className}`}>
      {children}
    </div>
  );
}

/**
 * The sign of an instrument's coin or currency in a neutral disc, in ink: its letter until the page's
 * style of signs is there, and where there is none. @source DESIGN 6
 */
export function Disc({
  code,
  size = 'md',
}: {
  readonly code: string;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const box = size === 'sm' ? 'size-6 text-2xs' : 'size-8 text-sm';
  return (
    <span
      aria-hidden="true"
      data-sign={code.split('/')[0]}
      className={`grid shrink-0 place-items-center rounded-full bg-sunken font-semibold tracking-[-0.02em] ${box}`}
    >
      {code.slice(0, 1)}
    </span>
  );
}

/** A label and its figure, on one line. */
export function KeyValue({
  label,
  children,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  );
}
