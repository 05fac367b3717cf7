import {
  type Money,
  type Price,
  type Quantity,
  formatDecimal,
  formatMoney,
  isOnStep,
  parseDecimal,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import {
  type LotsProblem,
  type OrderType,
  type Side,
  type StopRange,
  type WaitProblem,
  expectedPrice,
  hasPrice,
  lotsProblem,
  openingPrice,
  trailingProblem,
  waitProblem,
} from '@candor/pricing';
import type { CallFailure } from '../../../lib/http.ts';
import type { OrderDraft, Preview, Prices, Terms } from '../order/preview.ts';
import type { AmountUnit } from './amount.ts';
import { type StopBasis, centsText, priceOfStop } from '../order/stops.ts';

/** What stands in the ticket: decimal text, "" for nothing, null for what is no number. */
export type TicketFields = {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly leverage: number;
  readonly lots: string | null;
  /** What the amount is typed in; in another unit than lots `amount` is what was typed. */
  readonly unit: AmountUnit;
  readonly amount: string | null;
  /** The limit of limit and stop-limit orders. */
  readonly price: string | null;
  /** What sets off stop and stop-limit orders. */
  readonly stopPrice: string | null;
  /** Each stop is typed in price or in money; the other of the two is "". */
  readonly stopLoss: string | null;
  readonly stopLossMoney: string | null;
  readonly takeProfit: string | null;
  readonly takeProfitMoney: string | null;
  readonly trailing: string | null;
};

/** A field an error can stand at; `form` for what belongs to none. */
export type TicketField =
  | 'lots'
  | 'leverage'
  | 'price'
  | 'stopPrice'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailingDistance'
  | 'form';

/** A sentence with the plain decimals it names. */
export type TicketError = {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string>>;
};

/** The errors of a ticket, each at its field. */
export type TicketErrors = Partial<Record<TicketField, TicketError>>;

/** What is empty once an order was filled. */
export const CLEARED = {
  lots: '',
  amount: '',
  price: '',
  stopPrice: '',
  stopLoss: '',
  stopLossMoney: '',
  takeProfit: '',
  takeProfitMoney: '',
  trailing: '',
} as const satisfies Partial<TicketFields>;

/** An empty ticket. */
export function emptyFields(leverageMax: number): TicketFields {
  const leverage = Math.min(2, leverageMax);
  return { side: 'long', orderType: 'market', leverage, unit: 'lots', ...CLEARED };
}

const numberOf = (text: string | null): ReturnType<typeof parseDecimal> =>
  text === null || text === '' ? null : parseDecimal(text);

/** The price a waiting order would be filled at; null for a market order or an empty field. */
function waitsFor(fields: Pick<TicketFields, 'orderType' | 'price' | 'stopPrice'>): Price | null {
  const limit = numberOf(fields.price) as Price | null;
  const stop = numberOf(fields.stopPrice) as Price | null;
  const value = expectedPrice({ orderType: fields.orderType, limit, stop });
  return value === null || value <= 0n ? null : value;
}

/** Where the market stands for an order: at its own price while it waits; null while unknown. */
export function marketFor(
  fields: Pick<TicketFields, 'orderType' | 'price' | 'stopPrice'>,
  prices: Prices | null,
): Prices | null {
  if (fields.orderType === 'market') return prices;
  const own = waitsFor(fields);
  return own === null ? null : { bid: own, ask: own };
}

/** What the stops of a ticket are measured from; null while price or size are missing. */
export function basisOf(
  fields: TicketFields,
  facts: { terms: Terms; prices: Prices | null },
): StopBasis | null {
  const { terms, prices } = facts;
  const lots = numberOf(fields.lots) as Quantity | null;
  const market = marketFor(fields, prices);
  if (lots === null || lots <= 0n || market === null || terms.link === null) return null;
  const { contractSize, tickSize, link } = terms;
  const { side } = fields;
  return { side, lots, contractSize, tickSize, link, openPrice: openingPrice(side, market) };
}

/** The order the fields describe; null while lots or its own price are no number above zero. */
export function draftOf(
  fields: TicketFields,
  facts: { terms: Terms; prices: Prices | null },
): OrderDraft | null {
  const lots = numberOf(fields.lots) as Quantity | null;
  const own = waitsFor(fields);
  if (lots === null || lots <= 0n || (fields.orderType !== 'market' && own === null)) return null;
  const basis = basisOf(fields, facts);
  const { stopLoss, stopLossMoney, takeProfit, takeProfitMoney } = fields;
  const lossAt = priceOfStop({ price: stopLoss, money: stopLossMoney }, 'loss', basis);
  const trailingDistance = numberOf(fields.trailing) as Price | null;
  const { tickSize } = facts.terms;
  const market = marketFor(fields, facts.prices);
  const isLossTyped = stopLoss !== '' || stopLossMoney !== '';
  return {
    side: fields.side,
    waitsFor: own,
    lots,
    leverage: fields.leverage,
    stopLoss: lossAt,
    takeProfit: priceOfStop({ price: takeProfit, money: takeProfitMoney }, 'gain', basis),
    trailingDistance,
    isStopUnclear:
      (isLossTyped && !isStopPrice(lossAt, tickSize)) ||
      (fields.trailing !== '' && trailingProblem(trailingDistance, { market, tickSize }) !== null),
  };
}

/** Whether a stop could stand at a price. */
function isStopPrice(at: Price | null, tickSize: Price): boolean {
  return at !== null && at > 0n && isOnStep(at, tickSize);
}

const LOTS_KEYS: Readonly<Record<LotsProblem, MessageKey>> = {
  missing: 'message.enter-quantity',
  belowMin: 'ticket.below-min',
  aboveMax: 'ticket.above-max',
  offStep: 'ticket.off-step',
};

type Facts = {
  readonly fields: TicketFields;
  readonly terms: Terms;
  /** Null while there is no price. */
  readonly prices: Prices | null;
  readonly preview: Preview | null;
  readonly have: Money | null;
};

function lotsError(facts: Facts, isPressed: boolean): TicketError | null {
  const { fields, terms, preview, have } = facts;
  const { lots } = fields;
  // Less than the least step in another unit comes to no lots at all.
  const isNone = fields.unit !== 'lots' && lots === '0' && numberOf(fields.amount) !== 0n;
  const problem = isNone ? 'belowMin' : lotsProblem(numberOf(lots) as Quantity | null, terms);
  if (problem === 'missing' && !isPressed) return null;
  if (problem !== null) {
    return {
      key: LOTS_KEYS[problem],
      values: {
        min: formatDecimal(terms.lotsMin),
        max: formatDecimal(terms.lotsMax),
        step: formatDecimal(terms.lotStep),
      },
    };
  }
  // A waiting order holds nothing: its margin is asked for when its price comes.
  if (preview === null || preview.isAffordable || have === null) return null;
  if (fields.orderType !== 'market') return null;
  return {
    key: 'error.free-margin-short',
    values: factsOnCents({ need: formatMoney(preview.needed), have: formatMoney(have) }),
  };
}

/**
 * What is needed and what is there, as a sentence says them.
 *
 * @rounding need up, have down: the sentence must stay true when both are cut
 */
export function factsOnCents<Facts extends Readonly<Record<string, string>>>(facts: Facts): Facts {
  const cut = (name: string, rounding: 'up' | 'down'): Record<string, string> => {
    const value = parseDecimal(facts[name] ?? '');
    if (value === null) return {};
    return { [name]: centsText(value, rounding) };
  };
  return { ...facts, ...cut('need', 'up'), ...cut('have', 'down') };
}

type Errors = { -readonly [Field in TicketField]?: TicketError };

/** What is wrong with a price an order waits for. */
export const WAIT_KEYS = {
  missing: 'ticket.enter-price',
  offStep: 'ticket.price-step',
  wrongSide: 'ticket.price-wrong-side',
  tooFar: 'ticket.price-too-far',
} as const satisfies Record<WaitProblem, MessageKey>;
/** What is wrong with the distance of a trailing stop. */
export const TRAILING_KEYS = { ...WAIT_KEYS, tooFar: 'error.stop-loss-unreasonable' } as const;

/** The prices an order waits for: missing only once the button was pressed. */
function priceErrors({ fields, terms, prices }: Facts, isPressed: boolean): TicketErrors {
  const { side, orderType } = fields;
  const { tickSize } = terms;
  const errors: Errors = {};
  const step: TicketError['values'] = { step: formatDecimal(tickSize) };
  const values: TicketError['values'] =
    prices === null ? {} : { market: formatDecimal(openingPrice(side, prices)) };
  const put = (field: TicketField, key: MessageKey): void => {
    errors[field] = { key, values: key === WAIT_KEYS.offStep ? step : values };
  };
  const check = (kind: 'limit' | 'stop', field: 'price' | 'stopPrice'): void => {
    const text = fields[field];
    if (!hasPrice(orderType, kind) || (text === '' && !isPressed)) return;
    const wait = { side, orderType, kind, tickSize, market: prices };
    const problem = waitProblem(numberOf(text) as Price | null, wait);
    if (problem !== null) put(field, WAIT_KEYS[problem]);
  };
  check('limit', 'price');
  check('stop', 'stopPrice');
  const market = marketFor(fields, prices);
  const distance = numberOf(fields.trailing) as Price | null;
  const problem = fields.trailing === '' ? null : trailingProblem(distance, { market, tickSize });
  if (problem !== null) put('trailingDistance', TRAILING_KEYS[problem]);
  return errors;
}

/** Where a stop may stand, in words; the refusal's own where no price is left. */
function rangeError(range: StopRange | null | undefined, otherwise: MessageKey): TicketError {
  const { low, high } = range ?? { low: null, high: null };
  const values = {
    ...(low === null ? {} : { low: formatDecimal(low) }),
    ...(high === null ? {} : { high: formatDecimal(high) }),
  };
  if (low !== null) return { key: high === null ? 'ticket.at-least' : 'ticket.between', values };
  return { key: high === null ? otherwise : 'ticket.at-most', values };
}

function stopErrors({ fields, terms, preview }: Facts): TicketErrors {
  const isOff = (text: string | null): boolean => {
    const price = numberOf(text);
    return price !== null && !isOnStep(price, terms.tickSize);
  };
  const offStep: TicketError = {
    key: 'ticket.price-step',
    values: { step: formatDecimal(terms.tickSize) },
  };
  const errors: Errors = {};
  const failure = preview?.stopsFailure ?? null;
  const allowed = preview?.allowedStops;
  const isLossWrong = failure === 'stop-loss-unreasonable' || failure === 'stops-unreasonable';
  const isGainWrong = failure === 'take-profit-unreasonable' || failure === 'stops-unreasonable';
  if (isOff(fields.stopLoss)) errors.stopLoss = offStep;
  else if (isLossWrong) {
    errors.stopLoss = rangeError(allowed?.stopLoss, 'error.stop-loss-unreasonable');
  }
  if (isOff(fields.takeProfit)) errors.takeProfit = offStep;
  else if (isGainWrong) {
    errors.takeProfit = rangeError(allowed?.takeProfit, 'error.take-profit-unreasonable');
  }
  return errors;
}

/**
 * What would be refused, said before anything is sent; missing figures only once the button was
 * pressed.
 */
export function ticketErrors(facts: Facts, isPressed: boolean): TicketErrors {
  const lots = lotsError(facts, isPressed);
  return {
    ...(lots === null ? {} : { lots }),
    ...priceErrors(facts, isPressed),
    ...stopErrors(facts),
  };
}

const AT_FIELDS: readonly TicketField[] = [
  'lots',
  'leverage',
  'price',
  'stopPrice',
  'stopLoss',
  'takeProfit',
  'trailingDistance',
];

/** The fields a refusal of the server stands at; both stops when neither can work. */
export function fieldsOfFailure(failure: CallFailure): readonly TicketField[] {
  if (failure.name === 'stops-unreasonable') return ['stopLoss', 'takeProfit'];
  const field = AT_FIELDS.find((one) => one === failure.field);
  return [field ?? 'form'];
}
