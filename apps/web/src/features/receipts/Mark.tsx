import { CheckMark, XCircleIcon, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';

const WORDS = {
  differs: 'receipt.differs',
  said: 'receipt.rules-said',
  unchecked: 'receipt.rules-unchecked',
} as const;

/** What came of one check, at the end of its line: right, wrong, said without proof, or not looked at. */
export function Mark(props: {
  readonly state: 'holds' | 'differs' | 'said' | 'unchecked';
  /** What is said of one that is right. */
  readonly children: ReactNode;
}): ReactElement {
  const { state, children } = props;
  const t = useT();
  const look = state === 'differs' ? 'font-semibold text-[var(--color-danger)]' : 'text-ink-3';
  // Its words stand on the line of what was checked, and never break.
  return (
    <span className={`inline-flex shrink-0 items-baseline gap-1 text-xs whitespace-nowrap ${look}`}>
      {state === 'holds' && (
        <span className="self-center">
          <CheckMark />
        </span>
      )}
      {state === 'differs' && <XCircleIcon size={14} weight="fill" className="self-center" />}
      {state === 'holds' ? children : t(WORDS[state])}
    </span>
  );
}

/** The one sentence over a list of checks that all came out right. */
export function AllRight({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p role="status" className="flex items-baseline gap-2 text-sm font-semibold text-accent">
      <CheckMark size={14} />
      {children}
    </p>
  );
}
