import type { ReactElement, ReactNode } from 'react';

/**
 * The one action of a step, with what must be known of it beside it. On phones it stays at the lower
 * edge while the step scrolls; on wide screens it ends the step. @source DESIGN 10 "Flows"
 */
export function ActionBar(props: {
  readonly children: ReactNode;
  /** Under the action: how long it takes, or what it commits to. */
  readonly note?: ReactNode;
  /** Not at the window's edge yet: what is to be pressed first would lie under it. */
  readonly isLater?: boolean;
}): ReactElement {
  const edge = props.isLater === true ? '' : 'max-desktop:sticky max-desktop:bottom-0';
  return (
    <div
      className={`z-1 grid gap-2 border-t border-line pt-4 max-desktop:bg-surface max-desktop:-mx-4 max-desktop:mt-auto max-desktop:px-4 max-desktop:pt-3 max-desktop:pb-[calc(env(safe-area-inset-bottom)+12px)] ${edge}`}
    >
      {props.children}
      {props.note != null && <p className="text-center text-xs text-ink-3">{props.note}</p>}
    </div>
  );
}
