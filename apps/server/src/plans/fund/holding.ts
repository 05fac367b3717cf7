import type { Fund, Mark, Fill, Reason } from '@candor/advisor';
import {
  type EntryId,
  type InstrumentCode,
  type Money,
  type Rate,
  type TickId,
  type UnixMs,
  ensure,
  money,
  newUuid,
} from '@candor/kernel';
import { type Quote, isFresh } from '@candor/pricing';
import { type Entry, type Posting, HOUSE } from '../../ledger/index.ts';
import type { KeptFill, KeptMark, StoredFund, TickPrice, TickPrices } from '../plan/plan.ts';
import type { PlanMarket } from './deps.ts';

const NO_FEE = 0n as Rate;

/** A quote as a fund is priced by it. */
export function priceOf(quote: Quote | null): TickPrice | null {
  if (quote === null) return null;
  const { bid, ask, tickId, receivedAt } = quote;
  return { bid, ask, at: tickId, time: receivedAt };
}

/** Whether something a fund trades has left the catalogue: then it decides nothing more and ends. */
export function isGone(
  { plan }: Pick<StoredFund, 'plan'>,
  market: Pick<PlanMarket, 'instrument'>,
): boolean {
  return plan.codes.some((code) => market.instrument(code) === null);
}

/** A fund as the advisor trades it: each instrument at the fee in force, none once it has left the catalogue. */
export function fundOf(stored: StoredFund, market: Pick<PlanMarket, 'instrument'>): Fund {
  const { settled, result, positions, plan } = stored;
  const instruments = plan.codes.map((code) => {
    const feeRate = market.instrument(code)?.feeRate ?? NO_FEE;
    return { code, feeRate };
  });
  return { instruments, settled, result, positions };
}

/** A stored fund after the advisor changed it. */
export function withFund(stored: StoredFund, fund: Fund): StoredFund {
  const { settled, result, positions } = fund;
  return { ...stored, settled, result, positions };
}

/** Whether a fund is on the run of prices that is on, so that it can be worked on and priced. */
export function isOnFeed(
  stored: StoredFund,
  market: { feed(): Pick<ReturnType<PlanMarket['feed']>, 'key'> },
): boolean {
  return stored.feed === market.feed().key;
}

/**
 * The last prices that passed the source rule, in the order of a fund's codes; null for each while the
 * fund is on another run of prices.
 */
export function actingPrices(
  stored: StoredFund,
  market: Pick<PlanMarket, 'acting'> & Parameters<typeof isOnFeed>[1],
): TickPrices {
  if (!isOnFeed(stored, market)) return stored.plan.codes.map(() => null);
  return stored.plan.codes.map((code) => priceOf(market.acting(code)));
}

/**
 * Whether everything a fund holds may be sold at these prices now, by the rule by which contracts are closed out:
 * each market was open at its price and is open, its price is fresh, and a price its sources agreed on stands
 * although they disagree by now.
 */
export function maySell(
  stored: StoredFund,
  prices: TickPrices,
  facts: {
    readonly market: Pick<PlanMarket, 'instrument' | 'status' | 'wasTrading'>;
    readonly now: UnixMs;
  },
): boolean {
  const { market, now } = facts;
  return stored.plan.codes.every((code, index) => {
    if ((stored.positions[index]?.quantity ?? 0n) === 0n) return true;
    const price = prices[index] ?? null;
    const instrument = market.instrument(code);
    if (price === null || instrument === null) return false;
    const status = market.status(code, now);
    const isOpen = status === 'open' || status === 'closeOnly' || status === 'disputed';
    const { freshForMs } = instrument;
    return (
      isOpen &&
      market.wasTrading(code, price.time) &&
      isFresh({ receivedAt: price.time }, { now, freshForMs })
    );
  });
}

/**
 * The last prices of a paper fund whose run of prices is not on any more, in the order of its codes: the last ones of
 * its own tape, however old. Real money waits for its prices instead.
 *
 * @shape null for a fund that can be priced, or waits
 */
export async function lastKnownPrices(
  stored: StoredFund,
  market: Pick<PlanMarket, 'feed' | 'lastOfFeed'>,
): Promise<TickPrices | null> {
  if (stored.mode !== 'demo' || stored.phase !== 'open' || isOnFeed(stored, market)) return null;
  const { feed, plan } = stored;
  return (await market.lastOfFeed(feed, plan.codes)).map(priceOf);
}

