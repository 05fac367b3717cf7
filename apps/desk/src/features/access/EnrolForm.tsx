import type { DeskCallResult } from '@candor/protocol/desk-light';
import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { Button, ErrorNote, Note, TextInput, formatTime } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { beginSession } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { MailField, PasswordField } from './fields.tsx';
import { type FactorOffer, NewFactor } from './NewFactor.tsx';

/** What a one-time link is for, as the server said. */
export type OpenedLink = DeskCallResult<'staff.open-link'>;

function Credentials(props: {
  readonly link: string;
  readonly opened: OpenedLink;
  readonly onOffer: (offer: FactorOffer) => void;
}): ReactElement {
  const { link, opened, onOffer } = props;
  const t = useDeskT();
  const command = useCommand();
  const [email, setEmail] = useState('');
  const [name, setName] = useState(opened.name ?? '');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setIsTried] = useState(false);
  const missing = (text: string): string | null =>
    isTried && text.trim() === '' ? t('sign-in.missing') : null;
  const asksMail = opened.email === null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if ((asksMail && email.trim() === '') || name.trim() === '') return;
    if (password === '' || password !== repeated) return;
    const body = {
      link,
      name: name.trim(),
      password,
      ...(asksMail ? { email: email.trim() } : {}),
    };
    const answer = await command.send('staff.begin-enrolment', { body });
    if (answer !== null) onOffer(answer.value);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {opened.roles.length > 0 && (
        <Note>
          {t('enrol.roles', {
            roles: opened.roles.map((role) => t(`role.${role}`)).join(', '),
            when: formatTime(opened.expiresAt),
          })}
        </Note>
      )}
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      {asksMail ? (
        <MailField value={email} onChange={setEmail} error={missing(email)} />
      ) : (
        <p className="text-sm text-ink-2">
          {t('sign-in.mail')}{' '}
          <b className="font-semibold break-words text-ink">
            <bdi>{opened.email}</bdi>
          </b>
        </p>
      )}
      <TextInput
        label={t('enrol.name')}
        help={t('enrol.name-help')}
        name="name"
        autoComplete="name"
        maxLength={64}
        value={name}
        error={missing(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        isNew
        label={t('enrol.password')}
        help={t('enrol.password-help', { min: PASSWORD_LENGTH_MIN })}
        value={password}
        onChange={setPassword}
        error={missing(password)}
      />
      <PasswordField
        isNew
        label={t('enrol.repeat')}
        value={repeated}
        onChange={setRepeated}
        error={isTried && repeated !== password ? t('enrol.differs') : null}
      />
      <Button type="submit" size="lg" wide busy={command.isBusy ? t('enrol.busy') : undefined}>
        {t('sign-in.continue')}
      </Button>
    </form>
  );
}

/** Uses a one-time link: name and password, then the first factor; the session begins with it. */
export function EnrolForm(props: {
  readonly link: string;
  readonly opened: OpenedLink;
  readonly onDone: () => void;
}): ReactElement {
  const { link, opened, onDone } = props;
  const command = useCommand();
  const [offer, setOffer] = useState<FactorOffer | null>(null);
  if (offer === null) return <Credentials link={link} opened={opened} onOffer={setOffer} />;
  return (
    <NewFactor
      offer={offer}
      isBusy={command.isBusy}
      problem={command.problem}
      onProof={async (body) => {
        const answer = await command.send('staff.finish-enrolment', { body });
        if (answer === null) return;
        beginSession(answer.value);
        onDone();
      }}
    />
  );
}
