import type { OptionOrder } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { OptionDialog } from './OptionDialog.tsx';
import { OptionBelow, OptionName, OptionNow } from './OptionLines.tsx';
import { useOptionsHere } from './running.ts';

/** What runs on one market with its count-down, and how the last ones ended. */
export function RunningOptions(props: {
  readonly code: string;
  readonly tickSize: string;
  /** The middle of the latest price; null without one. */
  readonly mark: string | null;
}): ReactElement | null {
  const { code, tickSize, mark } = props;
  const t = useT();
  const options = useOptionsHere(code);
  const [opened, setOpened] = useState<OptionOrder | null>(null);
  if (options.length === 0) return null;
  return (
    <section aria-label={t('options.here')} className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-sm">{t('options.here')}</h3>
      <ul className="grid gap-2">
        {options.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(option)}
              className="grid w-full gap-1 rounded-md border border-line px-3 py-2 text-start text-sm hover:bg-hover"
            >
              <span className="flex items-center justify-between gap-2">
                <OptionName option={option} />
                <OptionNow option={option} />
              </span>
              <span className="flex items-center justify-between gap-2 text-xs text-ink-3">
                <OptionBelow option={option} tickSize={tickSize} mark={mark} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <OptionDialog option={opened} tickSize={tickSize} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}
