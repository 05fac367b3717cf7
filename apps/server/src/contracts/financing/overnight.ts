import { setTimeout as delay } from 'node:timers/promises';
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
import { type TradingAccount, accountKey } from '../../ledger/index.ts';
import type { Parameters, ParameterVersion } from '../../parameters/index.ts';
import type { Log } from '../../platform/process/log.ts';
import type { ConversionRate } from '../order/market-view.ts';
import type { FinancingCommand, FinancingTerms } from './financing.ts';
import type { Owed, OwedParams } from './financing-store.ts';

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
  lastConversionRatesBefore(
    currencies: readonly string[],
    at: UnixMs,
  ): Promise<ReadonlyMap<string, ConversionRate>>;
};

/** Which midnights are done, and which contracts owe one. */
export type FinancingDays = {
  lastDay(): Promise<UtcDay | null>;
  /** Some contracts that owe a midnight, those behind a place in the order of their accounts. */
  owed(params: OwedParams): Promise<Owed[]>;
  /** What one trading account owes of a midnight. */
  owedOf(params: TradingAccount & { readonly day: UtcDay; readonly feed: string }): Promise<Owed[]>;
  /** Midnights of a feed that are done and that a running contract still owes. */
  unpaid(feed: string): Promise<UtcDay[]>;
  done(day: UtcDay, feed: string): Promise<void>;
};

/** What financing stands on. */
export type OvernightDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: OvernightMarket;
  readonly days: FinancingDays;
  /** Charges a trading account, in its turn among the commands of that account. */
  readonly charge: (command: FinancingCommand) => Promise<unknown>;
  readonly parameters: Pick<Parameters, 'at'>;
};

/** Contracts charged at once. */
const CONTRACTS_AT_ONCE = 500;
const RETRY_MS = 10 * SECOND_MS;
/** So long after a midnight what was committed before it is sure to be seen. */
const GRACE_MS = 500;
/**
 * How long a closing waits for the night of its trading account to be charged; then it goes on
 * without.
 */
const NIGHT_WAIT_MS = SECOND_MS;
/** How often what waits looks whether the night can be charged yet. */
const NIGHT_LOOK_MS = 50;

const nextDay = (day: UtcDay): UtcDay => utcDayOf(plusMs(startOfDay(day), DAY_MS));

/** Overnight financing: every midnight once, those missed while nothing ran as well. */
export type Overnight = {
  /** Finds the last midnight that is done; the first start of all owes nothing before it. */
  load(): Promise<void>;
  /** Charges what is due, some contracts at a time; does nothing at all other times. */
  run(now: UnixMs): Promise<void>;
  /**
   * Charges a trading account for what it owes before something of it is closed. False while it is
   * too early for that; true also when it failed or takes longer than a moment, for nobody is kept
   * from closing by that. It answers within that moment, whatever the database does.
   */
  settle(account: TradingAccount, now: UnixMs): Promise<boolean>;
  /** Waits until a trading account has paid for the night; never for longer than a moment. */
  waitPaid(account: TradingAccount): Promise<void>;
};

/** What every contract of a midnight is charged by. */
type Midnight = {
  readonly day: UtcDay;
  readonly marks: ReadonlyMap<InstrumentCode, Quote>;
  readonly links: ReadonlyMap<string, ConversionRate>;
};

/** What came of something within a time, or `otherwise`; what fails later is nobody's to hear. */
async function within<Value>(params: Promise<Value>, ms: number, otherwise: Value): Promise<Value> {
  const over = new AbortController();
  const tooLong = delay(ms, otherwise, { signal: over.signal });
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([params, tooLong]);
  } finally {
    over.abort();
    params.catch(() => undefined);
  }
}

/**
 * Makes the financing of one process. The mark of a midnight is the last price in force received
 * before it, whenever it is charged, so a charge that had to wait for a restart is the same one. A
 * midnight belongs to the feed that ran at it, or that was started first after it: contracts of
 * another were paused and pay nothing. Who owes it, and for how many lots, is read from the table:
 * a trading account that cannot be charged keeps owing it, and holds up neither the others nor
 * later nights.
 */
