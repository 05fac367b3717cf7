import { type ReactElement, useEffect, useRef, useState } from 'react';
import { SearchField } from './SearchField.tsx';

/** Letters typed one after the other are one question. @units milliseconds */
const TYPING_MS = 250;
const TEXT_MAX = 80;

/** The search of a list the server narrows: asked once nothing more is typed for a moment. */
export function TypedSearch(props: {
  readonly label: string;
  /** What the list is narrowed to now; the address or the sidebar may change it too. */
  readonly asked: string;
  readonly className?: string;
  readonly onAsk: (q: string) => void;
}): ReactElement {
  const { label, asked, className, onAsk } = props;
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== typed.trim()) setTyped(asked);
  }
  const ask = useRef(onAsk);
  useEffect(() => {
    ask.current = onAsk;
  });
  useEffect(() => {
    const q = typed.trim();
    if (q === asked) return undefined;
    const timer = setTimeout(() => ask.current(q), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  return (
    <SearchField
      label={label}
      value={typed}
      maxLength={TEXT_MAX}
      onChange={setTyped}
      {...(className === undefined ? {} : { className })}
    />
  );
}

/** One of some values a list is narrowed to. */
export function NarrowSelect<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}): ReactElement {
  const { label, value, choices, onChange } = props;
  return (
    <label className="flex min-h-9 items-center gap-2 rounded-sm border border-control bg-surface px-2.5 text-sm focus-within:border-accent focus-within:ring-1 focus-within:ring-accent max-desktop:min-h-11">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        className="w-0 min-w-0 flex-1 truncate bg-transparent font-medium outline-none"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </label>
  );
}
