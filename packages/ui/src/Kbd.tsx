import type { ReactElement, ReactNode } from 'react';

/** A key of the keyboard, beside what it does. Hidden from screen readers: the control says it. */
export function Kbd({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <kbd
      aria-hidden="true"
      className="mono inline-block min-w-[18px] rounded-xs border border-line-strong px-[5px] text-center text-2xs leading-[18px] font-normal text-ink-3 [button_&]:border-current [button_&]:text-inherit [button_&]:opacity-70"
    >
      {children}
    </kbd>
  );
}
