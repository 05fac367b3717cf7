import type { ReactElement, ReactNode } from 'react';

/** One step of a flow. */
export type FlowStep = { readonly key: string; readonly text: ReactNode };

/** How much of its bar a step has filled. */
const filled = (index: number, at: number): string =>
  index < at ? 'w-full' : index === at ? 'w-1/2' : 'w-0';

const weight = (index: number, at: number): string => {
  if (index === at) return 'font-semibold text-ink';
  return index < at ? 'text-ink-2' : 'text-ink-3';
};

/**
 * Where the user stands in a flow: done ink, the current one half, next grey. A step behind can be
 * gone back to where `onGo` is given; what was entered stays. @source DESIGN 9 "Stepper"
 */
export function Stepper(props: {
  readonly label: string;
  readonly steps: readonly FlowStep[];
  /** Place of the current step, from 0; their number once all are done. */
  readonly at: number;
  readonly onGo?: (index: number) => void;
  readonly className?: string;
}): ReactElement {
  const { label, steps, at, onGo, className = '' } = props;
  return (
    <ol aria-label={label} className={`flex gap-2 ${className}`}>
      {steps.map(({ key, text }, index) => {
        const look = `text-xs [overflow-wrap:anywhere] hyphens-auto ${weight(index, at)}`;
        return (
          <li
            key={key}
            aria-current={index === at ? 'step' : undefined}
            className="flex min-w-0 flex-auto flex-col"
          >
            <span aria-hidden="true" className="flex h-1 rounded-full bg-line-strong">
              <span className={`h-1 rounded-full bg-ink ${filled(index, at)}`} />
            </span>
            {onGo !== undefined && index < at ? (
              <button
                type="button"
                onClick={() => onGo(index)}
                className={`min-h-8 py-1 text-start underline decoration-line-strong underline-offset-2 max-desktop:min-h-11 ${look}`}
              >
                {text}
              </button>
            ) : (
              <span className={`flex min-h-8 items-center py-1 max-desktop:min-h-11 ${look}`}>
                {text}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
