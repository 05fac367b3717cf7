import { ArrowLeftIcon, Button, Note, buttonClass, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { ModeDialog } from '../../features/accounts/ModeDialog.tsx';
import { useMarkets } from '../../features/market/api.ts';
import { OwnPlanView } from '../../features/plans/own/OwnPlanView.tsx';
import { Waiting } from '../../lib/Paged.tsx';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { href } from '../../lib/paths.ts';
import { failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Cached } from '../../live/Cached.tsx';

/** Rules of one's own run on practice money alone: how to get there. */
function ToDemo(): ReactElement {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const change = (
    <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
      {t('mode.confirm-demo')}
    </Button>
  );
  return (
    <>
      <Note action={change}>{t('plans.need-demo')}</Note>
      <ModeDialog to="demo" open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

/** Markets a fund may trade: coins that are quoted now. */
function Markets(): ReactElement {
  const markets = useMarkets();
  const failure = failureOf(markets.error);
  if (markets.data !== undefined) {
    const codes = markets.data
      .filter(({ type, price }) => type === 2 && price !== null)
      .map(({ code }) => code);
    return <OwnPlanView markets={codes} plansHref={href('plans')} />;
  }
  if (failure === null) return <Waiting rows={6} className="grid gap-4" />;
  return <ReadFailed failure={failure} onRetry={() => void markets.refetch()} />;
}

function Body(): ReactElement {
  const t = useT();
  const { mode } = useSession();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
            {t('plans.own')}
          </h1>
          <Link
            href={href('trading')}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <ArrowLeftIcon size={18} />
            {t('page.trading-title')}
          </Link>
        </div>
        <p className="max-w-[72ch] text-md text-ink-2">{t('plans.own-text')}</p>
      </div>
      {mode === 'demo' ? <Markets /> : <ToDemo />}
    </div>
  );
}

/** Rules of one's own, run over the past and on practice money. */
export function OwnPlan(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
