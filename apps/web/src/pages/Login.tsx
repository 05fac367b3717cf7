import type { SecondStep } from '@candor/protocol/light';
import { Note, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { PATHS, href, useSearch } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { AccessFrame } from '../features/accounts/AccessFrame.tsx';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { OrDivider } from '../features/accounts/OrDivider.tsx';
import { SecondStepForm } from '../features/accounts/factors/SecondStepForm.tsx';
import { SocialButtons } from '../features/accounts/social/SocialButtons.tsx';
import { WalletLogin } from '../features/accounts/wallets/WalletLogin.tsx';
import { useSession } from '../lib/session.ts';

const linkClass = 'font-medium text-accent underline underline-offset-[3px]';

/** To an account for who has none, and to a new password for who has lost theirs. */
function Foot({ next }: { readonly next: string | undefined }): ReactElement {
  const t = useT();
  return (
    <>
      {t('access.no-account')}{' '}
      <Link href={href('register', next === undefined ? {} : { next })} className={linkClass}>
        {t('access.register-title')}
      </Link>
      {' · '}
      <Link href={PATHS.reset} className={linkClass}>
        {t('access.forgot')}
      </Link>
    </>
  );
}

/** Log in by password, wallet or another service, and on to where one wanted to go. */
export function Login(): ReactElement {
  const t = useT();
  const [, navigate] = useLocation();
  const { next, over } = useSearch('login');
  const { state } = useSession();
  const [step, setStep] = useState<SecondStep | null>(null);
  const target = safeNext(next);
  const goOn = (): void => navigate(target, { replace: true });
  if (state === 'in') return <Redirect to={target} replace />;
  return (
    <AccessFrame
      title={t(step === null ? 'access.login-title' : 'factors.second-title')}
      intro={t(step === null ? 'access.login-intro' : 'factors.second-lead')}
      foot={<Foot next={next} />}
    >
      {over !== undefined && step === null && (
        <Note tone="warn" className="mb-4">
          {t('access.session-ended')}
        </Note>
      )}
      {step === null ? (
        <>
          <LoginForm onDone={goOn} onSecond={setStep} />
          <OrDivider />
          <div className="grid gap-3">
            <WalletLogin onDone={goOn} onSecond={setStep} />
            <SocialButtons next={target} />
          </div>
        </>
      ) : (
        <SecondStepForm step={step} onDone={goOn} onAgain={() => setStep(null)} />
      )}
    </AccessFrame>
  );
}
