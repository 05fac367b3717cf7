/**
 * What a receipt states of ticks that reached a price of an order and did nothing to it. A tick is
 * only left out where such a span covers it; what the tape and the published list show of it is
 * checked, and the rest is said to be the product's word.
 */
import { UNDER_WAY_MS } from './common.mjs';
import { statusAt } from './documents.mjs';
import { isAfter, placeOf } from './view.mjs';

/** An operator's decision reaches every process within this time. */
const SETTLING_MS = 10_000;
/** Reasons of orders that wait, and of contracts that run. */
const WAITING = ['suspended', 'closeOnly', 'noSource', 'stale', 'noLink', 'unjudgeable'];
const RUNNING = ['late'];
const BOTH = ['failed', 'several'];

const holds = ({ from, to }, tick) => !isAfter(from, tick) && !isAfter(tick, to);

/** Whether the pair that links an instrument was missing, or old, at some moment after a tick. */
function lacksLink(tick, { view, feed, documents }) {
  const { freshForMs, link } = documents.specification;
  if (link === null) return false;
  const until = tick.at + freshForMs;
  let seen = view.lastUpTo({ feed: feed.key, code: link.code, upTo: tick });
  if (seen === null) return true;
  const later = view.between({
    feed: feed.key,
    code: link.code,
    after: tick,
    upTo: view.last(tick),
  });
  let next = 0;
  while (seen.at + link.freshForMs < until) {
    const following = later[next];
    // A price counts once it is stored, a moment after it was received.
    const isThere =
      following !== undefined && following.at + UNDER_WAY_MS <= seen.at + link.freshForMs;
    if (!isThere) return true;
    seen = following;
    next += 1;
  }
  return false;
}

/** What the tape or the published list say against a reason at a tick; null for nothing. */
function against(reason, tick, facts) {
  const { documents, end } = facts;
  const { freshForMs } = documents.specification;
  if (reason === 'suspended' || reason === 'closeOnly') {
    const from = tick.at - SETTLING_MS;
    const to = tick.at + freshForMs + SETTLING_MS;
    const changes = documents.restrictions.filter(({ at }) => at > from && at <= to);
    const states = [statusAt(documents, from), ...changes.map(({ status }) => status)];
    return states.includes(reason) ? null : `${tick.id}: it was ${states.join(', ')}`;
  }
  if (reason === 'stale') {
    const isOld = end - tick.at > freshForMs;
    return isOld ? null : `${tick.id} was young enough when it was filled`;
  }
  if (reason === 'noLink') {
    return lacksLink(tick, facts) ? null : `${tick.id}: the linking price was there`;
  }
  return null;
}

/** The spans a receipt states of the time an order waited, or of that a contract ran. */
function spansOf(receipt, { opened, isWaiting }) {
  return (receipt.passed ?? [])
    .map((one) => ({ ...one, from: placeOf(one.from), to: placeOf(one.to), said: one }))
    .filter(({ from }) => {
      // One that cannot be read is a difference of the time it waited.
      if (from === null) return isWaiting;
      return isAfter(opened, from) === isWaiting;
    });
}

/** Refuses spans of a time in which nothing could be reached: no walk of the tape looks at them. */
export function refusePassed(report, receipt, facts) {
  for (const { said } of spansOf(receipt, facts)) {
    const what = `${said.reason} from ${said.from} to ${said.to}`;
    report.holds('order.passed', what, false, 'there was no price to be reached');
  }
}

/**
 * Reads what a receipt states, of the time an order waited or of that a contract ran; `heard` is
 * asked of each tick that reached a price. `check` says it, once the tape was walked.
 *
 * @shape facts: view, feed, code, documents, opened; isWaiting; end: the moment it was filled
 */
export function readPassed(receipt, facts) {
  const { view, opened, isWaiting } = facts;
  const spans = spansOf(receipt, facts);
  const allowed = [...BOTH, ...(isWaiting ? WAITING : RUNNING)];
  const found = spans.map((span) => ({ span, reached: new Map() }));

  function heard(tick, isOpen) {
    const own = found.filter(
      ({ span }) => span.to !== null && span.from !== null && holds(span, tick),
    );
    for (const { reached } of own) reached.set(tick.id, { tick, isOpen });
    return own.length > 0;
  }

  function faultOf({ span, reached }) {
    const { from, to, reason, said } = span;
    if (!allowed.includes(reason)) return `${reason} is no reason`;
    if (from === null || to === null) return 'is no place of the tape';
    const [first, last] = [view.find(said.from), view.find(said.to)];
    if (first === null || last === null) return 'is on no part of the tape given';
    if (isAfter(from, to)) return 'ends before it begins';
    if (isWaiting && !isAfter(opened, to)) return 'goes on to the filling';
    if (!BOTH.includes(reason) && !reached.has(said.from))
      return `${said.from} reached no price of it`;
    const ticks = [...reached.values()].map(({ tick }) => tick);
    // Whatever was passed over because it was old was old to the last tick.
    const { feed, code } = facts;
    const within = view.between({ feed: feed.key, code, after: first, upTo: last });
    const newest = within.findLast(({ standing }) => standing === 'acting');
    if (reason === 'stale' && newest !== undefined) ticks.push(newest);
    return ticks.map((tick) => against(reason, tick, facts)).find((one) => one !== null) ?? null;
  }

  return {
    heard,
    check(report) {
      for (const one of found) {
        const { from, to, reason } = one.span.said;
        const what = `${reason} from ${from} to ${to}`;
        const fault = faultOf(one);
        if (fault !== null) {
          report.holds('order.passed', what, false, fault);
          continue;
        }
        const open = [...one.reached.values()].filter(({ isOpen }) => isOpen).length;
        if (open === 0) report.holds('order.passed', what, true, 'nothing could be opened there');
        else {
          const ticks = open === 1 ? '1 tick' : `${open} ticks`;
          report.says(
            'order.passed',
            what,
            `${ticks} reached its price; why is the product's word`,
          );
        }
      }
    },
  };
}
