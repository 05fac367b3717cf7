import type { SecondStep } from '@candor/protocol/light';
import { Tabs, tabPanelProps, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { href, useSearch } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { AccessFrame } from '../features/accounts/AccessFrame.tsx';
import { OrDivider } from '../features/accounts/OrDivider.tsx';
import { RegisterForm, type RegisterWay } from '../features/accounts/RegisterForm.tsx';
import { SecondStepForm } from '../features/accounts/factors/SecondStepForm.tsx';
import { SocialButtons } from '../features/accounts/social/SocialButtons.tsx';
import { WalletLogin } from '../features/accounts/wallets/WalletLogin.tsx';
import { InvitedBy } from '../features/invites/InvitedBy.tsx';
import { useSession } from '../lib/session.ts';

const WAYS: readonly RegisterWay[] = ['username', 'email', 'phone'];

const LABELS = {
  username: 'access.contact-username',
  email: 'access.contact-email',
  phone: 'access.contact-phone',
} as const;

/** Open an account with a user name, and a mail address or phone where one wants to. */
export function Register(): ReactElement {
  const t = useT();
  const [, navigate] = useLocation();
  const { next, invite } = useSearch('register');
  const { state } = useSession();
  const [way, setWay] = useState<RegisterWay>('username');
  const [step, setStep] = useState<SecondStep | null>(null);
  const target = safeNext(next);
  const goOn = (): void => navigate(target, { replace: true });
  if (state === 'in') return <Redirect to={target} replace />;
  const foot = (
    <>
      {t('access.have-account')}{' '}
      <Link
        href={href('login', next === undefined ? {} : { next })}
        className="font-medium text-accent underline underline-offset-[3px]"
      >
        {t('access.login-title')}
      </Link>
    </>
  );
  // A wallet that opens an account already, and that account has a second factor.
  if (step !== null) {
    return (
      <AccessFrame title={t('factors.second-title')} intro={t('factors.second-lead')} foot={foot}>
        <SecondStepForm step={step} onDone={goOn} onAgain={() => setStep(null)} />
      </AccessFrame>
    );
  }
  return (
    <AccessFrame title={t('access.register-title')} intro={t('access.register-intro')} foot={foot}>
      {invite !== undefined && invite !== '' && <InvitedBy code={invite} />}
      <Tabs
        id="way"
        label={t('access.contact-label')}
        value={way}
        onChange={setWay}
        choices={WAYS.map((value) => ({ value, label: t(LABELS[value]) }))}
        className="mb-5"
      />
      <div {...tabPanelProps('way', way)}>
        <RegisterForm key={way} way={way} invite={invite} onDone={goOn} />
      </div>
      <OrDivider />
      <div className="grid gap-3">
        <WalletLogin isOpening onDone={goOn} onSecond={setStep} />
        <SocialButtons next={target} />
      </div>
    </AccessFrame>
  );
}
