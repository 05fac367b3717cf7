import type { OrderEvent } from '@candor/protocol/light';
import { Amount, DASH, Num, Price, formatNumber, formatTime, placesOfStep, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { BY_LABELS, CHANGE_LABELS, EVENT_LABELS, newestFirst } from './history.ts';

/** Everything that happened to an order, the newest first. */
export function OrderHistory(props: {
  readonly events: readonly OrderEvent[];
  readonly tickSize: string;
}): ReactElement {
  const { events, tickSize } = props;
  return (
    <ol className="grid">
      {newestFirst(events).map((event, index) => (
        <li
          // Two events may share a moment; their order never changes.
          key={events.length - index}
          className="grid gap-0.5 border-t border-line py-2 first:border-t-0"
        >
          <Event event={event} tickSize={tickSize} />
        </li>
      ))}
    </ol>
  );
}

function Event(props: { readonly event: OrderEvent; readonly tickSize: string }): ReactElement {
  const { event, tickSize } = props;
  const t = useT();
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">
          {t(EVENT_LABELS[event.kind])}
          {event.lots !== undefined && (
            <Num className="ms-1.5 font-normal text-ink-2">{formatNumber(event.lots)}</Num>
          )}
          {event.price !== undefined && (
            <Price value={event.price} tickSize={tickSize} className="ms-1.5" />
          )}
        </span>
        {event.amount !== undefined && <Amount value={event.amount} signed />}
      </div>
      {event.changes?.map((change) => (
        <p key={change.field} className="text-sm text-ink-2">
          {t(CHANGE_LABELS[change.field])}{' '}
          <Num>{`${shown(change.from, tickSize)} → ${shown(change.to, tickSize)}`}</Num>
        </p>
      ))}
      <p className="flex flex-wrap gap-x-2 text-xs text-ink-3">
        <bdi>{formatTime(event.time, 'shortSecond')}</bdi>
        <span>{t(BY_LABELS[event.by])}</span>
        {event.tickId !== undefined && <span className="mono">{event.tickId}</span>}
        {event.receiptNo !== undefined && <ReceiptLink number={event.receiptNo} />}
      </p>
    </>
  );
}

function shown(price: string | null, tickSize: string): string {
  return price === null ? DASH : formatNumber(price, { placesMin: placesOfStep(tickSize) });
}
