import { Price, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Countdown } from './use-countdown.ts';

/** A price the server holds, and how long it still does. */
export function HeldPrice(props: {
  readonly price: string;
  readonly tickSize: string;
  readonly left: Countdown;
  /** The next one comes by itself. */
  readonly isRenewed?: boolean;
}): ReactElement {
  const { price, tickSize, left, isRenewed = false } = props;
  const t = useT();
  return (
    <div className="rounded-md border border-line-strong px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <Price value={price} tickSize={tickSize} className="text-xl font-semibold" />
        <span className={`text-sm ${left.isOver && !isRenewed ? 'text-warn' : 'text-ink-2'}`}>
          {left.isOver ? (
            t(isRenewed ? 'ticket.asking-price' : 'ticket.held-over')
          ) : (
            <>
              {t('ticket.held-for')}{' '}
              {t('ticket.seconds', { count: formatNumber(String(left.seconds)) })}
            </>
          )}
        </span>
      </div>
      <div className="mt-2 h-1 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className="h-full origin-left bg-ink transition-transform duration-(--duration-ui) rtl:origin-right"
          style={{ transform: `scaleX(${left.share})` }}
        />
      </div>
    </div>
  );
}
