import type { CaseItem } from '@candor/protocol/desk-light';
import { DASH, Empty, Kbd, WarningIcon, useLayout } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { Link } from 'wouter';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { useCaseCounts } from '../../lib/case-counts.ts';
import { useWallTime } from '../../lib/clock.ts';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { languageName } from '../../lib/language-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { waitingText } from '../../lib/waiting-text.ts';
import { CaseState } from './CaseState.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { type QueueFilter, addressOf, useQueue, useQueueMoves } from './queue.ts';
import { amountText, personText, subjectText } from './words.ts';

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 84;
const MINUTE_MS = 60_000;

/** How long a case waits; what is past its deadline is marked by an icon and weight too. */
function Waiting({ of, now }: { readonly of: CaseItem; readonly now: number }): ReactElement {
  const t = useDeskT();
  if (of.state === 'decided') return <span className="text-ink-3">{DASH}</span>;
  const text = waitingText(of.openedAt, now);
  if (!of.isOverdue) return <span className="num">{text}</span>;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-warn">
      <WarningIcon size={14} weight="fill" />
      <span className="sr-only">{t('queue.overdue')}</span>
      <span className="num">{text}</span>
    </span>
  );
}

function columnsOf(
  t: ReturnType<typeof useDeskT>,
  params: { readonly filter: QueueFilter; readonly now: number },
): readonly TableColumn<CaseItem>[] {
  const { filter, now } = params;
  return [
    {
      key: 'case',
      head: t('queue.case'),
      width: '64px',
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
      key: 'what',
      head: t('queue.what'),
      width: 'minmax(0, 1.3fr)',
      renderCell: (one) => (
        <>
          <span className="block truncate font-semibold">
            {amountText(one) ?? <bdi>{subjectText(one, t)}</bdi>}
          </span>
          <span className="block truncate text-xs text-ink-3">{t(`case.kind-${one.kind}`)}</span>
        </>
      ),
    },
    {
      key: 'user',
      head: t('queue.user'),
      width: 'minmax(0, 1fr)',
      renderCell: ({ user, openedBy }) => (
        <>
          <bdi className="block truncate">{user?.username ?? DASH}</bdi>
          <span className="block truncate text-xs text-ink-3">
            {user === null
              ? t('queue.opened-by', { by: personText(openedBy, t) })
              : languageName(user.language)}
          </span>
        </>
      ),
    },
    {
      key: 'state',
      head: t('queue.state'),
      width: '128px',
      renderCell: (one) => <CaseState of={one} />,
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
  readonly of: CaseItem;
  readonly filter: QueueFilter;
  readonly now: number;
}): ReactElement {
  const { of: one, filter, now } = props;
  const t = useDeskT();
  return (
    <Link
      to={addressOf(one.id, filter)}
      className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1.5"
    >
      <span className="truncate font-semibold">
        {amountText(one) ?? <bdi>{subjectText(one, t)}</bdi>}
      </span>
      <span className="text-end text-sm">
        <Waiting of={one} now={now} />
      </span>
      <span className="min-w-0 truncate text-sm text-ink-3">
        <span className="mono">{one.number}</span> · {t(`case.kind-${one.kind}`)}
        {one.user !== null && (
          <>
            {' · '}
            <bdi>{one.user.username}</bdi>
          </>
        )}
      </span>
      <span className="text-end">
        <CaseState of={one} />
      </span>
    </Link>
  );
}

/** How many wait, and how many of them too long. */
function Totals(): ReactElement {
  const t = useDeskT();
  const { data } = useCaseCounts();
  if (data === undefined) return <span />;
  const sum = (of: 'waiting' | 'overdue'): number =>
    data.kinds.reduce((total, one) => total + one[of], 0);
  return (
    <span className="text-sm text-ink-3">
      {t('queue.totals', { waiting: sum('waiting'), overdue: sum('overdue') })}
    </span>
  );
}

/** Cases that wait for a decision, by their deadline. */
export function QueueView(props: {
  readonly filter: QueueFilter;
  /** The case beside it; null for none. */
  readonly chosen: string | null;
}): ReactElement {
  const { filter, chosen } = props;
  const t = useDeskT();
  const layout = useLayout();
  const now = useWallTime(MINUTE_MS);
  const columns = useMemo(() => columnsOf(t, { filter, now }), [t, filter, now]);
  const queue = useQueue(filter);
  const { openCase, narrow } = useQueueMoves(filter);
  const rows = queue.rows ?? [];
  const at = rows.findIndex(({ id }) => id === chosen);
  const move = (step: number): void => {
    const next = rows[at === -1 ? 0 : at + step];
    if (next !== undefined) openCase(next.id);
  };
  useKeys([
    { key: KEYS.next, text: 'key.next', run: () => move(1) },
    { key: KEYS.previous, text: 'key.previous', run: () => move(-1) },
  ]);
  return (
    <section aria-label={t('queue.title')} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="px-5 pt-4 pb-3 max-desktop:px-4">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
          <h1 className="text-[20px] leading-7">{t('queue.title')}</h1>
          <Totals />
        </div>
        <QueueFilters filter={filter} onNarrow={narrow} />
      </header>
      <Waits of={{ data: queue.rows, error: queue.error, refetch: queue.refetch }} lines={10}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={t('queue.empty')} className="border-t border-line max-desktop:px-4">
              {t(filter.q === undefined ? 'queue.empty-text' : 'queue.empty-search')}
            </Empty>
          ) : (
            <VirtualTable
              label={t('queue.title')}
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
              onEnd={queue.loadMore}
              isLoadingMore={queue.isLoadingMore}
            />
          )
        }
      </Waits>
      <footer className="mt-auto flex items-center justify-between gap-3 border-t border-line px-5 py-3 text-xs text-ink-3 max-desktop:hidden">
        <span>{t('queue.shown', { count: rows.length })}</span>
        <span className="flex items-center gap-1" aria-hidden="true">
          <Kbd>{KEYS.next.toUpperCase()}</Kbd>
          <Kbd>{KEYS.previous.toUpperCase()}</Kbd> {t('queue.keys-move')}{' '}
          <Kbd>{KEYS.approve.toUpperCase()}</Kbd> {t('queue.keys-approve')}{' '}
          <Kbd>{KEYS.reject.toUpperCase()}</Kbd> {t('queue.keys-reject')}
        </span>
      </footer>
    </section>
  );
}
