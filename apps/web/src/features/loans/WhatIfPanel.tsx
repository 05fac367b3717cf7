import type { Asset } from '@candor/kernel';
import type { LoanCollateral } from '@candor/protocol/light';
import { Num, useLocale, useT } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { centWords } from '../../lib/figure-words.ts';
import { amountsWords, coinPriceWords, ltvWords, percentWords } from './words.ts';
import { type WhatIf, type WhatIfFacts, whatIf } from './what-if.ts';

const FALL_MAX = 90;
const FALL_AT_FIRST = 30;

/** Amounts of an example's one coin as shares of it. */
const sharesOf = (amounts: readonly LoanCollateral[]): string =>
  amounts.map(({ amount }) => percentWords(amount, 1)).join(', ');

function Outcome(props: { readonly outcome: WhatIf; readonly isExample: boolean }): ReactElement {
  const t = useT();
  const { step } = props.outcome;
  const words = props.isExample ? sharesOf : amountsWords;
  if (step.kind === 'calm') return <p>{t('loan.what-if-calm')}</p>;
  if (step.kind === 'notice') {
    return <p>{t('loan.what-if-notice', { line: percentWords(step.line) })}</p>;
  }
  const owed = centWords(step.debtAfter);
  const sold = words(step.sold);
  if (step.isWhole) return <p>{t('loan.what-if-whole', { sold, owed })}</p>;
  const paid = centWords(step.paid);
  return <p>{t('loan.what-if-sale', { sold, paid, left: words(step.left), owed })}</p>;
}

/** Prices after the fall, where they are known. */
function Prices(props: {
  readonly prices: readonly { readonly asset: Asset; readonly price: string }[];
}): ReactElement {
  const { numbers } = useLocale();
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-ink-3">
      {props.prices.map((one) => (
        <Num key={one.asset}>{coinPriceWords(one, numbers)}</Num>
      ))}
    </span>
  );
}

/** A slider over the fall of all pledged coins, and what the product itself would then do. */
export function WhatIfPanel(props: {
  readonly facts: WhatIfFacts;
  /** Prices and amounts of an example mean nothing by themselves: shares are told. */
  readonly isExample?: boolean;
}): ReactElement | null {
  const { facts, isExample = false } = props;
  const t = useT();
  const id = useId();
  const [fall, setFall] = useState(FALL_AT_FIRST);
  const outcome = whatIf(facts, fall);
  if (outcome === null) return null;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-2 rounded-md border border-line-strong p-3"
    >
      <h3 id={`${id}-title`} className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-semibold">{t('loan.what-if')}</span>
        <Num className="text-md font-semibold">{`−${fall}%`}</Num>
      </h3>
      <input
        type="range"
        min={0}
        max={FALL_MAX}
        value={fall}
        aria-label={t('loan.what-if-slider')}
        aria-valuetext={`−${fall}%`}
        onChange={(event) => setFall(event.target.valueAsNumber)}
        className="h-6 w-full accent-[var(--color-ink)] max-desktop:h-11"
      />
      {!isExample && <Prices prices={outcome.prices} />}
      <div role="status" className="min-h-15 text-sm">
        <p className="text-ink-2">{t('loan.what-if-ltv', { ltv: ltvWords(outcome.ltv) })}</p>
        <Outcome outcome={outcome} isExample={isExample} />
      </div>
    </section>
  );
}
