import type { MarketInfo } from '@candor/protocol/light';
import { formatNumber, useLocale, useT } from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { Overlay } from '../../features/contracts/order/Overlay.tsx';
import { useOrders } from '../../features/contracts/orders/api.ts';
import { ownFills } from '../../features/contracts/orders/own-fills.ts';
import { ChartMarks } from '../../features/market/ChartMarks.tsx';
import type { ChartHandle } from '../../features/market/chart/chart.ts';

/** Closed orders whose fills are marked; more would hide the candles. */
const ORDERS_MAX = 50;

/** The user's own fills as marks on the chart, and as a list that needs no pointer. */
export function OwnFills(props: {
  readonly info: MarketInfo;
  readonly chart: ChartHandle['open'];
}): ReactElement | null {
  const { info, chart } = props;
  const { code, tickSize } = info;
  const t = useT();
  const { dir } = useLocale();
  const [isListed, setIsListed] = useState(false);
  const { data } = useOrders({ status: 'closed', code, size: ORDERS_MAX });
  const fills = useMemo(() => ownFills(data?.records ?? [], { t, tickSize }), [data, t, tickSize]);
  if (fills.length === 0) return null;
  return (
    <>
      <ChartMarks chart={chart} marks={fills} />
      <div dir={dir}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsListed(true)}
          className="absolute right-20 bottom-8 z-20 min-h-7 rounded-sm border border-line bg-surface px-2 text-xs text-ink-2 hover:bg-hover max-desktop:min-h-11"
        >
          {t('fills.title')} <span className="num">{formatNumber(String(fills.length))}</span>
        </button>
        {isListed && (
          <Overlay title={t('fills.title')} onClose={() => setIsListed(false)}>
            <p className="mt-1 text-xs text-ink-3">{t('fills.newest')}</p>
            <ul className="mt-3 grid text-sm">
              {fills.map(({ id, name, href }) => (
                <li key={id} className="border-t border-line first:border-0">
                  <Link
                    href={href}
                    className="flex min-h-10 items-center text-accent hover:underline max-desktop:min-h-11"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Overlay>
        )}
      </div>
    </>
  );
}
