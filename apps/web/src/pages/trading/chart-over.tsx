import type { MarketInfo } from '@candor/protocol/light';
import { type ReactNode, Suspense, useCallback } from 'react';
import type { ChartHandle } from '../../features/market/chart/chart.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';

const OwnFills = lazyPart(() => import('./OwnFills.tsx').then((module) => module.OwnFills));

/** What the page adds to a market's chart: the user's own fills, once the chart stands. */
export function useChartOver(info: MarketInfo): (chart: ChartHandle['open']) => ReactNode {
  const { state } = useSession();
  return useCallback(
    (chart) =>
      state === 'in' && (
        <Suspense>
          <OwnFills info={info} chart={chart} />
        </Suspense>
      ),
    [state, info],
  );
}
