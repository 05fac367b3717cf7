import {
  type Clock,
  type InstrumentCode,
  type Price,
  type Rate,
  type TickId,
  type UnixMs,
  type UserId,
  SECOND_MS,
  plusMs,
} from '@candor/kernel';
import {
  type Bids,
  type Quote,
  LOAN_LINES,
  collateralValue,
  isWithin,
  loanStep,
  pricesAtLine,
} from '@candor/pricing';
import { codeOf } from '../../exchange/index.ts';
import { type LoanWatching, type WatchedLoan, noticesReached } from '../../loans/index.ts';
import type { Log } from '../../platform/process/log.ts';
import { createLooks } from './looks.ts';
import { type Waiting, createTriggerBook } from '../tables/trigger-book.ts';

const COINS = ['BTC', 'ETH'] as const;
type Coin = (typeof COINS)[number];

/** Loans read at once, and armed anew in one turn. */
const READ_MAX = 1_000;
/**
 * Loans that are looked at under their account's lock at once. A sale moves the house's capital, so they
 * follow one another anyway; stops keep the other connections.
 */
const AT_ONCE = 3;
/** How long a loan that cannot be judged, or could not be looked at, is left alone. */
const RETRY_MS = SECOND_MS;
/** A price is taken to be reached this part of it early. */
const HAIR = 10n ** 12n;

/** What a watch of collateral stands on. */
export type LoanWatchDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: {
    acting(code: InstrumentCode): Quote | null;
    status(code: InstrumentCode, now: UnixMs): string;
  };
  readonly loans: LoanWatching;
};

/**
 * The watch of collateral. Each running loan waits for the price of each of its coins at which its next
 * line is reached; a price costs what it reaches and not what is watched. It decides nothing: a loan whose
 * line may be reached is looked at by `loans`, under its account's lock and at the prices of then.
 */
export type LoanWatch = {
  /** Reads every running loan. */
  load(): Promise<void>;
  /** Hears that something of a loan changed. */
  changed(id: string): void;
  /** Reads what changed, lets the newest prices meet what waits for them, and has loans looked at. */
  turn(): Promise<void>;
  /** Resolves when no loan is being looked at and none waits for it. */
  idle(): Promise<void>;
  /** Begins no more; resolves when nothing is on its way. */
  end(): Promise<void>;
  /** Running loans in memory. */
  size(): number;
  /** Running loans one of whose coins has no price that counts: they are not judged until it has. */
  unjudged(): number;
};

/** The price of a coin at which a line is reached. */
type LinePrice = {
  readonly on: 'bid';
  readonly when: 'below' | 'above';
  readonly price: Price;
};

type Watched = {
  loan: WatchedLoan;
  /** What it waits for. */
  waiting: { readonly code: InstrumentCode; readonly one: Waiting<string, LinePrice> }[];
  /** Being looked at, or about to be. */
  isAsked: boolean;
  /** When it is tried again; null unless it could not be judged. */
  retryAt: UnixMs | null;
};

const coinsOf = (loan: WatchedLoan): Coin[] =>
  COINS.filter((coin) => loan.collateral.some(({ asset, units }) => asset === coin && units > 0n));

