import { Button, Dialog, toast, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { useSession } from '../../../lib/session.ts';

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'candor-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog(props: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const { codes, onClose } = props;
  const t = useT();
  const { user } = useSession();
  const text = [t('factors.codes-head', { username: user?.username ?? '' }), ...codes, ''].join(
    '\n',
  );
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: t('factors.codes-copied') });
    } catch {
      toast({ title: t('message.copy-failed') });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('factors.codes-title')}
      actions={<Button onClick={onClose}>{t('factors.codes-kept')}</Button>}
    >
      <p className="mt-2 text-ink-2">{t('factors.codes-text')}</p>
      <ol
        aria-label={t('factors.codes-list')}
        dir="ltr"
        className="mono mt-4 grid gap-x-6 gap-y-1 rounded-md bg-sunken p-4 text-sm desktop:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          {t('factors.codes-copy')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => save(text)}>
          {t('factors.codes-save')}
        </Button>
      </div>
    </Dialog>
  );
}
