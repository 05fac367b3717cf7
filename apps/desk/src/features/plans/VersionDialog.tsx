import { type DeskPlan, PLAN_CHOICES, type PlanStrategy } from '@candor/protocol/desk-light';
import { Dialog, Note, SelectField, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { REASON_MAX } from './plans-api.ts';
import {
  STRATEGIES,
  type TypedVersion,
  faultsOf,
  termsFrom,
  typedFrom,
  withStrategy,
} from './version-form.ts';

const FIELDS = ['codes', 'amountMin', 'amountMax', 'days', 'cycleDays', 'capacity'] as const;
/** Fields of a refusal that have their place in the form; any other refusal stands above it. */
const NAMED: ReadonlySet<string> = new Set([...FIELDS, 'interval']);

/** The numbers a strategy runs with, each with what it may be. */
function Numbers(props: {
  readonly of: TypedVersion;
  readonly faultAt: (field: string) => string | null;
  readonly onChange: (typed: TypedVersion) => void;
}): ReactElement {
  const { of: typed, faultAt, onChange } = props;
  const t = useDeskT();
  const { numbers } = PLAN_CHOICES[typed.strategy];
  return (
    <>
      {Object.entries(numbers).map(([name, { least, most, step }]) => (
        <TextInput
          key={name}
          label={t('plan-list.number', { name })}
          name={name}
          autoComplete="off"
          inputMode="numeric"
          help={t('plan-list.number-range', { least, most, step })}
          value={typed.numbers[name] ?? ''}
          error={faultAt(name)}
          onChange={(event) =>
            onChange({
              ...typed,
              numbers: { ...typed.numbers, [name]: event.target.value.trim() },
            })
          }
        />
      ))}
    </>
  );
}

/** Proposes a new version of a plan: what it runs and the terms it is offered on. */
export function VersionDialog(props: {
  readonly of: DeskPlan;
  readonly onClose: () => void;
}): ReactElement | null {
  const { of: plan, onClose } = props;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [newest] = plan.versions;
  const [typed, setTyped] = useState(newest === undefined ? null : typedFrom(newest));
  if (newest === undefined || typed === null) return null;
  const faults = faultsOf(typed);
  const faultAt = (field: string): string | null => {
    if (isTried && faults.has(field)) return t('plan-list.field-refused');
    if (refused !== field) return null;
    const isShut = command.failure?.facts?.['why'] === 'midnight';
    return t(isShut ? 'plan-list.field-midnight' : 'plan-list.field-impossible');
  };
  const change = (next: TypedVersion): void => {
    command.clear();
    setTyped(next);
  };
  const problem = (): string | null => {
    if (NAMED.has(refused ?? '')) return null;
    if (refused === 'terms') return t('plan-list.nothing-changes');
    return refused === 'replaces' ? t('plan-list.other-version') : command.problem;
  };
  return (
    <Dialog open onClose={onClose} title={t('plan-list.version-title', { plan: plan.name })}>
      <Note className="mt-3">{t('plan-list.version-rule')}</Note>
      <ProposalForm
        of={proposal}
        isReady={faults.size === 0}
        reason={{ label: t('proposal.reason'), max: REASON_MAX }}
        problem={problem()}
        send={(reason) =>
          command.send('plans.propose-version', {
            params: { id: plan.id },
            body: { ...termsFrom(typed), replaces: newest.version, reason },
          })
        }
        onDone={onClose}
      >
        <div className="grid grid-cols-2 items-start gap-3">
          <SelectField
            label={t('plan-list.strategy')}
            value={typed.strategy}
            choices={STRATEGIES.map((value) => ({
              value,
              label: t(`plan-list.strategy-${value}`),
            }))}
            onChange={(strategy) => change(withStrategy(typed, strategy as PlanStrategy))}
          />
          <SelectField
            label={t('plan-list.interval')}
            value={typed.interval}
            choices={PLAN_CHOICES[typed.strategy].intervals.map((value) => ({
              value,
              label: value,
            }))}
            error={faultAt('interval')}
            onChange={(interval) => change({ ...typed, interval })}
          />
          <Numbers of={typed} faultAt={faultAt} onChange={change} />
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(`plan-list.field-${field}`)}
              name={field}
              autoComplete="off"
              spellCheck={false}
              help={field === 'days' || field === 'codes' ? t('plan-list.with-commas') : undefined}
              value={typed[field]}
              error={faultAt(field)}
              onChange={(event) => change({ ...typed, [field]: event.target.value })}
            />
          ))}
        </div>
      </ProposalForm>
    </Dialog>
  );
}
