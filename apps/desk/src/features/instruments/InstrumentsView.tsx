import type { DeskInstrument } from '@candor/protocol/desk-light';
import { Empty, StatusChip, useLayout } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SearchField } from '../../lib/SearchField.tsx';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { AddDialog } from './AddDialog.tsx';
import { InstrumentDialog } from './InstrumentDialog.tsx';
import { useInstruments } from './instruments-api.ts';
import { capsText, sourcesText } from './terms.ts';

const ROW_HEIGHT = 52;
const CARD_HEIGHT = 76;
type T = ReturnType<typeof useDeskT>;

/** Whether it can be traded now; of one no price was ever seen of, that. */
function State({ of: { status, lastPriceAt } }: { readonly of: DeskInstrument }): ReactElement {
  const t = useDeskT();
  const isUnseen = lastPriceAt === null && (status === 'stale' || status === 'noSource');
  return (
    <StatusChip
      icon={status === 'open' ? 'check' : isUnseen ? 'hourglass' : 'warning'}
      tone={status === 'open' ? 'ok' : 'warn'}
    >
      {t(isUnseen ? 'instruments.unseen' : `instruments.status-${status}`)}
    </StatusChip>
  );
}

function OpenButton(props: {
  readonly of: DeskInstrument;
  readonly onOpen: (code: string) => void;
}): ReactElement {
  const t = useDeskT();
  const { code, name } = props.of;
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-label={t('parameters.open-of', { key: code })}
        onClick={() => props.onOpen(code)}
        className="block w-full min-w-0 text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="block truncate font-semibold">{code}</span>
      </button>
      <span className="block truncate text-xs text-ink-3">{name}</span>
    </div>
  );
}

function Card(props: {
  readonly of: DeskInstrument;
  readonly onOpen: (code: string) => void;
}): ReactElement {
  const t = useDeskT();
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 gap-y-1">
      <OpenButton {...props} />
      <State of={props.of} />
      <span title={capsText(props.of, t)} className="num truncate text-xs text-ink-2">
        {capsText(props.of, t)}
      </span>
    </div>
  );
}

const columnsOf = (t: T, onOpen: (code: string) => void): TableColumn<DeskInstrument>[] => [
  {
    key: 'code',
    head: t('instruments.instrument'),
    width: 'minmax(0, 1.2fr)',
    renderCell: (one) => <OpenButton of={one} onOpen={onOpen} />,
  },
  {
    key: 'status',
    head: t('content.state'),
    width: '170px',
    renderCell: (one) => <State of={one} />,
  },
  {
    key: 'hours',
    head: t('instruments.hours'),
    width: 'minmax(0, 0.9fr)',
    renderCell: ({ terms }) => t(`instruments.calendar-${terms.calendar}`),
  },
  {
    key: 'sources',
    head: t('instruments.sources'),
    width: 'minmax(0, 1fr)',
    renderCell: (one) => <span className="block truncate">{sourcesText(one.terms)}</span>,
  },
  {
    key: 'caps',
    head: t('instruments.caps'),
    width: 'minmax(0, 1fr)',
    renderCell: (one) => <span className="num">{capsText(one, t)}</span>,
  },
];

const isFound = ({ code, name }: DeskInstrument, wanted: string): boolean =>
  `${code} ${name}`.toLowerCase().includes(wanted.trim().toLowerCase());

/** Venues that quote anything, in the order of their names. */
const venuesOf = (all: readonly DeskInstrument[]): string[] =>
  [...new Set(all.flatMap(({ terms }) => terms.sources.map(({ venue }) => venue)))].toSorted();

/** What can be traded: what each instrument is, and the ways to change, add and halt one. */
export function InstrumentsView(props: {
  readonly isAdding: boolean;
  readonly onAdded: () => void;
}): ReactElement {
  const { isAdding, onAdded } = props;
  const t = useDeskT();
  const isWide = useLayout() === 'desktop';
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const list = useInstruments();
  return (
    <>
      <SearchField
        label={t('instruments.search')}
        value={wanted}
        className="w-full max-w-[420px] px-5 pb-3 max-desktop:max-w-none max-desktop:px-4"
        onChange={setWanted}
      />
      <Waits of={list} lines={10}>
        {(all) => {
          const rows = all.filter((one) => isFound(one, wanted));
          const chosen = all.find(({ code }) => code === opened);
          return (
            <>
              {rows.length === 0 ? (
                <Empty
                  title={t('instruments.empty')}
                  className="border-t border-line max-desktop:px-4"
                />
              ) : (
                <VirtualTable
                  label={t('nav.instruments')}
                  columns={columnsOf(t, setOpened)}
                  rows={rows}
                  rowKey={({ code }) => code}
                  rowHeight={isWide ? ROW_HEIGHT : CARD_HEIGHT}
                  renderCard={isWide ? undefined : (one) => <Card of={one} onOpen={setOpened} />}
                />
              )}
              {chosen !== undefined && (
                <InstrumentDialog
                  of={chosen}
                  venues={venuesOf(all)}
                  asOf={list.dataUpdatedAt}
                  onClose={() => setOpened(null)}
                />
              )}
              {isAdding && <AddDialog venues={venuesOf(all)} onClose={onAdded} />}
            </>
          );
        }}
      </Waits>
    </>
  );
}
