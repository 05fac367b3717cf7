import { buttonClass, formatNumber, useT, useLayout } from '@candor/ui';
import { type ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { WhenIdle } from '../../lib/when-idle.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

const LosingLine = lazyPart(() =>
  import('../../features/transparency/LosingLine.tsx').then((module) => module.LosingLine),
);
const SampleFill = lazyPart(() => import('./SampleFill.tsx').then((module) => module.SampleFill));

/** The editor's pencil under the word that matters. */
function Pencil(): ReactElement {
  return (
    <svg
      viewBox="0 0 300 20"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute -start-1 -bottom-4 h-5 w-[calc(100%+8px)] overflow-visible max-desktop:-bottom-2.5 max-desktop:h-3.5 rtl:-scale-x-100"
    >
      <path
        d="M3 12C60 5 130 4 297 8M40 17c70-6 130-7 222-4"
        fill="none"
        className="stroke-accent"
        strokeWidth="3.5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The promise, and the way in. */
export function Hero({ demoBalance }: { readonly demoBalance: string | null }): ReactElement {
  const t = useT();
  const isWide = useLayout() === 'desktop';
  const { state } = useSession();
  const amount = formatNumber(demoBalance);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_408px] items-center gap-24 pt-20 pb-[88px] max-desktop:block max-desktop:px-4 max-desktop:pt-6 max-desktop:pb-5">
      <div>
        <h1 className="headline tracking-display">
          {t('home.headline-start')}{' '}
          <em className="relative inline-block whitespace-nowrap not-italic">
            {t('home.headline-end')}
            <Pencil />
          </em>
        </h1>
        <p className="my-8 max-w-[540px] text-lg text-ink-2 max-desktop:mt-[18px] max-desktop:mb-4 max-desktop:text-md">
          {t(isWide ? 'home.intro' : 'home.intro-short')}
        </p>
        {state === 'out' ? (
          <>
            <Link
              href={PATHS.register}
              className={buttonClass({ size: 'lg', className: 'max-desktop:w-full' })}
            >
              {t('home.open-demo')}
            </Link>
            <p className="mt-5 text-sm text-ink-3 max-desktop:mt-2.5 max-desktop:text-center">
              {demoBalance === null
                ? t('home.no-deposit-plain')
                : t(isWide ? 'home.no-deposit' : 'home.no-deposit-short', { amount })}
            </p>
          </>
        ) : (
          <Link
            href={PATHS.market}
            className={buttonClass({ size: 'lg', className: 'max-desktop:w-full' })}
          >
            {t('home.go-to-market')}
          </Link>
        )}
        <p className="mt-3 min-h-5 text-sm text-ink-3 max-desktop:text-center">
          <WhenIdle>
            <LosingLine />
          </WhenIdle>
        </p>
      </div>
      {isWide && (
        <div className="min-h-[420px]">
          <WhenIdle>
            <SampleFill />
          </WhenIdle>
        </div>
      )}
    </section>
  );
}
