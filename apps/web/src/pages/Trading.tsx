import { ArrowLeftIcon, buttonClass, useT } from '@candor/ui';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { PlanOrderList } from '../features/plans/mine/PlanOrderList.tsx';
import { PlanCards } from '../features/plans/offer/PlanCards.tsx';
import { PlanView } from '../features/plans/one/PlanView.tsx';
import { href, useSearch } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Cached } from '../live/Cached.tsx';
import { usePlanDialogs } from './plans/PlanDialogs.tsx';

/** One's own plans under those that are offered; visitors have none. */
function Mine(props: { readonly onAgain: Parameters<typeof PlanOrderList>[0]['onAgain'] }) {
  const t = useT();
  const { state, mode } = useSession();
  if (state !== 'in') return null;
  return (
    <section aria-labelledby="own-plans" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="own-plans" className="text-xl">
          {t(mode === 'demo' ? 'plans.mine-paper' : 'plans.mine')}
        </h2>
        <Link href={href('ownPlan')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('plans.own')}
        </Link>
      </div>
      <PlanOrderList hrefOf={(id) => href('plans', { id })} onAgain={props.onAgain} />
    </section>
  );
}

function Body(): ReactElement {
  const t = useT();
  const { id } = useSearch('trading');
  const dialogs = usePlanDialogs();
  // The address has another plan and the same path: the page begins at its top.
  useEffect(() => {
    if (id !== undefined) scrollTo(0, 0);
  }, [id]);
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-12 px-8 pt-10 pb-12 max-desktop:gap-8 max-desktop:px-4 max-desktop:pt-6">
      {id === undefined ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 max-desktop:gap-6">
          <div className="grid gap-3">
            <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
              {t('page.trading-title')}
            </h1>
            <p className="max-w-[64ch] text-md text-ink-2">{t('page.trading-text')}</p>
          </div>
          <PlanCards hrefOf={(one) => href('trading', { id: one })} onInvest={dialogs.invest} />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)]">
          <Link
            href={href('trading')}
            className="mb-4 inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm font-medium text-ink-2 hover:underline max-desktop:min-h-11"
          >
            <ArrowLeftIcon size={18} />
            {t('page.trading-title')}
          </Link>
          <PlanView key={id} id={id} onInvest={dialogs.invest} />
        </div>
      )}
      {id === undefined && <Mine onAgain={dialogs.again} />}
      {dialogs.element}
    </div>
  );
}

/** Plans that are offered, with the losing days left in; or one of them with all of its days. */
export function Trading(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
