import type { KeyboardEvent, ReactElement, ReactNode } from 'react';

const CHOSEN = {
  up: 'bg-up-tint text-up inset-ring-[1.5px] inset-ring-up',
  down: 'bg-down-tint text-down inset-ring-[1.5px] inset-ring-down',
} as const;

/** Which of two opposite ways a price is to go. */
type UpDown = keyof typeof CHOSEN;

const other = (way: UpDown): UpDown => (way === 'up' ? 'down' : 'up');

/** Two buttons of one choice, up first: pressed, or changed by the arrow keys. */
export function UpDownChoice(props: {
  readonly label: string;
  readonly value: UpDown;
  readonly onChange: (way: UpDown) => void;
  /** What stands on a button. */
  readonly renderWay: (way: UpDown) => ReactNode;
  readonly className: string;
}): ReactElement {
  const { label, value, onChange, renderWay, className } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const next = other(value);
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-way="${next}"]`)?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="grid grid-cols-2 gap-1"
    >
      {(['up', 'down'] as const).map((way) => (
        <button
          key={way}
          type="button"
          role="radio"
          data-way={way}
          aria-checked={way === value}
          tabIndex={way === value ? 0 : -1}
          onClick={() => onChange(way)}
          className={`flex min-h-11 items-center ${className} rounded-sm px-3 font-semibold max-desktop:min-h-12 ${
            way === value ? CHOSEN[way] : 'bg-sunken text-ink-2 hover:text-ink'
          }`}
        >
          {renderWay(way)}
        </button>
      ))}
    </div>
  );
}

/** One of the two ways as a mark beside its name. */
export function UpDownArrow(props: {
  readonly way: UpDown;
  readonly className?: string;
}): ReactElement {
  const { way, className = 'size-[9px]' } = props;
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className={`${className} fill-current`}>
      <path d={way === 'up' ? 'M4 1l3.6 6H.4z' : 'M4 7L.4 1h7.2z'} />
    </svg>
  );
}
