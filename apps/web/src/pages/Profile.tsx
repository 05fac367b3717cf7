import { Button, Card, Note, SignOutIcon, buttonClass, toast, useT, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../lib/paths.ts';
import { ModeSwitch } from '../features/accounts/ModeSwitch.tsx';
import { PauseNote } from '../features/accounts/limits/PauseNote.tsx';
import { logOut } from '../features/accounts/log-out.ts';
import { OrdersList } from '../features/contracts/orders/OrdersList.tsx';
import { AccountFigures } from '../features/portfolio/AccountFigures.tsx';
import { DemoReset } from '../features/portfolio/DemoReset.tsx';
import { Cached } from '../live/Cached.tsx';
import { useSession } from '../lib/session.ts';
import { MoreLinks } from './profile/MoreLinks.tsx';
import { Settings } from './profile/Settings.tsx';
import { useTickSizes } from './trading/use-trading.ts';
import { AccountFrame } from './profile/AccountFrame.tsx';

const RECENT_ORDERS = 5;

function Head(): ReactElement {
  const t = useT();
  const { user, mode } = useSession();
  const layout = useLayout();
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('account.title')}
        </h1>
        {user !== null && (
          <p className="mt-1 text-ink-2">
            {t('account.name', { name: `\u2068${user.username}\u2069` })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3 max-desktop:w-full max-desktop:*:flex-1 max-desktop:*:first:basis-full">
        {/* Wide screens have the switch in the top bar, on every page. */}
        {layout === 'mobile' && (
          <div className="flex">
            <ModeSwitch wide />
          </div>
        )}
        {mode === 'demo' && <DemoReset />}
        <Button
          variant="secondary"
          onClick={() => void logOut().then(() => toast({ title: t('account.logged-out') }))}
        >
          <SignOutIcon size={18} />
          {t('account.log-out')}
        </Button>
      </div>
    </div>
  );
}

/** Said where the demo is on screen; what is open there can still be closed. */
function DemoDisabledNote(): ReactElement | null {
  const t = useT();
  const { user, mode } = useSession();
  if (mode !== 'demo' || user?.demoDisabled !== true) return null;
  return (
    <Note tone="warn" title={t('message.demo-disabled')}>
      {t('account.demo-disabled-text')}
    </Note>
  );
}

function Body(): ReactElement {
  const t = useT();
  const tickSizeOf = useTickSizes();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-6 px-8 pt-10 pb-12 max-desktop:gap-4 max-desktop:px-4 max-desktop:pt-6">
      <Head />
      <PauseNote />
      <DemoDisabledNote />
      <AccountFigures />
      <section aria-label={t('orders.title')}>
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('orders.title')}</h2>
          <Link href={href('orders')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('orders.show-all')}
          </Link>
        </div>
        <Card className="relative overflow-x-auto max-desktop:border-0 max-desktop:bg-transparent">
          <OrdersList status="all" size={RECENT_ORDERS} hasPaging={false} tickSizeOf={tickSizeOf} />
        </Card>
      </section>
      <Settings />
      <MoreLinks />
    </div>
  );
}

/** The account: its figures and what they mean, orders, settings, devices. */
export function Profile(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
