import type { DeskParameter } from '@candor/protocol/desk-light';
import { DASH, Empty, StatusChip, formatTime, useLayout } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { SearchField } from '../../lib/SearchField.tsx';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { shareText } from '../../lib/amounts.ts';
import { parameterName } from '../../lib/parameter-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { exactText, valueText } from '../../lib/parameter-value.ts';
import { ParameterDialog } from './ParameterDialog.tsx';
import { useParameters } from './parameters-api.ts';
import { typeText } from './words.ts';

const ROW_HEIGHT = 52;
const CARD_HEIGHT = 92;

type T = ReturnType<typeof useDeskT>;

const announcedOf = ({ versions }: DeskParameter) =>
  versions.filter(({ state }) => state === 'announced').toSorted((a, b) => a.from - b.from)[0];

function Announced({ of: parameter }: { readonly of: DeskParameter }): ReactElement | null {
  const t = useDeskT();
  const next = announcedOf(parameter);
  if (next === undefined) return null;
  return (
    <StatusChip tone="warn" icon="hourglass">
      {valueText(next.value, parameter.unit, t)} · {formatTime(next.from, 'short')}
    </StatusChip>
  );
}

function OpenButton(props: {
  readonly of: DeskParameter;
  readonly onOpen: (key: string) => void;
}): ReactElement {
  const t = useDeskT();
  const { key } = props.of;
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-label={t('parameters.open-of', { key: parameterName(key, t) })}
        onClick={() => props.onOpen(key)}
        className="block w-full min-w-0 text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span title={parameterName(key, t)} className="block truncate font-semibold">
          {parameterName(key, t)}
        </span>
      </button>
      <span className="mono block truncate text-xs text-ink-3">{key}</span>
    </div>
  );
}

function columnsOf(t: T, onOpen: (key: string) => void): readonly TableColumn<DeskParameter>[] {
  return [
    {
      key: 'key',
      head: t('parameters.key'),
      width: 'minmax(0, 1.6fr)',
      renderCell: (row) => <OpenButton of={row} onOpen={onOpen} />,
    },
    {
      key: 'type',
      head: t('parameters.type'),
      width: 'minmax(0, 1fr)',
      renderCell: (row) => (
        <>
          <span className="block truncate">{typeText(row, t)}</span>
          <span className="block truncate text-xs text-ink-3">
            {t(`parameters.use-${row.use}`)}
          </span>
        </>
      ),
    },
    {
      key: 'value',
      head: t('parameters.value'),
      width: 'minmax(0, 1.2fr)',
      renderCell: ({ value, unit }) => (
        <>
          <bdi className="num block truncate font-semibold">{valueText(value, unit, t)}</bdi>
          <bdi className="num block truncate text-xs text-ink-3">{exactText(value, unit)}</bdi>
        </>
      ),
    },
    {
      key: 'cap',
      head: t('parameters.cap'),
      width: 'minmax(0, 0.6fr)',
      renderCell: ({ cap }) => (
        <span className="num text-ink-2">{cap === null ? DASH : shareText(cap.value)}</span>
      ),
    },
    {
      key: 'since',
      head: t('parameters.since'),
      width: '120px',
      renderCell: ({ since }) => (
        <span className="text-ink-2">
          {since === 0 ? t('parameters.from-start') : formatTime(since, 'day')}
        </span>
      ),
    },
    {
      key: 'announced',
      head: t('parameters.announced'),
      width: 'minmax(0, 1fr)',
      renderCell: (row) => <Announced of={row} />,
    },
  ];
}

function Card(props: {
  readonly of: DeskParameter;
  readonly onOpen: (key: string) => void;
}): ReactElement {
  const t = useDeskT();
  const { value, unit } = props.of;
  return (
    <div className="relative grid h-full content-center gap-1">
      <OpenButton {...props} />
      <span className="flex items-center justify-between gap-3 text-sm">
        <bdi className="num truncate">{valueText(value, unit, t)}</bdi>
        <Announced of={props.of} />
      </span>
    </div>
  );
}

const isFound = ({ key, value, unit }: DeskParameter, wanted: string, t: T): boolean =>
  `${parameterName(key, t)} ${key} ${value} ${valueText(value, unit, t)}`
    .toLowerCase()
    .includes(wanted.trim().toLowerCase());

/** Every number the operator can set: what it is now, its cap, and what is announced. */
export function ParametersView(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const table = useParameters();
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const isWide = layout === 'desktop';
  return (
    <>
      <SearchField
        label={t('parameters.search')}
        value={wanted}
        className="w-full max-w-[420px] px-5 pb-3 max-desktop:max-w-none max-desktop:px-4"
        onChange={setWanted}
      />
      <Waits of={table} lines={10}>
        {({ parameters, asOf }) => {
          const rows = parameters.filter((one) => isFound(one, wanted, t));
          const chosen = parameters.find(({ key }) => key === opened);
          return (
            <>
              {rows.length === 0 ? (
                <Empty
                  title={t('parameters.empty')}
                  className="border-t border-line max-desktop:px-4"
                />
              ) : (
                <VirtualTable
                  label={t('nav.parameters')}
                  columns={columnsOf(t, setOpened)}
                  rows={rows}
                  rowKey={({ key }) => key}
                  rowHeight={isWide ? ROW_HEIGHT : CARD_HEIGHT}
                  renderCard={isWide ? undefined : (row) => <Card of={row} onOpen={setOpened} />}
                />
              )}
              {chosen !== undefined && (
                <ParameterDialog of={chosen} asOf={asOf} onClose={() => setOpened(null)} />
              )}
            </>
          );
        }}
      </Waits>
    </>
  );
}
