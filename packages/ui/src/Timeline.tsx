import type { ReactElement, ReactNode } from 'react';
import { CheckIcon } from './icons.ts';

/** One line of a timeline. */
export type TimelineStep = {
  readonly key: string;
  readonly text: ReactNode;
  /** When, at the end of the line. */
  readonly when: ReactNode;
  /** Under the text: what was said. */
  readonly note?: ReactNode;
};

const DOT = 'grid size-5 shrink-0 place-items-center rounded-full';

/** What happened, oldest first: done in ink with a tick; the last one, where it still goes on, a ring. */
export function Timeline(props: {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
  /** The last step is where things stand now, not an end. */
  readonly isOpen: boolean;
}): ReactElement {
  const { label, steps, isOpen } = props;
  return (
    <ol aria-label={label} className="grid text-sm">
      {steps.map(({ key, text, when, note }, at) => {
        const isLast = at === steps.length - 1;
        return (
          <li
            key={key}
            className="relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 pb-2.5"
          >
            {!isLast && (
              <span aria-hidden="true" className="absolute inset-y-0 start-[9px] w-0.5 bg-ink" />
            )}
            {isLast && isOpen ? (
              <span
                aria-hidden="true"
                className={`${DOT} relative border-[5px] border-accent bg-surface`}
              />
            ) : (
              <span aria-hidden="true" className={`${DOT} relative bg-ink text-on-ink`}>
                <CheckIcon size={12} />
              </span>
            )}
            <span className="min-w-0 break-words">{text}</span>
            <span className="text-xs leading-5 text-ink-3">{when}</span>
            {note != null && (
              <div className="col-span-2 col-start-2 mt-1 break-words text-ink-2">{note}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
