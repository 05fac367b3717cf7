import type { ReactElement } from 'react';
import { PaperNote } from '../PaperNote.tsx';
import { PurchaseSteps } from '../invest/PurchaseSteps.tsx';
import type { Wish } from '../invest/wish.ts';
import { type ChosenRules, OWN_DAYS } from './rules.ts';

/** Rules on practice money: amount, days and the most one may lose. */
export function OwnOnPaper(props: {
  readonly rules: ChosenRules;
  /** The least share of the amount one may be ready to lose with these markets. */
  readonly maxLossRateMin: string;
  readonly plansHref: string;
  readonly initial?: Wish;
}): ReactElement {
  const { rules, maxLossRateMin, plansHref, initial } = props;
  return (
    <div className="grid gap-4">
      <PaperNote />
      <PurchaseSteps
        form={initial === undefined ? 'own-plan/run' : 'own-plan/again'}
        terms={{ amountMin: null, amountMax: null, days: OWN_DAYS, maxLossRateMin }}
        costs={null}
        isPaper
        plansHref={plansHref}
        initial={initial}
        askedOf={(wished) => ({ call: 'plans.paper', body: { ...rules, ...wished } })}
      />
    </div>
  );
}
