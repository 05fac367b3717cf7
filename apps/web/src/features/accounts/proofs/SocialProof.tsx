import { Button, ErrorNote, useLocale, useT } from '@candor/ui';
import { type ReactElement } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { call } from '../../../lib/http.ts';
import { useCall } from '../../../lib/use-call.ts';
import { leaveTo } from './leave.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

/** A fresh sign-in at the service an account was opened with, when it has nothing else. */
export function SocialProof(props: {
  readonly isSending: boolean;
  readonly error: string | null;
  readonly onAnswer: (answer: { readonly social: true }) => void;
}): ReactElement {
  const { isSending, error, onAnswer } = props;
  const t = useT();
  const { value: language } = useLocale();
  const keys = useCall('accounts.social-keys');
  const [problem, setProblem] = useSentence();
  const leave = async (issuer: string): Promise<void> => {
    setProblem(null);
    const next = `${location.pathname}${location.search}`;
    const body = { issuer, next, language, fresh: true } as const;
    const answer = await call('accounts.social-start', { body });
    if (answer.ok) leaveTo(answer.value.url);
    else setProblem((read) => failureText(answer.failure, read));
  };
  const shown = problem ?? error ?? (keys.failure === null ? null : failureText(keys.failure, t));
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{t('factors.social-lead')}</p>
      {shown !== null && <ErrorNote>{shown}</ErrorNote>}
      {(keys.value ?? []).map(({ id, issuer, title }) =>
        issuer === null ? null : (
          <Button key={id} variant="secondary" wide onClick={() => void leave(issuer)}>
            {t('factors.social-go', { service: title })}
          </Button>
        ),
      )}
      <Button
        wide
        busy={isSending ? t('factors.checking') : undefined}
        onClick={() => onAnswer({ social: true })}
      >
        {t('factors.social-use')}
      </Button>
    </div>
  );
}
