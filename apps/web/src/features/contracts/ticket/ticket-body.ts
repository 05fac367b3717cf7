import { type Price, type Quantity, formatDecimal, mul } from '@candor/kernel';
import { hasPrice } from '@candor/pricing';
import type { OpenContractBody } from '@candor/protocol/light';
import type { OrderDraft, Prices, Terms } from '../order/preview.ts';
import { type TicketFields, draftOf } from './ticket.ts';

/** What an order says, before it has an id; a quote is asked for the same. */
export type TicketBody = Omit<OpenContractBody, 'requestId' | 'quoteId'>;

/** The stops of a body: in money when every one of them was typed in money, else in price. */
function stopsOf(fields: TicketFields, draft: OrderDraft): Partial<TicketBody> {
  const { stopLoss, takeProfit } = draft;
  const typed = [
    { price: fields.stopLoss, money: fields.stopLossMoney, at: stopLoss },
    { price: fields.takeProfit, money: fields.takeProfitMoney, at: takeProfit },
  ].filter(({ at }) => at !== null);
  const isMoney = typed.length > 0 && typed.every(({ price }) => price === '');
  const text = (money: string | null, at: Price): string =>
    isMoney ? (money ?? '') : formatDecimal(at);
  return {
    ...(stopLoss === null ? {} : { stopLoss: text(fields.stopLossMoney, stopLoss) }),
    ...(takeProfit === null ? {} : { takeProfit: text(fields.takeProfitMoney, takeProfit) }),
    ...(isMoney ? { inMoney: true } : {}),
  };
}

/** The body of `contracts.open` without its ids; null while the ticket is not complete. */
export function bodyOf(
  code: string,
  fields: TicketFields,
  facts: { readonly terms: Terms; readonly prices: Prices | null },
): TicketBody | null {
  const draft = draftOf(fields, facts);
  if (draft === null) return null;
  const { price, stopPrice, trailing } = fields;
  return {
    code,
    direction: fields.side === 'long' ? 'buy' : 'sell',
    orderType: fields.orderType,
    lots: formatDecimal(draft.lots),
    leverage: draft.leverage,
    ...(hasPrice(fields.orderType, 'limit') && price !== null ? { price } : {}),
    ...(hasPrice(fields.orderType, 'stop') && stopPrice !== null ? { stopPrice } : {}),
    ...stopsOf(fields, draft),
    ...(trailing === '' || trailing === null ? {} : { trailingDistance: trailing }),
  };
}

/** Whether every field can be read; a stop that is no number must not be dropped silently. */
export function isReadable(fields: TicketFields): boolean {
  return Object.values(fields).every((value) => value !== null);
}

/** Lots as units of the instrument's base. */
export function baseQuantity(lots: Quantity, terms: Pick<Terms, 'contractSize'>): string {
  return formatDecimal(mul(lots, terms.contractSize, 'halfEven'));
}
