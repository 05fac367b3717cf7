import type { ReactElement } from 'react';
import { call } from '../../../lib/http.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { checkTarget, targetText, type Contact } from '../forms/access-rules.ts';
import type { AccessForm } from '../forms/use-field-form.ts';
import { CodeInput } from './CodeInput.tsx';
import { TargetFields } from './TargetFields.tsx';
import { useCodeSending } from './use-code-sending.ts';

/** Mail or phone with the code that proves it, for a visitor who is not signed in. */
export function ContactFields(props: {
  readonly purpose: 'register' | 'reset';
  readonly contact: Contact;
  readonly onChange: (contact: Contact) => void;
  readonly access: AccessForm;
}): ReactElement {
  const { purpose, contact, onChange, access } = props;
  const { channel } = contact;
  const set = (change: Partial<Contact>): void => onChange({ ...contact, ...change });
  const sending = useCodeSending(() => {
    const target = contact.target.trim();
    const { areaCode } = contact;
    const body = { channel, target, purpose } as const;
    return call('accounts.send-code', { body: channel === 'phone' ? { ...body, areaCode } : body });
  });

  const sendCode = async (): Promise<void> => {
    const problem = checkTarget(contact);
    if (problem !== undefined) {
      access.setErrorAt(channel, (read) => read(problem));
      return;
    }
    const failure = await sending.send(targetText(contact));
    if (failure !== null) access.setErrorAt(channel, (read) => failureText(failure, read));
  };
  return (
    <>
      <TargetFields
        contact={contact}
        error={access.errorAt(channel)}
        onChange={(change) => {
          set(change);
          access.clear(channel);
        }}
      />
      <CodeInput
        value={contact.code}
        error={access.errorAt('code')}
        sending={sending}
        isDiscreet={purpose === 'reset'}
        onSend={() => void sendCode()}
        onChange={(code) => {
          set({ code });
          access.clear('code');
        }}
      />
    </>
  );
}
