import { type Money, formatDecimal, formatMoney, mul, placesOf } from '@candor/kernel';
import { Amount, CaretDownIcon, DecimalField, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Terms } from '../order/preview.ts';
import { SHARES } from '../order/size.ts';
import { type AmountUnit, amountOfLots } from './amount.ts';
import type { TicketFields } from './ticket.ts';

/** Keeps the line of the other unit while there is nothing to say. */
const NO_WORDS = '\u00a0';
const CENTS = 2;

/** How much, in lots, money or the instrument's base, and shares of the free margin. */
export function AmountField(props: {
  readonly fields: Pick<TicketFields, 'lots' | 'unit' | 'amount'>;
  readonly onChange: (parts: Partial<TicketFields>) => void;
  readonly onUnit: (unit: AmountUnit) => void;
  readonly terms: Terms;
  readonly base: string;
  /** Base units of the lots that stand there; null without. */
  readonly quantity: string | null;
  readonly freeMargin: Money | null;
  readonly error: string | undefined;
  readonly onShare: (share: number) => void;
  readonly shareFailed: boolean;
}): ReactElement {
  const { fields, onChange, terms, base, quantity, freeMargin, error, onShare } = props;
  const { unit, lots } = fields;
  const t = useT();
  const isLots = unit === 'lots';
  const other =
    isLots || quantity === null || lots === null
      ? `${quantity} ${base}`
      : `${formatNumber(lots)} ${t('ticket.lots')}`;
  const help = props.shareFailed
    ? t('ticket.no-share')
    : quantity === null
      ? NO_WORDS
      : t('ticket.base-quantity', { amount: other });
  const places = isLots
    ? placesOf(terms.lotStep)
    : unit === 'base'
      ? placesOf(mul(terms.lotStep, terms.contractSize, 'halfEven'))
      : CENTS;
  const least = formatDecimal(terms.lotsMin);
  return (
    <div className="grid gap-1.5 desktop:short:gap-1">
      <DecimalField
        // Another unit has other places, and what was typed is said anew.
        key={unit}
        large
        name="lots"
        label={t('ticket.amount')}
        value={isLots ? lots : fields.amount}
        onChange={(value) => onChange(isLots ? { lots: value } : { amount: value })}
        places={places}
        unit={<UnitChoice unit={unit} base={base} onUnit={props.onUnit} />}
        placeholder={unit === 'usdt' ? '' : amountOfLots(least, unit, { terms, at: null })}
        aside={
          freeMargin !== null && (
            <>
              {t('ticket.free-margin')}{' '}
              <Amount value={formatMoney(freeMargin)} className="text-ink" />
            </>
          )
        }
        help={help}
        error={error}
      />
      <div role="group" aria-label={t('ticket.share')} className="grid grid-cols-5 gap-1">
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            disabled={freeMargin === null}
            onClick={() => onShare(share)}
            className="num min-h-7 rounded-[4px] bg-sunken text-xs text-ink-2 hover:bg-line disabled:text-ink-3 max-desktop:min-h-11 max-desktop:text-sm"
          >
            {`${share}%`}
          </button>
        ))}
      </div>
    </div>
  );
}

/** What the amount is typed in, at the end of its field. */
function UnitChoice(props: {
  readonly unit: AmountUnit;
  readonly base: string;
  readonly onUnit: (unit: AmountUnit) => void;
}): ReactElement {
  const { unit, base, onUnit } = props;
  const t = useT();
  const units = [
    ['lots', t('ticket.lots')],
    ['usdt', 'USDT'],
    ['base', base],
  ] as const;
  const choose = (value: string): void => {
    const next = units.find(([one]) => one === value);
    if (next !== undefined) onUnit(next[0]);
  };
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={t('ticket.amount-unit')}
        value={unit}
        onChange={(event) => choose(event.target.value)}
        className="min-h-8 appearance-none rounded-sm bg-transparent ps-1.5 pe-6 text-sm hover:bg-hover max-desktop:min-h-11 rtl:ps-6 rtl:pe-1.5"
      >
        {units.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <CaretDownIcon size={14} className="pointer-events-none absolute end-1" />
    </span>
  );
}
