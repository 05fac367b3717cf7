import { Note, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { PATHS, href, safeNext, useSearch } from '../app/paths.ts';
import { AccessFrame } from '../features/accounts/AccessFrame.tsx';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { useSession } from '../lib/session.ts';

/** Log in, and on to where one wanted to go. */
export function Login(): ReactElement {
  const t = useT();
  const [, navigate] = useLocation();
  const { next, over } = useSearch('login');
  const { state } = useSession();
  const target = safeNext(next);
  if (state === 'in') return <Redirect to={target} replace />;
  return (
    <AccessFrame
      title={t('access.login-title')}
      intro={t('access.login-intro')}
      foot={
        <>
          {t('access.no-account')}{' '}
          <Link
            href={href('register', next === undefined ? {} : { next })}
            className="font-medium text-accent underline underline-offset-[3px]"
          >
            {t('access.register-title')}
          </Link>
          {' · '}
          <Link
            href={PATHS.reset}
            className="font-medium text-accent underline underline-offset-[3px]"
          >
            {t('access.forgot')}
          </Link>
        </>
      }
    >
      {over !== undefined && (
        <Note tone="warn" className="mb-4">
          {t('access.session-ended')}
        </Note>
      )}
      <LoginForm onDone={() => navigate(target, { replace: true })} />
    </AccessFrame>
  );
}
