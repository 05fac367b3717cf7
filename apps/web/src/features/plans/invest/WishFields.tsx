import { ASSET_SCALE, formatMoney, parseMoney } from '@candor/kernel';
import type { Translate } from '@candor/locales';
import { DecimalField, ErrorNote, Segments, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { usdtWords } from '../../../lib/figure-words.ts';
import { shareWords } from '../words.ts';
import { type Wish, type WishTerms, type WishWords, leastLossOf, usdt } from './wish.ts';

/** Parts of the amount one may be ready to lose, one press away. */
const PARTS = [10n, 25n, 50n, 100n] as const;

/** A part of an amount, in whole units, rounded down. */
function partOf(amount: string | null, part: bigint): string | null {
  const whole = amount === null ? null : parseMoney(amount, 'USDT');
  if (whole === null || whole.units <= 0n) return null;
  return formatMoney({ asset: 'USDT', units: (whole.units * part) / 100n });
}

function rangeOf({ amountMin, amountMax }: WishTerms, t: Translate): string | undefined {
  if (amountMin === null || amountMax === null) return undefined;
  return t('plans.amount-between', { min: usdtWords(amountMin), max: usdtWords(amountMax) });
}

/** The least one may be ready to lose, and what happens when it is lost. */
function lossHelp(wish: Wish, terms: WishTerms, t: Translate): string {
  const help = t('plans.max-loss-help');
  const { maxLossRateMin } = terms;
  if (maxLossRateMin === null) return help;
  const known = leastLossOf(usdt(wish.amount), terms);
  const least =
    known === null
      ? t('plans.max-loss-part', { percent: shareWords(maxLossRateMin) })
      : usdtWords(formatMoney(known));
  return `${t('plans.max-loss-least', { least })} ${help}`;
}

/** Amount, days and the most one may lose. */
export function WishFields(props: {
  readonly wish: Wish;
  readonly terms: WishTerms;
  readonly words: WishWords;
  readonly onChange: (change: Partial<Wish>) => void;
}): ReactElement {
  const { wish, terms, words, onChange } = props;
  const t = useT();
  return (
    <>
      <DecimalField
        large
        label={t('plans.amount')}
        value={wish.amount}
        onChange={(amount) => onChange({ amount })}
        places={ASSET_SCALE.USDT}
        unit="USDT"
        error={words.amount}
        help={rangeOf(terms, t)}
      />
      <div className="grid gap-1.5">
        <span className="text-sm leading-4 font-medium text-ink-2">{t('plans.runs')}</span>
        <Segments
          wide
          label={t('plans.runs')}
          value={wish.days}
          choices={terms.days.map((days) => ({ value: days, label: days }))}
          onChange={(days) => onChange({ days })}
        />
        {words.days !== undefined && <ErrorNote>{words.days}</ErrorNote>}
      </div>
      <div className="grid gap-2">
        <DecimalField
          label={t('plans.max-loss')}
          value={wish.maxLoss}
          onChange={(maxLoss) => onChange({ maxLoss })}
          places={ASSET_SCALE.USDT}
          unit="USDT"
          error={words.maxLoss}
          help={lossHelp(wish, terms, t)}
        />
        <div className="flex flex-wrap gap-1.5">
          {PARTS.map((part) => {
            const loss = partOf(wish.amount, part);
            return (
              <button
                key={String(part)}
                type="button"
                disabled={loss === null}
                aria-label={t('plans.max-loss-part', { percent: `${part}%` })}
                className="num min-h-8 rounded-sm bg-sunken px-3 text-sm font-medium text-ink-2 enabled:hover:text-ink disabled:opacity-60 max-desktop:min-h-11"
                onClick={() => onChange({ maxLoss: loss })}
              >
                {`${part}%`}
              </button>
            );
          })}
        </div>
      </div>
    </>
  );
}
