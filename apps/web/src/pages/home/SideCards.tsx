import { Amount, DemoChip, buttonClass, cardClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { useCall } from '../../lib/use-call.ts';
import { useSession } from '../../lib/session.ts';
import { LatestNotices } from './LatestNotices.tsx';

const EVERY_MS = 15_000;

/** The demo account: what it holds now, or what one opens with. */
function DemoCard({ opensWith }: { readonly opensWith: string | null }): ReactElement {
  const t = useT();
  const { user, mode } = useSession();
  const isOwn = user !== null && mode === 'demo';
  const info = useCall('portfolio.info', { everyMs: () => EVERY_MS, isEnabled: isOwn });
  const balance = isOwn ? (info.value?.amount ?? null) : opensWith;
  return (
    <section className={`overflow-hidden ${cardClass}`}>
      <div className="hatch flex items-center justify-between border-b border-demo-line px-5 py-4 text-demo-ink">
        <h3 className="font-semibold tracking-normal">{t('home.demo-title')}</h3>
        <DemoChip solid>{t('band.demo')}</DemoChip>
      </div>
      <div className="px-5 pt-4 pb-5">
        <p className="text-sm text-ink-3">{t('home.demo-balance')}</p>
        <p className="text-[30px] leading-10 font-medium tracking-[-0.03em]">
          <Amount
            value={balance}
            className="!tracking-[inherit]"
            assetClassName="text-[15px] tracking-number text-ink-3"
          />
        </p>
        <p className="mt-2 mb-4 text-sm text-ink-2">{t('home.demo-text')}</p>
        <Link href={PATHS.profile} className={buttonClass({ wide: true })}>
          {t('home.demo-open')}
        </Link>
      </div>
    </section>
  );
}

/** What is new, from the operator's notices. */
function FeaturesCard(): ReactElement {
  const t = useT();
  return (
    <section className={`px-5 pt-4 pb-[18px] ${cardClass}`}>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold tracking-normal">{t('home.features-title')}</h3>
        <Link
          href={PATHS.notice}
          className="target inline-block text-sm font-medium text-accent hover:underline"
        >
          {t('home.all-notices')}
        </Link>
      </div>
      <LatestNotices />
    </section>
  );
}

/** The two cards beside the market list. */
export function SideCards({ opensWith }: { readonly opensWith: string | null }): ReactElement {
  const { user } = useSession();
  return (
    <div className="flex flex-col gap-6 max-desktop:mt-7 max-desktop:gap-3 max-desktop:px-4">
      {/* What was read for one user is not shown to the next. */}
      <DemoCard key={user?.id} opensWith={opensWith} />
      <FeaturesCard />
    </div>
  );
}
