import { type MarketItem, changePercentOf, sparklineOf } from '@candor/protocol/light';
import { Disc, Percent, Sparkline, signOf, useT } from '@candor/ui';
import type { KeyboardEvent, ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../app/paths.ts';
import { useQuote } from '../../live/index.ts';
import { LivePrice } from './LivePrice.tsx';
import { discLetter } from './list.ts';

/** Height of a row. @source DESIGN 5 @units pixels */
export const ROW_HEIGHT = 51;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move among the rows; those next to one in view exist always. */
function moveAmongRows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = STEPS[event.key];
  const row = event.currentTarget.closest('li');
  if (step === undefined || row === null) return;
  event.preventDefault();
  const place = Number.parseInt(row.ariaPosInSet ?? '', 10) + step;
  row.parentElement?.querySelector<HTMLElement>(`[aria-posinset="${place}"] a`)?.focus();
}

/** One market of the list; it listens to its own quotes, and only while it is on screen. */
export function MarketRow(props: {
  readonly item: MarketItem;
  readonly isChosen: boolean;
  /** Tab stops at one row of the list only, or it would take hundreds of presses to pass it. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onChoose?: (() => void) | undefined;
}): ReactElement {
  const { item, isChosen, isStop, onFocus, onChoose } = props;
  const t = useT();
  const quote = useQuote(item.code);
  const price = quote?.price ?? item.price;
  const change = (quote === undefined ? null : changePercentOf(quote)) ?? changePercentOf(item);
  const points = sparklineOf(item);
  return (
    <Link
      href={href('detail', { code: item.code, type: String(item.type), id: item.id })}
      aria-current={isChosen ? 'page' : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      onKeyDown={moveAmongRows}
      style={{ height: ROW_HEIGHT }}
      className={`grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-2.5 border-s-2 px-4 py-1.5 -outline-offset-2 ${
        isChosen ? 'border-accent bg-accent-tint' : 'border-transparent hover:bg-hover'
      }`}
    >
      <Disc letter={discLetter(item.code)} size="sm" />
      <span className="min-w-0">
        <span className="block truncate text-sm leading-[18px] font-semibold">
          <bdi dir="ltr">{item.code}</bdi>
        </span>
        {points.length > 1 ? (
          <Sparkline points={points} sign={signOf(change)} width={84} height={16} />
        ) : (
          <span className="block truncate text-xs text-ink-3">{item.appName}</span>
        )}
      </span>
      <span className="text-end">
        {price === null ? (
          <span className="text-xs text-ink-3">{t('market.no-price')}</span>
        ) : (
          <>
            <span className="block text-sm leading-[18px] font-medium">
              <LivePrice value={price} tickSize={item.tickSize} />
            </span>
            <Percent value={change} className="text-xs" />
          </>
        )}
      </span>
    </Link>
  );
}