export function createOvernight(deps: OvernightDeps): Overnight {
  const { market, days, parameters, log } = deps;
  let lastDone: UtcDay | null = null;
  let waitUntil = 0;
  /** Of the midnight that is being charged: the last contract that was looked at. */
  let after: Owed | null = null;
  /**
   * Midnights that are done but for trading accounts that could not be charged; read once at the
   * start.
   */
  const left = new Set<UtcDay>();
  let isLeftKnown = false;
  /** What is being charged of each trading account. */
  const charging = new Map<string, Promise<unknown>>();
  /**
   * Trading accounts that were charged by themselves since a midnight was done, and up to which
   * day.
   */
  const charged = new Map<string, UtcDay>();

  const isDone = (day: UtcDay): boolean => lastDone !== null && lastDone >= day;

  /** One charge of a trading account at a time, so that none is tried twice at once. */
  function inTurn<Value>(account: TradingAccount, act: () => Promise<Value>): Promise<Value> {
    const key = accountKey(account);
    const next = (charging.get(key) ?? Promise.resolve()).then(act, act);
    const ended = next
      .catch(() => undefined)
      .then(() => {
        if (charging.get(key) === ended) charging.delete(key);
      });
    charging.set(key, ended);
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
    const conversionRate =
      instrument === null ? undefined : midnight.links.get(instrument.quoteCurrency);
    if (instrument === null || quote === undefined || conversionRate === undefined) return [];
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
        link: conversionRate.rate,
        linkTick: conversionRate.tickId,
      },
    ];
  }

  async function marksOf(due: readonly Owed[], day: UtcDay): Promise<Midnight> {
    const at = startOfDay(day);
    const codes = [...new Set(due.map(({ code }) => code))];
    const currencies = new Set(codes.flatMap((one) => market.instrument(one)?.quoteCurrency ?? []));
    const [marks, links] = await Promise.all([
      market.lastBefore(codes, at),
      market.lastConversionRatesBefore([...currencies], at),
    ]);
    return { day, marks, links };
  }

  /** Charges contracts of one trading account; what cannot be charged is owed from now on. */
  async function chargeAccount(own: readonly Owed[], midnight: Midnight): Promise<void> {
    const { day } = midnight;
    const [first] = own;
    if (first === undefined) return;
    const { userId, mode } = first;
    const terms = own.flatMap((one) => termsOf(one, midnight));
    const command: FinancingCommand = { kind: 'financing', userId, mode, day, terms };
    try {
      if (terms.length > 0) await deps.charge(command);
      const priced = new Set(terms.map(({ contractId }) => contractId));
      for (const { contractId } of own) {
        if (priced.has(contractId)) continue;
        log.error({ contract: contractId, day }, 'no price to charge financing by');
      }
    } catch (error) {
      left.add(day);
      log.error({ err: error, userId, mode, day }, 'a book could not be charged for a night');
    }
  }

  /** Charges some contracts for a midnight; answers the last of them, null when none is behind it. */
  async function chargeSome(day: UtcDay, from: Owed | null): Promise<Owed | null> {
    const feed = market.feed().key;
    const most = CONTRACTS_AT_ONCE;
    const owed = await days.owed({ day, feed, after: from, most });
    if (owed.length === 0) return null;
    const midnight = await marksOf(owed, day);
    const books = [...Map.groupBy(owed, accountKey)];
    await Promise.all(
      books.map(([key, own]) => {
        const [book] = own;
        if (book === undefined) return undefined;
        // What closes something meanwhile has it charged by itself.
        return inTurn(book, async () => {
          if ((charged.get(key) ?? '') < day) await chargeAccount(own, midnight);
        });
      }),
    );
    return owed.length < most ? null : (owed.at(-1) ?? null);
  }

  /** Charges one trading account for a midnight. */
  async function chargeOne(day: UtcDay, { userId, mode }: TradingAccount): Promise<void> {
    const feed = market.feed().key;
    const owed = await days.owedOf({ day, feed, userId, mode });
    if (owed.length > 0) await chargeAccount(owed, await marksOf(owed, day));
  }

  /** Whether all that happened before the last midnight is known, ticks and contracts. */
  function isReady(now: UnixMs): boolean {
    const midnight = startOfDay(utcDayOf(now));
    if (now < midnight + GRACE_MS) return false;
    // A tick of before midnight may still be on its way to the tape.
    const unstored = market.unstoredSince();
    return unstored === null || unstored >= midnight;
  }

  /** Charges some more for a midnight; it is done when nothing is behind what was charged. */
  async function chargeNight(day: UtcDay): Promise<void> {
    after = await chargeSome(day, after);
    if (after !== null) return;
    await days.done(day, market.feed().key);
    lastDone = day;
    charged.clear();
  }

  /** Tries once more what earlier nights left. */
  async function chargeLeft(): Promise<void> {
    for (const day of [...left].toSorted()) {
      left.delete(day);
      let from: Owed | null = null;
      do from = await chargeSome(day, from);
      while (from !== null);
    }
  }

  /** What nights before this start left, looked up once and not while a caller waits for it. */
  async function findLeft(): Promise<void> {
    if (isLeftKnown) return;
    for (const day of await days.unpaid(market.feed().key)) left.add(day);
    isLeftKnown = true;
  }

  async function settleNow(account: TradingAccount, today: UtcDay): Promise<boolean> {
    try {
      await inTurn(account, async () => {
        if (lastDone === null || (charged.get(accountKey(account)) ?? '') >= today) return;
        for (let day = nextDay(lastDone); day <= today; day = nextDay(day)) {
          await chargeOne(day, account);
        }
        if (!isDone(today)) charged.set(accountKey(account), today);
      });
    } catch (error) {
      log.error({ err: error, today }, 'financing could not be charged before a closing');
    }
    return true;
  }

  async function settle(account: TradingAccount, now: UnixMs): Promise<boolean> {
    const today = utcDayOf(now);
    if (lastDone === null || isDone(today)) return true;
    if (!isReady(now)) return now >= startOfDay(today) + GRACE_MS + NIGHT_WAIT_MS;
    return within(settleNow(account, today), NIGHT_WAIT_MS, true);
  }

  return {
    async load() {
      lastDone = await days.lastDay();
      if (lastDone !== null) return;
      lastDone = utcDayOf(deps.clock.now());
      isLeftKnown = true;
      await days.done(lastDone, market.feed().key);
    },
    async run(now) {
      const today = utcDayOf(now);
      if (lastDone === null || now < waitUntil) return;
      if (isDone(today) && left.size === 0 && isLeftKnown) return;
      if (!isReady(now)) return;
      try {
        await findLeft();
        if (isDone(today)) await chargeLeft();
        else await chargeNight(nextDay(lastDone));
        if (isDone(today) && left.size > 0) waitUntil = plusMs(now, RETRY_MS);
      } catch (error) {
        waitUntil = plusMs(now, RETRY_MS);
        log.error({ err: error, today }, 'financing could not be charged');
      }
    },
    settle,
    async waitPaid(account) {
      let isOver = false;
      async function look(): Promise<void> {
        while (!isOver && !(await settle(account, deps.clock.now()))) await delay(NIGHT_LOOK_MS);
      }
      await within(look(), NIGHT_WAIT_MS, undefined);
      isOver = true;
    },
  };
}
