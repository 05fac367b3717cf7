import type { Mode } from '@candor/kernel';
import type { Side } from '@candor/pricing';
import { Button, useT } from '@candor/ui';
import type { ReactElement } from 'react';

/** The one button of the ticket: hatched with practice money, solid with real money. It only opens the review. */
export function TicketAction(props: {
  readonly side: Side;
  readonly mode: Mode;
  readonly isPaused: boolean;
  /** What it is doing now. */
  readonly busy: string | undefined;
  readonly onPress: () => void;
}): ReactElement {
  const { side, mode, isPaused, busy, onPress } = props;
  const t = useT();
  return (
    <Button
      variant={side === 'long' ? 'buy' : 'sell'}
      demo={mode === 'demo'}
      size="lg"
      wide
      className="!px-2 !text-[15px]"
      disabled={isPaused && busy === undefined}
      busy={busy}
      onClick={onPress}
    >
      {t(isPaused ? 'ticket.paused' : 'ticket.review')}
    </Button>
  );
}
