import { Dialog, Kbd } from '@candor/ui';
import type { ReactElement } from 'react';
import { type KeyCommand, useKeyList } from '../lib/keys.ts';
import { useDeskT } from '../lib/texts.ts';

/** A key as it is written on the keyboard. */
const written = ({ key, withCommand }: KeyCommand): string =>
  `${withCommand === true ? '⌘ ' : ''}${key.toUpperCase()}`;

/** Every key that means something on the page behind it. */
export function KeyList(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const t = useDeskT();
  const commands = useKeyList();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('key.title')}>
      <dl className="mt-4 grid gap-2 text-sm">
        {commands.map((command) => (
          <div key={written(command)} className="flex items-center justify-between gap-4">
            <dt>{t(command.text)}</dt>
            <dd>
              <span className="sr-only">{written(command)}</span>
              <Kbd>{written(command)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-ink-3">{t('key.control')}</p>
    </Dialog>
  );
}