/** Trades as they are written down. */
export function keptFills(
  stored: StoredFund,
  fills: readonly Fill[],
  facts: {
    readonly kind: KeptFill['kind'];
    readonly prices: TickPrices;
    readonly reason: Reason;
    readonly at: UnixMs;
    /** What owners joined or left with. */
    readonly cohort?: string;
  },
): KeptFill[] {
  const { kind, prices, reason, at, cohort = null } = facts;
  return fills.map((fill) => {
    const index = stored.plan.codes.indexOf(fill.code);
    const price = ensure(prices[index] ?? null, 'it was traded');
    const { code, quantity, fee, result } = fill;
    return {
      id: newUuid(at),
      fundId: stored.id,
      day: stored.day,
      ...{ kind, code, quantity, fee, result },
      price: fill.price,
      tickId: fill.at as TickId,
      time: price.time,
      // Each is traded once at a time.
      before: ensure(stored.positions[index], 'a position for each'),
      cohort,
      rule: reason.rule,
      figures: reason.figures,
    };
  });
}

/** Marks of a midnight as they are written down. */
export function keptMarks(stored: StoredFund, marks: readonly Mark[], at: UnixMs): KeptMark[] {
  return marks.map((mark) => {
    const held = stored.positions[stored.plan.codes.indexOf(mark.code)];
    const { quantity } = ensure(held, 'a position for each');
    const tickId = mark.at as TickId;
    return { ...keptMark(stored, { ...mark, kind: 'mark', tickId }, at), held: quantity };
  });
}

/** A mark of another kind as it is written down. */
export function keptMark(
  stored: StoredFund,
  mark: {
    readonly kind: KeptMark['kind'];
    readonly code: InstrumentCode | null;
    readonly tickId: TickId | null;
    readonly result: Money;
  },
  at: UnixMs,
): KeptMark {
  const { kind, code, tickId, result } = mark;
  const { id: fundId, day } = stored;
  return { id: newUuid(at), fundId, day, kind, code, tickId, result, held: null };
}

/** What moves between a fund's clearing and the house. */
function clearing(stored: StoredFund, result: bigint): Posting[] {
  const asset = 'USDT' as const;
  if (result > 0n) {
    const to = { to: 'house:strategy', toSub: stored.id } as const;
    return [{ from: 'house:trading', ...to, asset, units: result }];
  }
  if (result === 0n) return [];
  const from = { from: 'house:strategy', fromSub: stored.id } as const;
  return [{ ...from, to: 'house:trading', asset, units: -result }];
}

function houseEntry(
  stored: StoredFund,
  entry: Pick<Entry, 'kind' | 'requestId' | 'cause' | 'postings' | 'at'>,
): Entry[] {
  if (entry.postings.length === 0) return [];
  const id = newUuid(entry.at) as EntryId;
  const { mode } = stored;
  return [{ id, userId: HOUSE, mode, part: 0, subject: stored.id, reverses: null, ...entry }];
}

/** The entries of trades and marks of a fund. @source LEDGER 2, rows "plan fill result" and "plan day" */
export function movedEntries(
  stored: StoredFund,
  moved: { readonly fills: readonly KeptFill[]; readonly marks: readonly KeptMark[] },
  at: UnixMs,
): Entry[] {
  const fee = (units: bigint): Posting[] =>
    units === 0n
      ? []
      : [{ from: 'house:strategy', fromSub: stored.id, to: 'house:fees', asset: 'USDT', units }];
  return [
    ...moved.fills.flatMap((fill) =>
      houseEntry(stored, {
        kind: 'plan-fill',
        requestId: `plan-fill:${fill.id}`,
        cause: fill.kind === 'run' ? 'tick' : 'timer',
        postings: [...clearing(stored, fill.result.units), ...fee(fill.fee.units)],
        at,
      }),
    ),
    ...moved.marks.flatMap((mark) =>
      houseEntry(stored, {
        kind: 'plan-mark',
        requestId: `plan-mark:${mark.id}`,
        cause: 'timer',
        postings: clearing(stored, mark.result.units),
        at,
      }),
    ),
  ];
}

/** Results less fees of some trades. @units USDT units */
export function broughtBy(fills: readonly Pick<KeptFill, 'result' | 'fee'>[]): Money {
  return money(
    'USDT',
    fills.reduce((sum, { result, fee }) => sum + result.units - fee.units, 0n),
  );
}
