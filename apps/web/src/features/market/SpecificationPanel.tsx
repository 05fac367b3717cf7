import {
  useT,
  KeyValue,
  Num,
  Percent,
  Price,
  formatNumber,
  formatTime,
  shiftDecimal,
} from '@candor/ui';
import type { Translate } from '@candor/locales';
import { DAY_MS } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';
import type { ReactElement, ReactNode } from 'react';
import { spanText } from './span.ts';
import { type HoursGroup, SOME_MONDAY_MS, hoursGroups } from './hours.ts';

function dayName(day: number): string {
  return formatTime(SOME_MONDAY_MS + day * DAY_MS, { weekday: 'long', timeZone: 'UTC' });
}

function hoursText(group: HoursGroup, t: Translate): string {
  const { firstDay, lastDay, from, to } = group;
  if (group.kind === 'through') {
    return t('market.hours-through', {
      first: dayName(firstDay),
      last: dayName(lastDay),
      from,
      to,
    });
  }
  const days =
    firstDay === lastDay
      ? dayName(firstDay)
      : t('market.hours-days', { first: dayName(firstDay), last: dayName(lastDay) });
  return t('market.hours-daily', { days, from, to });
}

function linkText(info: MarketInfo, t: Translate): ReactNode {
  const { quoteCurrency, link } = info.specification;
  if (quoteCurrency === 'USD') return t('market.spec-link-usd');
  return <Num>{formatNumber(link)}</Num>;
}

/** Everything a fill depends on besides the price. */
export function SpecificationPanel({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const wire = info.specification;
  const share = (text: string): ReactElement => (
    <Percent plain value={shiftDecimal(text, 2)} places={3} />
  );
  return (
    <dl className="grid gap-x-12 gap-y-2 p-5 text-sm desktop:grid-cols-2">
      <KeyValue label={t('market.spec-contract-size')}>
        <Num>{`${formatNumber(wire.contractSize)} ${wire.base}`}</Num>
      </KeyValue>
      <KeyValue label={t('market.spec-tick')}>
        <Price value={wire.tickSize} />
      </KeyValue>
      <KeyValue label={t('market.spec-lots')}>
        {t('market.spec-lots-range', {
          min: formatNumber(wire.lotsMin),
          max: formatNumber(wire.lotsMax),
        })}
      </KeyValue>
      <KeyValue label={t('market.spec-lot-step')}>
        <Num>{formatNumber(wire.lotStep)}</Num>
      </KeyValue>
      <KeyValue label={t('market.spec-leverage')}>
        <Num>{`${wire.leverageMax}×`}</Num>
      </KeyValue>
      <KeyValue label={t('market.spec-fee')}>{share(wire.feeRate)}</KeyValue>
      <KeyValue label={t('market.spec-financing')}>{share(wire.financingRate)}</KeyValue>
      <KeyValue label={t('market.spec-spread')}>{share(wire.spreadRate)}</KeyValue>
      <KeyValue label={t('market.spec-fresh')}>{spanText(wire.freshForMs, t)}</KeyValue>
      {wire.quoteCurrency !== 'USDT' && (
        <KeyValue label={t('market.spec-link', { currency: wire.quoteCurrency })}>
          {linkText(info, t)}
        </KeyValue>
      )}
      <KeyValue label={t('market.spec-sources')}>
        <bdi>{wire.sources.length === 0 ? t('market.no-source') : wire.sources.join(', ')}</bdi>
      </KeyValue>
      <KeyValue label={t('market.spec-hours')}>
        {wire.hours.length === 0
          ? t('market.hours-always')
          : hoursGroups(wire.hours).map((group) => (
              <span key={`${group.firstDay}-${group.from}`} className="block">
                {hoursText(group, t)}
              </span>
            ))}
      </KeyValue>
    </dl>
  );
}
