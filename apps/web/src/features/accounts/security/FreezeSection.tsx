import { Button, ErrorNote, Note, Skeleton, StatusChip, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../lib/ConfirmDialog.tsx';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useFreeze, useSecurityOverview, useUnfreeze } from './api.ts';
import { useProblem } from './use-problem.ts';

function Begin(): ReactElement {
  const t = useT();
  const freeze = useFreeze();
  const { problem, clear, tell } = useProblem();
  const [isAsked, setIsAsked] = useState(false);
  const confirm = (): void => {
    clear();
    freeze.mutate(undefined, {
      onSuccess: () => {
        setIsAsked(false);
        toast({ title: t('security.freeze-done') });
      },
      onError: tell,
    });
  };
  return (
    <>
      <Button variant="danger" className="mt-4" onClick={() => setIsAsked(true)}>
        {t('security.freeze')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('security.freeze-title')}
        action={t('security.freeze')}
        busy={freeze.isPending ? t('security.freeze-busy') : undefined}
        onConfirm={confirm}
      >
        <p className="mt-2 text-ink-2">{t('security.freeze-text')}</p>
        {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      </ConfirmDialog>
    </>
  );
}

function End(props: {
  readonly since: number;
  readonly until: number | null;
  readonly needsReset: boolean;
}): ReactElement {
  const { since, until, needsReset } = props;
  const t = useT();
  const unfreeze = useUnfreeze();
  const { confirm, dialog } = useStepUp('unfreeze');
  const { problem, clear, tell } = useProblem();
  const ask = async (): Promise<void> => {
    clear();
    const stepUp = await confirm();
    if (stepUp === null) return;
    unfreeze.mutate(stepUp, {
      onSuccess: (answer) => {
        if (answer.until === undefined) return;
        toast({ title: t('security.unfreeze-asked', { when: formatTime(answer.until) }) });
      },
      onError: tell,
    });
  };
  return (
    <>
      <Note tone="warn" className="mt-4">
        {t('security.freeze-since', { when: formatTime(since) })}{' '}
        {until !== null && t('security.freeze-ends', { when: formatTime(until) })}
      </Note>
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      {needsReset && <p className="mt-3 text-sm text-ink-2">{t('security.freeze-needs-reset')}</p>}
      {until === null && !needsReset && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={unfreeze.isPending ? t('security.sending') : undefined}
          onClick={() => void ask()}
        >
          {t('security.unfreeze')}
        </Button>
      )}
      {dialog}
    </>
  );
}

/** Stops withdrawals and new trades at once; its end takes a confirmation and a day. */
export function FreezeSection(): ReactElement {
  const t = useT();
  const { data } = useSecurityOverview();
  const freeze = data?.freeze ?? null;
  return (
    <SectionCard
      title={t('security.freeze')}
      lead={t('security.freeze-lead')}
      state={
        freeze !== null && (
          <StatusChip tone="warn" icon="lock">
            {t('security.frozen')}
          </StatusChip>
        )
      }
    >
      {data === undefined && <Skeleton className="mt-4 h-10 w-40" />}
      {data !== undefined && (freeze === null ? <Begin /> : <End {...freeze} />)}
    </SectionCard>
  );
}