/** Makes the watch; it knows no loan yet. */
export function createLoanWatch(deps: LoanWatchDeps): LoanWatch {
  const { clock, log, market, loans } = deps;
  const book = createTriggerBook<string, LinePrice>();
  const all = new Map<string, Watched>();
  const announced = new Set<string>();
  /** Those that wait for the first price of a coin. */
  const unpriced = new Set<Watched>();
  const putOff = new Set<Watched>();
  /** Loans by the coins that secure them. */
  const held = new Map<string, number>();
  const lastSeen = new Map<InstrumentCode, TickId>();
  let isSaid = false;
  /** What is to be sold goes before what is to be told. */
  const looks = createLooks({ atOnce: AT_ONCE, see });

  function bidsOf(loan: WatchedLoan): Bids {
    return Object.fromEntries(
      coinsOf(loan).flatMap((coin) => {
        const quote = market.acting(codeOf(coin));
        return quote === null ? [] : [[coin, quote.bid]];
      }),
    ) as Bids;
  }

  /** Whether a price of a coin counts now. */
  function isPriced(coin: Coin): boolean {
    const status = market.status(codeOf(coin), clock.now());
    return status === 'open' || status === 'closeOnly';
  }

  /** Has a loan tried again in a while. */
  function delay(watched: Watched): void {
    watched.retryAt = plusMs(clock.now(), RETRY_MS);
    putOff.add(watched);
  }

  function disarm(watched: Watched): void {
    for (const { code, one } of watched.waiting) book.remove(code, one);
    watched.waiting = [];
    unpriced.delete(watched);
  }

  /** Has a loan wait for the prices at which a line is reached from above, or from below. */
  function waitFor(
    watched: Watched,
    bids: Bids,
    at: { readonly line: Rate; readonly when: 'below' | 'above' },
  ): void {
    const { line, when } = at;
    const { debt, collateral, id } = watched.loan;
    // Of several coins one at least stands at its price there when the line is reached, whatever the
    // others do; it is computed anew then.
    const found = pricesAtLine({ debt, collateral, bids, line });
    if (found === null) return;
    for (const coin of coinsOf(watched.loan)) {
      const reached = found.bids[coin];
      if (reached === undefined) continue;
      // They are rounded up: from below a line is waited for a hair early, and looked at exactly.
      const price = when === 'below' ? reached : ((reached - reached / HAIR) as Price);
      const trigger = { on: 'bid', when, price } as const;
      const one: Waiting<string, LinePrice> = { id, trigger, since: 0, isGone: false };
      book.add(codeOf(coin), one);
      watched.waiting.push({ code: codeOf(coin), one });
    }
  }

  /** Looks at a loan in memory: it is to be seen to, or waits for its next lines. */
  function look(watched: Watched): void {
    if (watched.isAsked || watched.retryAt !== null) return;
    disarm(watched);
    const { loan } = watched;
    const bids = bidsOf(loan);
    const value = collateralValue(loan.collateral, bids);
    if (value === null) {
      unpriced.add(watched);
      return;
    }
    const { debt, notices, ltvMax } = loan;
    const isSale = loanStep(debt, value).kind === 'sale';
    const isCalm = notices > 0 && isWithin(debt, value, ltvMax);
    if (isSale || isCalm || noticesReached(debt, value) > notices) {
      if (!coinsOf(loan).every(isPriced)) {
        delay(watched);
        return;
      }
      watched.isAsked = true;
      looks.push(watched, isSale);
      return;
    }
    const line = LOAN_LINES.notices[notices] ?? LOAN_LINES.sale;
    waitFor(watched, bids, { line, when: 'below' });
    if (notices > 0) waitFor(watched, bids, { line: ltvMax, when: 'above' });
  }

  function count(loan: WatchedLoan, by: 1 | -1): void {
    const key = coinsOf(loan).join();
    held.set(key, (held.get(key) ?? 0) + by);
  }

  function forget(id: string): void {
    const watched = all.get(id);
    if (watched === undefined) return;
    disarm(watched);
    putOff.delete(watched);
    looks.drop(watched);
    count(watched.loan, -1);
    all.delete(id);
  }

  function take(loan: WatchedLoan): void {
    const known = all.get(loan.id);
    if (known !== undefined) count(known.loan, -1);
    count(loan, 1);
    const watched = known ?? { loan, waiting: [], isAsked: false, retryAt: null };
    watched.loan = loan;
    all.set(loan.id, watched);
    look(watched);
  }

  async function readChanged(): Promise<void> {
    const ids = [...announced].slice(0, READ_MAX);
    if (ids.length === 0) return;
    for (const id of ids) announced.delete(id);
    try {
      const found = new Map((await loans.find(ids)).map((loan) => [loan.id, loan]));
      for (const id of ids) {
        const loan = found.get(id);
        if (loan === undefined) forget(id);
        else take(loan);
      }
    } catch (error) {
      for (const id of ids) announced.add(id);
      throw error;
    }
  }

  async function see(watched: Watched): Promise<void> {
    const { userId, id } = watched.loan;
    const named: { userId: UserId; id: string } = { userId, id };
    try {
      const seen = await loans.see(named);
      const [now] = seen === 'judged' ? await loans.find([id]) : [];
      watched.isAsked = false;
      // A loan that ended meanwhile, or was looked at by prices of another moment, is known again.
      if (seen === 'unjudged') delay(watched);
      else if (now === undefined) forget(id);
      else if (isUnmoved(watched.loan, now)) delay(watched);
      else take(now);
    } catch (error) {
      watched.isAsked = false;
      delay(watched);
      log.error({ err: error, loan: id }, 'a loan could not be looked at');
    }
  }

  /** Lets the newest price of each coin meet what waits for it. */
  function meetPrices(): void {
    const reached = new Set<Watched>();
    for (const coin of COINS) {
      const code = codeOf(coin);
      const quote = market.acting(code);
      if (quote === null || lastSeen.get(code) === quote.tickId) continue;
      // The first price of a coin: what waits for one looks whether it has all it needs.
      if (!lastSeen.has(code)) unpriced.forEach((watched) => reached.add(watched));
      lastSeen.set(code, quote.tickId);
      for (const { id } of book.takeReached(quote)) {
        const watched = all.get(id);
        if (watched !== undefined) reached.add(watched);
      }
    }
    for (const watched of reached) look(watched);
  }

  function tryAgain(): void {
    const now = clock.now();
    for (const watched of putOff) {
      if (watched.retryAt === null || watched.retryAt > now) continue;
      putOff.delete(watched);
      watched.retryAt = null;
      look(watched);
    }
  }

  function unjudged(): number {
    const missing: readonly string[] = COINS.filter((coin) => !isPriced(coin));
    if (missing.length === 0) return 0;
    let sum = 0;
    for (const [coins, loansOf] of held) {
      if (coins.split(',').some((coin) => missing.includes(coin))) sum += loansOf;
    }
    return sum;
  }

  /** Says once that collateral cannot be judged, and once that it can be again. */
  function sayUnjudged(): void {
    const without = unjudged();
    if (isSaid === without > 0) return;
    isSaid = without > 0;
    if (isSaid) log.warn({ loans: without }, 'collateral has no price: no loan of it is judged');
    else log.info({}, 'collateral is judged again');
  }

  return {
    async load() {
      let after = 0n;
      for (;;) {
        const some = await loans.list({ after, most: READ_MAX });
        some.forEach(take);
        const last = some.at(-1);
        if (last === undefined) return;
        after = last.ordinal;
      }
    },
    changed: (id) => void announced.add(id),
    async turn() {
      meetPrices();
      await readChanged();
      tryAgain();
      sayUnjudged();
    },
    idle: looks.idle,
    end: looks.end,
    size: () => all.size,
    unjudged,
  };
}

/** Whether a look changed nothing of a loan. */
function isUnmoved(one: WatchedLoan, other: WatchedLoan): boolean {
  return one.debt.units === other.debt.units && one.notices === other.notices;
}
