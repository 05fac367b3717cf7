import type { ReactElement, ReactNode } from 'react';

/** A page of one column: its head stays, what is under it scrolls or fills the rest. */
export function PageFrame(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** What is inside scrolls by itself, as a long table does. */
  readonly fills?: boolean;
}): ReactElement {
  const { title, aside, children, fills = false } = props;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-3 max-desktop:px-4">
        <h1 className="text-[20px] leading-7">{title}</h1>
        {aside}
      </header>
      {fills ? (
        <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      ) : (
        <div
          data-padded
          className="min-h-0 flex-1 overflow-y-auto px-5 pb-6 max-desktop:-mt-1.5 max-desktop:px-4 max-desktop:pt-1.5"
        >
          {children}
        </div>
      )}
    </div>
  );
}
