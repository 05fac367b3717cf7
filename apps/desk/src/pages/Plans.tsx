import { DESK_CALLS, type DeskPlan } from '@candor/protocol/desk-light';
import { Note } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ChangeDialog } from '../features/plans/ChangeDialog.tsx';
import { PlanCard } from '../features/plans/PlanCard.tsx';
import { SubsidyDialog } from '../features/plans/SubsidyDialog.tsx';
import { VersionDialog } from '../features/plans/VersionDialog.tsx';
import { type Proposed, usePlans } from '../features/plans/plans-api.ts';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { hasRole, useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

type Opened = { readonly plan: DeskPlan; readonly what: Proposed };

/** Plans that are offered, with their versions, terms and funds, and what is proposed of them. */
export function Plans(): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const may = {
    change: hasRole(member, DESK_CALLS['plans.propose-change'].roles),
    pay: hasRole(member, DESK_CALLS['plans.propose-subsidy'].roles),
  };
  const plans = usePlans();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <PageFrame title={t('nav.plans')}>
      <Waits of={plans}>
        {({ isEnabled, shareRate, earlyExitRate, plans: all }) => (
          <>
            <Note className="mb-4 max-w-[760px]" {...(isEnabled ? {} : { tone: 'warn' })}>
              {t(isEnabled ? 'plan-list.enabled' : 'plan-list.not-enabled')}
            </Note>
            {all.map((plan) => (
              <PlanCard
                key={plan.id}
                of={plan}
                shares={{ shareRate, earlyExitRate }}
                may={may}
                onPropose={(what) => setOpened({ plan, what })}
              />
            ))}
          </>
        )}
      </Waits>
      {opened?.what === 'version' && <VersionDialog of={opened.plan} onClose={close} />}
      {opened?.what === 'subsidy' && <SubsidyDialog of={opened.plan} onClose={close} />}
      {opened !== null && opened.what !== 'version' && opened.what !== 'subsidy' && (
        <ChangeDialog of={opened.plan} act={opened.what} onClose={close} />
      )}
    </PageFrame>
  );
}
