import { AREA_CODES } from '@candor/protocol/light';
import { Button, Field, Note, TextInput, bareInputClass, inputClass, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { call } from '../../lib/http.ts';
import { failureText } from '../../lib/failure-text.ts';
import { checkContact, type Contact } from './access-rules.ts';
import type { AccessForm } from './use-access-form.ts';

/** Mail or phone with its code. They say that they are not open yet before anybody types. */
export function ContactFields(props: {
  readonly contact: Contact;
  readonly onChange: (contact: Contact) => void;
  readonly access: AccessForm;
}): ReactElement {
  const { contact, onChange, access } = props;
  const t = useT();
  const [isSending, setIsSending] = useState(false);
  const { channel } = contact;
  const set = (change: Partial<Contact>): void => onChange({ ...contact, ...change });

  const sendCode = (): void => {
    const problem = checkContact(contact)[channel];
    if (problem !== undefined) {
      access.setErrorAt(channel, t(problem));
      return;
    }
    setIsSending(true);
    const { target, areaCode } = contact;
    const body = { channel, target, purpose: 'register' } as const;
    const sent = call('accounts.send-code', {
      body: channel === 'phone' ? { ...body, areaCode } : body,
    });
    void sent.then((answer) => {
      setIsSending(false);
      if (!answer.ok) access.setErrorAt(channel, failureText(answer.failure, t));
    });
  };
  return (
    <>
      <Note title={t('message.not-yet-open')}>{t('access.contact-hint')}</Note>
      {channel === 'phone' && (
        <Field label={t('access.area-code')}>
          {(control) => (
            <span className={inputClass}>
              <select
                {...control}
                dir="ltr"
                value={contact.areaCode}
                onChange={(event) => set({ areaCode: event.target.value as Contact['areaCode'] })}
                className={bareInputClass}
              >
                {AREA_CODES.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            </span>
          )}
        </Field>
      )}
      <TextInput
        label={t(channel === 'email' ? 'access.contact-email' : 'access.contact-phone')}
        name={channel}
        type={channel === 'email' ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel-national'}
        dir="ltr"
        value={contact.target}
        error={access.errorAt(channel)}
        onChange={(event) => {
          set({ target: event.target.value });
          access.clear(channel);
        }}
      />
      <TextInput
        label={t('access.code-label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={12}
        value={contact.code}
        error={access.errorAt('code')}
        onChange={(event) => {
          set({ code: event.target.value });
          access.clear('code');
        }}
        end={
          <Button
            size="sm"
            variant="tertiary"
            onClick={sendCode}
            busy={isSending ? t('access.code-sending') : undefined}
          >
            {t('access.code-send')}
          </Button>
        }
      />
    </>
  );
}
