import type { Side } from '@candor/pricing';
import { Price, formatNumber, placesOfStep, useT } from '@candor/ui';
import type { KeyboardEvent, ReactElement } from 'react';

const SIDES: readonly Side[] = ['long', 'short'];
const CHOSEN: Readonly<Record<Side, string>> = {
  long: 'bg-up-tint text-up inset-ring-[1.5px] inset-ring-up',
  short: 'bg-down-tint text-down inset-ring-[1.5px] inset-ring-down',
};

/** Most signs of a name and its price that stand beside one another in half a ticket. */
const ONE_LINE_MAX = 13;

/** Buy at the ask or sell at the bid, each with its price. */
export function SideChoice(props: {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly tickSize: string;
}): ReactElement {
  const { side, onSide, bid, ask, tickSize } = props;
  const t = useT();
  const names: Readonly<Record<Side, string>> = { long: t('ticket.buy'), short: t('ticket.sell') };
  // Where one has to stand on two lines both do, so that the prices stay level.
  const price = formatNumber(ask ?? bid, { places: placesOfStep(tickSize) });
  const longest = Math.max(names.long.length, names.short.length) + price.length;
  const shape = longest > ONE_LINE_MAX ? 'flex-col justify-center' : 'justify-between gap-x-2';
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const other = side === 'long' ? 'short' : 'long';
    onSide(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-side="${other}"]`)?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={t('ticket.side')}
      onKeyDown={onKeyDown}
      className="grid grid-cols-2 gap-1"
    >
      {SIDES.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          data-side={one}
          aria-checked={one === side}
          tabIndex={one === side ? 0 : -1}
          onClick={() => onSide(one)}
          className={`flex min-h-11 items-center ${shape} rounded-sm px-3 font-semibold max-desktop:min-h-12 ${
            one === side ? CHOSEN[one] : 'bg-sunken text-ink-2 hover:text-ink'
          }`}
        >
          <span className="flex items-center gap-1.5">
            <svg viewBox="0 0 8 8" aria-hidden="true" className="size-[9px] fill-current">
              <path d={one === 'long' ? 'M4 1l3.6 6H.4z' : 'M4 7L.4 1h7.2z'} />
            </svg>
            {names[one]}
          </span>
          <Price value={one === 'long' ? ask : bid} tickSize={tickSize} className="font-medium" />
        </button>
      ))}
    </div>
  );
}
