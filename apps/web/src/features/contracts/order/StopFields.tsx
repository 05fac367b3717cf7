import { type Price, formatDecimal, parseDecimal, placesOf } from '@candor/kernel';
import { DecimalField, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { type StopBasis, type StopKind, type StopTyped, shownStop } from './stops.ts';
import { distancePercent } from './view.ts';

/** How far a typed price is from the price the order opens at: "−2.1%". */
function distanceText(text: string | null, from: Price | null): string | undefined {
  const price = text === null ? null : parseDecimal(text);
  if (price === null || from === null) return undefined;
  const percent = distancePercent(price as Price, from);
  if (percent === null) return undefined;
  return `${formatNumber(formatDecimal(percent), { places: 1, sign: 'always' })}%`;
}

/** What stops in money are in. */
const MONEY_UNIT = 'USDT';

const NAMES = {
  loss: { price: 'ticket.stop-loss', money: 'ticket.stop-loss-money', name: 'stopLoss' },
  gain: { price: 'ticket.take-profit', money: 'ticket.take-profit-money', name: 'takeProfit' },
} as const;

/** A stop as two linked inputs: its price with the distance, and the money it is about. */
export function StopField(props: {
  readonly kind: StopKind;
  readonly typed: StopTyped;
  readonly onTyped: (typed: StopTyped) => void;
  readonly basis: StopBasis | null;
  readonly tickSize: Price;
  /** What the distance is counted from, also while there is no size. */
  readonly from: Price | null;
  readonly error: string | undefined;
}): ReactElement {
  const { kind, typed, onTyped, basis, tickSize, from, error } = props;
  const t = useT();
  const names = NAMES[kind];
  const shown = shownStop(typed, kind, basis);
  const isMoney = typed.money !== '';
  const distance = distanceText(shown.price, from);
  return (
    <div className="grid grid-cols-2 gap-2">
      <DecimalField
        dense
        name={names.name}
        label={t(names.price)}
        value={shown.price}
        onChange={(price) => onTyped({ price, money: '' })}
        places={placesOf(tickSize)}
        placeholder={t('ticket.optional')}
        unit={distance === undefined ? undefined : <bdi className="num text-xs">{distance}</bdi>}
        error={isMoney ? undefined : error}
        // Nothing stands under the other input: on one line the sentence pushes the fields less.
        className="[&>[role=alert]]:w-[calc(200%+8px)]"
      />
      <DecimalField
        dense
        name={`${names.name}Money`}
        label={t(names.money)}
        value={shown.money}
        onChange={(money) => onTyped({ price: '', money })}
        places={2}
        unit={<span className="text-xs">{MONEY_UNIT}</span>}
        error={isMoney ? error : undefined}
      />
    </div>
  );
}

/** A stop that follows the price, at a distance that never grows. */
export function TrailingField(props: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly tickSize: Price;
  readonly error: string | undefined;
}): ReactElement {
  const { value, onChange, tickSize, error } = props;
  const t = useT();
  return (
    <DecimalField
      dense
      name="trailingDistance"
      label={t('ticket.trailing')}
      value={value}
      onChange={onChange}
      places={placesOf(tickSize)}
      placeholder={t('ticket.optional')}
      help={t('ticket.trailing-note')}
      error={error}
    />
  );
}
