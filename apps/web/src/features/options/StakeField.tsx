import { type Money, formatMoney } from '@candor/kernel';
import { STAKE_PLACES } from '@candor/pricing';
import type { OptionPeriod } from '@candor/protocol/light';
import { Amount, DecimalField, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { quickStakes } from './view.ts';

/** How much is staked, with the usual amounts one press away. */
export function StakeField(props: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly offer: OptionPeriod;
  readonly free: Money | null;
  readonly error: string | undefined;
}): ReactElement {
  const { value, onChange, offer, free, error } = props;
  const t = useT();
  return (
    <div className="grid gap-1.5">
      <DecimalField
        large
        name="amount"
        label={t('options.stake')}
        value={value}
        onChange={onChange}
        places={STAKE_PLACES}
        unit="USDT"
        placeholder={offer.min}
        aside={
          free !== null && (
            <>
              {t('ticket.free-margin')} <Amount value={formatMoney(free)} className="text-ink" />
            </>
          )
        }
        help={t('options.stake-range', {
          min: formatNumber(offer.min),
          max: formatNumber(offer.max),
        })}
        error={error}
      />
      <div role="group" aria-label={t('options.usual-stakes')} className="grid grid-cols-5 gap-1">
        {quickStakes(offer).map((stake) => (
          <button
            key={stake}
            type="button"
            onClick={() => onChange(stake)}
            className="num min-h-7 rounded-[4px] bg-sunken text-xs text-ink-2 hover:bg-line max-desktop:min-h-11 max-desktop:text-sm"
          >
            {formatNumber(stake)}
          </button>
        ))}
      </div>
    </div>
  );
}
