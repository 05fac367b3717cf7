import { CaretDownIcon, Segments, useT } from '@candor/ui';
import { type ReactElement, useId } from 'react';
import { leverageSteps } from './size.ts';

/** Order type and leverage. Only market orders are open; the others say so. */
export function TypeRow(props: {
  readonly leverage: number;
  readonly leverageMax: number;
  readonly onLeverage: (leverage: number) => void;
  readonly error: string | undefined;
}): ReactElement {
  const { leverage, leverageMax, onLeverage, error } = props;
  const t = useT();
  const id = useId();
  const closed = (name: string): ReactElement => (
    <span aria-label={t('ticket.not-open', { name })}>{name}</span>
  );
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <Segments
          label={t('ticket.order-type')}
          value="market"
          onChange={() => undefined}
          choices={[
            { value: 'market', label: t('ticket.market') },
            { value: 'limit', label: closed(t('ticket.limit')), disabled: true },
            { value: 'stop', label: closed(t('ticket.stop')), disabled: true },
          ]}
        />
        <span className="relative inline-flex items-center">
          <label htmlFor={id} className="sr-only">
            {t('ticket.leverage')}
          </label>
          <select
            id={id}
            value={leverage}
            onChange={(event) => onLeverage(Number.parseInt(event.target.value, 10))}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}-note` : `${id}-error`}
            className="num min-h-8 appearance-none rounded-sm bg-transparent ps-2 pe-7 text-sm font-semibold hover:bg-hover max-desktop:min-h-11 max-desktop:text-md rtl:ps-7 rtl:pe-2"
          >
            {leverageSteps(leverageMax).map((step) => (
              <option key={step} value={step}>
                {`${step}×`}
              </option>
            ))}
          </select>
          <CaretDownIcon size={16} className="pointer-events-none absolute end-1.5" />
        </span>
      </div>
      <p className="text-xs text-ink-3">{t('ticket.not-open-note')}</p>
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
