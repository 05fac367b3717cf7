import { Kbd, MagnifyingGlassIcon } from '@candor/ui';
import { type ReactElement, useRef } from 'react';
import { KEYS, useKeys } from './keys.ts';

/** What a list is searched by: the field all lists have, and the key that leads into it. */
export function SearchField(props: {
  /** What can be typed; stands in the field while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly className?: string;
  readonly onChange: (typed: string) => void;
}): ReactElement {
  const { label, value, maxLength = 120, className = '', onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ key: KEYS.search, text: 'key.search', run: () => field.current?.focus() }]);
  return (
    <div role="search" className={className}>
      <label className="flex min-h-9 items-center gap-2 rounded-sm border border-control bg-surface px-2.5 text-sm focus-within:border-accent focus-within:ring-1 focus-within:ring-accent max-desktop:min-h-11">
        <MagnifyingGlassIcon size={18} />
        <span className="sr-only">{label}</span>
        <input
          ref={field}
          type="search"
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          className="w-0 min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink-3 max-desktop:text-md"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') field.current?.blur();
          }}
        />
        <span className="max-desktop:hidden">
          <Kbd>{KEYS.search}</Kbd>
        </span>
      </label>
    </div>
  );
}
