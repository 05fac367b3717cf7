/**
 * Walks the tape from the moment an order's terms were accepted, as they were changed, and finds the
 * first tick that reached a price of it. The receipt says the terms; the ticks are the tape's.
 */
import { mayAct } from './documents.mjs';
import { decimal } from './numbers.mjs';
import { isAfter, placeOf } from './view.mjs';

const read = (text) => (text === null ? null : decimal(text));

/** The terms of an order as numbers, oldest first. */
export const termsOf = (receipt) =>
  receipt.terms.map((one) => ({
    at: one.at,
    since: one.since === null ? null : placeOf(one.since),
    limit: read(one.limit),
    stop: read(one.stop),
    stopLoss: read(one.stopLoss),
    takeProfit: read(one.takeProfit),
    trailing: read(one.trailing),
  }));

/** Whether terms count for a tick: it came after the price they were accepted at. */
const countsFor = (terms, tick) =>
  terms.since === null ? tick.at > terms.at : isAfter(tick, terms.since);

/** The terms in force at a tick; the first ones for those that came before all. */
export const termsAt = (all, tick) => all.findLast((one) => countsFor(one, tick)) ?? all[0];

/** What a tick does to an order that waits. */
function touched({ side, orderType, terms, isArmed }, tick) {
  const isLong = side === 'long';
  const price = isLong ? tick.ask : tick.bid;
  const meets = terms.limit !== null && (isLong ? price <= terms.limit : price >= terms.limit);
  const past = terms.stop !== null && (isLong ? price >= terms.stop : price <= terms.stop);
  if (orderType === 'limit' || (orderType === 'stopLimit' && isArmed)) return meets ? 'fill' : null;
  if (orderType === 'stop') return past ? 'fill' : null;
  if (orderType !== 'stopLimit' || !past) return null;
  return meets ? 'fill' : 'arm';
}

/**
 * The first tick that filled an order that waits, `until` a place; null for none. `mayFill` says
 * whether anything could be opened at a tick: a tick that could not is passed over. So is one the
 * receipt says it was passed over at: `stated` hears of each tick that reached its price, and whether
 * it could have been filled there, and answers whether the receipt says so.
 */
export function firstFill(receipt, { ticks, documents, until, mayFill, stated }) {
  const { side, orderType } = receipt;
  const all = termsOf(receipt);
  let isArmed = false;
  let before = all[0];
  for (const tick of ticks) {
    if (isAfter(tick, until)) return null;
    const terms = termsAt(all, tick);
    // A stop that was moved has to be touched anew.
    if (terms.stop !== before.stop) isArmed = false;
    before = terms;
    if (!countsFor(terms, tick) && tick.id !== until.id) continue;
    const found = touched({ side, orderType, terms, isArmed }, tick);
    const isActing = mayAct(documents, tick);
    if (found === 'arm' && isActing) isArmed = true;
    if (found !== 'fill') continue;
    if (tick.id === until.id) {
      if (isActing) return { tick, terms };
      continue;
    }
    const isOpen = isActing && mayFill(tick);
    if (!stated(tick, isOpen) && isOpen) return { tick, terms };
  }
  return null;
}

/** Which level of a contract a tick reached, of its stop, its target and its trailing stop. */
function reachedLevel({ side, terms, trail }, tick) {
  const isLong = side === 'long';
  const mark = isLong ? tick.bid : tick.ask;
  const lost = (level) => level !== null && (isLong ? mark <= level : mark >= level);
  const won = (level) => level !== null && (isLong ? mark >= level : mark <= level);
  let found = null;
  if (lost(terms.stopLoss)) found = { reason: 'stopLoss', level: terms.stopLoss };
  else if (won(terms.takeProfit)) found = { reason: 'takeProfit', level: terms.takeProfit };
  if (!lost(trail)) return found;
  const { stopLoss } = terms;
  const isNearer = stopLoss === null || (isLong ? trail > stopLoss : trail < stopLoss);
  return found === null || isNearer ? { reason: 'trailing', level: trail } : found;
}

/** Counts how often a trailing stop was set anew, taken away or given another distance. */
function epochsOf(all) {
  let epoch = 0;
  return new Map(
    all.map((one, index) => {
      if (index > 0 && all[index - 1].trailing !== one.trailing) epoch += 1;
      return [one, epoch];
    }),
  );
}

/** Terms set by a tick, its own among them: a trailing stop follows from the tick it was set at. */
const setBy = (all, tick) =>
  all.findLast((one) => (one.since === null ? tick.at > one.at : !isAfter(one.since, tick))) ??
  all[0];

/**
 * The first tick that reached a level of a running contract; null for none.
 *
 * @shape opened: the tick it was opened at · start: the tick from which on a trailing stop of the
 *   first terms follows the price · closing: id of the tick that is said to have reached a level ·
 *   stated: hears of each tick that reached one, answers whether the receipt says it was passed over
 */
export function firstLevel(receipt, { ticks, documents, opened, start, closing, stated }) {
  const { side } = receipt;
  const isLong = side === 'long';
  const all = termsOf(receipt);
  const epochs = epochsOf(all);
  let [trail, epoch] = [null, epochs.get(all[0])];
  const renew = (terms) => {
    if (epochs.get(terms) === epoch) return;
    [trail, epoch] = [null, epochs.get(terms)];
  };
  for (const tick of ticks) {
    if (!mayAct(documents, tick)) continue;
    const terms = termsAt(all, tick);
    renew(terms);
    const counts = countsFor(terms, tick) || tick.id === closing;
    if (counts && tick.index > opened.index) {
      const found = reachedLevel({ side, terms, trail }, tick);
      const isOver = found !== null && tick.id !== closing && stated(tick, true);
      if (found !== null && !isOver) return { ...found, tick };
    }
    if (tick.index < start.index) continue;
    const set = setBy(all, tick);
    renew(set);
    if (set.trailing === null) continue;
    const own = isLong ? tick.bid - set.trailing : tick.ask + set.trailing;
    const isFurther = trail === null || (isLong ? own > trail : own < trail);
    if (isFurther) trail = own;
  }
  return null;
}
