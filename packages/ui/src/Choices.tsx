import type { ReactElement, ReactNode } from 'react';
import { moveWithArrows } from './roving.ts';

/** One choice of a group. */
export type Choice<Value extends string | number> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly disabled?: boolean;
};

/** A group of choices, one of them chosen. */
export type Group<Value extends string | number> = {
  /** Said to screen readers. */
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
};

type GroupLook<Value extends string | number> = Group<Value> & {
  readonly box: string;
  readonly item: string;
  readonly on: (value: Value) => string;
  readonly off: string;
};

function RadioGroup<Value extends string | number>(props: GroupLook<Value>): ReactElement {
  const { label, choices, value, onChange, box, item, on, off, className = '' } = props;
  const values = choices.filter((choice) => choice.disabled !== true).map((one) => one.value);
  const hasValue = values.includes(value);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${box} ${className}`}
      onKeyDown={(event) => moveWithArrows(event, { values, current: value, onChoose: onChange })}
    >
      {choices.map((choice, index) => {
        const isOn = choice.value === value;
        const disabled = choice.disabled === true;
        return (
          <button
            key={choice.value}
            type="button"
            role="radio"
            aria-checked={isOn}
            disabled={disabled}
            data-roving={disabled ? undefined : ''}
            tabIndex={isOn || (!hasValue && index === 0) ? 0 : -1}
            onClick={() => onChange(choice.value)}
            className={`${item} ${isOn ? on(choice.value) : off}`}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}

/** Segments choose a mode. */
export function Segments<Value extends string | number>(
  props: Group<Value> & {
    /** Ground of the chosen segment; the thumb when nothing is said. */
    readonly chosenClass?: (value: Value) => string;
    readonly wide?: boolean;
  },
): ReactElement {
  const thumb = 'bg-thumb text-ink ring-1 ring-line';
  const { chosenClass, wide = false, ...group } = props;
  return (
    <RadioGroup
      {...group}
      box={`inline-flex max-w-full flex-wrap gap-0.5 max-desktop:gap-y-1.5 rounded-sm bg-sunken p-[3px] ${wide ? 'w-full' : ''}`}
      item={`target segment ${wide ? 'flex-1' : ''}`}
      on={chosenClass ?? (() => thumb)}
      off="text-ink-2 enabled:hover:text-ink"
    />
  );
}

/** Pills filter a list. */
export function Pills<Value extends string | number>(props: Group<Value>): ReactElement {
  return (
    <RadioGroup
      {...props}
      box="flex max-w-full gap-1 overflow-x-auto scroll-hidden p-0.5"
      item="rounded-full px-3 min-h-8 max-desktop:min-h-11 max-desktop:px-4 text-sm font-medium whitespace-nowrap shrink-0"
      on={() => 'bg-ink text-on-ink'}
      off="text-ink-2 hover:bg-hover"
    />
  );
}
