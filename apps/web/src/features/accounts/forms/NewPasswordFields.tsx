import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { PasswordInput, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { AccessForm } from './use-field-form.ts';

/** A new password, typed twice. */
export type NewPassword = { readonly password: string; readonly confirm: string };

/** Nothing typed yet. */
export const NO_PASSWORD: NewPassword = { password: '', confirm: '' };

/** Where a new password is typed, and typed again: with a registration, a change, a reset. */
export function NewPasswordFields(props: {
  readonly label: string;
  readonly typed: NewPassword;
  readonly onChange: (typed: NewPassword) => void;
  readonly form: Pick<AccessForm, 'errorAt' | 'clear'>;
}): ReactElement {
  const { label, typed, onChange, form } = props;
  const t = useT();
  const field = (name: keyof NewPassword) => ({
    name,
    showLabel: t('access.show-password'),
    hideLabel: t('access.hide-password'),
    autoComplete: 'new-password',
    dir: 'ltr' as const,
    value: typed[name],
    error: form.errorAt(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      onChange({ ...typed, [name]: target.value });
      form.clear(name);
    },
  });
  return (
    <>
      <PasswordInput
        {...field('password')}
        label={label}
        help={t('access.password-rule', { count: PASSWORD_LENGTH_MIN })}
      />
      <PasswordInput {...field('confirm')} label={t('access.confirm-label')} />
    </>
  );
}
