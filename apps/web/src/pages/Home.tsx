import { type ReactElement } from 'react';
import { figure } from '../features/statistics/figures.ts';
import { useCall } from '../lib/use-call.ts';
import { WhenIdle } from '../lib/when-idle.tsx';
import { Hero } from './home/Hero.tsx';
import { Markets } from './home/Markets.tsx';
import { Tiles } from './home/Tiles.tsx';
import { useLayout } from '@candor/ui';
import { lazyPart } from '../lib/lazy-part.ts';

// Below the first screen of either layout, or beside what is looked at first.
const SideCards = lazyPart(() => import('./home/SideCards.tsx').then((module) => module.SideCards));
const Below = lazyPart(() => import('./home/Below.tsx').then((module) => module.Below));

const EVERY_MS = 30_000;

/** The first page: the promise, figures that are queries, markets, products with their risks. */
export function Home(): ReactElement {
  const isWide = useLayout() === 'desktop';
  const { value: statistics, failure } = useCall('transparency.statistics', {
    everyMs: () => EVERY_MS,
  });
  const opensWith = figure(statistics, 'demoBalance')?.value ?? null;
  const side = <SideCards opensWith={opensWith} />;
  return (
    <div className="mx-auto max-w-[1264px] px-8 max-desktop:px-0">
      <Hero demoBalance={opensWith} />
      <Tiles statistics={statistics} hasFailed={failure !== null} />
      <Markets aside={isWide ? <WhenIdle>{side}</WhenIdle> : null} />
      <WhenIdle>
        <Below statistics={statistics} side={isWide ? null : side} />
      </WhenIdle>
    </div>
  );
}
