import { PASSWORD_LENGTH_MIN } from '@candor/protocol/light';
import { Button, ErrorNote, PasswordInput, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { checkContact, checkPasswords, noContact, type Contact } from '../access-rules.ts';
import { useFieldForm } from '../use-field-form.ts';
import { ContactFields } from './ContactFields.tsx';

/** Mail or phone with its code, and a new password twice; Enter submits. */
export function ResetForm(props: {
  readonly channel: Contact['channel'];
  readonly onDone: () => void;
}): ReactElement {
  const { channel, onDone } = props;
  const t = useT();
  const [contact, setContact] = useState<Contact>(() => noContact(channel));
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const form = useFieldForm({
    check: () => ({ ...checkContact(contact), ...checkPasswords({ password, confirm }) }),
    send: () => {
      const { areaCode } = contact;
      const body = {
        channel,
        target: contact.target.trim(),
        code: contact.code.trim(),
        newPassword: password,
      };
      return call('accounts.reset-password', {
        body: channel === 'phone' ? { ...body, areaCode } : body,
      });
    },
    onDone,
  });
  const show = { showLabel: t('access.show-password'), hideLabel: t('access.hide-password') };
  return (
    <form noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      {form.formError !== null && <ErrorNote>{form.formError}</ErrorNote>}
      <ContactFields purpose="reset" contact={contact} onChange={setContact} access={form} />
      <PasswordInput
        {...show}
        label={t('reset.new-password')}
        name="password"
        autoComplete="new-password"
        dir="ltr"
        value={password}
        error={form.errorAt('password')}
        help={t('access.password-rule', { count: PASSWORD_LENGTH_MIN })}
        onChange={(event) => {
          setPassword(event.target.value);
          form.clear('password');
        }}
      />
      <PasswordInput
        {...show}
        label={t('access.confirm-label')}
        name="confirm"
        autoComplete="new-password"
        dir="ltr"
        value={confirm}
        error={form.errorAt('confirm')}
        onChange={(event) => {
          setConfirm(event.target.value);
          form.clear('confirm');
        }}
      />
      <p className="text-sm text-ink-2">{t('reset.after')}</p>
      <p className="text-sm text-ink-2">{t('reset.fresh')}</p>
      <Button type="submit" size="lg" wide busy={form.isSending ? t('reset.busy') : undefined}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
