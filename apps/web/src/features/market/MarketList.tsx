import type { MarketItem } from '@candor/protocol/light';
import {
  Button,
  Empty,
  ErrorNote,
  MagnifyingGlassIcon,
  Skeleton,
  Tabs,
  tabPanelProps,
  useT,
} from '@candor/ui';
import { type VirtualItem, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useMarkets } from './api.ts';
import { TYPE_LABELS, TYPE_TABS, type TypeTab, visibleMarkets } from './list.ts';
import { MarketRow, ROW_HEIGHT } from './MarketRow.tsx';

const TABS_ID = 'market-types';
const SKELETON_ROWS = 8;
/** Rows kept ready beyond the view. */
const OVERSCAN = 4;

function isTypeTab(value: number): value is TypeTab {
  return (TYPE_TABS as readonly number[]).includes(value);
}

/** The catalogue: search, a tab per type, and the rows that are in view. */
export function MarketList(props: {
  readonly chosen: MarketItem | undefined;
  readonly onChoose?: () => void;
  readonly initialType?: string | undefined;
  /** `page`: the rows scroll with the page, as on phones; `box`: inside their own place. */
  readonly scroll?: 'box' | 'page';
}): ReactElement {
  const { chosen, onChoose, initialType, scroll = 'box' } = props;
  const t = useT();
  const markets = useMarkets();
  const asked = Number.parseInt(initialType ?? '', 10);
  const [type, setType] = useState<TypeTab | null>(isTypeTab(asked) ? asked : null);
  const [text, setText] = useState('');
  const shownType = type ?? chosen?.type ?? TYPE_TABS[0];
  const items = useMemo(
    () => visibleMarkets(markets.data ?? [], { type: shownType, text }),
    [markets.data, shownType, text],
  );
  const isSearching = text.trim() !== '';
  const head = useRef<HTMLDivElement>(null);
  const [under, setUnder] = useState(0);
  // Search and tabs stay in reach below the frame's own bar, however high it is.
  useLayoutEffect(() => setUnder(head.current?.offsetTop ?? 0), []);
  const List = scroll === 'box' ? BoxRows : PageRows;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={head}
        style={{ top: under }}
        className={scroll === 'page' ? 'sticky z-1 bg-surface' : 'shrink-0'}
      >
        <Search text={text} onText={setText} count={markets.data?.length} />
        <Tabs
          id={TABS_ID}
          label={t('market.type-filter')}
          choices={TYPE_TABS.map((one) => ({ value: String(one), label: t(TYPE_LABELS[one]) }))}
          value={isSearching ? '' : String(shownType)}
          onChange={(value) => {
            const next = Number.parseInt(value, 10);
            setText('');
            if (isTypeTab(next)) setType(next);
          }}
          className="!gap-3 px-4 [&>button]:!text-xs max-desktop:!gap-5 max-desktop:[&>button]:!text-sm"
        />
      </div>
      <div {...tabPanelProps(TABS_ID, String(shownType))} className="min-h-0 flex-1">
        {markets.data === undefined ? (
          <Waiting failure={markets.error} onRetry={() => void markets.refetch()} />
        ) : items.length === 0 ? (
          <Empty title={t('message.nothing-found')} />
        ) : (
          <List items={items} chosen={chosen} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}

function Search(props: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly count: number | undefined;
}): ReactElement {
  const t = useT();
  const label = t('market.search', { count: props.count ?? '' });
  return (
    <div className="px-4 pt-3 pb-1">
      <span className="flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-surface px-2.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent max-desktop:min-h-12">
        <MagnifyingGlassIcon size={18} className="text-ink-2" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-3 max-desktop:text-md"
        />
      </span>
    </div>
  );
}

function Waiting(props: { readonly failure: unknown; readonly onRetry: () => void }): ReactElement {
  const t = useT();
  const failure = failureOf(props.failure);
  if (failure !== null) {
    return (
      <ErrorNote
        className="m-4"
        title={t('market.list-failed')}
        action={
          <Button variant="secondary" size="sm" onClick={props.onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        {failureText(failure, t)}
      </ErrorNote>
    );
  }
  return (
    <div aria-busy="true" className="grid gap-5 px-4 py-4">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} className="h-[31px] w-full" />
      ))}
    </div>
  );
}

type RowsProps = {
  readonly items: readonly MarketItem[];
  readonly chosen: MarketItem | undefined;
  readonly onChoose: (() => void) | undefined;
};

function BoxRows(props: RowsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    <div ref={box} className="h-full overflow-y-auto">
      <Rows {...props} rows={rows.getVirtualItems()} height={rows.getTotalSize()} margin={0} />
    </div>
  );
}

function PageRows(props: RowsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(box.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: props.items.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  return (
    <div ref={box}>
      <Rows {...props} rows={rows.getVirtualItems()} height={rows.getTotalSize()} margin={margin} />
    </div>
  );
}

/** Only the rows in view exist, each at its place in the whole height. */
function Rows(
  props: RowsProps & {
    readonly rows: readonly VirtualItem[];
    readonly height: number;
    readonly margin: number;
  },
): ReactElement {
  const { items, chosen, onChoose, rows, height, margin } = props;
  const t = useT();
  const [focused, setFocused] = useState<string | null>(null);
  const shown = rows.map(({ index }) => items[index]?.code);
  const stop = [focused, chosen?.code].find((code) => shown.includes(code ?? '')) ?? shown[0];
  return (
    <ul aria-label={t('market.list-label')} className="relative" style={{ height }}>
      {rows.map(({ index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={item.code}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            <MarketRow
              item={item}
              isChosen={item.code === chosen?.code}
              isStop={item.code === stop}
              onFocus={() => setFocused(item.code)}
              onChoose={onChoose}
            />
          </li>
        );
      })}
    </ul>
  );
}
