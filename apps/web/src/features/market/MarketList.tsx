import type { MarketItem } from '@candor/protocol/light';
import {
  Empty,
  IconButton,
  MagnifyingGlassIcon,
  Skeleton,
  StarIcon,
  Tabs,
  tabPanelProps,
  XIcon,
  useT,
} from '@candor/ui';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { useMarkets } from './api.ts';
import { type ListTab, listEntries } from './list-entries.ts';
import { TYPE_LABELS, TYPE_TABS, type TypeTab } from './list.ts';
import { BoxRows, PageRows } from './MarketRows.tsx';
import { useFavourites, useRecentMarkets } from './own-markets.ts';
import { useOffsetTop } from './use-offset-top.ts';

const TABS_ID = 'market-types';
const SKELETON_ROWS = 8;
const MINE = 'mine';
const NONE: readonly string[] = [];

function isTypeTab(value: number): value is TypeTab {
  return (TYPE_TABS as readonly number[]).includes(value);
}

/** Search takes the focus down into the rows. */
function intoRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.currentTarget.closest('[data-market-list]')?.querySelector<HTMLElement>('li a')?.focus();
}

/** The catalogue: search, a tab per type, and the rows that are in view. */
export function MarketList(props: {
  readonly chosen: MarketItem | undefined;
  /** Codes of markets with an open contract. */
  readonly positions?: readonly string[];
  readonly onChoose?: () => void;
  readonly initialType?: string | undefined;
  /** `page`: the rows scroll with the page, as on phones; `box`: inside their own place. */
  readonly scroll?: 'box' | 'page';
}): ReactElement {
  const { chosen, positions = NONE, onChoose, initialType, scroll = 'box' } = props;
  const t = useT();
  const markets = useMarkets();
  const asked = Number.parseInt(initialType ?? '', 10);
  const [tab, setTab] = useState<ListTab | null>(isTypeTab(asked) ? asked : null);
  const [text, setText] = useState('');
  const shownTab = tab ?? chosen?.type ?? TYPE_TABS[0];
  const favourites = useFavourites();
  const recent = useRecentMarkets();
  const entries = useMemo(
    () =>
      listEntries(markets.data ?? [], {
        tab: shownTab,
        text,
        own: { positions, favourites: favourites.codes, recent },
      }),
    [markets.data, shownTab, text, positions, favourites.codes, recent],
  );
  // A tab at the edge comes into view when it is chosen.
  useEffect(() => {
    const button = document.getElementById(`${TABS_ID}-tab-${shownTab}`);
    button?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [shownTab]);
  const isSearching = text.trim() !== '';
  const box = useRef<HTMLDivElement>(null);
  // Search and tabs stay in reach below the frame's own bar, however high it is.
  const under = useOffsetTop(box);
  const List = scroll === 'box' ? BoxRows : PageRows;
  return (
    <div ref={box} data-market-list="" className="flex h-full min-h-0 flex-col">
      <div
        style={{ top: under }}
        className={scroll === 'page' ? 'sticky z-1 bg-surface' : 'shrink-0'}
      >
        <Search text={text} onText={setText} />
        <Tabs
          id={TABS_ID}
          label={t('market.type-filter')}
          choices={[
            {
              value: MINE,
              label: (
                <>
                  <StarIcon size={16} weight={shownTab === MINE ? 'fill' : 'regular'} />
                  <span className="sr-only">{t('market.tab-mine')}</span>
                </>
              ),
            },
            ...TYPE_TABS.map((one) => ({ value: String(one), label: t(TYPE_LABELS[one]) })),
          ]}
          value={isSearching ? '' : String(shownTab)}
          onChange={(value) => {
            const next = Number.parseInt(value, 10);
            setText('');
            if (value === MINE) setTab(MINE);
            else if (isTypeTab(next)) setTab(next);
          }}
          className="scroll-fade !gap-3 px-4 [&>button]:shrink-0 [&>button]:!text-xs max-desktop:!gap-5 max-desktop:[&>button]:!text-sm"
        />
      </div>
      <div {...tabPanelProps(TABS_ID, String(shownTab))} className="min-h-0 flex-1">
        {markets.data === undefined ? (
          <Waiting failure={markets.error} onRetry={() => void markets.refetch()} />
        ) : entries.length === 0 ? (
          <Empty title={t(isSearching ? 'message.nothing-found' : 'market.mine-empty')} />
        ) : (
          <List
            // Another list begins at its top.
            key={isSearching ? 'search' : shownTab}
            entries={entries}
            chosen={chosen}
            positions={positions}
            favourites={favourites.codes}
            onStar={favourites.toggle}
            onChoose={onChoose}
          />
        )}
      </div>
    </div>
  );
}

function Search(props: {
  readonly text: string;
  readonly onText: (text: string) => void;
}): ReactElement {
  const t = useT();
  const label = t('market.search');
  return (
    <div className="px-4 pt-3 pb-1">
      <span className="flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-surface px-2.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent max-desktop:min-h-12">
        <MagnifyingGlassIcon size={18} className="text-ink-2" />
        <input
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={intoRows}
          autoComplete="off"
          className="min-w-0 flex-1 self-stretch [&::-webkit-search-cancel-button]:hidden bg-transparent text-sm outline-none placeholder:text-ink-3 max-desktop:text-md"
        />
        {props.text !== '' && (
          <IconButton
            label={t('market.clear-search')}
            onClick={() => props.onText('')}
            className="-me-2.5 !size-9 max-desktop:!size-11"
          >
            <XIcon size={16} />
          </IconButton>
        )}
      </span>
    </div>
  );
}

function Waiting(props: { readonly failure: unknown; readonly onRetry: () => void }): ReactElement {
  const t = useT();
  const failure = failureOf(props.failure);
  if (failure !== null) {
    return (
      <ReadFailed
        className="m-4"
        title={t('market.list-failed')}
        failure={failure}
        onRetry={props.onRetry}
      />
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
