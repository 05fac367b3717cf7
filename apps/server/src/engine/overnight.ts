import {
  type Clock,
  type ContractId,
  type InstrumentCode,
  type UnixMs,
  type UserId,
  type UtcDay,
  DAY_MS,
  SECOND_MS,
  plusMs,
  rate,
  startOfDay,
  utcDayOf,
} from '@candor/kernel';
import { type Instrument, type Quote, closingPrice } from '@candor/pricing';
import type {
  Contracts,
  FinancingCommand,
  FinancingTerms,
  Link,
  Owed,
} from '../contracts/index.ts';
import { type Book, bookKey } from '../ledger/index.ts';
import type { Parameters, ParameterVersion } from '../parameters/index.ts';
import type { Log } from '../platform/log.ts';

/** What financing asks the market. */
export type OvernightMarket = {
  instrument(code: string): Instrument | null;
  feed(): { readonly key: string };
  /** When the oldest tick was received that is not on the tape yet. */
  unstoredSince(): UnixMs | null;
  lastBefore(
    codes: readonly InstrumentCode[],
    at: UnixMs,
  ): Promise<ReadonlyMap<InstrumentCode, Quote>>;
  lastLinksBefore(currencies: readonly string[], at: UnixMs): Promise<ReadonlyMap<string, Link>>;
};

type Deps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: OvernightMarket;
  readonly contracts: Pick<Contracts, 'commands' | 'financing'>;
  readonly parameters: Pick<Parameters, 'at'>;
};

/** Contracts charged in one pulse: stops must not wait for a midnight. */
const CONTRACTS_AT_ONCE = 2_000;
const RETRY_MS = 10 * SECOND_MS;
/** So long after a midnight what was committed before it is sure to be seen. */
const GRACE_MS = 500;

const nextDay = (day: UtcDay): UtcDay => utcDayOf(plusMs(startOfDay(day), DAY_MS));

/** Overnight financing: every midnight once, those missed while nothing ran as well. */
export type Overnight = {
  /** Finds the last midnight that is done; the first start of all owes nothing before it. */
  load(): Promise<void>;
  /**
   * Charges what is due, some contracts at a time; does nothing on all other pulses. Answers
   * whether more is due now.
   */
  run(now: UnixMs): Promise<boolean>;
  /**
   * Charges a book for what it owes before something of it is closed. False while it is too early
   * for that; true also when it failed, for nobody is kept from closing by that.
   */
  settle(book: Book, now: UnixMs): Promise<boolean>;
};

/** What every contract of a midnight is charged by. */
type Midnight = {
  readonly day: UtcDay;
  readonly marks: ReadonlyMap<InstrumentCode, Quote>;
  readonly links: ReadonlyMap<string, Link>;
};

/** What could not be charged for a midnight this time. */
type Skipped = { readonly users: Set<UserId>; readonly contracts: Set<ContractId> };

const nothingSkipped = (): Skipped => ({ users: new Set(), contracts: new Set() });

/**
 * Makes the financing of one process. The mark of a midnight is the last price in force received
 * before it, whenever it is charged, so a charge that had to wait for a restart is the same one. A
 * midnight belongs to the feed that ran at it, or that was started first after it: contracts of
 * another were paused and pay nothing. Who owes it, and for how many lots, is read from the table:
 * a book that cannot be charged keeps owing it, and holds up neither the others nor later nights.
 */
