import { placesOf } from '@candor/kernel';
import type { Side } from '@candor/pricing';
import { formatNumber, useT } from '@candor/ui';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import {
  type TicketError,
  type TicketErrors,
  type TicketField,
  fieldsOfFailure,
  factsOnCents,
} from './ticket.ts';
import type { Ticket } from './use-ticket.ts';
import type { CallFailure } from '../../../lib/http.ts';

/** The sentence that stands at a field; undefined when nothing is wrong there. */
export type ErrorAt = (field: TicketField) => string | undefined;

/** What the price of a waiting order is refused for, as our own sentence says it. */
export function priceRefusal(failure: CallFailure, side: Side): TicketError | null {
  const { why, ask, bid, tickSize } = failure.facts ?? {};
  if (failure.name !== 'quote-expired' || failure.field === undefined) return null;
  if (why === 'offStep') return { key: 'ticket.price-step', values: { step: tickSize ?? '' } };
  const values = { market: (side === 'long' ? ask : bid) ?? '' };
  if (why === 'wrongSide') return { key: 'ticket.price-wrong-side', values };
  return why === 'tooFar' ? { key: 'ticket.price-too-far', values } : null;
}

/** Values of sentences that are prices. */
const PRICES: ReadonlySet<string> = new Set(['low', 'high', 'market']);
/** Values of sentences that are money. */
const MONEY: ReadonlySet<string> = new Set(['need', 'have']);

/**
 * The errors as they were when something was last typed or became wrong: what they name moves with
 * every tick, and a screen reader would read each of them out.
 */
function useHeldErrors({ fields, errors }: Pick<Ticket, 'errors' | 'fields'>): TicketErrors {
  const kinds = Object.entries(errors)
    .map(([field, { key }]) => `${field} ${key}`)
    .join();
  const [held, setHeld] = useState({ fields, kinds, errors });
  if (held.fields === fields && held.kinds === kinds) return held.errors;
  setHeld({ fields, kinds, errors });
  return errors;
}

/** The sentence at each field: what would be refused, or what was. */
export function useErrorText(
  ticket: Pick<Ticket, 'errors' | 'failure' | 'fields' | 'terms'>,
): ErrorAt {
  const t = useT();
  const errors = useHeldErrors(ticket);
  const priceStyle = { placesMin: placesOf(ticket.terms.tickSize) };
  const say = ({ key, values }: TicketError): string =>
    t(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => [
          name,
          formatNumber(
            text,
            PRICES.has(name) ? priceStyle : MONEY.has(name) ? { placesMin: 2 } : {},
          ),
        ]),
      ),
    );
  return (field) => {
    const own = errors[field];
    if (own !== undefined) return say(own);
    const { failure } = ticket;
    if (failure === null || !fieldsOfFailure(failure).includes(field)) return undefined;
    const refusal = priceRefusal(failure, ticket.fields.side);
    if (refusal !== null) return say(refusal);
    return failureText({ ...failure, facts: factsOnCents(failure.facts ?? {}) }, t);
  };
}
