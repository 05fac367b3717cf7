import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { PasswordInput, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { AccessForm } from './use-field-form.ts';

/** A new password, typed twice. */
export type NewPassword = { readonly password: string; readonly confirm: string };

/** Nothing typed yet. */
export const NO_PASSWORD: NewPassword = { password: '', confirm: '' };

type FieldForm = Pick<AccessForm, 'errorAt' | 'clear'>;

/** What both fields of a new password are. */
function usePasswordField(form: FieldForm) {
  const t = useT();
  return (name: keyof NewPassword, value: string, onChange: (value: string) => void) => ({
    name,
    value,
    showLabel: t('access.show-password'),
    hideLabel: t('access.hide-password'),
    autoComplete: 'new-password',
    dir: 'ltr' as const,
    error: form.errorAt(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      onChange(target.value);
      form.clear(name);
    },
  });
}

/** Where the password of a new account is typed, once: it can be looked at, and nothing is lost yet. */
export function NewPasswordField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly form: FieldForm;
}): ReactElement {
  const t = useT();
  const field = usePasswordField(props.form);
  return (
    <PasswordInput
      {...field('password', props.value, props.onChange)}
      label={props.label}
      help={t('access.password-rule', { count: PASSWORD_LENGTH_MIN })}
    />
  );
}

/** Where a new password is typed, and typed again: with a change, a reset. */
export function NewPasswordFields(props: {
  readonly label: string;
  readonly typed: NewPassword;
  readonly onChange: (typed: NewPassword) => void;
  readonly form: FieldForm;
}): ReactElement {
  const { label, typed, onChange, form } = props;
  const t = useT();
  const field = usePasswordField(form);
  return (
    <>
      <NewPasswordField
        label={label}
        value={typed.password}
        onChange={(password) => onChange({ ...typed, password })}
        form={form}
      />
      <PasswordInput
        {...field('confirm', typed.confirm, (confirm) => onChange({ ...typed, confirm }))}
        label={t('access.confirm-label')}
      />
    </>
  );
}
