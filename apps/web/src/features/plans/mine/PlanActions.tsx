import type { PlanOrder } from '@candor/protocol/light';
import { Button, ErrorNote, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../lib/ConfirmDialog.tsx';
import { PlanAftermath } from '../PlanAftermath.tsx';
import { usdtWords } from '../../../lib/figure-words.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { usePlanCommand } from './use-plan-command.ts';

/** What may be done with a plan now: take it back, leave it, or run it again. */
export function PlanActions(props: {
  readonly order: PlanOrder;
  readonly onAgain: (order: PlanOrder) => void;
}): ReactElement {
  const { order, onAgain } = props;
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const command = usePlanCommand(order.id);
  const close = (): void => {
    command.clear();
    setAsked(false);
  };
  if (order.status === 'closed') {
    return (
      <Button
        variant="secondary"
        size="sm"
        className="whitespace-nowrap"
        onClick={() => onAgain(order)}
      >
        {t('plans.again')}
      </Button>
    );
  }
  const isPending = order.status === 'pending';
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="whitespace-nowrap"
        onClick={() => setAsked(true)}
      >
        {t(isPending ? 'plans.take-back' : 'plans.leave')}
      </Button>
      {isPending ? (
        <ConfirmDialog
          open={isAsked}
          onClose={close}
          title={t('plans.take-back')}
          action={t('plans.take-back')}
          busy={command.isSending ? t('ticket.sending') : undefined}
          onConfirm={() => void command.cancel().then((isDone) => isDone && close())}
        >
          <p className="mt-2 text-ink-2">
            {t('plans.take-back-text', { amount: usdtWords(order.amount) })}
          </p>
          {command.refusal !== undefined && <ErrorNote>{command.refusal}</ErrorNote>}
          <PlanAftermath aftermath={command.aftermath} />
        </ConfirmDialog>
      ) : (
        <LeaveDialog order={order} open={isAsked} onClose={close} />
      )}
    </>
  );
}
