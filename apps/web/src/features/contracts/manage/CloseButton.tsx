import type { Order } from '@candor/protocol/light';
import { Button, useT } from '@candor/ui';
import { type ReactElement, Suspense, useEffect, useState } from 'react';
import { useOffline } from '../../../lib/connectivity.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useClosing } from '../order/use-closing.tsx';
import { sideLabel } from '../order/view.ts';

const CloseDialog = lazyPart(() =>
  import('./CloseDialog.tsx').then((module) => module.CloseDialog),
);

/**
 * Closes one contract: after one question with the result and the fee, or at once for who wants
 * that, because waiting costs money. The same press twice is one close.
 */
export function CloseButton(props: {
  readonly order: Order;
  /** Steps of the market's price; undefined while the catalogue is on its way. */
  readonly tickSize: string | undefined;
  /** What went wrong, in words; null when there is nothing to say. */
  readonly onProblem: (words: string | null) => void;
  /** The question is on screen, over the list. */
  readonly onAsk?: () => void;
  readonly size?: 'sm' | 'md';
}): ReactElement {
  const { order, tickSize, onProblem, onAsk, size = 'sm' } = props;
  const t = useT();
  const isOffline = useOffline();
  const { asksBeforeClose } = usePreferences();
  const [isAsked, setIsAsked] = useState(false);
  const command = useClosing(order, tickSize);
  const { isBusy } = command;
  // While it is asked, the question says it.
  const problem = isAsked ? null : command.problem;
  useEffect(() => onProblem(problem), [problem, onProblem]);
  const press = (): void => {
    if (!asksBeforeClose) {
      void command.close();
      return;
    }
    setIsAsked(true);
    onAsk?.();
  };
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        disabled={order.paused || isOffline}
        busy={isBusy ? t('orders.closing') : undefined}
        aria-haspopup={asksBeforeClose ? 'dialog' : undefined}
        aria-label={
          isBusy
            ? undefined
            : t('orders.close-order', { side: t(sideLabel(order.direction)), code: order.code })
        }
        onClick={press}
      >
        {t('orders.close')}
      </Button>
      {isAsked && (
        <Suspense>
          <CloseDialog
            order={order}
            tickSize={tickSize}
            command={command}
            onClose={() => setIsAsked(false)}
          />
        </Suspense>
      )}
    </>
  );
}
