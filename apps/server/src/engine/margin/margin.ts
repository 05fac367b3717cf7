import { type InstrumentCode, type Rate, type UnixMs, SECOND_MS, plusMs } from '@candor/kernel';
import {
  CLOSE_OUT_LEVEL,
  NOTICE_LEVELS,
  NOTICE_RECOVERY,
  type Quote,
  isFresh,
} from '@candor/pricing';
import {
  type MarginCommand,
  type MarginOutcome,
  type MarketView,
  isAtCost,
} from '../../contracts/index.ts';
import type { TradingAccount, Holdings } from '../../ledger/index.ts';
import { type AccountTable, errorBoundOf, equityOf, setHoldings } from '../tables/account-table.ts';
import { roughly } from '../tables/floats.ts';
import { type RoughMark, createValuations } from './valuations.ts';
import type { AccountRecord, OrderRecord } from '../tables/records.ts';

const CLOSE_OUT = roughly(CLOSE_OUT_LEVEL);
const RECOVERY = roughly(NOTICE_RECOVERY);
const LEVELS = NOTICE_LEVELS.map(roughly);

/**
 * An account below the close-out level with nothing that could be closed is looked at once a second,
 * and when an instrument of it has a fresh price again.
 */
const QUIET_MS = SECOND_MS;

/** An account without a valued contract. */
const NOTHING_HELD = { holdings: null, cash: 0, margin: 0, floating: 0 } as const;

/** What the watch asks the market. */
export type MarginMarket = Pick<MarketView, 'instrument' | 'lastConversionRate'>;

/**
 * The margin levels of accounts. Floats nominate an account; whether anything is due is found out by
 * the command, exactly and under the account's lock.
 */
export type MarginWatch = {
  /**
   * Takes over a running contract, or what it has become. One whose prices are not running has no
   * mark; with practice money it counts at cost, with real money its account cannot be judged.
   */
  put(record: OrderRecord): void;
  /** Lets go of a contract that ended. */
  remove(record: OrderRecord): void;
  /** Takes over what an account holds, as the ledger has it, and looks at its level. */
  setHoldings(account: AccountRecord, holdings: Holdings, now: UnixMs): void;
  setTold(account: TradingAccount, level: Rate | null): void;
  /** Revalues the contracts of an instrument at a quote that passes the source rule. */
  apply(quote: Quote): void;
  /**
   * Takes over the last quote of before the start. Until the instrument says a price of its own, or
   * `until`, no account that holds it is nominated: its level may be of long ago.
   */
  restore(restored: {
    readonly code: InstrumentCode;
    readonly quote: Quote | null;
    readonly at: UnixMs;
    readonly until: UnixMs;
  }): void;
  /** Revalues what is quoted in a currency whose conversion rate moved since the last call. */
  applyConversionRates(now: UnixMs): void;
  /**
   * Accounts whose level seems to have moved past a line, each once, with the marks of that moment.
   * One that was given out is not given out again before `done` or `failed` was said of it.
   */
  takeNominated(now: UnixMs): MarginCommand[];
  /** Takes a nomination back that failed: it is given out again, with its marks, not before `at`. */
  failed(command: MarginCommand, at: UnixMs): void;
  /** Takes over what became of a nomination. */
  done(command: MarginCommand, outcome: MarginOutcome): void;
  /** Accounts that cannot be judged, because a contract of them has no mark. */
  unjudged(): number;
};

