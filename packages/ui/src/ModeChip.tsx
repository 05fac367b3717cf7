import type { ReactElement, ReactNode } from 'react';

const CHIP = 'chip-case inline-block rounded-xs px-1.5 text-2xs leading-4 font-bold';

/** Not real money: demo, sample, simulated. */
export function DemoChip({
  children,
  solid = false,
}: {
  readonly children: ReactNode;
  readonly solid?: boolean;
}): ReactElement {
  const ground = solid
    ? 'bg-demo-ink text-demo-a'
    : 'hatch text-demo-ink inset-ring inset-ring-demo-line';
  return <b className={`${CHIP} ${ground}`}>{children}</b>;
}

/** Real money. */
export function RealChip({ children }: { readonly children: ReactNode }): ReactElement {
  return <b className={`${CHIP} bg-ink text-on-ink`}>{children}</b>;
}
