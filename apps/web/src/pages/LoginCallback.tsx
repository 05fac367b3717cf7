import type { SecondStep } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { PATHS, useSearch } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { SecondStepForm } from '../features/accounts/factors/SecondStepForm.tsx';
import { CallbackFrame, CallbackView } from '../features/accounts/social/CallbackView.tsx';

/** Where another service sends the browser back to; it goes on by itself. */
export function LoginCallback(): ReactElement {
  const t = useT();
  const [path, navigate] = useLocation();
  const search = useSearch('loginCallback');
  const [callback] = useState(search);
  useEffect(() => {
    // A code stands in no history and in no address that is copied; it is good for nothing twice.
    history.replaceState(history.state, '', path);
  }, [path]);
  const goOn = useCallback(
    (next: string | undefined) => navigate(safeNext(next), { replace: true }),
    [navigate],
  );
  const [second, setSecond] = useState<{ step: SecondStep; next: string | undefined } | null>(null);
  const ask = useCallback(
    (step: SecondStep, next: string | undefined) => setSecond({ step, next }),
    [],
  );
  if (second === null) return <CallbackView callback={callback} onDone={goOn} onSecond={ask} />;
  const { step, next } = second;
  return (
    <CallbackFrame title={t('factors.second-title')}>
      <p className="text-ink-2">{t('factors.second-lead')}</p>
      <SecondStepForm
        step={step}
        onDone={() => goOn(next)}
        onAgain={() => navigate(PATHS.login, { replace: true })}
      />
    </CallbackFrame>
  );
}
