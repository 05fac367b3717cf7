import type { PlanOrder, PlanProduct } from '@candor/protocol/light';
import { Dialog, ErrorNote, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { FirstRealNote } from '../../features/accounts/FirstRealNote.tsx';
import { ModeDialog } from '../../features/accounts/ModeDialog.tsx';
import { usePlans } from '../../features/plans/api.ts';
import { InvestFlow } from '../../features/plans/invest/InvestFlow.tsx';
import type { Wish } from '../../features/plans/invest/wish.ts';
import { OwnOnPaper } from '../../features/plans/own/OwnOnPaper.tsx';
import { codesOf, planTitle } from '../../features/plans/words.ts';
import { LogInLink } from '../../lib/LogInLink.tsx';
import { href } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';

/** What a dialog of plans is open for. */
type Opened =
  | { readonly kind: 'invest'; readonly plan: PlanProduct; readonly initial?: Wish }
  | { readonly kind: 'own'; readonly order: PlanOrder }
  | { readonly kind: 'gone' };

/** The dialogs of plans, and how a page opens them. */
export type PlanDialogs = {
  readonly invest: (plan: PlanProduct) => void;
  readonly again: (order: PlanOrder) => void;
  readonly element: ReactElement;
};

const wishOf = ({ amount, days, maxLoss }: PlanOrder): Wish => ({ amount, days, maxLoss });

/** What stands in the dialog. */
function Body(props: { readonly opened: Opened; readonly onUseReal: () => void }): ReactElement {
  const { opened, onUseReal } = props;
  const t = useT();
  const { state, mode } = useSession();
  if (opened.kind === 'gone') return <ErrorNote>{t('error.plan-unavailable')}</ErrorNote>;
  if (state !== 'in') return <LogInLink />;
  if (opened.kind === 'own') {
    const { strategy, codes, parameters, interval, maxLossRateMin } = opened.order;
    return (
      <OwnOnPaper
        rules={{ strategy, codes, parameters, interval }}
        maxLossRateMin={maxLossRateMin}
        plansHref={href('plans')}
        initial={wishOf(opened.order)}
      />
    );
  }
  return (
    <InvestFlow
      plan={opened.plan}
      mode={mode}
      plansHref={href('plans')}
      onUseReal={onUseReal}
      notice={<FirstRealNote before="plan" />}
      {...(opened.initial === undefined ? {} : { initial: opened.initial })}
    />
  );
}

/** Opens the purchase of a plan, or of one that ended, anew. */
export function usePlanDialogs(): PlanDialogs {
  const t = useT();
  const plans = usePlans();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isModeAsked, setModeAsked] = useState(false);
  const close = (): void => setOpened(null);
  const titleOf = (one: Opened): string =>
    one.kind === 'invest'
      ? planTitle({ strategy: one.plan.strategy, codes: codesOf(one.plan) }, t)
      : t('plans.again');
  return {
    invest: (plan) => setOpened({ kind: 'invest', plan }),
    again: (order) => {
      if (order.isOwn) return setOpened({ kind: 'own', order });
      const plan = plans.data?.find(({ id }) => id === order.productId);
      setOpened(
        plan === undefined ? { kind: 'gone' } : { kind: 'invest', plan, initial: wishOf(order) },
      );
    },
    element: (
      <>
        <Dialog
          open={opened !== null && !isModeAsked}
          onClose={close}
          title={opened === null ? '' : titleOf(opened)}
        >
          {opened !== null && (
            <div className="mt-4 grid gap-4">
              <Body opened={opened} onUseReal={() => setModeAsked(true)} />
            </div>
          )}
        </Dialog>
        <ModeDialog to="real" open={isModeAsked} onClose={() => setModeAsked(false)} />
      </>
    ),
  };
}
