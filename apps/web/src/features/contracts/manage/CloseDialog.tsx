import type { Order } from '@candor/protocol/light';
import { Button, Note, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useOffline } from '../../../lib/connectivity.ts';
import { setAsksBeforeClose } from '../../../lib/preferences.ts';
import { useInstrument } from '../order/detail-api.ts';
import { Overlay } from '../order/Overlay.tsx';
import { termsOf } from '../order/preview.ts';
import { SideMark } from '../order/SideMark.tsx';
import type { ClosingCommand } from '../order/use-closing.tsx';
import { CloseFigures } from './CloseFigures.tsx';
import { closeEstimate, openLots } from './manage.ts';

/** Asks once before a position is closed, and says what that would bring. */
export function CloseDialog(props: {
  readonly order: Order;
  readonly tickSize: string | undefined;
  readonly command: ClosingCommand;
  readonly onClose: () => void;
}): ReactElement {
  const { order, tickSize, command, onClose } = props;
  const t = useT();
  const isOffline = useOffline();
  const [isLast, setIsLast] = useState(false);
  const { data } = useInstrument(order.code);
  const estimate = data === undefined ? null : closeEstimate(order, openLots(order), termsOf(data));
  const send = async (): Promise<void> => {
    if (!(await command.close())) return;
    if (isLast) setAsksBeforeClose(false);
    onClose();
  };
  return (
    <Overlay
      onClose={onClose}
      title={t('orders.close-one-title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('orders.close-one-keep')}
          </Button>
          <Button
            variant="danger"
            disabled={order.paused || isOffline}
            busy={command.isBusy ? t('orders.closing') : undefined}
            onClick={() => void send()}
          >
            {t('orders.close-one-confirm')}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-3">
        <p className="flex items-center gap-2 font-semibold">
          <bdi dir="ltr">{order.code}</bdi>
          <SideMark direction={order.direction} leverage={order.leverage} />
        </p>
        <CloseFigures order={order} estimate={estimate} tickSize={tickSize} />
        <div>
          <label className="flex min-h-8 items-center gap-2 text-sm max-desktop:min-h-11">
            <input
              type="checkbox"
              checked={isLast}
              onChange={(event) => setIsLast(event.target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            {t('orders.close-unasked')}
          </label>
          {isLast && <p className="text-xs text-ink-3">{t('orders.close-unasked-note')}</p>}
        </div>
        {command.problem !== null && <Note tone="error">{command.problem}</Note>}
      </div>
    </Overlay>
  );
}
