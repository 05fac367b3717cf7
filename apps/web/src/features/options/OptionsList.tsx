import type { MessageKey } from '@candor/locales';
import type { OptionOrder } from '@candor/protocol/light';
import {
  Amount,
  Button,
  type Column,
  DASH,
  DataTable,
  Empty,
  Num,
  Pills,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Paged, Waiting } from '../../lib/Paged.tsx';
import { href } from '../../lib/paths.ts';
import { periodText } from '../../lib/period.ts';
import { DirectionMark } from './DirectionMark.tsx';
import { OptionDialog } from './OptionDialog.tsx';
import { OptionState } from './OptionState.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useOptions } from './api.ts';
import { middleText } from './view.ts';

const PAGE_SIZE = 20;
const FILTERS = ['all', 'running', 'closed'] as const;
type Filter = (typeof FILTERS)[number];

const FILTER_LABELS: Readonly<Record<Filter, MessageKey>> = {
  all: 'orders.status-all',
  running: 'orders.status-running',
  closed: 'orders.status-closed',
};
const EMPTY: Readonly<Record<Filter, MessageKey>> = {
  all: 'options.empty',
  running: 'options.empty-running',
  closed: 'options.empty-closed',
};

type TickSizeOf = (code: string) => string | undefined;

/** Options by status, a page at a time, newest first; a press shows one with its ticks. */
export function OptionsList(props: { readonly tickSizeOf: TickSizeOf }): ReactElement {
  const { tickSizeOf } = props;
  const t = useT();
  const [filter, setFilter] = useState<Filter>('all');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<OptionOrder | null>(null);
  const options = useOptions({ status: filter, page, size: PAGE_SIZE });
  return (
    <div>
      <Pills
        label={t('orders.filter')}
        value={filter}
        onChange={(next) => {
          setFilter(next);
          setPage(1);
        }}
        choices={FILTERS.map((value) => ({ value, label: t(FILTER_LABELS[value]) }))}
        className="m-3 max-desktop:mx-0"
      />
      <Paged
        found={options}
        label={t('options.title')}
        page={page}
        size={PAGE_SIZE}
        onPage={setPage}
        waiting={<Waiting rows={2} className="grid gap-4 p-5" />}
        failed={{ title: t('options.failed'), className: 'm-4' }}
        empty={<Empty title={t(EMPTY[filter])} />}
      >
        {({ records }) => (
          <OptionsTable options={records} tickSizeOf={tickSizeOf} onOpen={setOpened} />
        )}
      </Paged>
      {opened !== null && (
        <OptionDialog
          option={opened}
          tickSize={tickSizeOf(opened.code)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function OptionsTable(props: {
  readonly options: readonly OptionOrder[];
  readonly tickSizeOf: TickSizeOf;
  readonly onOpen: (option: OptionOrder) => void;
}): ReactElement {
  const { options, tickSizeOf, onOpen } = props;
  const t = useT();
  const price = (option: OptionOrder, value: string | undefined): ReactElement => (
    <Num>{value === undefined ? DASH : middleText(value, tickSizeOf(option.code))}</Num>
  );
  const columns: readonly Column<OptionOrder>[] = [
    {
      key: 'market',
      kind: 'name',
      head: t('orders.col-market'),
      renderCell: (option) => (
        <Link
          href={href('detail', { code: option.code, type: String(option.type) })}
          className="font-semibold hover:underline"
        >
          <bdi dir="ltr">{option.code}</bdi>
        </Link>
      ),
    },
    {
      key: 'direction',
      kind: 'name',
      head: t('options.direction'),
      renderCell: (option) => <DirectionMark direction={option.direction} />,
    },
    {
      key: 'time',
      kind: 'name',
      head: t('orders.col-time'),
      renderCell: (option) => (
        <bdi className="text-xs whitespace-nowrap text-ink-2">
          {formatTime(option.openTime, 'short')}
        </bdi>
      ),
    },
    {
      key: 'period',
      kind: 'term',
      head: t('options.period'),
      renderCell: (option) => periodText(option.period, t),
    },
    {
      key: 'stake',
      kind: 'main',
      head: t('options.stake'),
      end: true,
      renderCell: (option) => <Amount value={option.amount} asset={null} />,
    },
    {
      key: 'open',
      kind: 'term',
      head: t('options.opened-at'),
      end: true,
      renderCell: (option) => price(option, option.openPrice),
    },
    {
      key: 'close',
      kind: 'term',
      head: t('options.settled-at'),
      end: true,
      renderCell: (option) => price(option, option.closePrice),
    },
    {
      key: 'result',
      kind: 'main',
      head: t('orders.col-result'),
      end: true,
      renderCell: (option) =>
        option.state === 'running' ? (
          <TimeLeft option={option} className="font-semibold" />
        ) : (
          <Amount value={option.profit} asset={null} signed className="font-semibold" />
        ),
    },
    {
      key: 'status',
      kind: 'main',
      head: t('orders.col-status'),
      renderCell: (option) => <OptionState option={option} />,
    },
    {
      key: 'details',
      kind: 'act',
      head: t('orders.action'),
      end: true,
      renderCell: (option) => (
        <Button variant="secondary" size="sm" onClick={() => onOpen(option)}>
          {t('options.details')}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('options.title')}
      columns={columns}
      rows={options}
      rowKey={(option) => option.id}
      rowHeight={46}
      className="text-sm [&_td]:px-2 [&_th]:px-2"
    />
  );
}
