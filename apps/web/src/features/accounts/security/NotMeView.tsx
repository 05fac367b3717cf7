import { Button, ErrorNote, Note, buttonClass, cardClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { call } from '../../../lib/http.ts';
import { endSession } from '../../../lib/session.ts';

/**
 * Freezes an account by the link of a mail. It asks once more: whatever reads a mail before its
 * reader does may open the page, but presses nothing.
 */
export function NotMeView({ token }: { readonly token: string }): ReactElement {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const freeze = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    const answer = await call('accounts.not-me', { body: { token } });
    setIsBusy(false);
    if (answer.ok) {
      setIsDone(true);
      // All sessions ended, this browser's too if it was one of them.
      endSession();
    } else if (answer.failure.name === 'not-found') setProblem(t('security.not-me-over'));
    else setProblem(failureText(answer.failure, t));
  };
  return (
    <div className="mx-auto max-w-[504px] px-8 py-16 max-desktop:px-4 max-desktop:py-6">
      <div
        className={`p-8 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0 ${cardClass}`}
      >
        <h1 className="text-2xl tracking-title">{t('page.not-me-title')}</h1>
        <p className="mt-1 text-ink-2">{t('security.not-me-lead')}</p>
        {token === '' && <ErrorNote className="mt-4">{t('security.not-me-no-link')}</ErrorNote>}
        {problem !== null && <ErrorNote className="mt-4">{problem}</ErrorNote>}
        {isDone ? (
          <>
            <Note tone="warn" className="mt-4">
              {t('security.not-me-done')}
            </Note>
            <p className="mt-4 text-ink-2">{t('security.not-me-next')}</p>
            <Link
              href={PATHS.reset}
              className={buttonClass({ wide: true, size: 'lg', className: 'mt-4' })}
            >
              {t('page.reset-title')}
            </Link>
          </>
        ) : (
          token !== '' && (
            <>
              <p className="mt-4 text-ink-2">{t('security.freeze-text')}</p>
              <Button
                variant="danger"
                size="lg"
                wide
                className="mt-4"
                busy={isBusy ? t('security.freeze-busy') : undefined}
                onClick={() => void freeze()}
              >
                {t('security.freeze')}
              </Button>
            </>
          )
        )}
        {(problem !== null || token === '') && (
          <Link
            href={PATHS.login}
            className={buttonClass({ variant: 'secondary', wide: true, className: 'mt-4' })}
          >
            {t('access.login-title')}
          </Link>
        )}
      </div>
    </div>
  );
}
