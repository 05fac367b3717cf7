import { CopyIcon, IconButton, toast } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useDeskT } from './texts.ts';

const SHOWN = 8;

/** A hash by its first characters: a press shows it whole, another control copies it. */
export function ShortHash({ hash }: { readonly hash: string }): ReactElement {
  const t = useDeskT();
  const [isWhole, setIsWhole] = useState(false);
  const short = `${hash.slice(0, SHOWN)}…`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(hash);
      toast({ title: t('message.copy-done') });
    } catch {
      toast({ title: t('message.copy-failed'), isUndone: true });
    }
  };
  return (
    <span className="flex items-center text-ink-3">
      <button
        type="button"
        aria-expanded={isWhole}
        title={hash}
        onClick={() => setIsWhole(!isWhole)}
        className="mono min-h-6 text-start text-xs break-all underline decoration-dotted underline-offset-3 max-desktop:min-h-11"
      >
        <bdi dir="ltr">{isWhole ? hash : short}</bdi>
      </button>
      <IconButton
        label={t('hash.copy', { hash: short })}
        onClick={() => void copy()}
        className="!size-7 shrink-0 max-desktop:!size-11"
      >
        <CopyIcon size={16} />
      </IconButton>
    </span>
  );
}
