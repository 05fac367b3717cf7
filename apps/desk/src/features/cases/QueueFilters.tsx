import { CASE_KINDS } from '@candor/protocol/desk-light';
import { Kbd, MagnifyingGlassIcon } from '@candor/ui';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { useDeskT } from '../../lib/texts.ts';
import { QUEUE_STATES, type QueueFilter } from './queue.ts';

/** Letters typed one after the other are one question. @units milliseconds */
const TYPING_MS = 250;

const FIELD =
  'flex min-h-9 items-center gap-2 rounded-sm border border-control bg-surface px-2.5 text-sm max-desktop:min-h-11 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent';

/** Text, kind and state by which the queue is narrowed; the address keeps them. */
export function QueueFilters(props: {
  readonly filter: QueueFilter;
  readonly onNarrow: (change: Partial<QueueFilter>) => void;
}): ReactElement {
  const { filter, onNarrow } = props;
  const t = useDeskT();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter.q ?? '');
  const [seen, setSeen] = useState(filter.q);
  if (filter.q !== seen) {
    // The sidebar or the browser's own way back changed it.
    setSeen(filter.q);
    setTyped(filter.q ?? '');
  }
  const narrow = useRef(onNarrow);
  useEffect(() => {
    narrow.current = onNarrow;
  });
  useKeys([{ key: KEYS.search, text: 'key.search', run: () => search.current?.focus() }]);
  useEffect(() => {
    if (typed === (filter.q ?? '')) return undefined;
    const timer = setTimeout(() => narrow.current({ q: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, filter.q]);
  return (
    <div
      role="search"
      className="grid grid-cols-[minmax(0,1fr)_112px_112px] gap-2 max-desktop:grid-cols-2"
    >
      <label className={`${FIELD} max-desktop:col-span-2`}>
        <MagnifyingGlassIcon size={18} />
        <span className="sr-only">{t('queue.search')}</span>
        <input
          ref={search}
          type="search"
          value={typed}
          maxLength={80}
          placeholder={t('queue.search')}
          className="w-0 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') search.current?.blur();
          }}
        />
        <Kbd>{KEYS.search}</Kbd>
      </label>
      <label className={FIELD}>
        <span className="sr-only">{t('queue.kind')}</span>
        <select
          value={filter.kind ?? ''}
          onChange={({ target }) =>
            onNarrow({
              kind: (target.value === '' ? undefined : target.value) as QueueFilter['kind'],
            })
          }
          className="w-0 min-w-0 flex-1 bg-transparent font-medium outline-none"
        >
          <option value="">{t('queue.every-kind')}</option>
          {CASE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`case.kinds-${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={FIELD}>
        <span className="sr-only">{t('queue.state')}</span>
        <select
          value={filter.state}
          onChange={({ target }) => onNarrow({ state: target.value as QueueFilter['state'] })}
          className="w-0 min-w-0 flex-1 bg-transparent font-medium outline-none"
        >
          {QUEUE_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`queue.state-${state}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
