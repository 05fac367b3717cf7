import type { MessageKey } from '@candor/locales';
import { type MarketItem, changePercentOf, sparklineOf } from '@candor/protocol/light';
import { Disc, Sparkline, StarIcon, signOf, useT } from '@candor/ui';
import {
  type ReactElement,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';
import { newestQuote, quotes } from '../../live/index.ts';
import { StarButton } from './FavouriteStar.tsx';
import { type RowParts, tintChange, writeRow } from './row-figures.ts';

/** Height of a row. @source DESIGN 5 @units pixels */
export const ROW_HEIGHT = 51;

type Props = {
  readonly item: MarketItem;
  readonly isChosen: boolean;
  /** There is an open contract in it. */
  readonly isHeld: boolean;
  readonly isStarred: boolean;
  /** Tab stops at one row of the list only, or it would take hundreds of presses to pass it. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onStar: (code: string) => void;
  readonly onChoose?: (() => void) | undefined;
};

/** One market of the list; what moves in it listens to its own quotes, while it is on screen. */
export function MarketRow(props: Props): ReactElement {
  const { item, isChosen, isHeld, isStarred, isStop, onFocus, onStar, onChoose } = props;
  return (
    <div className="group/row relative">
      <Link
        href={href('detail', { code: item.code, type: String(item.type), id: item.id })}
        aria-current={isChosen ? 'page' : undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={onChoose}
        onFocus={onFocus}
        style={{ height: ROW_HEIGHT }}
        className={`grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-2.5 border-s-2 px-4 py-1.5 -outline-offset-2 ${
          isChosen ? 'border-accent bg-accent-tint' : 'border-transparent hover:bg-hover'
        }`}
      >
        <Disc code={item.code} size="sm" />
        <Name item={item} isHeld={isHeld} isStarred={isStarred} />
        <LiveFigures item={item} />
      </Link>
      {/* Over the letter, for a pointer; keys and screen readers find the star on the market's page. */}
      <StarButton
        code={item.code}
        isOn={isStarred}
        onToggle={onStar}
        size={16}
        tabIndex={isStop ? 0 : -1}
        className="absolute! start-3.5 top-[9px] !size-8 rounded-full bg-hover opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 max-desktop:hidden"
      />
    </div>
  );
}

const STATES: Readonly<Partial<Record<MarketItem['status'], MessageKey>>> = {
  closed: 'market.row-closed',
  closeOnly: 'market.row-close-only',
  disputed: 'market.row-paused',
  suspended: 'market.row-paused',
};

/** Why a market is not as the others now; an old price is told by its age, on its own page. */
function useStateKey(item: MarketItem): MessageKey | undefined {
  const status = useSyncExternalStore(
    (listener) => quotes.subscribe(item.code, listener),
    () => newestQuote(quotes.get(item.code), item)?.status ?? item.status,
  );
  return STATES[status];
}

const CHIP = 'shrink-0 rounded-xs px-1 text-2xs leading-[14px] font-medium';
/** Room of the day's line, by how many chips stand beside it; none beside two. */
const LINE_WIDTHS = [84, 52, 0] as const;

/** What does not move with a tick. Names are kept whole: chips stand under them. */
const Name = memo(function Name(props: Pick<Props, 'item' | 'isHeld' | 'isStarred'>): ReactElement {
  const { item, isHeld, isStarred } = props;
  const t = useT();
  const points = sparklineOf(item);
  const state = useStateKey(item);
  const width = LINE_WIDTHS[(isHeld ? 1 : 0) + (state === undefined ? 0 : 1)] ?? 0;
  return (
    <span className="min-w-0">
      <span className="flex items-center gap-1 text-sm leading-[18px] font-semibold">
        <bdi dir="ltr" className="truncate">
          {item.code}
        </bdi>
        {isStarred && <StarIcon size={12} weight="fill" className="shrink-0 text-ink-3" />}
      </span>
      <span className="flex items-center gap-1.5">
        {points.length <= 1 && <span className="truncate text-xs text-ink-3">{item.appName}</span>}
        {points.length > 1 && width > 0 && (
          <Sparkline
            points={points}
            sign={signOf(changePercentOf(item))}
            width={width}
            height={16}
          />
        )}
        {isHeld && <span className={`bg-sunken text-ink-2 ${CHIP}`}>{t('market.held')}</span>}
        {state !== undefined && (
          <span className={`bg-warn-tint text-warn ${CHIP}`}>{t(state)}</span>
        )}
      </span>
    </span>
  );
});

/**
 * Price and change of the moment, written straight into the row: the tree is rendered once, not
 * with every tick.
 */
function LiveFigures({ item }: Pick<Props, 'item'>): ReactElement {
  const t = useT();
  const box = useRef<HTMLSpanElement>(null);
  const isKnown = useSyncExternalStore(
    (listener) => (item.price === null ? quotes.subscribe(item.code, listener) : () => undefined),
    () => item.price !== null || quotes.get(item.code) !== undefined,
  );
  const words = useMemo(() => ({ up: t('price.up'), down: t('price.down') }), [t]);

  useLayoutEffect(() => {
    const parts = box.current === null ? null : partsOf(box.current);
    if (parts === null) return undefined;
    let shown: string | null = null;
    const follow = (): void => {
      const quote = newestQuote(quotes.get(item.code), item);
      const price = quote?.price ?? item.price;
      const change = (quote === undefined ? null : changePercentOf(quote)) ?? changePercentOf(item);
      writeRow(parts, { price, change }, { tickSize: item.tickSize, words });
      tintChange(parts.price, shown, price);
      shown = price;
    };
    follow();
    return quotes.subscribe(item.code, follow);
  }, [item, words, isKnown]);

  if (!isKnown) return <span className="text-end text-xs text-ink-3">{t('market.no-price')}</span>;
  return (
    <span ref={box} className="text-end">
      {/* The line has the reader's direction, the figure its own. */}
      <span className="block text-sm leading-[18px] font-medium">
        <bdi dir="ltr" className="num rounded-xs" />
      </span>
      <bdi dir="ltr" className="num !inline-flex items-center gap-[3px] text-xs font-medium">
        <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 shrink-0 fill-current">
          <path />
        </svg>
        <span className="sr-only" />
        <span />
      </bdi>
    </span>
  );
}

function partsOf(box: HTMLElement): RowParts | null {
  const price = box.querySelector<HTMLElement>(':scope > span > bdi');
  const change = box.querySelector<HTMLElement>(':scope > bdi');
  const arrow = box.querySelector('path');
  const [direction, percent] = change?.querySelectorAll('span') ?? [];
  if (!price || !change || !arrow || !direction || !percent) return null;
  return { price, change, arrow, direction, percent };
}
