import { ArrowLeftIcon, buttonClass, useT } from '@candor/ui';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { PlanOrderList } from '../../features/plans/mine/PlanOrderList.tsx';
import { PlanOrderView } from '../../features/plans/mine/PlanOrderView.tsx';
import { href, useSearch } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';
import { usePlanDialogs } from './PlanDialogs.tsx';

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const { id } = useSearch('plans');
  const dialogs = usePlanDialogs();
  useEffect(() => {
    if (id !== undefined) scrollTo(0, 0);
  }, [id]);
  const title = t(mode === 'demo' ? 'plans.mine-paper' : 'plans.mine');
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      {id === undefined ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
              {title}
            </h1>
            <Link
              href={href('trading')}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <ArrowLeftIcon size={18} />
              {t('page.trading-title')}
            </Link>
          </div>
          <PlanOrderList hrefOf={(one) => href('plans', { id: one })} onAgain={dialogs.again} />
        </>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)]">
          <Link
            href={href('plans')}
            className="mb-4 inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm font-medium text-ink-2 hover:underline max-desktop:min-h-11"
          >
            <ArrowLeftIcon size={18} />
            {title}
          </Link>
          <PlanOrderView key={id} id={id} onAgain={dialogs.again} />
        </div>
      )}
      {dialogs.element}
    </div>
  );
}

/** The user's plans of the account on screen: their list, or one of them. */
export function Plans(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
