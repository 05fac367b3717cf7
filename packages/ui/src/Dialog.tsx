import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { XIcon } from './icons.ts';
import { useT } from './use-locale.ts';

type ModalProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons that name the action, never "OK". */
  readonly actions?: ReactNode;
};

/** The browser's own modal: it traps focus, gives it back and closes on Esc. */
function Modal(props: ModalProps & { readonly box: string; readonly grab: boolean }): ReactElement {
  const { open, onClose, title, children, actions, box, grab } = props;
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (!open) {
      dialog.close();
      return;
    }
    dialog.showModal();
    // The browser begins at the button that closes; what the dialog is for may say it is next.
    dialog.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  }, [open]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // It may stand in a table's cell or a title: nothing of their look is its own.
      className={`text-start text-base font-normal whitespace-normal ${box}`}
      onClose={onClose}
      onClick={(event) => {
        // Only the scrim itself is the dialog's own ground.
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className="p-6 max-desktop:px-4">
          {grab && <div className="mx-auto -mt-4 mb-3 h-1 w-9 rounded-full bg-line-strong" />}
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-lg leading-6">
              {title}
            </h2>
            <IconButton label={t('common.close')} onClick={onClose} className="-mt-2 -me-2">
              <XIcon />
            </IconButton>
          </div>
          {children}
          {actions !== undefined && (
            <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>
          )}
        </div>
      )}
    </dialog>
  );
}

/** 440 wide, over the page. */
export function Dialog(props: ModalProps): ReactElement {
  return (
    <Modal
      {...props}
      grab={false}
      box="dialog m-auto w-[min(440px,calc(100vw-32px))] max-h-[calc(100dvh-32px)] overflow-auto rounded-lg bg-raised p-0 text-ink shadow-pop"
    />
  );
}

/** From the bottom edge; phones only. */
export function Sheet(props: ModalProps): ReactElement {
  return (
    <Modal
      {...props}
      grab
      box="sheet mx-0 mt-auto mb-0 w-full max-w-none max-h-[calc(100dvh-24px)] overflow-auto rounded-t-xl bg-raised p-0 pb-[env(safe-area-inset-bottom)] text-ink shadow-sheet"
    />
  );
}

/** From the start edge, as high as the window: a list that has no room beside the page. */
export function Drawer(props: ModalProps): ReactElement {
  return (
    <Modal
      {...props}
      grab={false}
      box="sheet my-0 ms-0 me-auto h-dvh max-h-none w-[min(320px,calc(100vw-32px))] overflow-hidden bg-surface p-0 text-ink shadow-sheet"
    />
  );
}
