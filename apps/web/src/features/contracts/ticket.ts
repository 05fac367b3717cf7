import {
  type Money,
  type Price,
  type Quantity,
  decimal,
  formatDecimal,
  formatMoney,
  isOnStep,
  mul,
  parseDecimal,
  roundToStep,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { Side } from '@candor/pricing';
import type { OpenContractBody } from '@candor/protocol/light';
import type { CallFailure } from '../../lib/http.ts';
import type { OrderDraft, Preview, Terms } from './preview.ts';
import { type LotsProblem, lotsProblem } from './size.ts';

/** What stands in the ticket: decimal text, "" for nothing, null for what is no number. */
export type TicketFields = {
  readonly side: Side;
  readonly leverage: number;
  readonly lots: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
};

/** A field an error can stand at; `form` for what belongs to none. */
export type TicketField = 'lots' | 'leverage' | 'stopLoss' | 'takeProfit' | 'form';

/** A sentence with the plain decimals it names. */
export type TicketError = {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string>>;
};

/** The errors of a ticket, each at its field. */
export type TicketErrors = Partial<Record<TicketField, TicketError>>;

/** An empty ticket. */
export function emptyFields(leverageMax: number): TicketFields {
  return {
    side: 'long',
    leverage: Math.min(2, leverageMax),
    lots: '',
    stopLoss: '',
    takeProfit: '',
  };
}

const numberOf = (text: string | null): ReturnType<typeof parseDecimal> =>
  text === null || text === '' ? null : parseDecimal(text);

/** The order the fields describe; null while the lots are no number above zero. */
export function draftOf(fields: TicketFields): OrderDraft | null {
  const lots = numberOf(fields.lots) as Quantity | null;
  if (lots === null || lots <= 0n) return null;
  return {
    side: fields.side,
    lots,
    leverage: fields.leverage,
    stopLoss: numberOf(fields.stopLoss) as Price | null,
    takeProfit: numberOf(fields.takeProfit) as Price | null,
  };
}

const LOTS_KEYS: Readonly<Record<LotsProblem, MessageKey>> = {
  missing: 'message.enter-quantity',
  belowMin: 'ticket.below-min',
  aboveMax: 'ticket.above-max',
  offStep: 'ticket.off-step',
};

function lotsError(
  facts: { fields: TicketFields; terms: Terms; preview: Preview | null; have: Money | null },
  isPressed: boolean,
): TicketError | null {
  const { fields, terms, preview, have } = facts;
  const problem = lotsProblem(numberOf(fields.lots) as Quantity | null, terms);
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
  if (preview === null || preview.isAffordable || have === null) return null;
  return {
    key: 'error.free-margin-short',
    values: onCents({ need: formatMoney(preview.needed), have: formatMoney(have) }),
  };
}

const CENT = decimal('0.01');

/**
 * What is needed and what is there, as a sentence says them.
 *
 * @rounding need up, have down: the sentence must stay true when both are cut
 */
export function onCents<Facts extends Readonly<Record<string, string>>>(facts: Facts): Facts {
  const cut = (name: string, rounding: 'up' | 'down'): Record<string, string> => {
    const value = parseDecimal(facts[name] ?? '');
    if (value === null) return {};
    return { [name]: formatDecimal(roundToStep(value, { step: CENT, rounding })) };
  };
  return { ...facts, ...cut('need', 'up'), ...cut('have', 'down') };
}

function stopErrors(fields: TicketFields, terms: Terms, preview: Preview | null): TicketErrors {
  const step = { step: formatDecimal(terms.tickSize) };
  const isOff = (text: string | null): boolean => {
    const price = numberOf(text);
    return price !== null && !isOnStep(price, terms.tickSize);
  };
  const offStep: TicketError = { key: 'ticket.price-step', values: step };
  const errors: { -readonly [Field in keyof TicketErrors]: TicketErrors[Field] } = {};
  const failure = preview?.stopsFailure ?? null;
  const isLossWrong = failure === 'stop-loss-unreasonable' || failure === 'stops-unreasonable';
  const isGainWrong = failure === 'take-profit-unreasonable' || failure === 'stops-unreasonable';
  if (isOff(fields.stopLoss)) errors.stopLoss = offStep;
  else if (isLossWrong) errors.stopLoss = { key: 'error.stop-loss-unreasonable', values: {} };
  if (isOff(fields.takeProfit)) errors.takeProfit = offStep;
  else if (isGainWrong) errors.takeProfit = { key: 'error.take-profit-unreasonable', values: {} };
  return errors;
}

/**
 * What would be refused, said before anything is sent; missing lots only once the button was
 * pressed.
 */
export function ticketErrors(
  facts: {
    readonly fields: TicketFields;
    readonly terms: Terms;
    readonly preview: Preview | null;
    readonly have: Money | null;
  },
  isPressed: boolean,
): TicketErrors {
  const lots = lotsError(facts, isPressed);
  return {
    ...(lots === null ? {} : { lots }),
    ...stopErrors(facts.fields, facts.terms, facts.preview),
  };
}

const AT_FIELDS: readonly TicketField[] = ['lots', 'leverage', 'stopLoss', 'takeProfit'];

/** The fields a refusal of the server stands at; both stops when neither can work. */
export function fieldsOfFailure(failure: CallFailure): readonly TicketField[] {
  if (failure.name === 'stops-unreasonable') return ['stopLoss', 'takeProfit'];
  const field = AT_FIELDS.find((one) => one === failure.field);
  return [field ?? 'form'];
}

/** The body of `contracts.open` without its id; null while the ticket is not complete. */
export function bodyOf(
  code: string,
  fields: TicketFields,
): Omit<OpenContractBody, 'requestId'> | null {
  const draft = draftOf(fields);
  if (draft === null) return null;
  const { stopLoss, takeProfit } = draft;
  return {
    code,
    direction: fields.side === 'long' ? 'buy' : 'sell',
    orderType: 'market',
    lots: formatDecimal(draft.lots),
    leverage: draft.leverage,
    ...(stopLoss === null ? {} : { stopLoss: formatDecimal(stopLoss) }),
    ...(takeProfit === null ? {} : { takeProfit: formatDecimal(takeProfit) }),
  };
}

/** Whether every field can be read; a stop that is no number must not be dropped silently. */
export function isReadable(fields: TicketFields): boolean {
  return fields.lots !== null && fields.stopLoss !== null && fields.takeProfit !== null;
}

/** Lots as units of the instrument's base. */
export function baseQuantity(lots: Quantity, terms: Pick<Terms, 'contractSize'>): string {
  return formatDecimal(mul(lots, terms.contractSize, 'halfEven'));
}
