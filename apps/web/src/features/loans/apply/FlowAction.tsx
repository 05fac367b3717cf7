import type { ReactElement, ReactNode } from 'react';

/** The single action of a step; on a phone it stays within the thumb's reach. @source DESIGN 10 */
export function FlowAction({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="grid gap-2 max-desktop:sticky max-desktop:bottom-0 max-desktop:z-10 max-desktop:-mx-4 max-desktop:border-t max-desktop:border-line max-desktop:bg-surface max-desktop:px-4 max-desktop:pt-3 max-desktop:pb-[max(env(safe-area-inset-bottom),12px)] desktop:justify-items-end">
      {children}
    </div>
  );
}
