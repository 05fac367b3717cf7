import type { StepUpAction } from '@candor/protocol/light';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../../lib/lazy-part.ts';

const StepUpDialog = lazyPart(() =>
  import('./StepUpDialog.tsx').then((module) => module.StepUpDialog),
);

/** A way to let the owner confirm an action. */
export type StepUp = {
  /**
   * Asks, and answers what to send as `stepUp`; null when the dialog was closed. `subject` is the
   * id of what the action is about, where the call names one.
   */
  readonly confirm: (subject?: string) => Promise<string | null>;
  /** Stands anywhere in the component; draws nothing until it is asked. */
  readonly dialog: ReactNode;
};

type Open = { readonly subject: string | undefined; readonly end: (stepUp: string | null) => void };

/** Lets the owner confirm an action before it is sent, with the strongest proof the account has. */
export function useStepUp(action: StepUpAction, subject?: string): StepUp {
  const [open, setOpen] = useState<Open | null>(null);
  const confirm = useCallback(
    (about?: string) =>
      new Promise<string | null>((resolve) => {
        const end = (stepUp: string | null): void => {
          setOpen(null);
          resolve(stepUp);
        };
        setOpen({ subject: about ?? subject, end });
      }),
    [subject],
  );
  const dialog =
    open === null
      ? null
      : // Out of whatever form asks: one form inside another is none.
        createPortal(
          <Suspense fallback={null}>
            <StepUpDialog
              action={action}
              subject={open.subject}
              onDone={open.end}
              onClose={() => open.end(null)}
            />
          </Suspense>,
          document.body,
        );
  return { confirm, dialog };
}
