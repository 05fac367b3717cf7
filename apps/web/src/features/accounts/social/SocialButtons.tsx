import type { SocialIssuer } from '@candor/protocol/light';
import { Button, ErrorNote, useLocale, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { call } from '../../../lib/http.ts';
import { useCall } from '../../../lib/use-call.ts';
import { leaveTo } from '../proofs/leave.ts';

/** A button for each service that is set up here; when none is, it says so. */
export function SocialButtons({ next }: { readonly next: string }): ReactElement | null {
  const t = useT();
  const { value: language } = useLocale();
  const issuers = useCall('accounts.social-issuers');
  const [leaving, setLeaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const leave = async ({ issuer }: SocialIssuer): Promise<void> => {
    setLeaving(issuer);
    setProblem(null);
    const answer = await call('accounts.social-start', { body: { issuer, next, language } });
    if (answer.ok) {
      leaveTo(answer.value.url);
      return;
    }
    setLeaving(null);
    setProblem(failureText(answer.failure, t));
  };
  if (issuers.value === null) {
    return issuers.failure === null ? null : (
      <ErrorNote>{failureText(issuers.failure, t)}</ErrorNote>
    );
  }
  if (issuers.value.length === 0) {
    return <p className="text-sm text-ink-3">{t('social.none')}</p>;
  }
  return (
    <div className="grid gap-3">
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {issuers.value.map((one) => (
        <Button
          key={one.issuer}
          variant="secondary"
          size="lg"
          wide
          disabled={leaving !== null && leaving !== one.issuer}
          busy={leaving === one.issuer ? t('social.leaving', { service: one.title }) : undefined}
          onClick={() => void leave(one)}
        >
          {t('social.continue', { service: one.title })}
        </Button>
      ))}
      <p className="text-xs text-ink-3">{t('social.only-who')}</p>
    </div>
  );
}
