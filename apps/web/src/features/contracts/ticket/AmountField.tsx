import { type Money, formatDecimal, formatMoney, placesOf } from '@candor/kernel';
import { Amount, DecimalField, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Terms } from '../order/preview.ts';
import { SHARES } from '../order/size.ts';

/** Keeps the line of the base quantity while there is none to say. */
const NO_WORDS = '\u00a0';

/** How many lots, what that is in the instrument's base, and shares of the free margin. */
export function AmountField(props: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly terms: Terms;
  readonly base: string;
  /** Base units of the lots that stand there; null without. */
  readonly quantity: string | null;
  readonly freeMargin: Money | null;
  readonly error: string | undefined;
  readonly onShare: (share: number) => void;
  readonly shareFailed: boolean;
}): ReactElement {
  const { value, onChange, terms, base, quantity, freeMargin, error, onShare } = props;
  const t = useT();
  const help = props.shareFailed
    ? t('ticket.no-share')
    : quantity === null
      ? NO_WORDS
      : t('ticket.base-quantity', { amount: `${quantity} ${base}` });
  return (
    <div className="grid gap-1.5 desktop:short:gap-1">
      <DecimalField
        large
        name="lots"
        label={t('ticket.amount')}
        value={value}
        onChange={onChange}
        places={placesOf(terms.lotStep)}
        unit={t('ticket.lots')}
        placeholder={formatDecimal(terms.lotsMin)}
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
