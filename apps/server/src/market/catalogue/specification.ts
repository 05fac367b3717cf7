import {
  type Decimal,
  type InstrumentCode,
  type Quantity,
  type Result,
  fail,
  fitsStorage,
  formatDecimal,
  isOnStep,
  ok,
  parseDecimal,
  quantity,
} from '@candor/kernel';
import type { Instrument, InstrumentClass, MarketType } from '@candor/pricing';
import { conversionPairFor, findByCode, findById, idOf } from './catalogue.ts';
import { type CalendarName, CALENDARS, calendarOf } from './hours.ts';
import { instrumentOf } from './entry.ts';

/** A venue or vendor, and what it calls the instrument. */
export type SourceTerms = { readonly venue: string; readonly symbol: string };

/** What may be changed of an instrument. Its size, tick and step stay: open orders stand on them. */
export type ChangeableTerms = {
  /** Null: as its class has it. */
  readonly leverageCap: number | null;
  /** Most lots of one order. */
  readonly lotsMax: string;
  /** Most lots open and waiting: in one trading account, and in all of a mode. */
  readonly accountLotsMax: string | null;
  readonly totalLotsMax: string | null;
  readonly calendar: CalendarName;
  readonly sources: readonly SourceTerms[];
};

/** All that an operator says of an instrument; fees, financing, freshness and bands follow its class. */
export type SpecificationTerms = ChangeableTerms & {
  readonly code: string;
  readonly name: string;
  readonly class: InstrumentClass;
  readonly contractSize: string;
  readonly tickSize: string;
  readonly lotStep: string;
};

/** The list of the product a class stands in. */
const TYPES: Readonly<Record<InstrumentClass, MarketType>> = {
  forexMajor: 1,
  forex: 1,
  crypto: 2,
  stock: 3,
  future: 4,
  index: 4,
  energy: 4,
  gold: 5,
  metal: 5,
  etf: 5,
};

/** Most leverage anything is offered with, to practice money too. */
const LEVERAGE_MAX = 30;
const SOURCES_MAX = 4;
const CODE = /^[A-Z0-9.]{1,12}(\/[A-Z0-9]{2,6})?$/;

const lotsOrNone = (text: string | null): Quantity | undefined =>
  text === null ? undefined : quantity(text);

function changed(base: Instrument, terms: ChangeableTerms): Instrument {
  // A cap that is said no more is none, also of an instrument that was added with it.
  const {
    calendar: _calendar,
    leverageCap: _leverage,
    accountLotsMax: _account,
    totalLotsMax: _total,
    ...kept
  } = base;
  const accountLotsMax = lotsOrNone(terms.accountLotsMax);
  const totalLotsMax = lotsOrNone(terms.totalLotsMax);
  return {
    ...kept,
    ...CALENDARS[terms.calendar],
    lotsMax: quantity(terms.lotsMax),
    sources: terms.sources.map(({ venue }) => venue),
    symbols: Object.fromEntries(terms.sources.map(({ venue, symbol }) => [venue, symbol])),
    ...(terms.leverageCap === null ? {} : { leverageCap: terms.leverageCap }),
    ...(accountLotsMax === undefined ? {} : { accountLotsMax }),
    ...(totalLotsMax === undefined ? {} : { totalLotsMax }),
  };
}

/** The instrument as terms make it; of one there was before, only what may be changed is taken. */
export function instrumentBy(terms: SpecificationTerms, before: Instrument | null): Instrument {
  if (before !== null) return changed(before, terms);
  const [base = '', quoteCurrency = 'USD'] = terms.code.split('/');
  const { code, name, class: kind, contractSize, tickSize, lotStep, lotsMax } = terms;
  const entry = { code, name, type: TYPES[kind], class: kind, base, quoteCurrency };
  const sizes = { contractSize, tickSize, lotStep, lotsMax };
  const schedule = CALENDARS[terms.calendar];
  return changed(instrumentOf({ ...entry, ...sizes, schedule, sources: [] }), terms);
}

const textOrNone = (value: Decimal | undefined): string | null =>
  value === undefined ? null : formatDecimal(value);

