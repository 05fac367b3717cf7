import type { SecondStep } from '@candor/protocol/light';
import { Button, ErrorNote, PasswordInput, TextInput, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../lib/http.ts';
import { checkLogin } from './forms/access-rules.ts';
import { useAccessForm } from './use-access-form.ts';

/** User name and password; Enter submits. */
export function LoginForm(props: {
  readonly onDone: () => void;
  /** The password is right, and the account asks for more. */
  readonly onSecond: (step: SecondStep) => void;
}): ReactElement {
  const { onDone, onSecond } = props;
  const t = useT();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const access = useAccessForm({
    check: () => checkLogin({ username, password }),
    send: () =>
      call('accounts.login', { body: { username: username.trim(), password, client: 'web' } }),
    onDone,
    onSecond,
  });
  return (
    <form noValidate onSubmit={access.submit} className="grid grid-cols-1 gap-4">
      {access.formError !== null && <ErrorNote>{access.formError}</ErrorNote>}
      <TextInput
        label={t('access.login-name-label')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        value={username}
        error={access.errorAt('username')}
        onChange={(event) => {
          setUsername(event.target.value);
          access.clear('username');
        }}
      />
      <PasswordInput
        label={t('access.password-label')}
        name="password"
        autoComplete="current-password"
        dir="ltr"
        value={password}
        error={access.errorAt('password')}
        showLabel={t('access.show-password')}
        hideLabel={t('access.hide-password')}
        onChange={(event) => {
          setPassword(event.target.value);
          access.clear('password');
        }}
      />
      <Button
        type="submit"
        size="lg"
        wide
        busy={access.isSending ? t('access.login-busy') : undefined}
      >
        {t('access.login-title')}
      </Button>
    </form>
  );
}
