import type { ReactElement } from 'react';
import type { Group } from './Choices.tsx';
import { moveWithArrows } from './roving.ts';

/** Underlined tabs change the panel below; give the panel `tabPanelProps`. */
export function Tabs<Value extends string>(
  props: Group<Value> & { readonly id: string },
): ReactElement {
  const { id, label, choices, value, onChange, className = '' } = props;
  const values = choices.map((choice) => choice.value);
  return (
    <div
      role="tablist"
      aria-label={label}
      className={`flex gap-6 overflow-x-auto scroll-hidden border-b border-line ${className}`}
      onKeyDown={(event) => moveWithArrows(event, { values, current: value, onChoose: onChange })}
    >
      {choices.map((choice) => {
        const isOn = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            role="tab"
            id={`${id}-tab-${choice.value}`}
            aria-selected={isOn}
            aria-controls={`${id}-panel`}
            data-roving=""
            tabIndex={isOn ? 0 : -1}
            onClick={() => onChange(choice.value)}
            className={`target min-h-11 min-w-11 shrink-0 text-sm font-medium whitespace-nowrap -outline-offset-2 ${
              isOn
                ? 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-ink'
                : 'text-ink-3 hover:text-ink-2'
            }`}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}

/** What the panel below underlined tabs carries. */
export function tabPanelProps(
  id: string,
  value: string,
): { id: string; role: 'tabpanel'; 'aria-labelledby': string } {
  return { id: `${id}-panel`, role: 'tabpanel', 'aria-labelledby': `${id}-tab-${value}` };
}