/** Watches no contract yet. */
export function createMarginWatch(market: MarginMarket, accounts: AccountTable): MarginWatch {
  const valuations = createValuations();
  const marks = new Map<InstrumentCode, Quote>();
  /** Instruments that said nothing since the start, and how long that may go on. */
  const silent = new Map<InstrumentCode, { readonly at: UnixMs; readonly until: UnixMs }>();
  const links = new Map<string, number>();
  let turn = 0;
  let touched: AccountRecord[] = [];
  let lastAt = 0 as UnixMs;

  function touch(account: AccountRecord): void {
    if (account.seenIn === turn) return;
    account.seenIn = turn;
    touched.push(account);
  }

  const currencyOf = (code: InstrumentCode): string | null =>
    market.instrument(code)?.quoteCurrency ?? null;

  function linkOf(code: InstrumentCode): number {
    const currency = currencyOf(code);
    if (currency === null) return 0;
    const known = links.get(currency);
    if (known !== undefined) return known;
    const conversionRate = market.lastConversionRate(currency);
    // Kept without a rate, too, so that the first one is noticed.
    const rate = conversionRate === null ? 0 : roughly(conversionRate.rate);
    links.set(currency, rate);
    return rate;
  }

  const isMarked = (code: InstrumentCode): boolean => marks.has(code) && linkOf(code) !== 0;

  /** Whether every contract of an account has a mark: without one its level would be another's. */
  function isJudged({ contracts }: AccountRecord): boolean {
    for (const { state, order } of contracts) {
      if (state.name === 'paused' || !isMarked(order.code)) return false;
    }
    return true;
  }

  function isPastLine(account: AccountRecord): boolean {
    const { margin } = account;
    const told = account.told === null ? null : roughly(account.told);
    if (margin <= 0) return told !== null;
    const equity = equityOf(account);
    const errorBound = errorBoundOf(account);
    if (equity < CLOSE_OUT * margin + errorBound) return true;
    const next = LEVELS.find((level) => told === null || level < told);
    if (next !== undefined && equity < next * margin + errorBound) return true;
    return told !== null && equity > (told + RECOVERY) * margin - errorBound;
  }

  /** Whether an instrument of an account may still say its first price since the start. */
  function isSilent({ contracts }: AccountRecord, at: UnixMs): boolean {
    if (silent.size === 0) return false;
    for (const { order } of contracts) {
      const wait = silent.get(order.code);
      if (wait !== undefined && at <= wait.until) return true;
    }
    return false;
  }

  /** Has a command look at an account; one that is on its way comes first. */
  function nominate(account: AccountRecord, command: MarginCommand): void {
    const isSent = account.check.name === 'sent';
    const check = isSent ? { name: 'sent', next: command } : { name: 'nominated', command };
    accounts.setCheck(account, check as AccountRecord['check']);
  }

  /** Lets go of an account that holds nothing: what was told is over then, also in the store. */
  function endNotice(account: AccountRecord): void {
    const { userId, mode, told } = account;
    if (told !== null) {
      nominate(account, { kind: 'margin', userId, mode, marks: new Map(), at: lastAt, told });
    }
    accounts.release(account);
  }

  function check(account: AccountRecord, at: UnixMs, isBack = false): void {
    const { check: known, told, quietUntil, userId, mode } = account;
    if (known.name === 'nominated' || known.name === 'failed') return;
    if ((known.name === 'sent' && known.next !== null) || !isPastLine(account)) return;
    if (isSilent(account, at) || !isJudged(account)) return;
    if (!isBack && quietUntil !== null && at < quietUntil) return;
    const own = new Map<InstrumentCode, Quote>();
    for (const { order } of account.contracts) {
      const mark = marks.get(order.code);
      if (mark !== undefined) own.set(order.code, mark);
    }
    nominate(account, { kind: 'margin', userId, mode, marks: own, at, told });
  }

  /** Whether an instrument had no price to close anything at before this one. */
  function isBackWith(quote: Quote): boolean {
    const before = marks.get(quote.code);
    const freshForMs = market.instrument(quote.code)?.freshForMs ?? 0;
    return before === undefined || !isFresh(before, { now: quote.receivedAt, freshForMs });
  }

  function revalue(code: InstrumentCode, mark: RoughMark, at: UnixMs, isBack = false): void {
    turn += 1;
    touched = [];
    valuations.revalue(code, mark, touch);
    for (const account of touched) check(account, at, isBack);
  }

  const markOf = (quote: Quote): RoughMark => ({
    bid: roughly(quote.bid),
    ask: roughly(quote.ask),
    link: linkOf(quote.code),
  });

  return {
    put(record) {
      const { order, state } = record;
      const isPaused = state.name === 'paused';
      if (record.account === null) {
        if (isAtCost(order, isPaused)) return;
        const account = accounts.get(order);
        record.account = account;
        account.contracts.add(record);
        if (!isPaused) {
          valuations.add(record);
          accounts.posted(order);
        }
      } else valuations.replace(record);
      const mark = marks.get(order.code);
      if (mark !== undefined) valuations.revalueOne(record, markOf(mark));
    },
    remove(record) {
      const { account } = record;
      if (account === null) return;
      valuations.remove(record);
      account.contracts.delete(record);
      record.account = null;
      // What comes next starts from what is read of the ledger, and without the errors of floats.
      if (account.valued === 0) Object.assign(account, NOTHING_HELD);
      if (account.contracts.size > 0) return;
      if (account.check.name === 'nominated') accounts.setCheck(account, { name: 'watched' });
      endNotice(account);
    },
    setHoldings(account, holdings, now) {
      if (account.valued === 0) return;
      setHoldings(account, holdings);
      lastAt = now;
      check(account, now);
    },
    setTold(account, level) {
      accounts.get(account).told = level;
    },
    apply(quote) {
      const wait = silent.get(quote.code);
      if (wait !== undefined && quote.receivedAt >= wait.at) silent.delete(quote.code);
      const isBack = isBackWith(quote);
      marks.set(quote.code, quote);
      lastAt = quote.receivedAt;
      revalue(quote.code, markOf(quote), quote.receivedAt, isBack);
    },
    restore({ code, quote, at, until }) {
      if (until > at) silent.set(code, { at, until });
      if (quote === null) return;
      marks.set(code, quote);
      lastAt = quote.receivedAt;
      revalue(code, markOf(quote), at);
    },
    applyConversionRates(now) {
      for (const [currency, known] of links) {
        const conversionRate = market.lastConversionRate(currency);
        const rate = conversionRate === null ? known : roughly(conversionRate.rate);
        if (rate === known) continue;
        links.set(currency, rate);
        for (const code of valuations.codes()) {
          const mark = marks.get(code);
          if (mark !== undefined && currencyOf(code) === currency) revalue(code, markOf(mark), now);
        }
      }
    },
    takeNominated(now) {
      const all: MarginCommand[] = [];
      for (const account of accounts.asking()) {
        const { check: asked, told } = account;
        if (asked.name === 'nominated') {
          // What was told meanwhile is not told again.
          all.push({ ...asked.command, told });
        } else if (asked.name === 'failed' && asked.retryAt <= now) all.push(asked.command);
        else continue;
        accounts.setCheck(account, { name: 'sent', next: null });
      }
      return all;
    },
    failed(command, retryAt) {
      const account = accounts.find(command);
      if (account !== undefined) accounts.setCheck(account, { name: 'failed', command, retryAt });
    },
    done(command, outcome) {
      const account = accounts.find(command);
      if (account === undefined) return;
      // A price that came after the command's may close what its old one could not.
      const own = [...account.contracts];
      const isNewer = own.some(
        ({ order: { code } }) => marks.get(code) !== command.marks.get(code),
      );
      const isBelow = outcome.level !== null && outcome.level < CLOSE_OUT_LEVEL;
      const isStuck = !isNewer && (isBelow || !outcome.isJudged);
      account.told = outcome.told;
      account.quietUntil = isStuck ? plusMs(command.at, QUIET_MS) : null;
      const next = account.check.name === 'sent' ? account.check.next : null;
      accounts.setCheck(account, { name: 'watched' });
      if (own.length === 0) endNotice(account);
      else if (next !== null) nominate(account, next);
      else if (isNewer && account.valued > 0) check(account, lastAt);
    },
    unjudged() {
      const unmarked = new Set([...valuations.codes()].filter((code) => !isMarked(code)));
      let found = 0;
      for (const { contracts } of accounts.all()) {
        const isBare = [...contracts].some(
          ({ state, order }) => state.name === 'paused' || unmarked.has(order.code),
        );
        if (isBare) found += 1;
      }
      return found;
    },
  };
}