/** The terms an instrument has. */
export function termsOf(instrument: Instrument): SpecificationTerms {
  const { code, name, class: kind, symbols } = instrument;
  return {
    code,
    name,
    class: kind,
    contractSize: formatDecimal(instrument.contractSize),
    tickSize: formatDecimal(instrument.tickSize),
    lotStep: formatDecimal(instrument.lotStep),
    leverageCap: instrument.leverageCap ?? null,
    lotsMax: formatDecimal(instrument.lotsMax),
    accountLotsMax: textOrNone(instrument.accountLotsMax),
    totalLotsMax: textOrNone(instrument.totalLotsMax),
    calendar: calendarOf(instrument),
    sources: instrument.sources.map((venue) => ({ venue, symbol: symbols?.[venue] ?? code })),
  };
}

/** The field of terms that cannot be, and what is wrong with it. */
export type TermsRefusal = {
  readonly name: 'unreadable' | 'case-impossible';
  readonly field: keyof SpecificationTerms;
};

const positive = (text: string | null): Decimal | null => {
  const value = text === null ? null : parseDecimal(text);
  return value !== null && value > 0n && fitsStorage(value) ? value : null;
};

/**
 * Whether terms can be traded by: sizes above zero and on the step, caps that let an order through,
 * sources that exist.
 *
 * @failure unreadable — not a number, or none
 * @failure case-impossible — a number off the step, a cap of all accounts without one of each account or
 *   below it, a source named twice or one nobody can ask
 */
export function checkTerms(
  terms: SpecificationTerms,
  serves: (source: SourceTerms) => boolean,
): Result<null, TermsRefusal> {
  for (const field of ['contractSize', 'tickSize', 'lotStep', 'lotsMax'] as const) {
    if (positive(terms[field]) === null) return fail({ name: 'unreadable', field });
  }
  const step = positive(terms.lotStep) ?? (1n as Decimal);
  for (const field of ['lotsMax', 'accountLotsMax', 'totalLotsMax'] as const) {
    if (terms[field] === null) continue;
    const lots = positive(terms[field]);
    if (lots === null) return fail({ name: 'unreadable', field });
    const isTooFew = field === 'lotsMax' ? lots <= step : lots < step;
    if (isTooFew || !isOnStep(lots, step)) return fail({ name: 'case-impossible', field });
  }
  const { leverageCap: cap, sources, accountLotsMax, totalLotsMax } = terms;
  const ofAccount = positive(accountLotsMax);
  const ofAll = positive(totalLotsMax);
  // Else one account alone keeps all others from it.
  if (ofAll !== null && (ofAccount === null || ofAccount > ofAll)) {
    return fail({ name: 'case-impossible', field: 'accountLotsMax' });
  }
  if (cap !== null && (cap < 1 || cap > LEVERAGE_MAX)) {
    return fail({ name: 'case-impossible', field: 'leverageCap' });
  }
  const venues = new Set(sources.map(({ venue }) => venue));
  const isWrong = sources.length === 0 || sources.length > SOURCES_MAX;
  if (isWrong || venues.size < sources.length || !sources.every(serves)) {
    return fail({ name: 'case-impossible', field: 'sources' });
  }
  return ok(null);
}

/**
 * Whether a new instrument may have this code: written as codes are, in a currency that becomes USDT,
 * and not another's under the same letters.
 */
export function checkNewCode(
  terms: Pick<SpecificationTerms, 'code' | 'name'>,
  isTaken: (id: string) => boolean,
): Result<null, TermsRefusal> {
  const { code, name } = terms;
  if (!CODE.test(code) || idOf(code) === '') return fail({ name: 'unreadable', field: 'code' });
  if (name.trim() === '' || !name.isWellFormed())
    return fail({ name: 'unreadable', field: 'name' });
  const [, quoteCurrency = 'USD'] = code.split('/');
  if (conversionPairFor(quoteCurrency) === null || isTaken(idOf(code))) {
    return fail({ name: 'case-impossible', field: 'code' });
  }
  return ok(null);
}

/** Whether the lists that come with the product name it. */
export const isCompiled = (code: string): boolean => findByCode(code) !== undefined;

/** Its instrument in the lists that come with the product; null for one the operator added. */
export const compiledOf = (code: string): Instrument | null =>
  findByCode(code as InstrumentCode) ?? null;

/** Whether the lists that come with the product use an id. */
export const isCompiledId = (id: string): boolean => findById(id) !== undefined;