export function createOvernight(deps: Deps): Overnight {
  const { market, contracts, parameters, log } = deps;
  let lastDone: UtcDay | null = null;
  let waitUntil = 0;
  /** Of the midnight that is being charged. */
  let skipped = nothingSkipped();
  /** Midnights that are done but for books that could not be charged. */
  const left = new Set<UtcDay>();
  let running: Promise<unknown> = Promise.resolve();

  /** One charge at a time, so that none is tried twice at once. */
  function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const next = running.then(act, act);
    running = next.catch(() => undefined);
    return next;
  }

  function rateOf(instrument: Instrument, at: UnixMs): ParameterVersion {
    const isCrypto = instrument.class === 'crypto';
    const key = isCrypto ? 'contract.financingRateCrypto' : 'contract.financingRateOther';
    return parameters.at(key, at);
  }

  function termsOf(owed: Owed, midnight: Midnight): FinancingTerms[] {
    const { code, side, contractId, lots } = owed;
    const instrument = market.instrument(code);
    const quote = midnight.marks.get(code);
    const link = instrument === null ? undefined : midnight.links.get(instrument.quoteCurrency);
    if (instrument === null || quote === undefined || link === undefined) return [];
    const version = rateOf(instrument, startOfDay(midnight.day));
    return [
      {
        contractId,
        lots,
        parameter: version.key,
        parameterVersion: version.version,
        rate: rate(version.value),
        mark: closingPrice(side, quote),
        markTick: quote.tickId,
        link: link.rate,
        linkTick: link.tickId,
      },
    ];
  }

  async function marksOf(due: readonly Owed[], day: UtcDay): Promise<Midnight> {
    const at = startOfDay(day);
    const codes = [...new Set(due.map(({ code }) => code))];
    const currencies = new Set(codes.flatMap((one) => market.instrument(one)?.quoteCurrency ?? []));
    const [marks, links] = await Promise.all([
      market.lastBefore(codes, at),
      market.lastLinksBefore([...currencies], at),
    ]);
    return { day, marks, links };
  }

  /** Charges contracts of one book; what cannot be charged is skipped and owed from now on. */
  async function chargeBook(
    own: readonly Owed[],
    asked: { midnight: Midnight; skipped: Skipped },
  ): Promise<void> {
    const { midnight, skipped } = asked;
    const { day } = midnight;
    const [first] = own;
    if (first === undefined) return;
    const { userId, mode } = first;
    const terms = own.flatMap((one) => termsOf(one, midnight));
    const command: FinancingCommand = { kind: 'financing', userId, mode, day, terms };
    try {
      const charged = new Set(
        terms.length === 0 ? [] : await contracts.commands.financing(command),
      );
      const priced = new Set(terms.map(({ contractId }) => contractId));
      for (const { contractId } of own) {
        if (!charged.has(contractId)) skipped.contracts.add(contractId);
        if (priced.has(contractId)) continue;
        log.error({ contract: contractId, day }, 'no price to charge financing by');
      }
    } catch (error) {
      skipped.users.add(userId);
      left.add(day);
      log.error({ err: error, userId, mode, day }, 'a book could not be charged for a night');
    }
  }

  /** Charges some contracts for a midnight; answers whether none is left that could be charged. */
  async function chargeSome(
    day: UtcDay,
    asked: { skipped: Skipped; book: Book | null },
  ): Promise<boolean> {
    const { skipped, book } = asked;
    const owed = await contracts.financing.owed({
      day,
      feed: market.feed().key,
      book,
      users: [...skipped.users],
      contracts: [...skipped.contracts],
      most: CONTRACTS_AT_ONCE,
    });
    if (owed.length === 0) return true;
    const midnight = await marksOf(owed, day);
    const books = [...Map.groupBy(owed, bookKey).values()];
    await Promise.all(books.map((own) => chargeBook(own, { midnight, skipped })));
    return owed.length < CONTRACTS_AT_ONCE;
  }

  /** Whether all that happened before the last midnight is known, ticks and contracts. */
  function isReady(now: UnixMs): boolean {
    const midnight = startOfDay(utcDayOf(now));
    if (now < midnight + GRACE_MS) return false;
    // A tick of before midnight may still be on its way to the tape.
    const unstored = market.unstoredSince();
    return unstored === null || unstored >= midnight;
  }

  async function chargeNight(day: UtcDay): Promise<boolean> {
    if (!(await chargeSome(day, { skipped, book: null }))) return false;
    await contracts.financing.done(day, market.feed().key);
    skipped = nothingSkipped();
    lastDone = day;
    return true;
  }

  /** Tries once more what earlier nights left. */
  async function chargeLeft(): Promise<void> {
    for (const day of [...left].toSorted()) {
      left.delete(day);
      const again = nothingSkipped();
      while (!(await chargeSome(day, { skipped: again, book: null })));
    }
  }

  return {
    async load() {
      const feed = market.feed().key;
      lastDone = await contracts.financing.lastDay();
      for (const day of await contracts.financing.unpaid(feed)) left.add(day);
      if (lastDone !== null) return;
      lastDone = utcDayOf(deps.clock.now());
      await contracts.financing.done(lastDone, feed);
    },
    async run(now) {
      const today = utcDayOf(now);
      if (lastDone === null || now < waitUntil) return false;
      if (lastDone >= today && left.size === 0) return false;
      if (!isReady(now)) return false;
      try {
        return await inTurn(async () => {
          if (lastDone !== null && lastDone < today) {
            const isDone = await chargeNight(nextDay(lastDone));
            if (!isDone || lastDone < today) return true;
          } else await chargeLeft();
          if (left.size > 0) waitUntil = plusMs(now, RETRY_MS);
          return false;
        });
      } catch (error) {
        waitUntil = plusMs(now, RETRY_MS);
        log.error({ err: error, today }, 'financing could not be charged');
        return false;
      }
    },
    async settle(book, now) {
      const today = utcDayOf(now);
      if (lastDone === null || lastDone >= today) return true;
      if (!isReady(now)) return false;
      try {
        await inTurn(async () => {
          if (lastDone === null) return;
          for (let day = nextDay(lastDone); day <= today; day = nextDay(day)) {
            const own = nothingSkipped();
            while (!(await chargeSome(day, { skipped: own, book })));
          }
        });
      } catch (error) {
        log.error({ err: error, today }, 'financing could not be charged before a closing');
      }
      return true;
    },
  };
}
