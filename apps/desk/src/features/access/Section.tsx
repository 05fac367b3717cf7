import type { ReactElement, ReactNode } from 'react';

/** A part of the member's own page. */
export function Section(props: {
  readonly title: string;
  readonly lead?: string;
  readonly state?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="rounded-lg border border-line p-5 max-desktop:p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-md">{props.title}</h2>
        {props.state}
      </div>
      {props.lead !== undefined && <p className="mt-1 text-sm text-ink-2">{props.lead}</p>}
      {props.children}
    </section>
  );
}
