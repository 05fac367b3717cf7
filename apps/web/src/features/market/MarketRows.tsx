import type { MarketItem } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import {
  type VirtualItem,
  type Virtualizer,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { type ListEntry, rowAfter } from './list-entries.ts';
import { MarketRow, ROW_HEIGHT } from './MarketRow.tsx';
import { useOffsetTop } from './use-offset-top.ts';

/** Height of a head between rows. @units pixels */
const HEAD_HEIGHT = 34;
/** Rows kept ready beyond the view. */
const OVERSCAN = 4;

type RowsProps = {
  readonly entries: readonly ListEntry[];
  readonly chosen: MarketItem | undefined;
  /** Codes of markets with an open contract, and of starred ones. */
  readonly positions: readonly string[];
  readonly favourites: readonly string[];
  readonly onStar: (code: string) => void;
  readonly onChoose: (() => void) | undefined;
};

function heightOf(entry: ListEntry | undefined): number {
  return entry?.kind === 'head' ? HEAD_HEIGHT : ROW_HEIGHT;
}

/** Rows that scroll in their own place. */
export function BoxRows(props: RowsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: props.entries.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(props.entries[index]),
    getItemKey: (index) => props.entries[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  return (
    <div ref={box} className="h-full overflow-y-auto">
      <Rows {...props} window={rows} margin={0} />
    </div>
  );
}

/** Rows that scroll with the page, as on phones. */
export function PageRows(props: RowsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const margin = useOffsetTop(box);
  const rows = useWindowVirtualizer({
    count: props.entries.length,
    estimateSize: (index) => heightOf(props.entries[index]),
    getItemKey: (index) => props.entries[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  return (
    <div ref={box}>
      <Rows {...props} window={rows} margin={margin} />
    </div>
  );
}

/**
 * Keys move the focus to rows that may not exist yet: the list is scrolled there, and the row takes
 * the focus once it is drawn.
 */
function useRowKeys(
  entries: readonly ListEntry[],
  scrollTo: (index: number) => void,
): {
  readonly list: React.RefObject<HTMLUListElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number | null>(null);
  const [, drawAgain] = useState(0);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const place = wanted.current + 1;
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${place}"] a`);
    if (row == null) return;
    row.focus({ preventScroll: true });
    wanted.current = null;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = (event.target as HTMLElement).closest('li');
    const place = Number.parseInt(row?.ariaPosInSet ?? '', 10) - 1;
    const next = rowAfter(entries, place, event.key);
    if (next === null) return;
    event.preventDefault();
    scrollTo(next);
    wanted.current = next;
    // The row may be there already, and then nothing else draws.
    drawAgain((count) => count + 1);
  };
  return { list, onKeyDown };
}

/** Only the rows in view exist, each at its place in the whole height. */
function Rows(
  props: RowsProps & {
    readonly window: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
    readonly margin: number;
  },
): ReactElement {
  const { entries, chosen, positions, favourites, onStar, onChoose, window, margin } = props;
  const t = useT();
  const [focused, setFocused] = useState<string | null>(null);
  const { list, onKeyDown } = useRowKeys(entries, (index) => window.scrollToIndex(index));
  const rows: readonly VirtualItem[] = window.getVirtualItems();
  const shown = rows.flatMap(({ index }) => {
    const entry = entries[index];
    return entry?.kind === 'row' ? [entry] : [];
  });
  const stop =
    shown.find(({ key }) => key === focused) ??
    shown.find(({ item }) => item.code === chosen?.code) ??
    shown[0];
  return (
    // The keys belong to the rows; the list only hears them together.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={t('market.list-label')}
      className="relative"
      style={{ height: window.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ index, start }) => {
        const entry = entries[index];
        if (entry === undefined) return null;
        return (
          <li
            key={entry.key}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 [contain:strict]"
            style={{ transform: `translateY(${start - margin}px)`, height: heightOf(entry) }}
          >
            {entry.kind === 'head' ? (
              <h3 className="px-4 pt-3.5 text-xs leading-4 font-medium tracking-normal text-ink-3">
                {t(entry.label)}
              </h3>
            ) : (
              <MarketRow
                item={entry.item}
                isChosen={entry.item.code === chosen?.code}
                isHeld={positions.includes(entry.item.code)}
                isStarred={favourites.includes(entry.item.code)}
                isStop={entry === stop}
                onFocus={() => setFocused(entry.key)}
                onStar={onStar}
                onChoose={onChoose}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
