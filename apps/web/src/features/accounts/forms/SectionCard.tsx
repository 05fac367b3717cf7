import { Card } from '@candor/ui';
import { type ReactElement, type ReactNode, useId } from 'react';

/** One section of the security page: what it is, how it stands, and what can be done about it. */
export function SectionCard(props: {
  readonly title: string;
  /** What it is for, in one or two sentences. */
  readonly lead?: ReactNode;
  /** How it stands: a chip beside the title. */
  readonly state?: ReactNode;
  /** What can be done; stands at the end of the head. */
  readonly action?: ReactNode;
  /** 2 where it stands right under the page's title. */
  readonly level?: 2 | 3;
  readonly children?: ReactNode;
}): ReactElement {
  const titleId = useId();
  const hasAction = props.action !== undefined && props.action !== null && props.action !== false;
  const Heading = props.level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <Card className="h-full p-5 max-desktop:p-4">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
          <Heading
            id={titleId}
            className="flex min-w-min flex-[1_1_9rem] flex-wrap items-center gap-2 text-lg"
          >
            {props.title}
            {props.state}
          </Heading>
          {hasAction && (
            <div className="ms-auto flex flex-wrap justify-end gap-2 max-desktop:*:min-h-11">
              {props.action}
            </div>
          )}
        </div>
        {props.lead !== undefined && (
          <p className="mt-1 max-w-[72ch] text-sm text-ink-2">{props.lead}</p>
        )}
        {props.children}
      </Card>
    </section>
  );
}
