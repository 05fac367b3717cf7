import type { DeskPlan } from '@candor/protocol/desk-light';
import { Dialog, Note, SelectField, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { TimeField } from '../../lib/TimeField.tsx';
import { isAmount } from '../../lib/amounts.ts';
import { readDay } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';
import { REASON_MAX } from './plans-api.ts';

const REFUSALS = {
  amount: 'plan-list.amount-refused',
  day: 'plan-list.day-refused',
  version: 'plan-list.version-refused',
} as const;
type Named = keyof typeof REFUSALS;
const isNamed = (field: string | undefined): field is Named =>
  field !== undefined && field in REFUSALS;

/** Proposes that the house pays into the real fund of a version. */
export function SubsidyDialog(props: {
  readonly of: DeskPlan;
  readonly onClose: () => void;
}): ReactElement {
  const { of: plan, onClose } = props;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const held = plan.versions.filter(({ funds }) =>
    funds.some(({ mode, running }) => mode === 'real' && running > 0),
  );
  const [said, setSaid] = useState({
    ...{ version: String(held[0]?.version ?? ''), amount: '', day: '' },
  });
  const change = (part: Partial<typeof said>): void => {
    command.clear();
    setSaid({ ...said, ...part });
  };
  const isPaid = isAmount(said.amount);
  const isDay = !Number.isNaN(readDay(said.day));
  const faultAt = (field: Named, fits: boolean): string | null =>
    (isTried && !fits) || refused === field ? t(REFUSALS[field]) : null;
  return (
    <Dialog open onClose={onClose} title={t('plan-list.subsidy-title', { plan: plan.name })}>
      <Note className="mt-3">{t('plan-list.subsidy-rule')}</Note>
      {held.length === 0 ? (
        <Note tone="warn" className="mt-3">
          {t('plan-list.subsidy-none')}
        </Note>
      ) : (
        <ProposalForm
          of={proposal}
          isReady={isPaid && isDay}
          reason={{ label: t('plan-list.subsidy-reason'), max: REASON_MAX }}
          problem={isNamed(refused) ? null : command.problem}
          send={(reason) =>
            command.send('plans.propose-subsidy', {
              params: { id: plan.id },
              body: {
                version: Number.parseInt(said.version, 10),
                ...{ amount: said.amount, day: said.day, reason },
              },
            })
          }
          onDone={onClose}
        >
          <SelectField
            label={t('plan-list.subsidy-version')}
            value={said.version}
            choices={held.map(({ version }) => ({
              value: String(version),
              label: String(version),
            }))}
            error={faultAt('version', true)}
            onChange={(version) => change({ version })}
          />
          <TextInput
            label={t('plan-list.subsidy-amount')}
            name="amount"
            autoComplete="off"
            inputMode="decimal"
            value={said.amount}
            error={faultAt('amount', isPaid)}
            onChange={(event) => change({ amount: event.target.value.trim() })}
          />
          <TimeField
            of="day"
            label={t('plan-list.subsidy-day')}
            name="day"
            help={t('plan-list.subsidy-day-help')}
            value={said.day}
            error={faultAt('day', isDay)}
            onChange={(day) => change({ day })}
          />
        </ProposalForm>
      )}
    </Dialog>
  );
}
