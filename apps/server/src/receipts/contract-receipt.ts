import {
  type Money,
  type Price,
  type Quantity,
  type TickId,
  addMoney,
  ensure,
  formatDecimal,
  formatMoney,
  sub,
  subMoney,
  zero,
} from '@candor/kernel';
import type { ContractReceipt, CoverReceipt, OrderTerms } from '@candor/protocol';
import type { ClosingFacts, TermsFrom } from '../contracts/index.ts';
import { receiptNumber } from '../contracts/index.ts';
import type { NumberedEntry } from '../ledger/index.ts';
import type { Unhashed } from './canonical.ts';
import {
  type PriceParams,
  type Ticks,
  counterpartyOf,
  entriesOf,
  fillOf,
  linkOf,
  markOf,
  namedBy,
  tapeTickOf,
} from './parts.ts';
import type { Terms } from './terms.ts';

/** Everything the receipt of a closing is put together from. */
export type ClosingParts = {
  readonly facts: ClosingFacts;
  readonly terms: Terms;
  readonly ticks: Ticks;
  /** Entries of the contract, from its opening to this closing. */
  readonly entries: readonly NumberedEntry[];
};

/** The ticks a closing cites. */
export function ticksOf(facts: ClosingFacts): TickId[] {
  const fills = facts.close === null ? [facts.open] : [facts.open, facts.close];
  const ids = [
    ...fills.flatMap(({ tickId, linkTickId }) => [tickId, linkTickId]),
    ...facts.financing.flatMap(({ tickId, linkTickId }) => [tickId, linkTickId]),
  ];
  return ids.filter((id) => id !== null);
}

const OPENED_BY = {
  market: 'quote',
  limit: 'limit',
  stop: 'stop',
  stopLimit: 'stopLimit',
} as const;
const SET_OFF = ['stopLoss', 'takeProfit', 'trailing'] as const;

function askedAtOpening(facts: ClosingFacts): PriceParams | null {
  const price = facts.orderType === 'stop' ? facts.stopPrice : facts.askedPrice;
  return price === null ? null : { kind: OPENED_BY[facts.orderType], price };
}

function askedAtClosing(facts: ClosingFacts): PriceParams | null {
  const kind = SET_OFF.find((one) => one === facts.reason);
  return kind === undefined || facts.closeAsked === null ? null : { kind, price: facts.closeAsked };
}

const sumOf = (amounts: readonly Money[]): Money => amounts.reduce(addMoney, zero('USDT'));

/** The entries that belong to this closing: not those of the parts closed before or after it. */
function ownEntries({ facts, entries }: ClosingParts): NumberedEntry[] {
  return entries.filter(({ kind, requestId, part, at }) => {
    if (kind === 'contract-open') return true;
    if (kind === 'financing') return at <= facts.at;
    const isClosing = kind === 'contract-close' || kind === 'contract-void';
    return isClosing && requestId === facts.requestId && part === facts.part;
  });
}

/** The entry with which the house took over what this closing left; null when it left nothing. */
function coverEntry({ facts, entries }: ClosingParts): NumberedEntry | null {
  const found = entries.find(
    ({ kind, requestId, part }) =>
      kind === 'protection' && requestId === facts.requestId && part === facts.part + 1,
  );
  return found ?? null;
}

/** Number of the receipt of what the house took over. */
const coverNumber = (facts: ClosingFacts): string =>
  receiptNumber({ kind: 'cover', userId: facts.userId, subject: facts.number });

function commonOf({ facts, terms }: Pick<ClosingParts, 'facts' | 'terms'>) {
  return {
    schema: namedBy(terms).schema,
    mode: facts.mode,
    ...markOf(terms),
    feed: { key: facts.feed, ...terms.feed },
    orderNo: facts.orderNo,
  } as const;
}

const priceText = (price: Price | null): string | null =>
  price === null ? null : formatDecimal(price);

function termsOf(terms: TermsFrom): OrderTerms {
  return {
    at: terms.at,
    since: terms.since,
    limit: priceText(terms.limit),
    stop: priceText(terms.stop),
    stopLoss: priceText(terms.stopLoss),
    takeProfit: priceText(terms.takeProfit),
    trailing: priceText(terms.trailing),
  };
}

