import { WarningCircleIcon } from '@candor/ui';
import { type ReactElement, useId } from 'react';

/** One choice of a few, each on a line of its own. */
export function RadioRows<Value extends string>(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}): ReactElement {
  const { label, value, choices, error, onChange } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error === null ? undefined : `${id}-error`}
      className="grid min-w-0 gap-1.5"
    >
      <legend className="mb-1.5 text-sm leading-4 font-medium text-ink-2">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm border px-3 max-desktop:min-h-12 ${
            choice.value === value ? 'border-accent bg-accent-tint' : 'border-control bg-surface'
          }`}
        >
          <input
            type="radio"
            name={id}
            checked={choice.value === value}
            data-invalid={error !== null || undefined}
            onChange={() => onChange(choice.value)}
            className="size-4 shrink-0 accent-accent"
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {error !== null && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex gap-1 text-xs text-[var(--color-danger)]"
        >
          <WarningCircleIcon size={14} weight="fill" className="mt-px" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
