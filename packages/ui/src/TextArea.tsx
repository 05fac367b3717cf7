import type { ReactElement, ReactNode, TextareaHTMLAttributes } from 'react';
import { Field } from './Field.tsx';

const BOX =
  'block w-full min-w-0 resize-y rounded-sm border border-control bg-surface px-3 py-2 text-base ' +
  'text-ink outline-none placeholder:text-ink-3 max-desktop:text-md ' +
  'focus:border-accent focus:ring-1 focus:ring-accent ' +
  'aria-invalid:border-[var(--color-danger-solid)] aria-invalid:ring-1 ' +
  'aria-invalid:ring-[var(--color-danger-solid)]';

/** A labelled text of several lines; it runs in the direction of what is written in it. */
export function TextArea(
  props: {
    readonly label: ReactNode;
    readonly help?: ReactNode;
    readonly error?: string | null | undefined;
    readonly className?: string;
  } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'>,
): ReactElement {
  const { label, help, error, className, ...rest } = props;
  const field = { label, help, error, ...(className === undefined ? {} : { className }) };
  return (
    <Field {...field}>
      {(control) => <textarea dir="auto" rows={6} {...rest} {...control} className={BOX} />}
    </Field>
  );
}
