import { Note, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { PATHS, href, safeNext, useSearch } from '../app/paths.ts';
import { AccessFrame } from '../features/accounts/AccessFrame.tsx';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { SocialButtons } from '../features/accounts/social/SocialButtons.tsx';
import { useSession } from '../lib/session.ts';

/** A word between two ways of doing the same. */
function Divider({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

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
      <Divider>{t('access.or')}</Divider>
      <SocialButtons next={target} />
    </AccessFrame>
  );
}
