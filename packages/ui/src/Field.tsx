import { useId, type ReactElement, type ReactNode } from 'react';
import { WarningCircleIcon } from './icons.ts';

/** What a control inside a field has to carry. */
export type FieldControl = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

/** A label above a control, help under it, and its error in words with what to do. */
export function Field(props: {
  readonly label: ReactNode;
  /** Beside the label: the amount available, or "optional". */
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
}): ReactElement {
  const { label, aside, help, error, className = '', children } = props;
  const id = useId();
  const hasError = error != null && error !== '';
  const described = [hasError ? `${id}-error` : '', help == null ? '' : `${id}-help`]
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 desktop:short:gap-1 ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm leading-4 font-medium text-ink-2">
          {label}
        </label>
        {aside != null && <span className="text-xs text-ink-3">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError || undefined,
      })}
      {hasError && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex gap-1 text-xs text-[var(--color-danger)]"
        >
          <WarningCircleIcon size={14} weight="fill" className="mt-px" />
          <span>{error}</span>
        </p>
      )}
      {help != null && (
        <p id={`${id}-help`} className="text-xs text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}

/** Ground and border of everything one types or chooses in. */
export const inputClass =
  'flex w-full min-h-10 items-center gap-2 rounded-sm border border-control bg-surface px-3 ' +
  'text-base text-ink max-desktop:min-h-12 max-desktop:text-md field-states';

/**
 * The control itself, without ground: its wrapper shows focus and error. Its own width is nothing,
 * so that a face with wide letters does not stretch the form.
 */
export const bareInputClass =
  'w-0 min-w-0 flex-1 self-stretch bg-transparent py-2 outline-none placeholder:text-ink-3 disabled:cursor-not-allowed';
