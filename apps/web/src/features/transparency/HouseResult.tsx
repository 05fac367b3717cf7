import type { MessageKey } from '@candor/locales';
import type { HouseDay } from '@candor/protocol/light';
import { Amount, type Column, DataTable, Skeleton, formatDay, formatTime, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { QueryText } from '../../lib/QueryText.tsx';
import { useHouseResult } from './api.ts';

/** What an account of the house is called here; those of later products have one name together. */
const PARTS: Readonly<Record<string, MessageKey>> = {
  'house:trading': 'trust.part-trading',
  'house:fees': 'trust.part-fees',
  'house:financing': 'trust.part-financing',
  'house:exchange': 'trust.part-exchange',
  'house:network-fees': 'trust.part-network-fees',
  'house:bad-debt': 'trust.part-bad-debt',
  'house:goodwill': 'trust.part-goodwill',
  'house:marketing': 'trust.part-marketing',
};

function Parts({ day }: { readonly day: HouseDay }): ReactElement {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {Object.entries(day.parts).map(([account, text]) => (
        <span key={account} className="whitespace-nowrap">
          {t(PARTS[account] ?? 'trust.part-other')} <Amount value={text} asset={day.asset} signed />
        </span>
      ))}
    </span>
  );
}

/** What the last whole days brought the house, the newest first, with what each is made of. */
export function HouseResult(): ReactElement {
  const t = useT();
  const { data, error, refetch } = useHouseResult();
  if (data === undefined) {
    const failure = failureOf(error);
    if (failure === null) {
      return (
        <div aria-busy="true" className="grid gap-4 p-5">
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      );
    }
    return (
      <ReadFailed
        className="m-5"
        title={t('trust.house-failed')}
        failure={failure}
        onRetry={() => void refetch()}
      />
    );
  }
  const { from, to, days, query, asOf } = data;
  const columns: readonly Column<HouseDay>[] = [
    {
      key: 'day',
      kind: 'name',
      head: t('trust.house-day'),
      renderCell: ({ day }) => formatDay(day),
    },
    {
      key: 'parts',
      kind: 'note',
      head: t('trust.house-parts'),
      renderCell: (day) => <Parts day={day} />,
    },
    {
      key: 'result',
      kind: 'main',
      head: t('trust.house-result'),
      end: true,
      renderCell: ({ result, asset }) => <Amount value={result} asset={asset} signed />,
    },
  ];
  const span = { from: `\u2068${formatDay(from)}\u2069`, to: `\u2068${formatDay(to)}\u2069` };
  return (
    <>
      {days.length === 0 ? (
        <p className="px-5 pt-5">{t('trust.house-none', span)}</p>
      ) : (
        <DataTable
          caption={t('trust.house')}
          columns={columns}
          rows={days.toReversed()}
          rowKey={({ day, asset }) => `${day} ${asset}`}
        />
      )}
      <div className="grid gap-1 p-5">
        <p className="max-w-[72ch] text-sm text-ink-2">{t('trust.house-how')}</p>
        <p className="text-xs text-ink-3">
          {t('home.counted', { age: `\u2068${formatTime(asOf, 'zone')}\u2069` })}
        </p>
        <QueryText query={query} />
      </div>
    </>
  );
}
