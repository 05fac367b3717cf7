import type { ReactElement, ReactNode } from 'react';

/** Nothing here yet: one sentence on what will appear, one action, no drawing. */
export function Empty(props: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}): ReactElement {
  const { title, children, action, className = '' } = props;
  return (
    <div className={`grid justify-items-start gap-1 p-5 ${className}`}>
      <p className="font-semibold">{title}</p>
      {children != null && <div className="max-w-[60ch] text-sm text-ink-2">{children}</div>}
      {action != null && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** The still shape of content that is on its way; it does not shimmer. */
export function Skeleton({
  className = 'h-4 w-full',
}: {
  readonly className?: string;
}): ReactElement {
  return <span aria-hidden="true" className={`block rounded-xs bg-sunken ${className}`} />;
}
