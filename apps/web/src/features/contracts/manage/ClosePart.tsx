import { formatDecimal, parseDecimal, placesOf, type Quantity } from '@candor/kernel';
import { lotsOfPart } from '@candor/pricing';
import type { MarketInfo, Order } from '@candor/protocol/light';
import { Button, DecimalField, Note, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { useOffline } from '../../../lib/connectivity.ts';
import { CloseFigures } from './CloseFigures.tsx';
import { closeEstimate, openLots } from './manage.ts';
import { PARTS, partError, partOfLots } from './part.ts';
import { termsOf } from '../order/preview.ts';
import { useClosing } from '../order/use-closing.tsx';

type Props = {
  readonly order: Order;
  readonly info: MarketInfo;
  readonly onClose: () => void;
};

/** Closes a position, or some of its lots. */
export function ClosePart({ order, info, onClose }: Props): ReactElement {
  const t = useT();
  const isOffline = useOffline();
  const terms = useMemo(() => termsOf(info), [info]);
  const open = openLots(order);
  const [lots, setLots] = useState<string | null>(formatDecimal(open));
  const command = useClosing(order, info.tickSize);
  const problem = partError(lots, open, terms);
  const value = lots === null ? null : (parseDecimal(lots) as Quantity | null);
  const isSound = problem === null && value !== null;
  const estimate = isSound ? closeEstimate(order, value, terms) : null;
  const isAll = isSound && value === open;
  const send = async (): Promise<void> => {
    if (!isSound || lots === null) return;
    if (await command.close(isAll ? undefined : lots)) onClose();
  };
  return (
    <div className="grid gap-4">
      <Lots lots={lots} onLots={setLots} open={open} terms={terms} problem={problem} />
      <CloseFigures order={order} estimate={estimate} tickSize={info.tickSize} />
      {command.problem !== null && <Note tone="error">{command.problem}</Note>}
      <Button
        size="lg"
        wide
        disabled={order.paused || !isSound || isOffline}
        busy={command.isBusy ? t('orders.closing') : undefined}
        onClick={() => void send()}
      >
        {isSound && !isAll && lots !== null
          ? t('orders.close-lots', {
              lots: formatNumber(lots),
              open: formatNumber(formatDecimal(open)),
            })
          : t('orders.close-all-lots', { lots: formatNumber(formatDecimal(open)) })}
      </Button>
    </div>
  );
}

function Lots(props: {
  readonly lots: string | null;
  readonly onLots: (lots: string | null) => void;
  readonly open: Quantity;
  readonly terms: ReturnType<typeof termsOf>;
  readonly problem: ReturnType<typeof partError>;
}): ReactElement {
  const { lots, onLots, open, terms, problem } = props;
  const t = useT();
  const take = (percent: number): void => onLots(formatDecimal(lotsOfPart(percent, open, terms)));
  const part = partOfLots(lots, open);
  const words = (): string | undefined => {
    if (problem === null) return undefined;
    const values = Object.entries(problem.values).map(([name, text]) => [name, formatNumber(text)]);
    return t(problem.key, Object.fromEntries(values));
  };
  return (
    <div className="grid gap-2">
      <DecimalField
        large
        name="partLots"
        label={t('orders.part')}
        value={lots}
        onChange={onLots}
        places={placesOf(terms.lotStep)}
        unit={t('ticket.lots')}
        aside={t('orders.part-open', { lots: formatNumber(formatDecimal(open)) })}
        error={words()}
      />
      <input
        type="range"
        min={0}
        max={100}
        value={part}
        aria-label={t('orders.part-slider')}
        aria-valuetext={`${part}%`}
        onChange={(event) => take(Math.max(1, event.target.valueAsNumber))}
        className="h-6 w-full accent-[var(--color-ink)]"
      />
      <div role="group" aria-label={t('orders.part-share')} className="grid grid-cols-4 gap-1">
        {PARTS.map((percent) => (
          <button
            key={percent}
            type="button"
            onClick={() => take(percent)}
            className="num min-h-8 rounded-[4px] bg-sunken text-sm text-ink-2 hover:bg-line max-desktop:min-h-11"
          >
            {`${percent}%`}
          </button>
        ))}
      </div>
    </div>
  );
}
