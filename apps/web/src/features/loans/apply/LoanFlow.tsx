import type { LoanTerms } from '@candor/protocol/light';
import { Card, ErrorNote, Skeleton, StatusChip, Stepper, buttonClass, useT } from '@candor/ui';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { useLoanTerms } from '../api.ts';
import { useLoanDraft } from '../draft.ts';
import { fieldsProblem } from '../preview.ts';
import { AmountStep } from './AmountStep.tsx';
import { IdentityStep } from './IdentityStep.tsx';
import { SignStep } from './SignStep.tsx';
import { type DrawPicture, type LoanOffering, useLoanOffer } from './use-loan-offer.ts';

/** What the page gives the flow: addresses that other features own. */
type FlowProps = {
  /** Address of the identification, with the way back in it. */
  readonly identityHref: string;
  readonly loansHref: string;
  /** Another way to draw the signature, for tests. */
  readonly draw?: DrawPicture;
};

const STEP_KEYS = ['amount', 'identity', 'sign', 'review'] as const;
type StepKey = (typeof STEP_KEYS)[number];

function Sent(props: { readonly terms: LoanTerms; readonly loansHref: string }): ReactElement {
  const t = useT();
  return (
    <Card className="grid justify-items-start gap-3 p-6 max-desktop:p-4">
      <StatusChip tone="running" icon="hourglass">
        {t('loan.state', { state: 'pendingReview' })}
      </StatusChip>
      <p className="text-xl font-semibold">{t('loan.sent')}</p>
      <p className="max-w-[60ch] text-ink-2">
        {t('loan.sent-text', { hours: String(props.terms.reviewHours) })}
      </p>
      <Link href={props.loansHref} className={buttonClass({ className: 'max-desktop:w-full' })}>
        {t('loan.mine')}
      </Link>
    </Card>
  );
}

/** An offer is asked for when the step is reached, and again when it was dropped. */
function Signing(props: {
  readonly terms: LoanTerms;
  readonly offering: LoanOffering;
  readonly onBack: () => void;
}): ReactElement {
  const { offering, onBack } = props;
  const t = useT();
  const { held, isAsking, refusal, ask } = offering;
  const isNeeded = held === null && !isAsking && refusal === null;
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    if (isNeeded) void asking.current();
  }, [isNeeded]);
  if (held !== null) {
    // Another offer counts down anew and is signed anew.
    return <SignStep key={held.round} {...props} held={held} />;
  }
  if (refusal !== null) {
    return (
      <ErrorNote
        action={
          <button
            type="button"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            onClick={onBack}
          >
            {t('common.back')}
          </button>
        }
      >
        {refusal}
      </ErrorNote>
    );
  }
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
    </div>
  );
}

function Ready(props: FlowProps & { readonly terms: LoanTerms }): ReactElement {
  const { terms, identityHref, loansHref, draw } = props;
  const t = useT();
  const { draft, write, clear } = useLoanDraft();
  const offering = useLoanOffer(draft, draw);
  // Where the draft leaves off: what is filled in and still holds goes on to the next step.
  const [at, setAt] = useState<StepKey>(() => {
    if (!draft.isFilled || fieldsProblem(draft, terms) !== null) return 'amount';
    return terms.identity === 'verified' ? 'sign' : 'identity';
  });
  const top = useRef<HTMLDivElement>(null);
  const go = (step: StepKey): void => {
    setAt(step);
    top.current?.focus();
    scrollTo(0, 0);
  };
  const { done } = offering;
  const wasSent = useRef(false);
  useEffect(() => {
    if (done === null || wasSent.current) return;
    wasSent.current = true;
    clear();
    go('review');
  });
  const place = STEP_KEYS.indexOf(at);
  const back = (step: StepKey): void => {
    offering.drop();
    go(step);
  };
  return (
    <div ref={top} tabIndex={-1} className="grid gap-4 outline-none">
      <Stepper
        label={t('loan.apply')}
        at={place}
        steps={STEP_KEYS.map((key) => ({ key, text: t('loan.step', { step: key }) }))}
        {...(at === 'review' ? {} : { onGo: (index) => back(STEP_KEYS[index] ?? 'amount') })}
      />
      <h2 className="sr-only">{t('loan.step', { step: at })}</h2>
      {at === 'amount' && (
        <AmountStep
          fields={draft}
          terms={terms}
          refusal={offering.refusal}
          onChange={(change) => {
            offering.drop();
            write({ ...change, isFilled: false });
          }}
          onNext={() => {
            offering.drop();
            write({ isFilled: true });
            go(terms.identity === 'verified' ? 'sign' : 'identity');
          }}
        />
      )}
      {at === 'identity' && (
        <IdentityStep
          terms={terms}
          identityHref={identityHref}
          onNext={() => go('sign')}
          onBack={() => back('amount')}
        />
      )}
      {at === 'sign' && <Signing terms={terms} offering={offering} onBack={() => go('amount')} />}
      {at === 'review' && <Sent terms={terms} loansHref={loansHref} />}
    </div>
  );
}

/** A loan from its amount to its review. @source seed §2 "Loan KYC steps", DESIGN mock g */
export function LoanFlow(props: FlowProps): ReactElement {
  const terms = useLoanTerms();
  const failure = failureOf(terms.error);
  if (terms.data !== undefined) return <Ready {...props} terms={terms.data} />;
  if (failure === null) return <Waiting rows={4} className="grid gap-4" />;
  return <ReadFailed failure={failure} onRetry={() => void terms.refetch()} />;
}
