import type { SecondStep } from '@candor/protocol/light';
import { Button, Note, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { beginSession } from '../../../lib/session.ts';
import { type FactorAnswer, FactorForm } from '../proofs/FactorForm.tsx';

/** Refusals after which this question can be answered no more. */
const OVER: ReadonlySet<CallFailure['name']> = new Set([
  'challenge-over',
  'account-disabled',
  'too-many',
]);

/** The second step of a sign-in, whichever way the first one went. */
export function SecondStepForm(props: {
  readonly step: SecondStep;
  readonly onDone: () => void;
  /** Back to the first step. */
  readonly onAgain: () => void;
}): ReactElement {
  const { step, onDone, onAgain } = props;
  const t = useT();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const send = async (answer: FactorAnswer): Promise<void> => {
    setFailure(null);
    setIsSending(true);
    const body = { challenge: step.challenge, ...answer, client: 'web' } as const;
    const answered = await call('accounts.second', { body });
    setIsSending(false);
    if (!answered.ok) {
      setFailure(answered.failure);
      return;
    }
    beginSession(answered.value);
    onDone();
  };
  const text = failure === null ? null : failureText(failure, t);
  if (failure !== null && OVER.has(failure.name)) {
    return (
      <Note
        tone="error"
        action={
          <Button variant="secondary" size="sm" onClick={onAgain}>
            {t('factors.again')}
          </Button>
        }
      >
        {text}
      </Note>
    );
  }
  return (
    <div className="grid gap-4">
      <FactorForm
        methods={step.methods}
        passkeyOptions={step.passkeyOptions}
        isSending={isSending}
        error={text}
        onAnswer={(answer) => void send(answer)}
      />
      <Button variant="ghost" size="sm" onClick={onAgain} className="-ms-3 justify-self-start">
        {t('factors.again')}
      </Button>
    </div>
  );
}
