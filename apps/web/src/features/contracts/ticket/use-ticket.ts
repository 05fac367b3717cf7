import { type Money, type Price, formatDecimal, parseMoney } from '@candor/kernel';
import { lotsForShare, openingPrice } from '@candor/pricing';
import type { MarketInfo, Order, UserInfo } from '@candor/protocol/light';
import { useMemo, useState } from 'react';
import type { CallFailure } from '../../../lib/http.ts';
import {
  type Preview,
  type Prices,
  type Terms,
  exposuresOf,
  previewOrder,
  pricesOf,
  marginStateOf,
  termsOf,
} from '../order/preview.ts';
import { type AmountUnit, amountOfLots, lotsOfAmount } from './amount.ts';
import {
  CLEARED,
  type TicketErrors,
  type TicketFields,
  draftOf,
  emptyFields,
  marketFor,
  ticketErrors,
} from './ticket.ts';

/** What a ticket is about and on whose account it stands. */
export type TicketFacts = {
  readonly info: MarketInfo;
  readonly bid: string | null;
  readonly ask: string | null;
  /** The figures of the signed-in user; null while signed out or on their way. */
  readonly user: UserInfo | null;
  /** Open contracts of the same trading account. */
  readonly orders: readonly Order[];
};

/** A ticket that is being filled in. */
export type Ticket = {
  readonly fields: TicketFields;
  readonly terms: Terms;
  readonly prices: Prices | null;
  /** What an order of this side would open at now; null without a price. */
  readonly openPrice: Price | null;
  readonly preview: Preview | null;
  readonly freeMargin: Money | null;
  readonly errors: TicketErrors;
  /** The same, with what is asked for only once the button was pressed. */
  readonly errorsWhenPressed: () => TicketErrors;
  /** The last refusal of the server, until something is changed. */
  readonly failure: CallFailure | null;
  readonly shareFailed: boolean;
  readonly change: (parts: Partial<TicketFields>) => void;
  readonly takeShare: (share: number) => void;
  /** Says the amount in another unit. */
  readonly takeUnit: (unit: AmountUnit) => void;
  readonly press: () => void;
  readonly refuse: (failure: CallFailure) => void;
  readonly clear: () => void;
};

const IN_LOTS = { unit: 'lots', amount: '' } as const;

/** The price an amount of money is counted at: the order's own while it waits, else the market's. */
function amountPrice(fields: TicketFields, prices: Prices | null): Price | null {
  const at = marketFor(fields, prices);
  return at === null ? null : openingPrice(fields.side, at);
}

/** The fields with the lots of what is typed in another unit, at the price of this moment. */
function withLots(
  typed: TicketFields,
  facts: { readonly terms: Terms; readonly prices: Prices | null },
): TicketFields {
  const { unit, amount } = typed;
  if (unit === 'lots') return typed;
  const at = amountPrice(typed, facts.prices);
  return { ...typed, lots: lotsOfAmount(amount, unit, { terms: facts.terms, at }) };
}

type Pressed = {
  readonly isPressed: boolean;
  readonly failure: CallFailure | null;
  readonly shareFailed: boolean;
};
const UNPRESSED: Pressed = { isPressed: false, failure: null, shareFailed: false };

function usePreview(
  facts: TicketFacts,
  parts: { terms: Terms; prices: Prices | null; fields: TicketFields },
): Preview | null {
  const { terms, prices, fields } = parts;
  const draft = useMemo(() => draftOf(fields, { terms, prices }), [fields, terms, prices]);
  const marginState = useMemo(
    () => (facts.user === null ? null : marginStateOf(facts.user)),
    [facts.user],
  );
  const { code } = facts.info;
  const exposures = useMemo(
    () => exposuresOf(facts.orders, { code, contractSize: terms.contractSize }),
    [facts.orders, code, terms.contractSize],
  );
  if (draft === null || prices === null || terms.link === null) return null;
  return previewOrder({
    terms: { ...terms, link: terms.link },
    prices,
    draft,
    marginState,
    exposures,
  });
}

/** The state of one ticket, its preview counted again with every price. */
export function useTicket(facts: TicketFacts, first: Partial<TicketFields>): Ticket {
  const { info, user } = facts;
  const terms = useMemo(() => termsOf(info), [info]);
  const [typed, setFields] = useState<TicketFields>(() => ({
    ...emptyFields(info.specification.leverageMax),
    ...first,
  }));
  const [pressed, setPressed] = useState<Pressed>(UNPRESSED);
  const prices = useMemo(
    () => pricesOf({ bid: facts.bid, ask: facts.ask }),
    [facts.bid, facts.ask],
  );
  const fields = useMemo(() => withLots(typed, { terms, prices }), [typed, terms, prices]);
  const preview = usePreview(facts, { terms, prices, fields });
  const freeMargin = parseMoney(user?.freeMargin ?? '', 'USDT');
  const change = (parts: Partial<TicketFields>): void => {
    // Lots that come from elsewhere stand as they are, until another unit is chosen for them.
    const unit = parts.lots === undefined || parts.amount !== undefined ? {} : IN_LOTS;
    setFields((before) => ({ ...before, ...unit, ...parts }));
    setPressed((before) => ({ ...before, failure: null, shareFailed: false }));
  };
  const inUnit = (lots: string | null, unit: AmountUnit): Partial<TicketFields> => ({
    lots,
    unit,
    amount:
      unit === 'lots' ? '' : amountOfLots(lots, unit, { terms, at: amountPrice(typed, prices) }),
  });
  const takeShare = (share: number): void => {
    const at = marketFor(fields, prices) ?? prices;
    const { link } = terms;
    if (freeMargin === null || at === null || link === null) return;
    const { side, leverage } = fields;
    const sizing = { terms: { ...terms, link }, side, leverage, at, freeMargin };
    const lots = lotsForShare(share, sizing);
    if (lots !== null) change(inUnit(formatDecimal(lots), fields.unit));
    else setPressed((before) => ({ ...before, shareFailed: true }));
  };
  const shown = { fields, terms, prices, preview, have: freeMargin };
  return {
    fields,
    terms,
    prices,
    openPrice: prices === null ? null : openingPrice(fields.side, prices),
    preview,
    freeMargin,
    errors: ticketErrors(shown, pressed.isPressed),
    errorsWhenPressed: () => ticketErrors(shown, true),
    failure: pressed.failure,
    shareFailed: pressed.shareFailed,
    change,
    takeShare,
    takeUnit: (unit) => change(inUnit(fields.lots, unit)),
    press: () => setPressed((before) => ({ ...before, isPressed: true, failure: null })),
    refuse: (failure) => setPressed((before) => ({ ...before, failure })),
    clear: () => {
      setFields((before) => ({ ...before, ...CLEARED }));
      setPressed(UNPRESSED);
    },
  };
}
