import type { Invariant } from './ledger-invariants.ts';
import { optionEnd } from './model.ts';
import { middle, payoutOf } from './oracle.ts';
import { type OptionRow, type Snapshot, type Tick, lastTick } from './snapshot.ts';

const WINDOW_MS = 60_000;

/** Published rates by period. @source PRODUCT 5 and 14 */
const OPTION_RATES: Readonly<Record<number, bigint>> = {
  60: 800_000_000_000_000_000n,
  120: 820_000_000_000_000_000n,
  300: 840_000_000_000_000_000n,
};

const closed = (now: Snapshot): OptionRow[] =>
  now.options.filter(({ status }) => status === 'closed');

/** The first tick that passes the source rule from the end of the period on, within a minute. */
function settlementTick(now: Snapshot, option: OptionRow): Tick | null {
  const { code, settleAt } = option;
  return (
    now.ticks.find(
      (tick) =>
        tick.code === code && tick.acts && tick.at >= settleAt && tick.at <= settleAt + WINDOW_MS,
    ) ?? null
  );
}

/** Pays nothing, the stake and its gain, or the stake back. */
const o1: Invariant = ({ now }) =>
  closed(now).flatMap(({ id, outcome, paid, stake, rate }) => {
    const wanted = outcome === 'won' ? payoutOf(stake, rate) : outcome === 'lost' ? 0n : stake;
    return paid === wanted ? [] : [`${id} ${outcome} paid ${paid}, should ${wanted}`];
  });

/** Settled on the first tick after its period; without one within a minute it is void. */
const o2: Invariant = ({ now, clock, pulses }) => {
  const pulsed = pulses.at(-1);
  return now.options.flatMap((option) => {
    const first = settlementTick(now, option);
    const resets = now.entries.some(
      (one) => one.kind === 'demo-reset' && one.at === option.closedAt && one.mode === option.mode,
    );
    if (option.outcome === 'void') {
      if (resets) return [];
      const isOver = (option.closedAt ?? 0) > option.settleAt + WINDOW_MS;
      return first === null && isOver ? [] : [`${option.id} was voided, its tick was ${first?.id}`];
    }
    if (option.status === 'closed') {
      return first?.id === option.settleTick
        ? []
        : [`${option.id} settled on ${option.settleTick}, the first was ${first?.id ?? 'none'}`];
    }
    const isLate = clock > option.settleAt + WINDOW_MS && pulsed?.at === clock;
    const isDue = first !== null && pulses.some(({ ticks }) => ticks > first.place);
    return isLate || isDue ? [`${option.id} still runs`] : [];
  });
};

/** Higher wins for up, lower for down, and the same price is a tie. */
const o3: Invariant = ({ now }) =>
  closed(now).flatMap((option) => {
    const tick = option.settleTick === null ? null : (now.tickOf.get(option.settleTick) ?? null);
    const { outcome } = optionEnd(option, tick);
    return outcome === option.outcome ? [] : [`${option.id} ${option.outcome}, should ${outcome}`];
  });

/** One settlement for each option that ended, none for one that runs. */
const o4: Invariant = ({ now }) =>
  now.options.flatMap(({ id, status }) => {
    const count = now.entries.filter(
      ({ kind, subject }) => kind === 'option-settle' && subject === id,
    ).length;
    return count === (status === 'closed' ? 1 : 0) ? [] : [`${id} was settled ${count} times`];
  });

/** The rate is the one in force at the purchase, and so is the price: the tick of that moment. */
const o5: Invariant = ({ now }) =>
  now.options.flatMap((option) => {
    const tick = lastTick(now, option.code, option.boughtAt);
    const found: string[] = [];
    if (option.rate !== OPTION_RATES[option.period]) found.push(`${option.id} has another rate`);
    if (option.payout !== payoutOf(option.stake, option.rate)) {
      found.push(`${option.id} promises ${option.payout}`);
    }
    if (tick?.id !== option.openTick || middle(tick) !== option.openPrice) {
      found.push(`${option.id} opened at ${option.openTick}, the newest tick was ${tick?.id}`);
    }
    return found;
  });

/** The tick it settled on was on the tape by then. */
const o6: Invariant = ({ now }) =>
  closed(now).flatMap(({ id, settleTick, closedAt }) => {
    const tick = settleTick === null ? null : now.tickOf.get(settleTick);
    if (tick === null) return [];
    const isOnTape = tick !== undefined && tick.at <= (closedAt ?? 0);
    return isOnTape ? [] : [`${id} was settled on ${settleTick}, which was not on the tape`];
  });

/** O1–O6 of RELIABILITY 2.4. */
export const OPTION_INVARIANTS: Readonly<Record<string, Invariant>> = {
  'O1 what it may pay': o1,
  'O2 first tick in its minute': o2,
  'O3 ties': o3,
  'O4 settled once': o4,
  'O5 terms of the purchase': o5,
  'O6 from the tape': o6,
};
