import type { PlanProduct } from '@candor/protocol/light';
import { Empty, SelectField, Segments, cardClass, useT } from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { usePlans } from '../api.ts';
import { type DaySpan, type PlanSort, SORTS, SPANS, onShow, sortPlans } from '../days.ts';
import { barsTop, rangeAxis } from '../scales.ts';
import { PlanCard } from './PlanCard.tsx';

/** Span first shown. @source DESIGN mock e */
const SPAN: DaySpan = 60;

type CardsProps = {
  readonly hrefOf: (id: string) => string;
  readonly onInvest: (plan: PlanProduct) => void;
};

function Ready(props: CardsProps & { readonly plans: readonly PlanProduct[] }): ReactElement {
  const { plans, hrefOf, onInvest } = props;
  const t = useT();
  const [span, setSpan] = useState<DaySpan>(SPAN);
  const [sort, setSort] = useState<PlanSort>('fall');
  const shown = useMemo(
    () =>
      sortPlans(
        plans.map((plan) => onShow(plan, span)),
        sort,
      ),
    [plans, span, sort],
  );
  const top = barsTop(shown);
  const axis = rangeAxis(shown);
  if (plans.length === 0) {
    return (
      <Empty title={t('plans.none-offered')} className={cardClass}>
        {t('plans.none-offered-text')}
      </Empty>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SelectField
          label={t('plans.sort')}
          value={sort}
          choices={SORTS.map((value) => ({ value, label: t('plans.sort-by', { by: value }) }))}
          onChange={setSort}
          className="w-64 max-desktop:w-full"
        />
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm text-ink-3">{t('plans.same-scale')}</span>
          <Segments
            label={t('plans.past')}
            value={span}
            choices={SPANS.map((days) => ({ value: days, label: t('breaks.days', { days }) }))}
            onChange={setSpan}
          />
        </div>
      </div>
      {/* Rows of the cards beside each other are as high as each other: they are read across. */}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,360px),1fr))] gap-x-6 -mb-6 max-desktop:-mb-4 max-desktop:gap-x-4">
        {shown.map((one) => (
          <li key={one.plan.id} className="row-span-4 grid grid-rows-subgrid pb-6 max-desktop:pb-4">
            <PlanCard
              shown={one}
              top={top}
              axis={axis}
              href={hrefOf(one.plan.id)}
              onInvest={() => onInvest(one.plan)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every plan that is offered, on one scale. */
export function PlanCards(props: CardsProps): ReactElement {
  const plans = usePlans();
  const t = useT();
  const failure = failureOf(plans.error);
  if (plans.data !== undefined) return <Ready {...props} plans={plans.data} />;
  if (failure === null) return <Waiting rows={8} className="grid gap-4" />;
  return (
    <ReadFailed title={t('plans.failed')} failure={failure} onRetry={() => void plans.refetch()} />
  );
}
