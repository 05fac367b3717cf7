import { COMPLAINT_CATEGORIES, type ComplaintItem } from '@candor/protocol/desk-light';
import { DASH, Empty, Kbd, StatusChip, formatTime, useLayout } from '@candor/ui';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
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
const FIELD =
  'min-h-9 w-full min-w-0 rounded-sm border border-control bg-surface px-2.5 text-sm max-desktop:min-h-11';

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

function Filters(props: {
  readonly filter: RegisterFilter;
  readonly onNarrow: (change: Partial<RegisterFilter>) => void;
}): ReactElement {
  const { filter, onNarrow } = props;
  const t = useDeskT();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter.q ?? '');
  useKeys([{ key: KEYS.search, text: 'key.search', run: () => search.current?.focus() }]);
  const find = (event: FormEvent): void => {
    event.preventDefault();
    onNarrow({ q: typed });
  };
  return (
    <form
      role="search"
      onSubmit={find}
      className="grid grid-cols-[minmax(0,1fr)_200px_200px] gap-2 max-desktop:grid-cols-2"
    >
      <label className="relative max-desktop:col-span-2">
        <span className="sr-only">{t('complaints.search')}</span>
        <input
          ref={search}
          type="search"
          value={typed}
          maxLength={80}
          placeholder={t('complaints.search')}
          className={FIELD}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') search.current?.blur();
          }}
        />
        <span className="absolute end-2 top-1.5">
          <Kbd>{KEYS.search}</Kbd>
        </span>
      </label>
      <label>
        <span className="sr-only">{t('queue.state')}</span>
        <select
          value={filter.state}
          className={FIELD}
          onChange={({ target }) => onNarrow({ state: target.value as RegisterFilter['state'] })}
        >
          {REGISTER_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`complaints.state-${state}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">{t('complaints.category')}</span>
        <select
          value={filter.category ?? ''}
          className={FIELD}
          onChange={({ target }) =>
            onNarrow({
              category:
                target.value === '' ? undefined : (target.value as ComplaintItem['category']),
            })
          }
        >
          <option value="">{t('complaints.every-category')}</option>
          {COMPLAINT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`complaints.category-${category}`)}
            </option>
          ))}
        </select>
      </label>
    </form>
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
          <bdi className="block truncate font-semibold">{one.subject}</bdi>
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
      width: '128px',
      renderCell: (one) => <span className="num">{formatTime(one.receivedAt, 'short')}</span>,
    },
    {
      key: 'due',
      head: t('complaints.due'),
      width: '128px',
      renderCell: (one) => <span className="num">{formatTime(one.deadline, 'short')}</span>,
    },
    {
      key: 'state',
      head: t('queue.state'),
      width: 'minmax(0, 1fr)',
      renderCell: (one) => (
        <>
          <State of={one} now={now} />
          <span className="block truncate text-xs text-ink-3">
            {one.redress === null ? DASH : t('complaints.redress-of', { ...one.redress })}
          </span>
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
            <Empty title={t('complaints.empty')} className="border-t border-line">
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
                        <bdi className="truncate font-semibold">{one.subject}</bdi>
                        <span className="num text-end text-sm">
                          {formatTime(one.deadline, 'short')}
                        </span>
                        <span className="min-w-0 truncate text-sm text-ink-3">
                          <span className="mono">{one.number}</span> ·{' '}
                          {t(`complaints.category-${one.category}`)}
                        </span>
                        <State of={one} now={now} />
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
