import type { Identification } from '@candor/protocol/light';
import { Stepper, useT } from '@candor/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { ReviewStep } from './ReviewStep.tsx';
import { SignStep } from './SignStep.tsx';
import { StateChip } from './StatePanel.tsx';
import { PhotosStep } from './capture/PhotosStep.tsx';
import { DetailsStep } from './details/DetailsStep.tsx';
import { documentTypeOf } from './details/details.ts';
import { rejectionOf } from './plan/plan.ts';
import { useSubmission } from './use-submission.ts';

/** An identification from its first field to its sending; after a rejection what was rejected alone. */
export function IdentitySteps(props: { readonly identification: Identification }): ReactElement {
  const { identification } = props;
  const t = useT();
  const flow = useSubmission(identification);
  const { plan, step, draft, uploads } = flow;
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo(0, 0);
    title.current?.focus();
  }, [step]);
  const at = plan.steps.indexOf(step);
  return (
    <div className="flex flex-1 flex-col">
      {/* Later steps are long enough on a phone. */}
      {step === 'details' && identification.state === 'none' && (
        <div className="-mt-3 mb-5 grid justify-items-start gap-3">
          <p className="text-ink-2">{t('identity.lead')}</p>
          <StateChip state="none" />
        </div>
      )}
      <Stepper
        label={t('identity.steps')}
        steps={plan.steps.map((key) => ({ key, text: t(`identity.step-${key}`) }))}
        at={at}
        onGo={(index) => flow.go(plan.steps[index] ?? step)}
      />
      <h2
        ref={title}
        tabIndex={-1}
        className="mt-2 mb-3 text-xl outline-none max-desktop:mt-0 max-desktop:text-lg"
      >
        {t(`identity.step-${step}`)}
      </h2>
      {step === 'details' && (
        <DetailsStep
          details={draft.details}
          refused={flow.refused}
          onChange={flow.changeDetails}
          onDone={flow.next}
        />
      )}
      {step === 'photos' && (
        <PhotosStep
          plan={plan}
          type={documentTypeOf(draft.details)}
          uploads={uploads}
          problemOf={flow.photoProblem}
          rejectionOf={(photo) => rejectionOf(identification, photo)}
          onDone={flow.next}
        />
      )}
      {step === 'signature' && (
        <SignStep
          upload={uploads.signature}
          name={draft.signatureName}
          onName={flow.nameSignature}
          refused={flow.signatureProblem}
          onDone={flow.next}
        />
      )}
      {step === 'review' && (
        <ReviewStep
          steps={plan.steps}
          details={draft.details}
          photos={plan.photos.map((photo) => [photo, uploads[photo].picture !== null])}
          signature={
            draft.signatureName === '' ? uploads.signature.picture !== null : draft.signatureName
          }
          hours={identification.deadlineHours}
          isSending={flow.isSending}
          problem={flow.problem}
          onGo={flow.go}
          onSend={() => void flow.send()}
        />
      )}
    </div>
  );
}
