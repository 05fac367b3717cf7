import type { OptionDirection } from '@candor/pricing';
import { useT } from '@candor/ui';
import type { KeyboardEvent, ReactElement } from 'react';
import { DIRECTION_LABELS } from './view.ts';

const DIRECTIONS: readonly OptionDirection[] = ['up', 'down'];
const CHOSEN: Readonly<Record<OptionDirection, string>> = {
  up: 'bg-up-tint text-up inset-ring-[1.5px] inset-ring-up',
  down: 'bg-down-tint text-down inset-ring-[1.5px] inset-ring-down',
};

/** Which way the price has to go. */
export function DirectionChoice(props: {
  readonly value: OptionDirection;
  readonly onChange: (direction: OptionDirection) => void;
}): ReactElement {
  const { value, onChange } = props;
  const t = useT();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const other = value === 'up' ? 'down' : 'up';
    onChange(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-direction="${other}"]`)?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={t('options.direction')}
      onKeyDown={onKeyDown}
      className="grid grid-cols-2 gap-1"
    >
      {DIRECTIONS.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          data-direction={one}
          aria-checked={one === value}
          tabIndex={one === value ? 0 : -1}
          onClick={() => onChange(one)}
          className={`flex min-h-11 items-center justify-center gap-1.5 rounded-sm px-3 font-semibold max-desktop:min-h-12 ${
            one === value ? CHOSEN[one] : 'bg-sunken text-ink-2 hover:text-ink'
          }`}
        >
          <DirectionArrow direction={one} />
          {t(DIRECTION_LABELS[one])}
        </button>
      ))}
    </div>
  );
}

/** The direction as a mark beside its name. */
export function DirectionArrow(props: { readonly direction: OptionDirection }): ReactElement {
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className="size-[9px] fill-current">
      <path d={props.direction === 'up' ? 'M4 1l3.6 6H.4z' : 'M4 7L.4 1h7.2z'} />
    </svg>
  );
}
