import {
  type Mode,
  type Money,
  type Price,
  type Rate,
  type Result,
  type UnixMs,
  assert,
  fail,
  formatMoney,
  ok,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import {
  type Instrument,
  type InstrumentClass,
  type OptionDirection,
  type Quote,
  type MarginJudgement,
  freeMargin,
  mid,
  optionPaid,
  optionPayout,
  settleOption,
  stakeProblem,
} from '@candor/pricing';
import { type ErrorName, type Failure, options as protocol } from '@candor/protocol';
import type {
  MarketStatus,
  Offer,
  Option,
  Outcome,
  Promised,
  Settlement,
  SettlementTick,
  Stakes,
} from './option.ts';

/** Lengths on offer, in seconds. @source PRODUCT 5 */
export const PERIODS = [60, 120, 300, 900, 3_600, 86_400] as const;

/** How long a quote's rate holds. */
export const QUOTE_MS = 15_000;

/** Kinds of instruments that tick often enough for a minute to have a price. */
const OFFERED: ReadonlySet<InstrumentClass> = new Set(['crypto', 'forexMajor', 'forex', 'gold']);

/** What decides whether a real account may buy at all, read before the decision. */
export type RealFacts = {
  readonly access:
    | { readonly isOpen: true; readonly country: string }
    | { readonly isOpen: false; readonly why: string; readonly country: string | null };
  /** Whether real business of any product is taken of the user now. */
  readonly admitted: Result<null, Failure>;
};

/** Everything a decision about a purchase depends on, besides the trading account. */
export type TermsFacts = {
  readonly body: {
    readonly direction: OptionDirection;
    readonly period: number;
    readonly amount: string;
  };
  readonly mode: Mode;
  /** Of a real account: the country it is sold in, or why it is not sold. */
  readonly real: RealFacts | null;
  readonly instrument: Instrument | null;
  readonly quote: Quote | null;
  readonly status: MarketStatus;
  /** Whether the market trades at the moment the period ends, by its hours. */
  readonly isOpenAtEnd: boolean;
  readonly offers: readonly Offer[];
  readonly stakes: Stakes;
};

/** What an option would be bought on. */
export type Terms = {
  readonly instrument: Instrument;
  readonly stake: Money;
  readonly rate: Rate;
  readonly rateVersion: number;
  readonly payout: Money;
  readonly open: { readonly price: Price; readonly quote: Quote };
};

const refuse = (
  name: ErrorName,
  field: string | undefined,
  facts: Record<string, string> = {},
): { ok: false; failure: Failure } =>
  fail({ name, facts, ...(field === undefined ? {} : { field }) });

/**
 * Whether an instrument is offered for options at all.
 *
 * @source WIRE 10014
 */
function isOffered(instrument: Instrument | null): instrument is Instrument {
  return instrument !== null && OFFERED.has(instrument.class);
}

/**
 * The periods an instrument is offered for: those whose rate lies within the published range.
 *
 * @units rates: shares of the stake
 */
export function offersFor(
  instrument: Instrument | null,
  facts: { readonly offers: readonly Offer[]; readonly least: Rate; readonly most: Rate },
): readonly Offer[] {
  if (!isOffered(instrument)) return [];
  return facts.offers.filter(({ rate }) => rate >= facts.least && rate <= facts.most);
}

function decideStake(amount: string, stakes: Stakes): Result<Money, Failure> {
  const stake = parseMoney(amount, 'USDT');
  const problem = stakeProblem(stake, { ...stakes, free: null });
  if (stake !== null && problem === null) return ok(stake);
  const facts = { min: formatMoney(stakes.min), max: formatMoney(stakes.max) };
  return refuse('quantity-refused', 'amount', facts);
}

/**
 * Whether there is a price to open at now and a market to settle in. Both ends are held to one
 * standard: the opening tick has to pass the source rule too.
 */
function decideOpening(facts: TermsFacts): Result<{ price: Price; quote: Quote }, Failure> {
  const why = (reason: string): { ok: false; failure: Failure } =>
    refuse('not-tradable-now', undefined, { why: reason });
  if (facts.status !== 'open') return why(facts.status);
  if (facts.quote === null) return why('noSource');
  if (!facts.quote.mayTrigger) return why('unconfirmed');
  if (!facts.isOpenAtEnd) return why('closedAtSettlement');
  return ok({ price: mid(facts.quote), quote: facts.quote });
}

/**
 * Whether a real account may buy options: two people enabled them in the user's country, and real
 * business is taken of the user. A practice account is asked nothing.
 *
 * @failure  not-yet-open — `why`: countryNotEnabled (with `country`), countryUnknown, countryUnclear
 * @failure  cooling-off · not-tradable-now — as for any real business
 * @source   PRODUCT 5
 */
function decideReal({ mode, real }: Pick<TermsFacts, 'mode' | 'real'>): Result<null, Failure> {
  if (mode === 'demo') return ok(null);
  // What was not read is not enabled.
  if (real === null) return refuse('not-yet-open', undefined, { why: 'countryUnknown' });
  const { access, admitted } = real;
  if (access.isOpen) return admitted;
  const { why, country } = access;
  return refuse('not-yet-open', undefined, { why, ...(country === null ? {} : { country }) });
}

/**
 * The terms an option is offered on, or why it is not.
 *
 * @units    stake, payout: USDT units, the payout rounded down · open price: middle of the tick
 * @failure  those of `decideReal`
 * @failure  not-offered-as-option · option-period-unknown · quantity-refused · not-tradable-now
 *           (with `why`: stale, closed, noSource, closeOnly, suspended, unconfirmed,
 *           closedAtSettlement)
 * @source   PRODUCT 5, WIRE 4
 */
export function decideTerms(facts: TermsFacts): Result<Terms, Failure> {
  const { body, instrument, offers } = facts;
  const allowed = decideReal(facts);
  if (!allowed.ok) return allowed;
  if (!isOffered(instrument)) return refuse('not-offered-as-option', 'code');
  const offer = offers.find(({ seconds }) => seconds === body.period);
  if (offer === undefined) {
    const offered = offers.map(({ seconds }) => seconds).join(' ');
    return refuse('option-period-unknown', 'period', { offered });
  }
  const stake = decideStake(body.amount, facts.stakes);
  if (!stake.ok) return stake;
  const opening = decideOpening(facts);
  if (!opening.ok) return opening;
  const { rate, rateVersion } = offer;
  const payout = optionPayout({ stake: stake.value, rate });
  return ok({ instrument, stake: stake.value, rate, rateVersion, payout, open: opening.value });
}

/** Whether a promise covers this purchase, still. */
function covers(
  promised: Promised,
  params: { terms: Terms; body: TermsFacts['body']; mode: Mode; now: UnixMs },
): boolean {
  const { terms, body } = params;
  return (
    promised.expiresAt >= params.now &&
    promised.mode === params.mode &&
    promised.code === terms.instrument.code &&
    promised.direction === body.direction &&
    promised.period === body.period &&
    promised.stake.units === terms.stake.units
  );
}

/**
 * Decides a purchase: at the rate its quote promised, or at the one in force without a quote.
 *
 * @failure  those of `decideTerms`
 * @failure  not-tradable-now — why: unjudgeable · codes: contracts of these have no price
 * @failure  quote-expired — the quote ended, was used, or was for something else
 * @failure  free-margin-short — the stake is more than the free margin
 * @source   PRODUCT 5; LEDGER 4: the whole stake ≤ free margin; RELIABILITY O5
 */
export function decideBuy(
  facts: TermsFacts & {
    readonly now: UnixMs;
    readonly margin: MarginJudgement;
    /** What the named quote promises; undefined when none was named. */
    readonly promised: Promised | null | undefined;
  },
): Result<Terms & { readonly free: Money }, Failure> {
  const decided = decideTerms(facts);
  if (!decided.ok) return decided;
  const { margin } = facts;
  if (!margin.isJudged) {
    const codes = margin.unmarked.join(', ');
    return refuse('not-tradable-now', undefined, { why: 'unjudgeable', codes });
  }
  const { promised, body, mode, now } = facts;
  let terms = decided.value;
  if (promised !== undefined) {
    if (promised === null || !covers(promised, { terms, body, mode, now })) {
      return refuse('quote-expired', 'quoteId');
    }
    const { rate, rateVersion } = promised;
    terms = { ...terms, rate, rateVersion, payout: optionPayout({ stake: terms.stake, rate }) };
  }
  const have = freeMargin(margin.marginState);
  const problem = stakeProblem(terms.stake, { ...facts.stakes, free: have });
  if (problem === null) return ok({ ...terms, free: have });
  const facts10011 = { need: formatMoney(terms.stake), have: formatMoney(have) };
  return refuse('free-margin-short', 'amount', facts10011);
}

/** When an option stops waiting for a price. @units wall time */
export function windowEnd(option: Pick<Option, 'settleAt'>): UnixMs {
  return plusMs(option.settleAt, protocol.SETTLEMENT_WINDOW_MS);
}

/**
 * How a running option ends on a tick, or without one.
 *
 * @units    paid: USDT units
 * @throws   InvariantError for a tick received before the period ended or after the window
 * @source   PRODUCT 5, RELIABILITY O1–O3
 */
export function settlementOf(
  option: Option,
  facts: { readonly tick: SettlementTick | null; readonly now: UnixMs },
): Settlement {
  const { tick, now } = facts;
  const { stake, payout, direction } = option;
  const openPrice = option.open.price;
  if (tick !== null) {
    assert(tick.receivedAt >= option.settleAt, 'a settlement tick comes after the period');
    assert(tick.receivedAt <= windowEnd(option), 'a settlement tick comes in time');
  }
  const outcome: Outcome =
    tick === null ? 'void' : settleOption({ direction, openPrice, settlePrice: tick.price });
  return { outcome, tick, paid: optionPaid({ outcome, stake, payout }), at: now };
}

/** Statuses an option may move between; everything else is a broken promise. */
const TRANSITIONS = { running: ['closed'], closed: [] } as const;

/** Where an option stands. */
export type OptionStatus = keyof typeof TRANSITIONS;

/** Whether an option may go from one status to another. */
export function canMove(from: OptionStatus, to: OptionStatus): boolean {
  return (TRANSITIONS[from] as readonly OptionStatus[]).includes(to);
}
