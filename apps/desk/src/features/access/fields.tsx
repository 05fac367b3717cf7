import { PasswordInput, TextInput } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { useDeskT } from '../../lib/texts.ts';

const CODE = /^\d{6}$/;

/** Six digits of a code app as they are sent, whatever spaces were typed; null when they are not six. */
export function codeOf(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '');
  return CODE.test(code) ? code : null;
}

type FieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null | undefined;
};

/** The code of an app. */
export function CodeField({ value, onChange, error }: FieldProps): ReactElement {
  const t = useDeskT();
  return (
    <TextInput
      label={t('factors.code-label')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={10}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A password, of one who signs in or of one who sets it. */
export function PasswordField(
  props: FieldProps & {
    readonly isNew?: boolean;
    readonly label: string;
    readonly help?: ReactNode;
  },
): ReactElement {
  const t = useDeskT();
  return (
    <PasswordInput
      label={props.label}
      help={props.help}
      name={props.isNew === true ? 'new-password' : 'password'}
      autoComplete={props.isNew === true ? 'new-password' : 'current-password'}
      dir="ltr"
      value={props.value}
      error={props.error}
      showLabel={t('sign-in.show-password')}
      hideLabel={t('sign-in.hide-password')}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/** A mail address. */
export function MailField({ value, onChange, error }: FieldProps): ReactElement {
  const t = useDeskT();
  return (
    <TextInput
      label={t('sign-in.mail')}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
