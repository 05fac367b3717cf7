import type { ReactElement, ReactNode } from 'react';
import { ClockIcon } from './frame-icons.ts';
import { DASH } from './format.ts';

/** The blue tick: this can be checked again now. */
export function CheckMark({ size = 11 }: { readonly size?: number }): ReactElement {
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      aria-hidden="true"
      className="shrink-0 fill-none stroke-accent stroke-2"
    >
      <path d="M2 6.5 4.8 9.3 10.5 2.7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** How far the figure beside it can be checked. */
export type SourceState = 'checkable' | 'unchecked' | 'stale' | 'none';

/** Where a figure comes from and how old it is. @source DESIGN 9 */
export function SourceLine(props: {
  readonly state: SourceState;
  readonly children: ReactNode;
  readonly className?: string;
}): ReactElement {
  const { state, children, className = '' } = props;
  const tone = state === 'stale' ? 'text-warn' : 'text-ink-3';
  return (
    <span
      className={`inline-flex max-w-full items-center gap-[5px] text-xs tabular-nums ${tone} ${className}`}
    >
      {state === 'checkable' && <CheckMark />}
      {state === 'stale' && <ClockIcon size={14} />}
      {state === 'none' && <span aria-hidden="true">{DASH}</span>}
      {state === 'unchecked' && (
        <svg
          viewBox="0 0 12 12"
          aria-hidden="true"
          className="size-[11px] shrink-0 fill-none stroke-ink-3"
        >
          <circle cx="6" cy="6" r="5" strokeDasharray="2 2.2" />
        </svg>
      )}
      <span>{children}</span>
    </span>
  );
}
