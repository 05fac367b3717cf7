import type { MessageKey } from '@candor/locales';
import { QUESTIONS, type QuestionName } from '@candor/protocol/light';
import { formatNumber, useT } from '@candor/ui';
import { type ReactElement, useId } from 'react';

/** The example the questions reckon with: a contract, its margin, and a wrong one. */
const EXAMPLE = { notional: '1000', tenth: '100', tenfold: '10000', leverage: '10' } as const;

/** One question with its answers, one of which is chosen. */
export function FirstRealQuestion(props: {
  readonly name: QuestionName;
  readonly answer: string | undefined;
  readonly error: string | null;
  readonly onAnswer: (answer: string) => void;
}): ReactElement {
  const { name, answer, error, onAnswer } = props;
  const t = useT();
  const id = useId();
  const figures = Object.fromEntries(
    Object.entries(EXAMPLE).map(([key, value]) => [key, formatNumber(value)]),
  );
  return (
    <fieldset
      aria-describedby={error === null ? undefined : `${id}-error`}
      className="grid min-w-0 gap-1 border-t border-line pt-4"
    >
      <legend className="float-start mb-1 w-full font-medium">
        {t(`first-real.q-${name}`, figures)}
      </legend>
      {QUESTIONS[name].map((value) => (
        <label
          key={value}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-hover max-desktop:min-h-11"
        >
          <input
            type="radio"
            name={`${id}-${name}`}
            checked={answer === value}
            onChange={() => onAnswer(value)}
            className="size-4 shrink-0 accent-accent"
          />
          <span>{t(`first-real.a-${name}-${value}` as MessageKey, figures)}</span>
        </label>
      ))}
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="text-xs text-[var(--color-danger)]">
          {error}
        </p>
      )}
    </fieldset>
  );
}
