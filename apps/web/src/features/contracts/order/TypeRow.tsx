import type { MessageKey } from '@candor/locales';
import { CaretDownIcon, Segments, useT } from '@candor/ui';
import { type ReactElement, useId } from 'react';
import { leverageSteps } from './size.ts';
import type { OrderType } from '@candor/pricing';

/** Names of the ways an order is filled. */
export const TYPE_LABELS: Readonly<Record<OrderType, MessageKey>> = {
  market: 'ticket.market',
  limit: 'ticket.limit',
  stop: 'ticket.stop',
  stopLimit: 'ticket.stop-limit',
};
const TYPES: readonly OrderType[] = ['market', 'limit', 'stop', 'stopLimit'];

/** Order type and leverage. */
export function TypeRow(props: {
  readonly orderType: OrderType;
  readonly onOrderType: (type: OrderType) => void;
  readonly leverage: number;
  readonly leverageMax: number;
  readonly onLeverage: (leverage: number) => void;
  readonly error: string | undefined;
}): ReactElement {
  const { orderType, onOrderType, leverage, leverageMax, onLeverage, error } = props;
  const t = useT();
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
        <Segments
          label={t('ticket.order-type')}
          value={orderType}
          onChange={onOrderType}
          choices={TYPES.map((value) => ({ value, label: t(TYPE_LABELS[value]) }))}
          className="max-w-full flex-wrap *:!px-2 desktop:*:!px-1.5 max-[359px]:*:!px-1.5"
        />
        <span className="relative ms-auto inline-flex items-center">
          <label htmlFor={id} className="sr-only">
            {t('ticket.leverage')}
          </label>
          <select
            id={id}
            value={leverage}
            onChange={(event) => onLeverage(Number.parseInt(event.target.value, 10))}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}-note` : `${id}-error`}
            className="num min-h-8 appearance-none rounded-sm bg-transparent ps-1.5 pe-6 text-sm font-semibold hover:bg-hover max-desktop:min-h-11 max-desktop:text-md rtl:ps-6 rtl:pe-1.5"
          >
            {leverageSteps(leverageMax).map((step) => (
              <option key={step} value={step}>
                {`${step}×`}
              </option>
            ))}
          </select>
          <CaretDownIcon size={16} className="pointer-events-none absolute end-1" />
        </span>
      </div>
      {error === undefined ? (
        <p id={`${id}-note`} className="sr-only">
          {t('ticket.leverage-note', { leverage, move: moveText(leverage) })}
        </p>
      ) : (
        <p id={`${id}-error`} role="alert" className="text-xs text-[var(--color-danger)]">
          {error}
        </p>
      )}
    </div>
  );
}

/** The move that takes the whole margin: 100 % ÷ leverage, at most one place. */
function moveText(leverage: number): string {
  const tenths = Math.floor(1000 / leverage);
  const rest = tenths % 10;
  return `${Math.floor(tenths / 10)}${rest === 0 ? '' : `.${rest}`}%`;
}
