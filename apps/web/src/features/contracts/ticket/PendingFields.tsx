import { placesOf } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { type OrderType, type Side, hasPrice } from '@candor/pricing';
import { DecimalField, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Terms } from '../order/preview.ts';
import type { TicketField, TicketFields } from './ticket.ts';

type Waiting = Exclude<OrderType, 'market'>;

const WHAT_HAPPENS: Readonly<Record<Waiting, Readonly<Record<Side, MessageKey>>>> = {
  limit: { long: 'ticket.what-limit-long', short: 'ticket.what-limit-short' },
  stop: { long: 'ticket.what-stop-long', short: 'ticket.what-stop-short' },
  stopLimit: { long: 'ticket.what-stop-limit-long', short: 'ticket.what-stop-limit-short' },
};

/** The prices an order waits for, and in words what it does until then. */
export function PendingFields(props: {
  readonly fields: Pick<TicketFields, 'price' | 'stopPrice' | 'side'>;
  readonly orderType: Waiting;
  readonly onChange: (parts: Partial<Pick<TicketFields, 'price' | 'stopPrice'>>) => void;
  readonly terms: Pick<Terms, 'tickSize'>;
  /** The price of the side now, to start from. */
  readonly market: string | null;
  readonly errorAt: (field: TicketField) => string | undefined;
}): ReactElement {
  const { fields, orderType, onChange, terms, market, errorAt } = props;
  const t = useT();
  const shared = { places: placesOf(terms.tickSize), placeholder: market ?? '' };
  const hasStop = hasPrice(orderType, 'stop');
  const hasLimit = hasPrice(orderType, 'limit');
  const isBoth = hasStop && hasLimit;
  return (
    <div className="grid gap-1.5">
      <div className={`grid gap-2 ${isBoth ? 'grid-cols-2' : ''}`}>
        {hasStop && (
          <DecimalField
            {...shared}
            name="stopPrice"
            label={t('ticket.stop-price')}
            value={fields.stopPrice}
            onChange={(stopPrice) => onChange({ stopPrice })}
            error={errorAt('stopPrice')}
          />
        )}
        {hasLimit && (
          <DecimalField
            {...shared}
            name="price"
            label={t('ticket.limit-price')}
            value={fields.price}
            onChange={(price) => onChange({ price })}
            error={errorAt('price')}
          />
        )}
      </div>
      <p className="text-xs text-ink-3">
        {t(WHAT_HAPPENS[orderType][fields.side])} {t('ticket.holds-nothing')}
      </p>
    </div>
  );
}
