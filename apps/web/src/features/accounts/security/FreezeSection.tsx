import { Button, ErrorNote, Note, Skeleton, StatusChip, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../lib/ConfirmDialog.tsx';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useFreeze, useSecurityOverview, useUnfreeze } from './api.ts';
import { useProblem } from './use-problem.ts';

/** Freezes, after it was asked once more. */
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
      <Button variant="danger" size="sm" onClick={() => setIsAsked(true)}>
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

type Frozen = {
  readonly since: number;
  readonly until: number | null;
  readonly needsReset: boolean;
};

/** Asks for the end of a freeze. */
function End({ onProblem }: { readonly onProblem: ReturnType<typeof useProblem> }): ReactElement {
  const t = useT();
  const unfreeze = useUnfreeze();
  const { confirm, dialog } = useStepUp('unfreeze');
  const ask = async (): Promise<void> => {
    onProblem.clear();
    const stepUp = await confirm();
    if (stepUp === null) return;
    unfreeze.mutate(stepUp, {
      onSuccess: (answer) => {
        if (answer.until === undefined) return;
        toast({ title: t('security.unfreeze-asked', { when: formatTime(answer.until) }) });
      },
      onError: onProblem.tell,
    });
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={unfreeze.isPending ? t('security.sending') : undefined}
        onClick={() => void ask()}
      >
        {t('security.unfreeze')}
      </Button>
      {dialog}
    </>
  );
}

/** Since when it is frozen, until when, and what its end needs. */
function FrozenText({ since, until, needsReset }: Frozen): ReactElement {
  const t = useT();
  return (
    <>
      <Note tone="warn" className="mt-4">
        {t('security.freeze-since', { when: formatTime(since) })}{' '}
        {until !== null && t('security.freeze-ends', { when: formatTime(until) })}
      </Note>
      {needsReset && <p className="mt-3 text-sm text-ink-2">{t('security.freeze-needs-reset')}</p>}
    </>
  );
}

/** Stops withdrawals and new trades at once; its end takes a confirmation and a day. */
export function FreezeSection(): ReactElement {
  const t = useT();
  const { data } = useSecurityOverview();
  const ending = useProblem();
  const freeze = data?.freeze ?? null;
  const canEnd = freeze !== null && freeze.until === null && !freeze.needsReset;
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
      action={
        data === undefined ? (
          <Skeleton className="h-8 w-32" />
        ) : freeze === null ? (
          <Begin />
        ) : (
          canEnd && <End onProblem={ending} />
        )
      }
    >
      {freeze !== null && <FrozenText {...freeze} />}
      {ending.problem !== null && <ErrorNote className="mt-3">{ending.problem}</ErrorNote>}
    </SectionCard>
  );
}
