import { USERNAME_LENGTH, USERNAME_PATTERN } from '@candor/protocol/light';
import { Button, ErrorNote, TextInput, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../lib/http.ts';
import { checkContact, checkRegister, noContact, type Contact } from './forms/access-rules.ts';
import { ContactFields } from './contacts/ContactFields.tsx';
import { NewPasswordField } from './forms/NewPasswordFields.tsx';
import { beginFirstSteps } from '../../lib/first-steps.ts';
import { useAccessForm } from './use-access-form.ts';

/** How a user signs up. */
export type RegisterWay = 'username' | Contact['channel'];

/** The part of a registration that says how to reach the user. */
function contactBody({
  channel,
  target,
  areaCode,
  code,
}: Contact): Readonly<Record<string, string>> {
  const reach = channel === 'email' ? { email: target.trim() } : { areaCode, phone: target.trim() };
  return { ...reach, code: code.trim() };
}

/** User name and password, mail or phone where chosen; Enter submits. */
export function RegisterForm(props: {
  readonly way: RegisterWay;
  /** Invite code of the link that led here. */
  readonly invite?: string | undefined;
  readonly onDone: () => void;
}): ReactElement {
  const { way, invite = '', onDone } = props;
  const t = useT();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [inviteCode, setInviteCode] = useState(invite);
  const [contact, setContact] = useState<Contact>(() =>
    noContact(way === 'username' ? 'email' : way),
  );
  const [freeName, setFreeName] = useState<string | null>(null);
  const access = useAccessForm({
    check: () => ({
      ...(way === 'username' ? {} : checkContact(contact)),
      ...checkRegister({ username, password }),
    }),
    send: () => {
      const invitedBy = inviteCode.trim();
      const reach = way === 'username' ? {} : contactBody(contact);
      const body = { username, password, client: 'web', ...reach } as const;
      return call('accounts.register', {
        body: invitedBy === '' ? body : { ...body, inviteCode: invitedBy },
      });
    },
    onDone: () => {
      beginFirstSteps();
      onDone();
    },
  });
  const { errorAt, clear, setErrorAt } = access;

  const askWhetherFree = (): void => {
    if (!USERNAME_PATTERN.test(username)) return;
    void call('accounts.check-user-name', { query: { value: username } }).then((answer) => {
      // A rate limit here refuses nothing: registering answers it again.
      if (!answer.ok) return;
      if (answer.value.exists) setErrorAt('username', (read) => read('error.username-taken'));
      else setFreeName(username);
    });
  };
  return (
    <form noValidate onSubmit={access.submit} className="grid grid-cols-1 gap-4">
      {access.formError !== null && <ErrorNote>{access.formError}</ErrorNote>}
      {way !== 'username' && (
        <ContactFields purpose="register" contact={contact} onChange={setContact} access={access} />
      )}
      <TextInput
        label={t('access.account-label')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={USERNAME_LENGTH.max}
        value={username}
        error={errorAt('username')}
        help={
          freeName === username && username !== ''
            ? t('access.username-free')
            : t('access.username-rule', USERNAME_LENGTH)
        }
        onBlur={askWhetherFree}
        onChange={(event) => {
          // Names are the same in capitals, so they are kept, and shown, without.
          setUsername(event.target.value.toLowerCase());
          clear('username');
        }}
      />
      <NewPasswordField
        label={t('access.password-label')}
        value={password}
        onChange={setPassword}
        form={access}
      />
      <TextInput
        label={t('access.invite-label')}
        aside={t('access.invite-optional')}
        name="inviteCode"
        autoComplete="off"
        dir="ltr"
        maxLength={32}
        value={inviteCode}
        error={errorAt('inviteCode')}
        help={invite !== '' && inviteCode === invite ? t('access.invite-from') : undefined}
        onChange={(event) => {
          setInviteCode(event.target.value);
          clear('inviteCode');
        }}
      />
      <Button
        type="submit"
        size="lg"
        wide
        busy={access.isSending ? t('access.register-busy') : undefined}
      >
        {t('access.register-submit')}
      </Button>
    </form>
  );
}
