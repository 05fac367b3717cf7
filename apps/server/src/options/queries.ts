import {
  type Mode,
  type Money,
  type OptionId,
  type QuoteId,
  type Result,
  type UserId,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  newUuid,
  ok,
  plusMs,
  subMoney,
} from '@candor/kernel';
import { breakEvenHitRate, hitRate } from '@candor/pricing';
import type {
  Failure,
  OptionOpening,
  OptionOrder,
  OptionPeriod,
  OptionQuote,
  OptionRecord,
} from '@candor/protocol';
import { type TradingAccount, accountKey } from '../ledger/index.ts';
import { termsFacts } from './batch/commands.ts';
import { offersNow, stakesNow } from './option/offers.ts';
import type { Option, Outcome, Promised } from './option/option.ts';
import { countOutcomes, sumStaked } from './store/record-store.ts';
import { QUOTE_MS, decideBuy } from './option/rules.ts';
import { type OptionFilter, findOptions, insertQuote, listOptions } from './store/store.ts';
import { optionOrderOf } from './option/view.ts';
import { type OptionDeps, findReal } from './batch/batch-transaction.ts';
import { findCountryAccess } from './countries/countries.ts';

/** What is asked to be quoted. */
export type QuoteParams = TradingAccount & {
  readonly body: {
    readonly code: string;
    readonly direction: Option['direction'];
    readonly period: number;
    readonly amount: string;
  };
};

/** What others may ask about options. */
export type OptionQueries = {
  /** Periods on offer; none for an instrument that is not offered, null for an unknown one. */
  periods(code: string): readonly OptionPeriod[] | null;
  /** Promises the rate in force for some seconds. */
  quote(params: QuoteParams): Promise<Result<OptionQuote, Failure>>;
  list(filter: OptionFilter): Promise<{ records: OptionOrder[]; total: number }>;
  get(params: { userId: UserId; mode: Mode; id: OptionId }): Promise<OptionOrder | null>;
  record(account: TradingAccount): Promise<OptionRecord>;
  /** Whether options are open to a user's real account, and why not. */
  opening(userId: UserId): Promise<OptionOpening>;
  /** Stakes of options of a mode bought after a moment, and the statement that sums them. */
  staked(params: { mode: Mode; since: number }): Promise<{ staked: Money; statement: string }>;
};

/** Makes the queries of one process. */
export function createOptionQueries(deps: OptionDeps): OptionQueries {
  const { db, market, parameters, clock } = deps;

  async function quote(params: QuoteParams): Promise<Result<OptionQuote, Failure>> {
    const { userId, mode, body } = params;
    const accountMargins = await deps.contracts.accountMargins(db, [params]);
    const { margin } = ensure(accountMargins.get(accountKey(params)), 'the book is answered');
    const now = clock.now();
    const users = mode === 'real' ? [userId] : [];
    const real = (await findReal(db, deps, { users, now })).get(userId) ?? null;
    const facts = termsFacts(deps, { mode, real, body });
    const decided = decideBuy({ ...facts, now, margin, promised: undefined });
    if (!decided.ok) return decided;
    const { instrument, stake, rate, rateVersion, payout, open, free } = decided.value;
    const promised: Promised = {
      id: newUuid(now) as QuoteId,
      userId,
      mode,
      code: instrument.code,
      direction: body.direction,
      period: body.period,
      stake,
      rate,
      rateVersion,
      expiresAt: plusMs(now, QUOTE_MS),
    };
    await insertQuote(db, promised, now);
    return ok({
      quoteId: promised.id,
      rate: formatDecimal(rate),
      rateVersion,
      payout: formatMoney(payout),
      breakEvenRate: formatDecimal(breakEvenHitRate(rate)),
      expiresAt: promised.expiresAt,
      price: formatDecimal(open.price),
      tickId: open.quote.tickId,
      source: open.quote.source,
      receivedAt: open.quote.receivedAt,
      freeMarginAfter: formatMoney(subMoney(free, stake)),
    });
  }

  async function record(account: TradingAccount): Promise<OptionRecord> {
    const found = await countOutcomes(db, account);
    const count = (outcome: Outcome): number => found.get(outcome)?.count ?? 0;
    const [won, lost] = [count('won'), count('lost')];
    const share = hitRate({ won, lost });
    const profit = [...found.values()].reduce((sum, one) => sum + one.profit, 0n);
    return {
      won,
      lost,
      tie: count('tie'),
      void: count('void'),
      hitRate: share === null ? null : formatDecimal(share),
      profit: formatMoney(money('USDT', profit)),
    };
  }

  return {
    periods(code) {
      const instrument = market.instrument(code);
      if (instrument === null) return null;
      const stakes = stakesNow(parameters);
      return offersNow(parameters, instrument).map(({ seconds, rate }) => ({
        seconds,
        rate: formatDecimal(rate),
        min: formatMoney(stakes.min),
        max: formatMoney(stakes.max),
      }));
    },
    quote,
    async list(filter) {
      const { records, total } = await listOptions(db, filter);
      return { records: records.map((option) => optionOrderOf(option, market)), total };
    },
    async get({ userId, mode, id }) {
      const [option] = await findOptions(db, [{ userId, id }]);
      return option === undefined || option.mode !== mode ? null : optionOrderOf(option, market);
    },
    record,
    async opening(userId) {
      const accesses = await findCountryAccess(db, [userId], clock.now());
      const access = ensure(accesses.get(userId), 'each user has one');
      const { isOpen, country } = access;
      if (!isOpen) return { isOpen, country, since: null, why: access.why };
      return { isOpen, country, since: access.since, why: null };
    },
    staked: (params) => sumStaked(db, params),
  };
}
