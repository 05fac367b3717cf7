import { Button, Dialog, ErrorNote, toast, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { call } from '../../../lib/http.ts';
import {
  checkContact,
  checkTarget,
  noContact,
  targetText,
  type Contact,
} from '../forms/access-rules.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { useFieldForm } from '../forms/use-field-form.ts';
import { useChanged } from './use-changed.ts';
import { CodeInput } from './CodeInput.tsx';
import { TargetFields } from './TargetFields.tsx';
import { useCodeSending } from './use-code-sending.ts';

/** The owner confirms once; asked for again, the code goes the same way without it. */
function useCodes(contact: Contact) {
  const stepUp = useStepUp('contact');
  const [begun, setBegun] = useState<string | null>(null);
  const sending = useCodeSending(async (to) => {
    const { channel } = contact;
    const target = contact.target.trim();
    const where =
      channel === 'phone'
        ? ({ channel, target, areaCode: contact.areaCode } as const)
        : ({ channel, target } as const);
    if (begun === to) {
      return call('accounts.send-code', { body: { ...where, purpose: 'security' } });
    }
    const confirmed = await stepUp.confirm(channel);
    if (confirmed === null) return null;
    const answer = await call('accounts.begin-contact', { body: { ...where, stepUp: confirmed } });
    if (answer.ok) setBegun(to);
    return answer;
  });
  return { sending, dialog: stepUp.dialog };
}

/** Adds or changes a mail address or phone: the owner confirms, then the code of the new one. */
export function ContactDialog(props: {
  readonly channel: Contact['channel'];
  readonly title: string;
  readonly onEnd: () => void;
}): ReactElement {
  const { channel, title, onEnd } = props;
  const t = useT();
  const changed = useChanged();
  const [contact, setContact] = useState<Contact>(() => noContact(channel));
  const { sending, dialog } = useCodes(contact);
  const form = useFieldForm({
    check: () => checkContact(contact),
    send: () =>
      call('accounts.confirm-contact', { body: { code: contact.code.trim() }, renews: true }),
    onDone: ({ target }) => {
      toast({ title: t('contact.saved', { target }) });
      changed();
      onEnd();
    },
  });
  const change = (part: Partial<Contact>): void => setContact((now) => ({ ...now, ...part }));

  const sendCode = async (): Promise<void> => {
    const problem = checkTarget(contact);
    if (problem !== undefined) {
      form.setErrorAt(channel, (read) => read(problem));
      return;
    }
    const failure = await sending.send(targetText(contact));
    if (failure !== null) form.setErrorAt(channel, (read) => failureText(failure, read));
  };
  return (
    <>
      <Dialog open title={title} onClose={onEnd}>
        <form noValidate onSubmit={form.submit} className="mt-4 grid gap-4">
          {form.formError !== null && <ErrorNote>{form.formError}</ErrorNote>}
          <TargetFields
            contact={contact}
            error={form.errorAt(channel)}
            onChange={(part) => {
              change(part);
              form.clear(channel);
            }}
          />
          <CodeInput
            value={contact.code}
            error={form.errorAt('code')}
            sending={sending}
            onSend={() => void sendCode()}
            onChange={(code) => {
              change({ code });
              form.clear('code');
            }}
          />
          <p className="text-sm text-ink-2">{t('contact.hold')}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={onEnd}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" busy={form.isSending ? t('contact.confirming') : undefined}>
              {t('contact.confirm')}
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
