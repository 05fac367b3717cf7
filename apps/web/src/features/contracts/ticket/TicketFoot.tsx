import { Amount, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';

/**
 * What a ticket charges and risks, and its button: at the lower edge of the desk and of a phone's
 * sheet, so that they are seen whatever is scrolled. A phone too low for that keeps the button
 * alone. What goes on beneath fades into it: a line cut in half would look like a fault, not like
 * more.
 */
export function TicketFoot({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="sticky bottom-0 -mx-4 grid gap-2.5 border-t border-line bg-surface px-4 pt-2.5 pb-2.5 short:gap-2 short:pt-2 short:pb-2 max-desktop:bg-raised max-desktop:low:contents before:pointer-events-none before:absolute before:inset-x-0 before:bottom-[calc(100%+1px)] before:h-3 before:bg-linear-to-t before:from-surface before:to-transparent max-desktop:before:from-raised max-desktop:low:before:hidden">
      {children}
    </div>
  );
}

/** The button, directly under the risk; where that is scrolled away, with the most one can lose. */
export function TicketCommandBar(props: {
  /** Decimal text; null while it is not known. */
  readonly most: string | null;
  readonly children: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <div className="grid gap-2 max-desktop:low:sticky max-desktop:low:bottom-0 max-desktop:low:-mx-4 max-desktop:low:border-t max-desktop:low:border-line max-desktop:low:bg-raised max-desktop:low:px-4 max-desktop:low:py-2">
      <p className="hidden items-baseline justify-between gap-3 text-sm max-desktop:low:flex">
        <span className="text-ink-2">{t('ticket.most')}</span>
        <Amount value={props.most} className="font-semibold" />
      </p>
      {props.children}
    </div>
  );
}
