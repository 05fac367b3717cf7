import type { DeskPlan } from '@candor/protocol/desk-light';
import { Dialog, Note, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { isAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { type PlanChange, REASON_MAX } from './plans-api.ts';

/** Proposes to offer a plan, to withdraw the offer, to end it, or another capacity. */
export function ChangeDialog(props: {
  readonly of: DeskPlan;
  readonly act: PlanChange;
  readonly onClose: () => void;
}): ReactElement {
  const { of: plan, act, onClose } = props;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [capacity, setCapacity] = useState(plan.versions[0]?.capacity ?? '');
  const isCapacity = act === 'capacity';
  const isRefused = refused === 'capacity';
  const isRead = isAmount(capacity);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('plan-list.act-on', { act: t(`plan-list.do-${act}`), plan: plan.name })}
    >
      <Note className="mt-3">{t(`plan-list.rule-${act}`)}</Note>
      <ProposalForm
        of={proposal}
        isReady={!isCapacity || isRead}
        reason={{ label: t('proposal.reason'), max: REASON_MAX }}
        problem={isRefused ? null : command.problem}
        send={(reason) =>
          command.send('plans.propose-change', {
            params: { id: plan.id },
            body: { act, reason, ...(isCapacity ? { capacity } : {}) },
          })
        }
        onDone={onClose}
      >
        {isCapacity && (
          <TextInput
            label={t('plan-list.field-capacity')}
            name="capacity"
            autoComplete="off"
            inputMode="decimal"
            value={capacity}
            error={isRefused || (isTried && !isRead) ? t('plan-list.capacity-refused') : null}
            onChange={(event) => {
              command.clear();
              setCapacity(event.target.value.trim());
            }}
          />
        )}
      </ProposalForm>
    </Dialog>
  );
}
