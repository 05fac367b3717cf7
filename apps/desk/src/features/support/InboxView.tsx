import type { InboxItem } from '@candor/protocol/desk-light';
import { DASH, Empty, useLayout } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { Link } from 'wouter';
import { NarrowSelect, TypedSearch } from '../../lib/Narrowing.tsx';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { languageName } from '../../lib/language-name.ts';
import { useSupportCounts } from '../../lib/support-counts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { INBOX_STATES, type InboxFilter, addressOf, useInbox, useInboxMoves } from './inbox.ts';
import { InboxState, Waiting } from './words.tsx';

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 84;
const MINUTE_MS = 60_000;
function Filters(props: {
  readonly filter: InboxFilter;
  readonly onNarrow: (change: Partial<InboxFilter>) => void;
}): ReactElement {
  const { filter, onNarrow } = props;
  const t = useDeskT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_144px] gap-2">
      <TypedSearch
        label={t('inbox.search')}
        asked={filter.q ?? ''}
        onAsk={(q) => onNarrow({ q })}
      />
      <NarrowSelect
        label={t('queue.state')}
        value={filter.state}
        onChange={(state) => onNarrow({ state })}
        choices={INBOX_STATES.map((state) => ({ value: state, text: t(`inbox.state-${state}`) }))}
      />
    </div>
  );
}

function columnsOf(
  t: ReturnType<typeof useDeskT>,
  params: { readonly filter: InboxFilter; readonly now: number },
): readonly TableColumn<InboxItem>[] {
  const { filter, now } = params;
  return [
    {
      key: 'number',
      head: t('inbox.number'),
      width: '92px',
      renderCell: (one) => (
        <Link
          to={addressOf(one.id, filter)}
          className="mono after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {one.number}
        </Link>
      ),
    },
    {
      key: 'subject',
      head: t('inbox.subject'),
      width: 'minmax(0, 1.5fr)',
      renderCell: (one) => (
        <>
          <bdi className="block truncate text-left font-semibold">{one.subject}</bdi>
          <span className="block truncate text-xs text-ink-3">
            {t(one.userId === null ? 'inbox.visitor' : 'inbox.account')} ·{' '}
            {languageName(one.language)}
          </span>
        </>
      ),
    },
    {
      key: 'state',
      head: t('queue.state'),
      width: 'minmax(0, 1fr)',
      renderCell: (one) => (
        <>
          <InboxState of={one} />
          <bdi className="block truncate text-xs text-ink-3">{one.assignedTo?.name ?? DASH}</bdi>
        </>
      ),
    },
    {
      key: 'waiting',
      head: t('queue.waiting'),
      width: '64px',
      end: true,
      renderCell: (one) => <Waiting of={one} now={now} />,
    },
  ];
}

/** The same on a phone: two lines, the whole of them to be pressed. */
function Card(props: {
  readonly of: InboxItem;
  readonly filter: InboxFilter;
  readonly now: number;
}): ReactElement {
  const { of: one, filter, now } = props;
  return (
    <Link
      to={addressOf(one.id, filter)}
      className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1.5"
    >
      <bdi className="truncate text-left font-semibold">{one.subject}</bdi>
      <span className="text-end text-sm">
        <Waiting of={one} now={now} />
      </span>
      <span className="min-w-0 truncate text-sm text-ink-3">
        <span className="mono">{one.number}</span> · {one.assignedTo?.name ?? DASH}
      </span>
      <span className="text-end">
        <InboxState of={one} />
      </span>
    </Link>
  );
}

/** Conversations of support, who waits longest first. */
export function InboxView(props: {
  readonly filter: InboxFilter;
  /** The conversation beside it; null for none. */
  readonly chosen: string | null;
}): ReactElement {
  const { filter, chosen } = props;
  const t = useDeskT();
  const layout = useLayout();
  const now = useWallTime(MINUTE_MS);
  const columns = useMemo(() => columnsOf(t, { filter, now }), [t, filter, now]);
  const inbox = useInbox(filter);
  const { data: counts } = useSupportCounts();
  const { openOne, narrow } = useInboxMoves(filter);
  const rows = inbox.rows ?? [];
  const at = rows.findIndex(({ id }) => id === chosen);
  const move = (step: number): void => {
    const next = rows[at === -1 ? 0 : at + step];
    if (next !== undefined) openOne(next.id);
  };
  useKeys([
    { key: KEYS.next, text: 'key.next', run: () => move(1) },
    { key: KEYS.previous, text: 'key.previous', run: () => move(-1) },
  ]);
  return (
    <section aria-label={t('inbox.title')} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="px-5 pt-4 pb-3 max-desktop:px-4">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
          <h1 className="text-[20px] leading-7">{t('inbox.title')}</h1>
          {counts !== undefined && (
            <span className="text-sm text-ink-3">
              {t('inbox.totals', { open: counts.open, unassigned: counts.unassigned })}
            </span>
          )}
        </div>
        <Filters filter={filter} onNarrow={narrow} />
      </header>
      <Waits of={{ data: inbox.rows, error: inbox.error, refetch: inbox.refetch }} lines={10}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={t('inbox.empty')} className="border-t border-line max-desktop:px-4">
              {t('inbox.empty-text')}
            </Empty>
          ) : (
            <VirtualTable
              label={t('inbox.title')}
              columns={columns}
              rows={found}
              rowKey={({ id }) => id}
              rowHeight={layout === 'desktop' ? ROW_HEIGHT : CARD_HEIGHT}
              renderCard={
                layout === 'desktop'
                  ? undefined
                  : (one) => <Card of={one} filter={filter} now={now} />
              }
              chosen={at}
              onEnd={inbox.loadMore}
              isLoadingMore={inbox.isLoadingMore}
            />
          )
        }
      </Waits>
    </section>
  );
}
