import type { ReactElement, ReactNode } from 'react';
import { Field, bareInputClass, inputClass } from './Field.tsx';

/** A labelled choice of one from many. */
export function SelectField<Value extends string>(props: {
  readonly label: ReactNode;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
  readonly className?: string;
}): ReactElement {
  const { label, value, onChange, choices, help, error, className } = props;
  const field = { label, help, error, ...(className === undefined ? {} : { className }) };
  return (
    <Field {...field}>
      {(control) => (
        <span className={inputClass}>
          <select
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
            className={bareInputClass}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