function financingOf({ facts, ticks }: ClosingParts): ContractReceipt['financing'] {
  return {
    items: facts.financing.map((day) => ({
      day: day.day,
      parameter: day.parameter,
      version: day.version,
      rate: formatDecimal(day.rate),
      lots: formatDecimal(day.lots),
      mark: formatDecimal(day.mark),
      tick: tapeTickOf(ticks, day.tickId),
      link: linkOf(ticks, { rate: day.link, tickId: day.linkTickId }),
      notional: formatMoney(day.notional),
      amount: formatMoney(day.amount),
    })),
    charged: formatMoney(sumOf(facts.financing.map(({ amount }) => amount))),
    share: formatMoney(facts.financingShare),
  };
}

/** The receipt of a closing, without its hash. */
export function contractReceipt(parts: ClosingParts): Unhashed<ContractReceipt> {
  const { facts, terms, ticks } = parts;
  const { earlier, close, side } = facts;
  const closedBefore = earlier.reduce((sum, part) => sum + part.lots, 0n) as Quantity;
  const releasedBefore = sumOf(earlier.map(({ margin }) => margin));
  return {
    kind: 'contract',
    ...commonOf(parts),
    number: facts.number,
    instrument: {
      code: facts.code,
      ...ensure(terms.instrument, 'what was traded is in the catalogue'),
      contractSize: formatDecimal(facts.contractSize),
    },
    ...namedBy(terms),
    ...(terms.documents === undefined ? {} : { terms: facts.terms.map(termsOf) }),
    // Left out where there is nothing: receipts of before keep their hashes.
    ...(facts.passed.length === 0 ? {} : { passed: [...facts.passed] }),
    side,
    orderType: facts.orderType,
    leverage: facts.leverage,
    acceptedAt: facts.acceptedAt,
    lots: {
      opened: formatDecimal(facts.lotsOpened),
      before: formatDecimal(sub(facts.lotsOpened, closedBefore)),
      closed: formatDecimal(facts.lots),
    },
    earlier: earlier.map((part) => ({
      number: part.number,
      at: part.at,
      lots: formatDecimal(part.lots),
      margin: formatMoney(part.margin),
      openFee: formatMoney(part.openFee),
      financing: formatMoney(part.financing),
    })),
    open: fillOf(ticks, facts.open, { side, act: 'open', asked: askedAtOpening(facts) }),
    close:
      close === null
        ? null
        : fillOf(ticks, close, { side, act: 'close', asked: askedAtClosing(facts) }),
    closedAt: facts.at,
    reason: facts.reason,
    fee: {
      parameter: 'contract.feeRate',
      version: terms.feeVersion,
      rate: formatDecimal(facts.feeRate),
      opened: formatMoney(facts.openFee),
      open: formatMoney(facts.openFeeShare),
      close: formatMoney(facts.fee),
    },
    financing: financingOf(parts),
    margin: {
      opened: formatMoney(facts.marginOpened),
      before: formatMoney(subMoney(facts.marginOpened, releasedBefore)),
      released: formatMoney(facts.margin),
    },
    realised: formatMoney(facts.realized),
    profit: formatMoney(facts.profit),
    counterparty: counterpartyOf(facts.realized),
    cover: coverEntry(parts) === null ? null : coverNumber(facts),
    entries: entriesOf(ownEntries(parts)),
  };
}

/** The receipt of what the house took over after a closing, without its hash; null for nothing. */
export function coverReceipt(parts: ClosingParts): Unhashed<CoverReceipt> | null {
  const { facts } = parts;
  const entry = coverEntry(parts);
  if (entry === null) return null;
  const entries = entriesOf([entry]);
  const amount = entry.postings.reduce((sum, { units }) => sum + units, 0n);
  return {
    kind: 'cover',
    ...commonOf(parts),
    number: coverNumber(facts),
    at: entry.at,
    closing: facts.number,
    amount: formatMoney({ asset: 'USDT', units: amount }),
    account: 'house:bad-debt',
    entries,
  };
}
