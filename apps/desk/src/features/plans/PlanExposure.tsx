import type { PlanExposure, PlanExposureRow } from '@candor/protocol/desk-light';
import { Amount, type Column, DataTable, Empty, formatNumber } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { ask } from '../../lib/query.ts';
import { useDeskT } from '../../lib/texts.ts';

type Mode = 'real' | 'demo';
type FundRow = PlanExposure['funds'][number];
const LOOK_MS = 5_000;

function Figure(props: { readonly value: string | null; readonly signed?: boolean }): ReactElement {
  const t = useDeskT();
  if (props.value !== null) return <Amount {...props} asset={null} />;
  return <span className="text-warn">{t('risk.no-judgement')}</span>;
}

function Tables({ of: found, mode }: { of: PlanExposure; mode: Mode }): ReactElement {
  const t = useDeskT();
  const instruments = found.instruments.filter((row) => row.mode === mode);
  const funds = found.funds.filter((row) => row.mode === mode);
  if (instruments.length === 0) {
    return <Empty title={t('plan-list.nothing-held')} className="px-0" />;
  }
  const figure = (key: 'long' | 'short' | 'net') => ({
    key,
    kind: 'main' as const,
    head: t(`risk.${key}`),
    end: true,
    renderCell: (row: PlanExposureRow) => <Figure value={row[key]} />,
  });
  const together: readonly Column<PlanExposureRow>[] = [
    {
      key: 'code',
      kind: 'name',
      head: t('risk.instrument'),
      renderCell: ({ code }) => <bdi className="mono">{code}</bdi>,
    },
    {
      key: 'funds',
      kind: 'derived',
      head: t('plan-list.funds-holding'),
      end: true,
      renderCell: (row) => <span className="num">{formatNumber(String(row.funds))}</span>,
    },
    figure('long'),
    figure('short'),
    figure('net'),
    {
      key: 'today',
      kind: 'main',
      head: t('plan-list.today'),
      end: true,
      renderCell: ({ today }) => <Figure value={today} signed />,
    },
  ];
  const each: readonly Column<FundRow>[] = [
    {
      key: 'plan',
      kind: 'name',
      head: t('plan-list.plan'),
      renderCell: ({ name, version }) => (
        <bdi className="mono">{t('plan-list.plan-version', { plan: name, version })}</bdi>
      ),
    },
    {
      key: 'code',
      kind: 'name',
      head: t('risk.instrument'),
      renderCell: ({ code }) => <bdi className="mono">{code}</bdi>,
    },
    {
      key: 'quantity',
      kind: 'term',
      head: t('plan-list.quantity'),
      end: true,
      renderCell: ({ quantity }) => <span className="num">{formatNumber(quantity)}</span>,
    },
    {
      key: 'value',
      kind: 'main',
      head: t('plan-list.value'),
      end: true,
      renderCell: ({ value }) => <Figure value={value} />,
    },
    {
      key: 'today',
      kind: 'main',
      head: t('plan-list.today'),
      end: true,
      renderCell: ({ today }) => <Figure value={today} signed />,
    },
  ];
  return (
    <div className="-mx-5 grid gap-4 max-desktop:mx-0">
      <DataTable
        caption={t('plan-list.exposure')}
        columns={together}
        rows={instruments}
        rowKey={({ code }) => code}
        rowHeight={44}
      />
      {funds.length > 0 && (
        <DataTable
          caption={t('plan-list.exposure-each')}
          columns={each}
          rows={funds}
          rowKey={({ fundId, code }) => `${fundId} ${code}`}
          rowHeight={44}
        />
      )}
    </div>
  );
}

/** What funds of plans hold by instrument, and each of them; what has no price is not worth nothing. */
export function PlanExposureTables({ mode }: { readonly mode: Mode }): ReactElement {
  const exposure = useQuery({
    queryKey: ['plans', 'exposure'],
    queryFn: ({ signal }) => ask('plans.exposure', { signal }),
    refetchInterval: LOOK_MS,
  });
  return <Waits of={exposure}>{(found) => <Tables of={found} mode={mode} />}</Waits>;
}
