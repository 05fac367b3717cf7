import { Button, ErrorNote, Note, buttonClass, cardClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { failureText } from '../../lib/failure-text.ts';
import { call } from '../../lib/http.ts';
import { PATHS } from '../../lib/paths.ts';

/**
 * Ends offers by the link of a mail, without signing in. It asks once more: whatever reads a mail
 * before its reader does may open the page, but presses nothing.
 */
export function UnsubscribeView({ token }: { readonly token: string }): ReactElement {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(
    token === '' ? t('notifications.unsubscribe-failed') : null,
  );
  const end = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    const answer = await call('notifications.unsubscribe', { query: { token } });
    setIsBusy(false);
    if (answer.ok) setIsDone(true);
    else if (answer.failure.name === 'not-found') {
      setProblem(t('notifications.unsubscribe-failed'));
    } else setProblem(failureText(answer.failure, t));
  };
  return (
    <div className="mx-auto max-w-[504px] px-8 py-16 max-desktop:px-4 max-desktop:py-6">
      <div
        className={`p-8 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0 ${cardClass}`}
      >
        <h1 className="text-2xl tracking-title">{t('page.unsubscribe-title')}</h1>
        <p className="mt-1 text-ink-2">{t('notifications.unsubscribe-lead')}</p>
        {problem !== null && <ErrorNote className="mt-4">{problem}</ErrorNote>}
        {isDone && <Note className="mt-4">{t('notifications.unsubscribe-done')}</Note>}
        {!isDone && token !== '' && (
          <Button
            size="lg"
            wide
            className="mt-4"
            busy={isBusy ? t('notifications.unsubscribe-button') : undefined}
            onClick={() => void end()}
          >
            {t('notifications.unsubscribe-button')}
          </Button>
        )}
        {(isDone || problem !== null) && (
          <Link
            href={PATHS.notification}
            className={buttonClass({ variant: 'secondary', wide: true, className: 'mt-4' })}
          >
            {t('page.notification-title')}
          </Link>
        )}
      </div>
    </div>
  );
}
