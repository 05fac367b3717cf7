import { Button, ErrorNote, TextInput, toast, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useProveMail, useRequestMail } from './api.ts';
import type { Visit } from './visits.ts';

/** Minutes a code is good for, as the server says in its mail. */
const CODE_MINUTES = 10;

/** Where answers reach a visitor besides: an address, proven by a code. */
export function MailPart(props: {
  readonly visit: Visit;
  /** The proven address, masked; null without one. */
  readonly mail: string | null;
}): ReactElement {
  const { visit, mail } = props;
  const t = useT();
  const request = useRequestMail(visit);
  const prove = useProveMail(visit);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const isCodeAsked = sentTo !== null && sentTo === email;
  const failure = failureOf(isCodeAsked ? prove.error : request.error);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (request.isPending || prove.isPending || email.trim() === '') return;
    if (!isCodeAsked) {
      request.mutate(email, { onSuccess: () => setSentTo(email) });
      return;
    }
    prove.mutate(
      { email, code },
      {
        onSuccess(kept) {
          toast({ title: t('support.mail-proven', { mail: kept.mail }) });
          setSentTo(null);
          setEmail('');
          setCode('');
        },
      },
    );
  };
  return (
    <details className="rounded-md border border-line px-4 py-3">
      <summary className="target -my-2 cursor-pointer py-2 text-sm font-semibold">
        {t('support.mail-title')}
      </summary>
      <form noValidate onSubmit={send} className="mt-2 grid gap-3 text-sm">
        <p className="text-ink-2">
          {mail === null ? t('support.mail-about') : t('support.mail-proven', { mail })}
        </p>
        <TextInput
          label={t('access.contact-email')}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            request.reset();
          }}
        />
        {isCodeAsked && (
          <>
            <p role="status" className="text-ink-2">
              {t('access.code-sent', { target: email, minutes: CODE_MINUTES })}
            </p>
            <TextInput
              label={t('access.code-label')}
              name="code"
              inputMode="numeric"
              dir="ltr"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={({ currentTarget }) => {
                setCode(currentTarget.value);
                prove.reset();
              }}
            />
          </>
        )}
        {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          className="justify-self-start"
          busy={request.isPending || prove.isPending ? t('support.sending') : undefined}
        >
          {t(isCodeAsked ? 'support.mail-prove' : 'access.code-send')}
        </Button>
      </form>
    </details>
  );
}
