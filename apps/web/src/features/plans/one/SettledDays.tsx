import type { PlanDetail } from '@candor/protocol/light';
import {
  Amount,
  type Column,
  DataTable,
  Pager,
  Percent,
  formatDay,
  shiftDecimal,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';

type Day = PlanDetail['settled'][number];
type Amounts = 'fills' | 'mark' | 'value';
const SIZE = 15;

function amount(key: Amounts, head: string, signed: boolean): Column<Day> {
  return {
    ...{ key, kind: key === 'value' ? 'main' : 'derived', head, end: true },
    renderCell: (day) => <Amount signed={signed} value={day[key]} />,
  };
}

/** Days of the fund, newest first: what its fills and its midnight mark came to; of a few owners the result’s share. */
export function SettledDays({ plan }: { readonly plan: PlanDetail }): ReactElement {
  const t = useT();
  const { settled: days, amountsFromOwners } = plan;
  const shares = new Map(plan.daily.map(({ day, result }) => [day, result]));
  const [page, setPage] = useState(1);
  if (days.length === 0) return <p className="text-sm text-ink-2">{t('plans.none-yet')}</p>;
  const columns: readonly Column<Day>[] = [
    {
      key: 'day',
      kind: 'name',
      head: t('plans.day'),
      renderCell: ({ day }) => <bdi className="whitespace-nowrap">{formatDay(day)}</bdi>,
    },
    amount('fills', t('plans.fills'), true),
    amount('mark', t('plans.mark'), true),
    {
      key: 'result',
      kind: 'main',
      head: t('plans.result'),
      end: true,
      renderCell: ({ day, result }) => {
        const share = shares.get(day);
        if (result !== null || share === undefined) {
          return <Amount signed value={result} className="font-semibold" />;
        }
        return <Percent value={shiftDecimal(share, 2)} className="font-semibold" />;
      },
    },
    amount('value', t('plans.value'), false),
  ];
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">
        {t('plans.days-text')} {t('plans.days-few', { count: amountsFromOwners })}
      </p>
      <DataTable
        caption={t('plans.days')}
        columns={columns}
        rows={days.toReversed().slice((page - 1) * SIZE, page * SIZE)}
        rowKey={({ day }) => day}
        rowHeight={46}
      />
      <Pager
        label={t('plans.days')}
        page={page}
        total={days.length}
        size={SIZE}
        isOnItsWay={false}
        onPage={setPage}
      />
    </>
  );
}
