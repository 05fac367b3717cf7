import type { LoanTerms } from '@candor/protocol/light';
import { Button, Card, Note, buttonClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { FlowAction } from './FlowAction.tsx';

/** Loans need a verified identity: where it stands, and the way there with what is filled in kept. */
export function IdentityStep(props: {
  readonly terms: LoanTerms;
  /** Address of the identification, with the way back in it. */
  readonly identityHref: string;
  readonly onNext: () => void;
  readonly onBack: () => void;
}): ReactElement {
  const { terms, identityHref, onNext, onBack } = props;
  const t = useT();
  const { identity, reviewHours } = terms;
  const isVerified = identity === 'verified';
  const isPending = identity === 'pending';
  return (
    <div className="grid gap-4">
      <Card className="grid gap-3 p-5 max-desktop:p-4">
        {isVerified && <p className="text-md">{t('loan.identity-done')}</p>}
        {isPending && (
          <Note tone="info" title={t('loan.identity-pending')}>
            {t('loan.identity-pending-text', { hours: String(reviewHours) })}
          </Note>
        )}
        {!isVerified && !isPending && (
          <Note tone="warn" title={t('message.identity-first')}>
            {t('loan.identity-text', { hours: String(reviewHours) })}
          </Note>
        )}
      </Card>
      <FlowAction>
        {isVerified ? (
          <Button size="lg" className="max-desktop:w-full" onClick={onNext}>
            {t('onboarding.continue')}
          </Button>
        ) : (
          <Link
            href={identityHref}
            className={buttonClass({ size: 'lg', className: 'max-desktop:w-full' })}
          >
            {t(isPending ? 'loan.identity-see' : 'loan.identity-go')}
          </Link>
        )}
        <Button variant="ghost" className="max-desktop:w-full" onClick={onBack}>
          {t('common.back')}
        </Button>
      </FlowAction>
    </div>
  );
}
