import { formatDecimal, parseDecimal, sub } from '@candor/kernel';
import type { Order } from '@candor/protocol/light';
import { formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import { useState } from 'react';
import { Link } from 'wouter';
import { href } from '../../app/paths.ts';
import { useOpenContract } from './api.ts';
import { bodyOf, isReadable } from './ticket.ts';
import type { Ticket, TicketFacts } from './use-ticket.ts';

/** How the last press went, when it left something to say. */
export type Aftermath = 'asking' | 'unknown' | 'notSent' | null;

/** The act of a ticket. */
export type TicketAct = {
  readonly send: () => Promise<void>;
  readonly isBusy: boolean;
  readonly aftermath: Aftermath;
  /** Counts refusals; with each the first field with an error takes the focus. */
  readonly refusals: number;
};

/** Says what was filled, and how far from the price that was pressed. */
function useFilledToast(tickSize: string): (order: Order, pressed: string | null) => void {
  const t = useT();
  return (order, pressed) => {
    const price = order.openPrice ?? order.price;
    const style = { placesMin: placesOfStep(tickSize) };
    const filled = parseDecimal(price);
    const wanted = pressed === null ? null : parseDecimal(pressed);
    const slip = filled === null || wanted === null ? null : sub(filled, wanted);
    const words = (): string | undefined => {
      if (slip === null) return undefined;
      if (slip === 0n) return t('ticket.filled-same');
      const difference = formatNumber(formatDecimal(slip).replace('-', ''), style);
      return t(slip > 0n ? 'ticket.filled-above' : 'ticket.filled-below', { difference });
    };
    toast({
      title: t('ticket.filled', { price: formatNumber(price, style) }),
      text: words(),
      action: (
        <Link href={href('orders')} className="font-semibold underline underline-offset-3">
          {t('orders.title')}
        </Link>
      ),
    });
  };
}

/** Sends what stands in a ticket, once, and says how that went. */
export function useTicketAct(
  facts: TicketFacts,
  ticket: Ticket,
  onFilled: (() => void) | undefined,
): TicketAct {
  const { info } = facts;
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [refusals, setRefusals] = useState(0);
  const open = useOpenContract(() => setAftermath('asking'));
  const sayFilled = useFilledToast(info.tickSize);

  const send = async (): Promise<void> => {
    ticket.press();
    setAftermath(null);
    const body = bodyOf(info.code, ticket.fields);
    const hasErrors = Object.keys(ticket.errors).length > 0;
    if (body === null || hasErrors || !isReadable(ticket.fields)) {
      setRefusals((count) => count + 1);
      return;
    }
    const pressed = ticket.fields.side === 'long' ? facts.ask : facts.bid;
    const end = await open.mutateAsync(body);
    setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
    if (end.kind === 'refused') {
      ticket.refuse(end.failure);
      setRefusals((count) => count + 1);
    }
    if (end.kind !== 'done') return;
    sayFilled(end.result, pressed);
    ticket.clear();
    onFilled?.();
  };
  return { send, isBusy: open.isPending, aftermath, refusals };
}
