import type { MarketInfo, MarketItem } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { type ReactElement, lazy } from 'react';
import { ChartPanel } from '../../features/market/ChartPanel.tsx';
import { ListDrawer } from '../../features/market/ListDrawer.tsx';
import { useMarketInfo } from '../../features/market/api.ts';
import { BalanceStrip } from '../../features/portfolio/BalanceStrip.tsx';
import { useSession } from '../../lib/session.ts';
import { WhenIdle } from '../../lib/when-idle.tsx';
import { Arriving, Missing } from './Arriving.tsx';
import { useChartOver } from './chart-over.tsx';
import { LateAlerts } from './LateAlerts.tsx';
import { LiveHeader } from './LiveHeader.tsx';
import { LiveTicket } from './LiveTicket.tsx';
import { OrdersPanel } from './OrdersPanel.tsx';
import { useChosenMarket, useOwnLines, usePositionCodes } from './use-trading.ts';

// Beside the market that was asked for, not part of it: it comes once that one stands.
const MarketList = lazy(async () => ({
  default: (await import('../../features/market/MarketList.tsx')).MarketList,
}));

/** Trading on a wide window: list, chart over positions, ticket. It fills the window. */
export function Desk(): ReactElement {
  const { item, type, isMissing } = useChosenMarket();
  const { mode, state } = useSession();
  const info = useMarketInfo(item?.id);
  const positions = usePositionCodes();
  return (
    <div
      data-fills-window=""
      className="grid h-full min-h-0 grid-cols-[256px_minmax(0,1fr)_336px] gap-px bg-line max-[1240px]:grid-cols-[minmax(0,1fr)_336px]"
    >
      <aside className="flex min-h-0 flex-col bg-surface max-[1240px]:hidden">
        <div className="min-h-0 flex-1">
          <WhenIdle>
            <MarketList chosen={item} positions={positions} initialType={type} />
          </WhenIdle>
        </div>
        {state === 'in' && <BalanceStrip mode={mode} />}
      </aside>
      {isMissing ? (
        <Missing />
      ) : info.data === undefined ? (
        <Arriving failure={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Market key={info.data.code} info={info.data} item={item} />
      )}
    </div>
  );
}

function Market(props: {
  readonly info: MarketInfo;
  readonly item: MarketItem | undefined;
}): ReactElement {
  const { info, item } = props;
  const t = useT();
  const own = useOwnLines(info);
  const over = useChartOver(info);
  const positions = usePositionCodes();
  return (
    <>
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_215px] overflow-hidden bg-surface">
        <div className="min-w-0">
          <LateAlerts />
          <LiveHeader
            info={info}
            beside={
              <span className="min-[1241px]:hidden">
                <ListDrawer>
                  {(close) => (
                    <WhenIdle>
                      <MarketList chosen={item} positions={positions} onChoose={close} />
                    </WhenIdle>
                  )}
                </ListDrawer>
              </span>
            }
          />
        </div>
        <ChartPanel info={info} lines={own.lines} moves={own.moves} over={over} />
        <OrdersPanel info={info} />
      </div>
      <div className="min-h-0 overflow-y-auto bg-surface">
        <h2 className="sr-only">{t('ticket.title')}</h2>
        <LiveTicket info={info} />
      </div>
    </>
  );
}
