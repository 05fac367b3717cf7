import { Button, ErrorNote, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { checkContact, checkPasswords, noContact, type Contact } from '../forms/access-rules.ts';
import { NO_PASSWORD, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useFieldForm } from '../forms/use-field-form.ts';
import { ContactFields } from './ContactFields.tsx';

/** Mail or phone with its code, and a new password twice; Enter submits. */
export function ResetForm(props: {
  readonly channel: Contact['channel'];
  readonly onDone: () => void;
}): ReactElement {
  const { channel, onDone } = props;
  const t = useT();
  const [contact, setContact] = useState<Contact>(() => noContact(channel));
  const [typed, setTyped] = useState(NO_PASSWORD);
  const form = useFieldForm({
    check: () => ({ ...checkContact(contact), ...checkPasswords(typed) }),
    send: () => {
      const { areaCode } = contact;
      const body = {
        channel,
        target: contact.target.trim(),
        code: contact.code.trim(),
        newPassword: typed.password,
      };
      return call('accounts.reset-password', {
        body: channel === 'phone' ? { ...body, areaCode } : body,
      });
    },
    onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      {form.formError !== null && <ErrorNote>{form.formError}</ErrorNote>}
      <ContactFields purpose="reset" contact={contact} onChange={setContact} access={form} />
      <NewPasswordFields
        label={t('reset.new-password')}
        typed={typed}
        onChange={setTyped}
        form={form}
      />
      <p className="text-sm text-ink-2">{t('reset.after')}</p>
      <p className="text-sm text-ink-2">{t('reset.fresh')}</p>
      <Button type="submit" size="lg" wide busy={form.isSending ? t('reset.busy') : undefined}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
