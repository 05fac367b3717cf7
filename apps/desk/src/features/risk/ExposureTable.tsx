import type { ExposureRow, RiskOfMode } from '@candor/protocol/desk-light';
import { Amount, Empty, KeyValue, StatusChip, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { largestOf, shareOf } from './share.ts';

const ROW_HEIGHT = 44;
const CARD_HEIGHT = 96;

type T = ReturnType<typeof useDeskT>;

/** A figure of the exposure; without a mark it says that nothing can be judged. */
function Figure(props: { readonly value: string | null; readonly signed?: boolean }): ReactElement {
  const t = useDeskT();
  if (props.value !== null) return <Amount {...props} asset={null} />;
  return <span className="text-warn">{t('risk.no-judgement')}</span>;
}

/** Longs and shorts as lengths beside each other: seen before it is read. */
function Sides(props: { readonly of: ExposureRow; readonly largest: string | null }): ReactElement {
  const { of: row, largest } = props;
  return (
    <span aria-hidden="true" className="grid grid-cols-2 items-center">
      <span className="flex justify-end">
        <span className="h-2 bg-down-fill" style={{ width: shareOf(row.short, largest) }} />
      </span>
      <span className="h-2 bg-up-fill" style={{ width: shareOf(row.long, largest) }} />
    </span>
  );
}

function columnsOf(t: T, largest: string | null): readonly TableColumn<ExposureRow>[] {
  const figure = (key: 'long' | 'short' | 'net' | 'gross') => ({
    key,
    head: t(`risk.${key}`),
    width: 'minmax(0, 1fr)',
    end: true,
    renderCell: (row: ExposureRow) => <Figure value={row[key]} />,
  });
  return [
    {
      key: 'code',
      head: t('risk.instrument'),
      width: '128px',
      renderCell: ({ code }) => (
        <bdi title={code ?? undefined} className="mono block truncate">
          {code}
        </bdi>
      ),
    },
    {
      key: 'contracts',
      head: t('risk.contracts'),
      width: '80px',
      end: true,
      renderCell: ({ contracts }) => <span className="num">{contracts}</span>,
    },
    {
      key: 'sides',
      head: t('risk.sides'),
      width: 'minmax(80px, 1fr)',
      renderCell: (row) => <Sides of={row} largest={largest} />,
    },
    figure('long'),
    figure('short'),
    figure('net'),
    figure('gross'),
    {
      key: 'floating',
      head: t('risk.floating'),
      width: 'minmax(0, 1fr)',
      end: true,
      renderCell: ({ floatingPnl }) => <Figure value={floatingPnl} signed />,
    },
  ];
}

function Card({ of: row }: { readonly of: ExposureRow }): ReactElement {
  const t = useDeskT();
  return (
    <dl className="grid h-full content-center gap-1 text-sm">
      <KeyValue label={<bdi className="mono">{row.code}</bdi>}>
        <Figure value={row.net} />
      </KeyValue>
      <KeyValue label={t('risk.gross')}>
        <Figure value={row.gross} />
      </KeyValue>
      <KeyValue label={t('risk.floating')}>
        <Figure value={row.floatingPnl} signed />
      </KeyValue>
    </dl>
  );
}

/** All instruments together. */
export function ExposureTotal({ of: risk }: { readonly of: RiskOfMode }): ReactElement {
  const t = useDeskT();
  const { total } = risk;
  const figures = [
    [t('risk.net'), <Figure key="net" value={total.net} />],
    [t('risk.gross'), <Figure key="gross" value={total.gross} />],
    [t('risk.floating'), <Figure key="floating" value={total.floatingPnl} signed />],
    [t('risk.accounts'), String(risk.accounts)],
    [t('risk.below'), String(risk.below)],
  ] as const;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {risk.unjudged > 0 && (
        <p>
          <StatusChip tone="warn" icon="warning">
            {t('risk.unjudged', { count: risk.unjudged })}
          </StatusChip>
        </p>
      )}
    </div>
  );
}

/** What users hold of each instrument, the largest first; what cannot be judged stands above. */
export function ExposureTable({ of: risk }: { readonly of: RiskOfMode }): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const { instruments } = risk;
  if (instruments.length === 0) {
    return (
      <Empty title={t('risk.nothing-open')} className="px-0">
        {t('risk.nothing-open-text')}
      </Empty>
    );
  }
  const largest = largestOf(instruments.flatMap(({ long, short }) => [long, short]));
  return (
    <div className="-mx-5 flex h-[360px] min-h-0 flex-col max-desktop:-mx-4">
      <VirtualTable
        label={t('risk.exposure')}
        columns={columnsOf(t, largest)}
        rows={instruments}
        rowKey={({ code }) => code ?? ''}
        rowHeight={layout === 'desktop' ? ROW_HEIGHT : CARD_HEIGHT}
        renderCard={layout === 'desktop' ? undefined : (row) => <Card of={row} />}
      />
    </div>
  );
}
