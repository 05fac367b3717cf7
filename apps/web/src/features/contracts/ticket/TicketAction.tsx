import type { Mode } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { Side } from '@candor/pricing';
import { Button, useT } from '@candor/ui';
import type { ReactElement } from 'react';

const WITH_QUANTITY: Readonly<Record<Side, Readonly<Record<Mode, MessageKey>>>> = {
  long: { demo: 'ticket.buy-demo', real: 'ticket.buy-real' },
  short: { demo: 'ticket.sell-demo', real: 'ticket.sell-real' },
};
const EMPTY: Readonly<Record<Side, Readonly<Record<Mode, MessageKey>>>> = {
  long: { demo: 'ticket.buy-empty-demo', real: 'ticket.buy-empty-real' },
  short: { demo: 'ticket.sell-empty-demo', real: 'ticket.sell-empty-real' },
};

/** The one button of the ticket: hatched with practice money, solid with real money. */
export function TicketAction(props: {
  readonly side: Side;
  readonly mode: Mode;
  readonly quantity: string | null;
  readonly base: string;
  readonly isPaused: boolean;
  /** What it is doing now. */
  readonly busy: string | undefined;
  readonly onPress: () => void;
}): ReactElement {
  const { side, mode, quantity, base, isPaused, busy, onPress } = props;
  const t = useT();
  const words =
    quantity === null
      ? t(EMPTY[side][mode])
      : t(WITH_QUANTITY[side][mode], { amount: `${quantity} ${base}` });
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
      {isPaused ? t('ticket.paused') : words}
    </Button>
  );
}
