import type { MessageKey } from '@candor/locales';
import type { MarketItem } from '@candor/protocol/light';
import { SourceLine, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import {
  ageText,
  priceAge,
  type AgeText,
  type PriceAge as Age,
} from '../../features/market/age.ts';
import { PriceSource } from '../../features/market/PriceSource.tsx';
import { wallAt } from '../../lib/clock.ts';
import { useOffline } from '../../lib/connectivity.ts';
import { useNow } from '../../lib/use-now.ts';
import { sourceName } from '../../lib/source-name.ts';
import type { LiveQuote } from '../../live/quotes.ts';

/** The list says whether a price is fresh; here its age is only shown. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

const UNITS: Readonly<Record<AgeText['unit'], MessageKey>> = {
  ms: 'market.unit-ms',
  s: 'market.unit-s',
  min: 'market.unit-min',
  h: 'market.unit-h',
};

/** Source and age on one short line, for phones. */
function ShortSource(props: {
  readonly source: string | null;
  readonly age: Age | null;
  readonly isStale: boolean;
}): ReactElement {
  const { source, age, isStale } = props;
  const t = useT();
  if (source === null || age === null) {
    return <SourceLine state="none">{t('market.no-source')}</SourceLine>;
  }
  const { value, unit } = ageText(age.ms);
  const words = t(UNITS[unit], { count: formatNumber(value) });
  return (
    <span
      className={`flex min-w-0 gap-1 text-xs tabular-nums ${isStale ? 'text-warn' : 'text-ink-3'}`}
    >
      <bdi className="truncate">{sourceName(source, t)}</bdi>
      <span aria-hidden="true">·</span>
      <bdi className="shrink-0">{words}</bdi>
    </span>
  );
}

/** Who said a price of the list and how long ago, growing older as one looks. */
export function PriceAge(props: {
  readonly item: MarketItem;
  readonly quote: LiveQuote | undefined;
  readonly isShort?: boolean;
}): ReactElement {
  const { item, quote, isShort = false } = props;
  const monotonicNow = useNow();
  const isOffline = useOffline();
  const age = priceAge({
    arrivedAt: quote?.arrivedAt,
    receivedAt: item.receivedAt,
    monotonicNow,
    wallNow: wallAt(monotonicNow),
    freshForMs: NEVER_STALE,
  });
  const { source, status: said } = quote ?? item;
  const status = isOffline && said === 'open' ? 'stale' : said;
  if (isShort) return <ShortSource source={source} age={age} isStale={status === 'stale'} />;
  return <PriceSource price={{ source, age, state: status }} />;
}
