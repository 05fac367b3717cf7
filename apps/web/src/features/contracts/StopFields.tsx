import { type Price, formatDecimal, parseDecimal, placesOf } from '@candor/kernel';
import { DecimalField, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Terms } from './preview.ts';
import { distancePercent } from './view.ts';

type Stops = { readonly stopLoss: string | null; readonly takeProfit: string | null };

/** How far a typed price is from the price the order opens at: "−2.1%". */
function distanceText(text: string | null, from: Price | null): string | undefined {
  const price = text === null ? null : parseDecimal(text);
  if (price === null || from === null) return undefined;
  const percent = distancePercent(price as Price, from);
  if (percent === null) return undefined;
  return `${formatNumber(formatDecimal(percent), { places: 1, sign: 'always' })}%`;
}

/** Stop loss and take profit, both optional, in price. */
export function StopFields(props: {
  readonly stops: Stops;
  readonly onStops: (stops: Partial<Stops>) => void;
  readonly terms: Terms;
  readonly openPrice: Price | null;
  readonly errorAt: (field: 'stopLoss' | 'takeProfit') => string | undefined;
}): ReactElement {
  const { stops, onStops, terms, openPrice, errorAt } = props;
  const t = useT();
  const places = placesOf(terms.tickSize);
  return (
    <div className="grid grid-cols-2 gap-2">
      <DecimalField
        name="stopLoss"
        label={t('ticket.stop-loss')}
        value={stops.stopLoss}
        onChange={(stopLoss) => onStops({ stopLoss })}
        places={places}
        placeholder={t('ticket.optional')}
        unit={<bdi className="num">{distanceText(stops.stopLoss, openPrice)}</bdi>}
        error={errorAt('stopLoss')}
      />
      <DecimalField
        name="takeProfit"
        label={t('ticket.take-profit')}
        value={stops.takeProfit}
        onChange={(takeProfit) => onStops({ takeProfit })}
        places={places}
        placeholder={t('ticket.optional')}
        unit={<bdi className="num">{distanceText(stops.takeProfit, openPrice)}</bdi>}
        error={errorAt('takeProfit')}
      />
    </div>
  );
}
