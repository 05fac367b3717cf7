import type { AuditRow } from '@candor/protocol/desk-light';
import { DASH, Dialog, Empty, SourceLine, TextInput, formatTime, useLayout } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { type AuditFilter, useAudit, useAuditHead } from './audit-api.ts';

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 72;

const actorOf = ({ actorName, actor }: AuditRow): string => actorName ?? actor;

function columnsOf(
  t: ReturnType<typeof useDeskT>,
  onOpen: (row: AuditRow) => void,
): readonly TableColumn<AuditRow>[] {
  return [
    {
      key: 'seq',
      head: t('audit.number'),
      width: '72px',
      renderCell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row)}
          aria-label={t('audit.row', { number: row.seq })}
          className="num text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {row.seq}
        </button>
      ),
    },
    {
      key: 'at',
      head: t('audit.when'),
      width: '148px',
      renderCell: ({ at }) => (
        <time className="num text-ink-2" title={formatTime(at, 'zone')}>
          {formatTime(at, 'shortSecond')}
        </time>
      ),
    },
    {
      key: 'actor',
      head: t('audit.actor'),
      width: 'minmax(0, 1fr)',
      renderCell: (row) => (
        <>
          <bdi className="block truncate">{actorOf(row)}</bdi>
          <span className="block truncate text-xs text-ink-3">
            {row.role === null ? t(`audit.by-${row.actorKind}`) : t(`role.${row.role}`)}
          </span>
        </>
      ),
    },
    {
      key: 'action',
      head: t('audit.action'),
      width: 'minmax(0, 1.2fr)',
      renderCell: ({ action }) => (
        <span title={action} className="mono block truncate">
          {action}
        </span>
      ),
    },
    {
      key: 'subject',
      head: t('audit.subject'),
      width: 'minmax(0, 1.6fr)',
      renderCell: ({ subject }) => (
        <bdi className="block truncate text-ink-2">{subject ?? DASH}</bdi>
      ),
    },
  ];
}

function Card(props: {
  readonly of: AuditRow;
  readonly onOpen: (row: AuditRow) => void;
}): ReactElement {
  const { of: row, onOpen } = props;
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="grid h-full w-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1 text-start"
    >
      <span className="mono truncate text-sm font-medium">{row.action}</span>
      <span className="num text-xs text-ink-3">{formatTime(row.at, 'shortSecond')}</span>
      <bdi className="col-span-2 truncate text-sm text-ink-3">
        {actorOf(row)} · {row.subject ?? DASH}
      </bdi>
    </button>
  );
}

function RowDialog(props: { readonly of: AuditRow; readonly onClose: () => void }): ReactElement {
  const { of: row, onClose } = props;
  const t = useDeskT();
  const facts: readonly (readonly [string, string])[] = [
    [t('audit.when'), formatTime(row.at, 'zone')],
    [t('audit.actor'), actorOf(row)],
    [t('audit.subject'), row.subject ?? DASH],
    [t('audit.user'), row.userId ?? DASH],
    [t('audit.hash'), row.hash],
  ];
  return (
    <Dialog open onClose={onClose} title={t('audit.row', { number: row.seq })}>
      <p className="mono mt-2 break-words">{row.action}</p>
      <dl className="mt-3 grid gap-2 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[96px_minmax(0,1fr)] gap-3">
            <dt className="text-ink-3">{label}</dt>
            <dd className="break-all">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 text-sm tracking-normal">{t('audit.details')}</h3>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mono mt-1 max-h-[40dvh] overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap break-words"
      >
        {JSON.stringify(row.details, null, 2)}
      </pre>
    </Dialog>
  );
}

const TEXTS = ['actor', 'action', 'subject'] as const;

function Filters(props: {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}): ReactElement {
  const { filter, onChange } = props;
  const t = useDeskT();
  useKeys([
    {
      key: KEYS.search,
      text: 'key.search',
      run: () => document.querySelector<HTMLInputElement>('input[name="actor"]')?.focus(),
    },
  ]);
  return (
    <div
      role="search"
      className="grid grid-cols-[repeat(5,minmax(0,1fr))] gap-3 px-5 pb-3 max-desktop:grid-cols-2 max-desktop:px-4"
    >
      {TEXTS.map((name) => (
        <TextInput
          key={name}
          name={name}
          label={t(`audit.${name}`)}
          autoComplete="off"
          maxLength={80}
          value={filter[name] ?? ''}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TimeField
          key={name}
          of="day"
          name={name}
          label={t(`audit.${name}`)}
          value={filter[name] ?? ''}
          onChange={(day) => onChange({ ...filter, [name]: day })}
        />
      ))}
    </div>
  );
}

/** How long the log is and when its head was signed: what a removed last row is found by. */
export function AuditHead(): ReactElement | null {
  const t = useDeskT();
  const { data } = useAuditHead();
  if (data === undefined) return null;
  const { count, hash, signed } = data;
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-5 pb-3 text-xs text-ink-3 max-desktop:px-4">
      <span>{t('audit.count', { count })}</span>
      <span className="mono max-w-[16ch] truncate" title={hash}>
        {hash}
      </span>
      <SourceLine state={signed === null ? 'unchecked' : 'checkable'}>
        {signed === null
          ? t('audit.unsigned')
          : t('audit.signed', { count: signed.count, when: formatTime(signed.at, 'second') })}
      </SourceLine>
    </p>
  );
}

/** The audit log: who did what, newest first. */
export function AuditView(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const audit = useAudit(useSettled(filter));
  return (
    <>
      <Filters filter={filter} onChange={setFilter} />
      <Waits of={{ data: audit.rows, error: audit.error, refetch: audit.refetch }} lines={10}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('audit.empty')} className="border-t border-line max-desktop:px-4">
              {t('audit.empty-text')}
            </Empty>
          ) : (
            <VirtualTable
              label={t('nav.audit')}
              columns={columnsOf(t, setOpened)}
              rows={rows}
              rowKey={({ seq }) => String(seq)}
              rowHeight={layout === 'desktop' ? ROW_HEIGHT : CARD_HEIGHT}
              renderCard={
                layout === 'desktop' ? undefined : (row) => <Card of={row} onOpen={setOpened} />
              }
              onEnd={audit.loadMore}
              isLoadingMore={audit.isLoadingMore}
            />
          )
        }
      </Waits>
      {opened !== null && <RowDialog of={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
