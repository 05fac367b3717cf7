import { formatDecimal, parseDecimal, sub } from '@candor/kernel';
import type { MarketInfo, Order, OrderQuote } from '@candor/protocol/light';
import { formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { href } from '../../../lib/paths.ts';
import type { Aftermath } from '../../../lib/AftermathNote.tsx';
import { pageNow } from '../../../lib/clock.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { useOpenContract } from '../order/commands.ts';
import type { TicketFields } from './ticket.ts';
import { type TicketBody, bodyOf, isReadable } from './ticket-body.ts';
import { orderName } from '../order/view.ts';
import { useOnce } from '../order/use-once.ts';
import type { Ticket, TicketFacts } from './use-ticket.ts';

/** An order as it will be sent, with the price the server holds for it. */
export type Quoted = {
  readonly body: TicketBody;
  readonly quote: OrderQuote;
  /** When it was asked for. @units milliseconds of `pageNow()` */
  readonly askedAt: number;
};

/** The button of a ticket: a price is held first, then the order is sent at it. */
export type TicketCommand = {
  /** What is to be confirmed; null while the ticket is filled in. */
  readonly quoted: Quoted | null;
  /** Asks the server for a held price. */
  readonly ask: (fields?: TicketFields) => Promise<unknown>;
  /** Asks for the next price of what is looked at. */
  readonly renew: () => Promise<unknown>;
  readonly send: () => Promise<unknown>;
  readonly back: () => void;
  readonly isAsking: boolean;
  /** The next price did not come: it is asked for by hand. */
  readonly isStale: boolean;
  readonly isSending: boolean;
  readonly aftermath: Aftermath;
  /** Counts refusals; with each the first field with an error takes the focus. */
  readonly refusals: number;
};

/** Why a price did not come that says nothing about the order. */
const MISSED: ReadonlySet<CallFailure['name']> = new Set([
  'network',
  'timeout',
  'unknown',
  'too-many',
  'unavailable',
]);

/** How far a fill was from the price that was held, in words. */
function useSlipWords(tickSize: string): (order: Order, held: string) => string | undefined {
  const t = useT();
  return (order, held) => {
    const filled = parseDecimal(order.openPrice ?? order.price);
    const wanted = parseDecimal(held);
    if (filled === null || wanted === null) return undefined;
    const slip = sub(filled, wanted);
    if (slip === 0n) return t('ticket.filled-same');
    const style = { placesMin: placesOfStep(tickSize) };
    const difference = formatNumber(formatDecimal(slip).replace('-', ''), style);
    return t(slip > 0n ? 'ticket.filled-above' : 'ticket.filled-below', { difference });
  };
}

/** Says what was filled, or what waits now. */
function useDoneToast({
  tickSize,
  specification,
}: MarketInfo): (order: Order, held: string) => void {
  const t = useT();
  const slipWords = useSlipWords(tickSize);
  return (order, held) => {
    const style = { placesMin: placesOfStep(tickSize) };
    const isWaiting = order.status === 'pending';
    const at = isWaiting ? (order.stopPrice ?? order.price) : (order.openPrice ?? order.price);
    const size = `\u2068${formatNumber(order.contracts)} ${specification.base}\u2069`;
    const more = isWaiting ? t('ticket.holds-nothing') : slipWords(order, held);
    toast({
      title: t(isWaiting ? 'ticket.placed' : 'ticket.filled', { price: formatNumber(at, style) }),
      text: `${orderName(order, t)} · ${size}${more === undefined ? '' : `. ${more}`}`,
      action: (
        <Link href={href('orders')} className="font-semibold underline underline-offset-3">
          {t('orders.title')}
        </Link>
      ),
    });
  };
}

/** Asks for a held price and sends what stands in a ticket, once, and says how that went. */
export function useTicketCommand(
  facts: TicketFacts,
  ticket: Ticket,
  onDone: (() => void) | undefined,
): TicketCommand {
  const { info } = facts;
  const { terms, prices } = ticket;
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [refusals, setRefusals] = useState(0);
  const isSent = useRef(false);
  const looked = useRef(quoted);
  useEffect(() => {
    looked.current = quoted;
  });
  const open = useOpenContract(() => setAftermath('asking'));
  const sayDone = useDoneToast(info);

  const ask = async (fields = ticket.fields): Promise<void> => {
    ticket.press();
    setAftermath(null);
    const body = bodyOf(info.code, fields, { terms, prices });
    // What was filled in a moment ago is looked at by the server alone.
    const errors = fields === ticket.fields ? ticket.errorsWhenPressed() : {};
    if (body === null || Object.keys(errors).length > 0 || !isReadable(fields)) {
      setRefusals((count) => count + 1);
      return;
    }
    setIsAsking(true);
    const askedAt = pageNow();
    const answer = await call('contracts.quote', { body });
    setIsAsking(false);
    setIsStale(false);
    if (answer.ok) {
      setQuoted({ body, quote: answer.value, askedAt });
      return;
    }
    setQuoted(null);
    ticket.refuse(answer.failure);
    setRefusals((count) => count + 1);
  };

  const renew = async (): Promise<void> => {
    if (quoted === null) return;
    setIsAsking(true);
    const askedAt = pageNow();
    const answer = await call('contracts.quote', { body: quoted.body });
    setIsAsking(false);
    // Who left meanwhile, or sent it, gets no other.
    if (looked.current !== quoted || isSent.current) return;
    if (answer.ok) setQuoted({ body: quoted.body, quote: answer.value, askedAt });
    const isMissed = !answer.ok && MISSED.has(answer.failure.name);
    setIsStale(isMissed);
    if (answer.ok || isMissed) return;
    setQuoted(null);
    ticket.refuse(answer.failure);
    setRefusals((count) => count + 1);
  };

  const send = async (): Promise<void> => {
    if (quoted === null) return;
    setAftermath(null);
    const { body, quote } = quoted;
    // Orders that wait have a price of their own; the held one is for the market.
    const isMarket = body.orderType === 'market';
    isSent.current = true;
    const end = await open.mutateAsync(isMarket ? { ...body, quoteId: quote.quoteId } : body);
    isSent.current = false;
    if (end.kind === 'earlier') setAftermath(end.command);
    else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
    const isEnded = end.kind === 'refused' && end.failure.name === 'quote-expired';
    if (isEnded && end.failure.field === undefined) {
      // Nothing was charged; the next price is held at once, for the order that was read: what is typed in money
      // comes to other lots by now. Pressing is the trader's again.
      await renew();
      setAftermath('priceEnded');
      return;
    }
    if (end.kind === 'refused') {
      setQuoted(null);
      ticket.refuse(end.failure);
      setRefusals((count) => count + 1);
    }
    if (end.kind !== 'done') return;
    setQuoted(null);
    sayDone(end.result, quote.price);
    ticket.clear();
    onDone?.();
  };

  return {
    quoted,
    ask: useOnce(ask),
    renew: useOnce(renew),
    send: useOnce(send),
    back: () => {
      setQuoted(null);
      setAftermath(null);
    },
    isAsking,
    isStale,
    isSending: open.isPending,
    aftermath,
    refusals,
  };
}
