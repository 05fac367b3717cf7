import type { Mode } from '@candor/kernel';
import type { PlanProduct } from '@candor/protocol/light';
import { Button, Note, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { PaperNote } from '../PaperNote.tsx';
import { PurchaseSteps } from './PurchaseSteps.tsx';
import type { Wish } from './wish.ts';

/** In demo: the specification's refusal, and the two ways on. @source seed §5, PRODUCT 6 */
function DemoChoice(props: {
  readonly onPaper: () => void;
  readonly onUseReal: () => void;
}): ReactElement {
  const t = useT();
  return (
    <Note
      title={t('message.demo-no-plans')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={props.onUseReal}>
            {t('plans.use-real')}
          </Button>
          <Button onClick={props.onPaper}>{t('plans.try-paper')}</Button>
        </span>
      }
    >
      {t('plans.paper-text')}
    </Note>
  );
}

/** A plan is bought: amount, days and the most one may lose, then everything it costs. */
export function InvestFlow(props: {
  readonly plan: PlanProduct;
  readonly mode: Mode;
  readonly plansHref: string;
  readonly onUseReal: () => void;
  /** What stands between the user and real business. */
  readonly notice: ReactNode;
  readonly initial?: Wish;
}): ReactElement {
  const { plan, mode, plansHref, onUseReal, notice, initial } = props;
  const [isPaper, setPaper] = useState(initial !== undefined);
  if (mode === 'demo' && !isPaper) {
    return <DemoChoice onPaper={() => setPaper(true)} onUseReal={onUseReal} />;
  }
  return (
    <div className="grid gap-4">
      {mode === 'demo' ? <PaperNote /> : notice}
      <PurchaseSteps
        form={initial === undefined ? `plan/${plan.id}` : `plan/${plan.id}/again`}
        terms={plan}
        costs={plan}
        isPaper={mode === 'demo'}
        plansHref={plansHref}
        initial={initial}
        askedOf={(wished) => ({
          call: mode === 'demo' ? 'plans.paper' : 'plans.buy',
          body: { ...wished, productId: plan.id, version: plan.version },
        })}
      />
    </div>
  );
}
