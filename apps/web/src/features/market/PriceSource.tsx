import type { MessageKey } from '@candor/locales';
import { SourceLine, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { sourceName } from '../../lib/source-name.ts';
import { type AgeText, ageText } from './age.ts';
import type { PriceState } from './use-price-state.ts';

const AGE_KEYS: Readonly<Record<AgeText['unit'], MessageKey>> = {
  ms: 'market.age-ms',
  s: 'market.age-s',
  min: 'market.age-min',
  h: 'market.age-h',
};

/** Who said the price, and how long ago; a clock and words once it is too old to trade on. */
export function PriceSource({
  price,
}: {
  readonly price: Pick<PriceState, 'source' | 'age' | 'state'>;
}): ReactElement {
  const t = useT();
  const { source, age, state } = price;
  if (source === null || age === null || state === 'noSource') {
    return <SourceLine state="none">{t('market.no-source')}</SourceLine>;
  }
  const { value, unit } = ageText(age.ms);
  const words = t(AGE_KEYS[unit], { count: formatNumber(value, { placesMin: decimals(value) }) });
  if (state === 'stale') {
    return (
      <SourceLine state="stale">
        {t('market.stale-note', { source: sourceName(source, t), age: words })}
      </SourceLine>
    );
  }
  if (state === 'disputed') {
    return (
      <SourceLine state="stale">
        {t('market.disputed-note', { source: sourceName(source, t) })}
      </SourceLine>
    );
  }
  return (
    <SourceLine state="checkable">
      <span className="sr-only">{t('source.checkable')}: </span>
      <bdi>{sourceName(source, t)}</bdi> · <bdi>{words}</bdi>
    </SourceLine>
  );
}

function decimals(value: string): number {
  return value.includes('.') ? 1 : 0;
}
