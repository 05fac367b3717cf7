import { Button, ErrorNote, Field, bareInputClass, inputClass, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../lib/ConfirmDialog.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { endSession } from '../../../lib/session.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';

const REASON_MAX = 500;

/** Closes the account; null when the owner did not confirm it. */
async function closeAccount(
  reason: string,
  confirm: () => Promise<string | null>,
): Promise<CallFailure | 'closed' | null> {
  const said = reason.trim() === '' ? {} : { reason: reason.trim() };
  // Without a confirmation nothing is closed, but what is still open is said before it is asked for.
  const first = await call('accounts.close-account', { body: said });
  if (!first.ok && first.failure.name !== 'second-factor-needed') return first.failure;
  const stepUp = await confirm();
  if (stepUp === null) return null;
  const answer = await call('accounts.close-account', { body: { ...said, stepUp } });
  return answer.ok ? 'closed' : answer.failure;
}

/** The end of the account, after saying what that means. */
export function CloseSection(): ReactElement {
  const t = useT();
  const { confirm, dialog } = useStepUp('close-account');
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const close = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    const end = await closeAccount(reason, confirm);
    setIsBusy(false);
    if (end === null) return;
    if (end !== 'closed') return setProblem(failureText(end, t));
    toast({ title: t('security.close-done') });
    endSession();
  };
  return (
    <SectionCard
      title={t('security.close')}
      lead={t('security.close-lead')}
      action={
        <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
          {t('security.close')}
        </Button>
      }
    >
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('security.close-title')}
        action={t('security.close-confirm')}
        busy={isBusy ? t('security.sending') : undefined}
        onConfirm={() => void close()}
      >
        <p className="mt-2 mb-4 text-ink-2">{t('security.close-text')}</p>
        <Field label={t('security.close-reason')} aside={t('access.invite-optional')}>
          {(control) => (
            <span className={inputClass}>
              <textarea
                {...control}
                rows={3}
                maxLength={REASON_MAX}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                className={bareInputClass}
              />
            </span>
          )}
        </Field>
        {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      </ConfirmDialog>
      {dialog}
    </SectionCard>
  );
}
