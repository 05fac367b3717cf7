import { Button, Dialog, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';

/** Asks once more before something that cannot simply be taken back. */
export function ConfirmDialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  /** What it says meanwhile; undefined while nothing is on its way. */
  readonly busy: string | undefined;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const { open, onClose, title, action, busy, onConfirm, children } = props;
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
