import { CopyIcon, Button, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** A text that is there to be copied, and the button that copies it. */
export function CopyRow(props: {
  readonly label: string;
  readonly text: string;
  readonly action: string;
}): ReactElement {
  const { label, text, action } = props;
  const t = useT();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t('message.copy-done') });
    } catch {
      toast({ title: t('message.copy-failed') });
    }
  };
  return (
    <div className="grid gap-1.5">
      <span className="text-sm text-ink-3">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <output
          aria-label={label}
          dir="ltr"
          className="mono min-w-0 flex-1 basis-52 rounded-sm bg-sunken px-3 py-2 text-sm break-all select-all"
        >
          {text}
        </output>
        <Button
          variant="secondary"
          className="desktop:min-w-36 max-desktop:flex-1"
          onClick={() => void copy()}
        >
          <CopyIcon size={16} />
          {action}
        </Button>
      </div>
    </div>
  );
}
