import {
  type Clock,
  type InstrumentCode,
  type UnixMs,
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
  Contract,
  Contracts,
  FinancingCommand,
  FinancingTerms,
  Link,
} from '../contracts/index.ts';
import { bookKey } from '../ledger/index.ts';
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
  /** Contracts of the running feed. */
  readonly running: () => Iterable<Contract>;
};

/** Books charged in one pulse: stops must not wait for a midnight. */
const BOOKS_AT_ONCE = 256;
const RETRY_MS = 10 * SECOND_MS;

const nextDay = (day: UtcDay): UtcDay => utcDayOf(plusMs(startOfDay(day), DAY_MS));

/** Overnight financing: every midnight once, those missed while nothing ran as well. */
export type Overnight = {
  /** Finds the last midnight that is done; the first start of all owes nothing before it. */
  load(): Promise<void>;
  /**
   * Charges what is due, some books at a time; does nothing on all other pulses. Answers whether
   * more is due now.
   */
  run(now: UnixMs): Promise<boolean>;
};

/** What every contract of a midnight is charged by. */
type Midnight = {
  readonly day: UtcDay;
  readonly marks: ReadonlyMap<InstrumentCode, Quote>;
  readonly links: ReadonlyMap<string, Link>;
};

/**
 * Makes the financing of one process. The mark of a midnight is the last price in force received
 * before it, whenever it is charged, so a charge that had to wait for a restart is the same one. A
 * midnight belongs to the feed that ran at it, or that was started first after it: contracts of
 * another were paused and pay nothing.
 */
export function createOvernight(deps: Deps): Overnight {
  const { market, contracts, parameters, log } = deps;
  let lastDone: UtcDay | null = null;
  let waitUntil = 0;

  function rateOf(instrument: Instrument, at: UnixMs): ParameterVersion {
    const isCrypto = instrument.class === 'crypto';
    const key = isCrypto ? 'contract.financingRateCrypto' : 'contract.financingRateOther';
    return parameters.at(key, at);
  }

  function termsOf(contract: Contract, midnight: Midnight): FinancingTerms[] {
    const { code, side, id } = contract;
    const instrument = market.instrument(code);
    const quote = midnight.marks.get(code);
    const link = instrument === null ? undefined : midnight.links.get(instrument.quoteCurrency);
    if (instrument === null || quote === undefined || link === undefined) {
      log.error({ contract: id, day: midnight.day }, 'no price to charge financing by');
      return [];
    }
    const version = rateOf(instrument, startOfDay(midnight.day));
    return [
      {
        contractId: id,
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

  async function marksOf(due: readonly Contract[], day: UtcDay): Promise<Midnight> {
    const at = startOfDay(day);
    const codes = [...new Set(due.map(({ code }) => code))];
    const currencies = new Set(codes.flatMap((one) => market.instrument(one)?.quoteCurrency ?? []));
    const [marks, links] = await Promise.all([
      market.lastBefore(codes, at),
      market.lastLinksBefore([...currencies], at),
    ]);
    return { day, marks, links };
  }

  /** Charges some books for a midnight; answers whether none is left. */
  async function charge(day: UtcDay): Promise<boolean> {
    const midnight = startOfDay(day);
    const charged = await contracts.financing.charged(day);
    const due = [...deps.running()].filter((one) => one.open.at < midnight && !charged.has(one.id));
    const facts = await marksOf(due, day);
    // What has no price must not keep the others waiting.
    const owed = due.flatMap((contract) =>
      termsOf(contract, facts).map((terms) => ({ contract, terms })),
    );
    const books = [...Map.groupBy(owed, ({ contract }) => bookKey(contract)).values()];
    await Promise.all(
      books.slice(0, BOOKS_AT_ONCE).map((own) => {
        const [{ contract }] = own as [(typeof own)[number], ...typeof own];
        const { userId, mode } = contract;
        const terms = own.map((one) => one.terms);
        const command: FinancingCommand = { kind: 'financing', userId, mode, day, terms };
        return contracts.commands.financing(command);
      }),
    );
    return books.length <= BOOKS_AT_ONCE;
  }

  return {
    async load() {
      lastDone = await contracts.financing.lastDay();
      if (lastDone !== null) return;
      lastDone = utcDayOf(deps.clock.now());
      await contracts.financing.done(lastDone, market.feed().key);
    },
    async run(now) {
      const today = utcDayOf(now);
      if (lastDone === null || lastDone >= today || now < waitUntil) return false;
      // A tick of before midnight may still be on its way to the tape.
      const unstored = market.unstoredSince();
      if (unstored !== null && unstored < startOfDay(today)) return false;
      const day = nextDay(lastDone);
      try {
        if (!(await charge(day))) return true;
        await contracts.financing.done(day, market.feed().key);
        lastDone = day;
        return day < today;
      } catch (error) {
        waitUntil = now + RETRY_MS;
        log.error({ err: error, day }, 'financing could not be charged');
        return false;
      }
    },
  };
}
