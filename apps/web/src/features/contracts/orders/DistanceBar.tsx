import type { Order } from '@candor/protocol/light';
import { Price, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { closeOutText, distanceBar } from '../order/view.ts';

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** From the forced close through the entry to now; nothing without a forced close. */
export function DistanceBar(props: {
  readonly order: Order;
  readonly tickSize: string;
}): ReactElement | null {
  const { order, tickSize } = props;
  const t = useT();
  const bar = distanceBar(order);
  if (bar === null) return null;
  const isGain = bar.now >= bar.entry;
  const low = Math.min(bar.now, bar.entry);
  const width = Math.abs(bar.now - bar.entry);
  const names = [
    [t('orders.col-forced'), closeOutText(order, tickSize)],
    [t('orders.col-entry'), order.openPrice],
    [t('orders.now'), order.markPrice],
  ] as const;
  return (
    <div className="mt-3">
      <div className="relative h-3" aria-hidden="true">
        <span className="absolute inset-x-0 top-[5px] h-0.5 rounded-full bg-line-strong" />
        <span className="absolute inset-y-0 start-0 w-0.5 bg-down-fill" />
        <span
          className={`absolute top-[5px] h-0.5 ${isGain ? 'bg-up-fill' : 'bg-down-fill'}`}
          style={{ insetInlineStart: percent(low), width: percent(width) }}
        />
        <span
          className="absolute inset-y-0 w-0.5 bg-up-fill"
          style={{ insetInlineStart: percent(bar.entry) }}
        />
        <span
          className="absolute top-0.5 -ms-1 size-2 rounded-full bg-ink"
          style={{ insetInlineStart: percent(bar.now) }}
        />
      </div>
      <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-2xs text-ink-3">
        {names.map(([name, price]) => (
          <span key={name}>
            {name} <Price value={price} tickSize={tickSize} />
          </span>
        ))}
      </p>
    </div>
  );
}
