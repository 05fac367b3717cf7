import { useState, type InputHTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { Field, bareInputClass, inputClass } from './Field.tsx';
import { EyeIcon, EyeSlashIcon } from './icons.ts';

type Base = {
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
  readonly className?: string;
};

export type TextInputProps = Base &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & {
    /** At the end, inside the border: a unit or a button. */
    readonly end?: ReactNode;
  };

/** A labelled line of text. */
export function TextInput(props: TextInputProps): ReactElement {
  const { label, aside, help, error, className, end, ...rest } = props;
  const field = { label, aside, help, error, ...(className === undefined ? {} : { className }) };
  return (
    <Field {...field}>
      {(control) => (
        <span className={inputClass}>
          <input {...rest} {...control} className={bareInputClass} />
          {end}
        </span>
      )}
    </Field>
  );
}

/** A password that can be shown while it is typed. */
export function PasswordInput(
  props: Omit<TextInputProps, 'type' | 'end'> & {
    readonly showLabel: string;
    readonly hideLabel: string;
  },
): ReactElement {
  const { showLabel, hideLabel, ...rest } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={isShown ? hideLabel : showLabel}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="-me-2 grid size-8 place-items-center rounded-sm text-ink-2 hover:bg-hover max-desktop:size-11"
        >
          {isShown ? <EyeSlashIcon size={18} /> : <EyeIcon size={18} />}
        </button>
      }
    />
  );
}
