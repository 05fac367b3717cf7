import { COMPLAINT_CATEGORIES, type ComplaintItem } from '@candor/protocol/desk-light';
import { Empty, StatusChip, formatTime, useLayout } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NarrowSelect, TypedSearch } from '../../lib/Narrowing.tsx';
import { type TableColumn, VirtualTable } from '../../lib/VirtualTable.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { useDeskT } from '../../lib/texts.ts';
import { addressOf } from './inbox.ts';
import {
  REGISTER_STATES,
  type RegisterFilter,
  useRegister,
  useRegisterFilter,
} from './register.ts';

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 84;
const MINUTE_MS = 60_000;
const conversationAt = (id: string): string => addressOf(id, { state: 'open' });

function State({
  of: one,
  now,
}: {
  readonly of: ComplaintItem;
  readonly now: number;
}): ReactElement {
  const t = useDeskT();
  if (one.outcome !== null) {
    return (
      <StatusChip tone="ok" icon="check">
        {t(`complaints.outcome-${one.outcome}`)}
      </StatusChip>
    );
  }
  const isLate = one.deadline <= now;
  return (
    <StatusChip tone={isLate ? 'bad' : 'warn'} icon={isLate ? 'warning' : 'clock'}>
      {t(isLate ? 'complaints.late' : 'complaints.waiting')}
    </StatusChip>
  );
}

/** A day with its year: a complaint of last year stands beside one that is due in the next. */
function Day({ of: at }: { readonly of: number }): ReactElement {
  return (
    <time className="num" title={formatTime(at, 'zone')}>
      {formatTime(at, 'day')}
    </time>
  );
}

function Filters(props: {
  readonly filter: RegisterFilter;
  readonly onNarrow: (change: Partial<RegisterFilter>) => void;
}): ReactElement {
  const { filter, onNarrow } = props;
  const t = useDeskT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_200px_200px] gap-2 max-desktop:grid-cols-2">
      <TypedSearch
        label={t('complaints.search')}
        asked={filter.q ?? ''}
        onAsk={(q) => onNarrow({ q })}
        className="max-desktop:col-span-2"
      />
      <NarrowSelect
        label={t('queue.state')}
        value={filter.state}
        onChange={(state) => onNarrow({ state })}
        choices={REGISTER_STATES.map((state) => ({
          value: state,
          text: t(`complaints.state-${state}`),
        }))}
      />
      <NarrowSelect
        label={t('complaints.category')}
        value={filter.category ?? ''}
        onChange={(category) => onNarrow({ category: category === '' ? undefined : category })}
        choices={[
          { value: '', text: t('complaints.every-category') },
          ...COMPLAINT_CATEGORIES.map((category) => ({
            value: category,
            text: t(`complaints.category-${category}`),
          })),
        ]}
      />
    </div>
  );
}

function columnsOf(
  t: ReturnType<typeof useDeskT>,
  now: number,
): readonly TableColumn<ComplaintItem>[] {
  return [
    {
      key: 'number',
      head: t('inbox.number'),
      width: '92px',
      renderCell: (one) => (
        <Link
          to={conversationAt(one.id)}
          className="mono after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {one.number}
        </Link>
      ),
    },
    {
      key: 'subject',
      head: t('inbox.subject'),
      width: 'minmax(0, 2fr)',
      renderCell: (one) => (
        <>
          <bdi className="block truncate text-left font-semibold">{one.subject}</bdi>
          <span className="block truncate text-xs text-ink-3">
            {t(one.userId === null ? 'inbox.visitor' : 'inbox.account')} ·{' '}
            {t('complaints.said-by', { by: one.saidBy })}
          </span>
        </>
      ),
    },
    {
      key: 'category',
      head: t('complaints.category'),
      width: 'minmax(0, 1fr)',
      renderCell: (one) => t(`complaints.category-${one.category}`),
    },
    {
      key: 'received',
      head: t('complaints.received'),
      width: '104px',
      renderCell: (one) => <Day of={one.receivedAt} />,
    },
    {
      key: 'due',
      head: t('complaints.due'),
      width: '104px',
      renderCell: (one) => <Day of={one.deadline} />,
    },
    {
      key: 'state',
      head: t('queue.state'),
      width: 'minmax(0, 1fr)',
      renderCell: (one) => (
        <>
          <State of={one} now={now} />
          {one.redress !== null && (
            <span className="block truncate text-xs text-ink-3">
              {t('complaints.redress-of', { ...one.redress })}
            </span>
          )}
        </>
      ),
    },
  ];
}

/** Complaints: those without a final answer by their deadline. */
export function RegisterView(): ReactElement {
  const t = useDeskT();
  const layout = useLayout();
  const now = useWallTime(MINUTE_MS);
  const [, navigate] = useLocation();
  const { filter, narrow } = useRegisterFilter();
  const register = useRegister(filter);
  const [chosen, setChosen] = useState(-1);
  const rows = register.rows ?? [];
  const move = (step: number): void =>
    setChosen(Math.min(Math.max(chosen + step, 0), rows.length - 1));
  useKeys([
    { key: KEYS.next, text: 'key.next', run: () => move(1) },
    { key: KEYS.previous, text: 'key.previous', run: () => move(-1) },
    {
      key: KEYS.open,
      text: 'key.open',
      run: () => {
        const one = rows[chosen];
        if (one !== undefined) navigate(conversationAt(one.id));
      },
    },
  ]);
  return (
    <section aria-label={t('complaints.title')} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="px-5 pt-4 pb-3 max-desktop:px-4">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
          <h1 className="text-[20px] leading-7">{t('complaints.title')}</h1>
          {register.counts !== undefined && (
            <span className="text-sm text-ink-3">
              {t('complaints.totals', {
                waiting: register.counts.waiting,
                overdue: register.counts.overdue,
              })}
            </span>
          )}
        </div>
        <Filters filter={filter} onNarrow={narrow} />
      </header>
      <Waits
        of={{ data: register.rows, error: register.error, refetch: register.refetch }}
        lines={10}
      >
        {(found) =>
          found.length === 0 ? (
            <Empty title={t('complaints.empty')} className="border-t border-line max-desktop:px-4">
              {t('complaints.empty-text')}
            </Empty>
          ) : (
            <VirtualTable
              label={t('complaints.title')}
              columns={columnsOf(t, now)}
              rows={found}
              rowKey={({ id }) => id}
              rowHeight={layout === 'desktop' ? ROW_HEIGHT : CARD_HEIGHT}
              renderCard={
                layout === 'desktop'
                  ? undefined
                  : (one) => (
                      <Link
                        to={conversationAt(one.id)}
                        className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1.5"
                      >
                        <bdi className="truncate text-left font-semibold">{one.subject}</bdi>
                        <span className="text-end text-sm">
                          <Day of={one.deadline} />
                        </span>
                        <span className="min-w-0 truncate text-sm text-ink-3">
                          <span className="mono">{one.number}</span> ·{' '}
                          {t(`complaints.category-${one.category}`)}
                        </span>
                        <span className="text-end">
                          <State of={one} now={now} />
                        </span>
                      </Link>
                    )
              }
              chosen={chosen}
              onEnd={register.loadMore}
              isLoadingMore={register.isLoadingMore}
            />
          )
        }
      </Waits>
    </section>
  );
}
