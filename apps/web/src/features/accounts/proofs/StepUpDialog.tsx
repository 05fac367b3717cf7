import type { CallResult, ProofMethod, StepUpAction, WalletProof } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, Note, Skeleton, useT } from '@candor/ui';
import { type ReactElement, Suspense, useEffect, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from 'wouter';
import { type FactorAnswer, FactorForm, type FormMethod } from './FactorForm.tsx';
import { SocialProof } from './SocialProof.tsx';

const WalletProofForm = lazyPart(() =>
  import('./WalletProofForm.tsx').then((module) => module.WalletProofForm),
);

type Question = CallResult<'accounts.step-up'>;
type Answer = FactorAnswer | { readonly social: true } | { readonly walletSignature: WalletProof };

const FORM: ReadonlySet<ProofMethod> = new Set(['totp', 'recovery', 'passkey', 'password']);
const isOfForm = (method: ProofMethod): method is FormMethod => FORM.has(method);

type StepUpParams = { readonly action: StepUpAction; readonly subject: string | undefined };

/** The question as the server asks it; asked again when it is over. */
function useQuestion({ action, subject }: StepUpParams) {
  const [round, setRound] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useEffect(() => {
    let isGone = false;
    const body = subject === undefined ? { action } : { action, subject };
    void call('accounts.step-up', { body }).then((answer) => {
      if (isGone) return;
      setQuestion(answer.ok ? answer.value : null);
      setFailure(answer.ok ? null : answer.failure);
    });
    return () => {
      isGone = true;
    };
  }, [action, subject, round]);
  const again = (): void => {
    setQuestion(null);
    setFailure(null);
    setRound((count) => count + 1);
  };
  return { question, failure, again };
}

function Proofs(props: {
  readonly action: StepUpAction;
  readonly question: Question;
  readonly onDone: (stepUp: string) => void;
  readonly onAgain: () => void;
}): ReactElement {
  const { question, action, onDone, onAgain } = props;
  const t = useT();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const send = async (answer: Answer): Promise<void> => {
    setFailure(null);
    setIsSending(true);
    const body = { challenge: question.challenge, ...answer };
    const answered = await call('accounts.step-up-proof', { body });
    setIsSending(false);
    if (answered.ok) onDone(answered.value.stepUp);
    else setFailure(answered.failure);
  };
  const error = failure === null ? null : failureText(failure, t);
  if (failure !== null && (failure.name === 'challenge-over' || failure.name === 'too-many')) {
    return (
      <ErrorNote
        action={
          <Button variant="secondary" size="sm" onClick={onAgain}>
            {t('factors.again')}
          </Button>
        }
      >
        {error}
      </ErrorNote>
    );
  }
  const form = { isSending, error, onAnswer: (answer: Answer) => void send(answer) };
  const { methods, challenge } = question;
  if (methods.length === 0) {
    return (
      <Note tone="warn">
        {t('factors.needed')}{' '}
        <Link href={PATHS.security} className="text-accent underline">
          {t('page.security-title')}
        </Link>
      </Note>
    );
  }
  if (methods[0] === 'wallet') {
    return (
      <Suspense fallback={<Skeleton />}>
        <WalletProofForm
          action={action}
          challenge={challenge}
          error={error}
          onAnswer={form.onAnswer}
        />
      </Suspense>
    );
  }
  if (methods[0] === 'social') return <SocialProof {...form} />;
  return (
    <FactorForm
      {...form}
      methods={methods.filter(isOfForm)}
      passkeyOptions={question.passkeyOptions}
    />
  );
}

/** Asks the owner to confirm one action, and hands the confirmation on. */
export function StepUpDialog(
  props: StepUpParams & {
    readonly onDone: (stepUp: string) => void;
    readonly onClose: () => void;
  },
): ReactElement {
  const { action, subject, onDone, onClose } = props;
  const t = useT();
  const { question, failure, again } = useQuestion({ action, subject });
  return (
    <Dialog open onClose={onClose} title={t('factors.step-title')}>
      <p className="mt-1 mb-4 font-medium">{t(`factors.act-${action}`)}</p>
      {question !== null ? (
        <Proofs
          key={question.challenge}
          action={action}
          question={question}
          onDone={onDone}
          onAgain={again}
        />
      ) : failure === null ? (
        <Waiting rows={2} className="grid gap-3" />
      ) : (
        <ErrorNote title={t('factors.step-failed')}>{failureText(failure, t)}</ErrorNote>
      )}
    </Dialog>
  );
}
