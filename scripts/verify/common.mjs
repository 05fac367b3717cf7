/** What receipts of every kind have in common: ticks, links, fills, entries. */
import { statusAt } from './documents.mjs';
import { decimal, inverse, middle, textOf, usdt, usdtText } from './numbers.mjs';
import { textOfTick } from './tape.mjs';

/** A price may be committed this long after a newer one was received: it was on its way to the tape. */
export const UNDER_WAY_MS = 5_000;

/**
 * Looks a tick up on the tape and compares it field by field. Answers it as the tape has it; null
 * where the files do not have it.
 */
export function checkTick(report, what, tick, { view, feed, code }) {
  report.same('tick.own', `${what}: its instrument`, { said: tick.code, is: code });
  report.same('tick.own', `${what}: prices of one feed`, { said: tick.feed, is: feed.key });
  const found = view.find(tick.id);
  if (found === null) {
    report.holds('tape.tick', what, false, `${tick.id} is in no file of the tape given`);
    return null;
  }
  const rule = 'tape.tick';
  report.same(rule, `${what}, on the tape`, { said: textOfTick(tick), is: found.text });
  report.same(rule, `${what}, its link`, { said: tick.link, is: found.link });
  const isHeld = view.isHeld(found);
  report.holds('tape.root', what, isHeld, isHeld ? 'under its root' : 'no published root holds it');
  return found;
}

/** That no newer price in force was left aside, until shortly before it was committed. */
export function checkNewest(report, what, found, { view, until, rule = 'tick.newest' }) {
  const { feed, code } = found;
  const missed = view
    .between({ feed, code, after: found, upTo: view.last(found) })
    .filter(({ at }) => at < until)
    .at(-1);
  const isWhole = found.at >= until || view.reaches(found, until);
  const ok = missed === undefined && isWhole;
  const why = missed === undefined ? 'the files do not reach so far' : `${missed.id} came before`;
  report.holds(rule, `${what}: no newer price`, ok, ok ? 'none' : why);
}

/** Age of a tick when it was acted on, against the limit of its specification. */
function checkFresh(report, what, found, { at, freshForMs, anyAge = false }) {
  const age = at - found.at;
  const ok = age >= 0 && (anyAge || age <= freshForMs);
  const limit = anyAge ? 'whenever it is acted on' : `at most ${freshForMs}`;
  report.holds('tick.fresh', `${what}: age of the price`, ok, `${age} ms, ${limit}`);
}

function checkStatus(report, what, found, mustAct) {
  const allowed = mustAct ? ['acting'] : ['acting', 'first'];
  const isAllowed = allowed.includes(found.standing);
  report.holds('tick.standing', `${what}: standing`, isAllowed, found.standing);
}

/** The rate of the quote currency, from the tick of the pair that links it. */
export function checkLink(report, what, link, facts) {
  const { documents, at } = facts;
  const { quoteCurrency: currency, link: pair } = documents.specification;
  if (pair === null) {
    report.same('link.rate', `${what}: ${currency} counts as USDT`, { said: link.rate, is: '1' });
    report.holds('link.pair', `${what}: no tick is needed`, link.tick === null, 'none');
    return;
  }
  if (link.tick === null) {
    report.holds('link.pair', `${what}: the pair that links ${currency}`, false, 'is missing');
    return;
  }
  const found = checkTick(report, `${what}: tick of ${pair.code}`, link.tick, {
    ...facts,
    code: pair.code,
  });
  report.same('link.pair', `${what}: pair`, { said: link.tick.code, is: pair.code });
  const mid = middle(link.tick);
  const isDirect = pair.direction === 'direct';
  const is = textOf(isDirect ? mid : inverse(mid));
  report.same('link.rate', `${what}: ${currency} in USDT`, { said: link.rate, is });
  if (found === null) return;
  checkStatus(report, `${what}: link`, found, false);
  if (facts.atMidnight === true) {
    checkNight(report, `${what}: link`, found, facts);
    return;
  }
  checkFresh(report, `${what}: link`, found, { at, freshForMs: pair.freshForMs });
  const until = at - UNDER_WAY_MS;
  checkNewest(report, `${what}: link`, found, { view: facts.view, until });
}

/** That a tick is the last in force before a midnight. */
export function checkNight(report, what, found, { view, at }) {
  checkStatus(report, what, found, false);
  report.holds('financing.mark', `${what}: before midnight`, found.at < at, found.id);
  checkNewest(report, what, found, { view, until: at, rule: 'financing.mark' });
}

/** One side of a trade: its tick, price, spread, age, link and distance from what was asked. */
export function checkFill(report, what, fill, facts) {
  const { documents, isBuy, mustAct, anyAge } = facts;
  const { tick } = fill;
  const found = checkTick(report, `${what}: tick`, tick, facts);
  const side = isBuy ? 'ask' : 'bid';
  const how = `the ${side} of ${tick.id}`;
  report.same('price.side', `${what}: price`, { said: fill.price, is: tick[side], how });
  const spread = textOf(decimal(tick.ask) - decimal(tick.bid));
  report.same('price.spread', `${what}: spread`, { said: fill.spread, is: spread });
  if (found !== null) {
    checkStatus(report, what, found, mustAct);
    const { freshForMs } = documents.specification;
    checkFresh(report, what, found, { at: fill.at, freshForMs, anyAge });
    const until = fill.at - UNDER_WAY_MS;
    if (!anyAge && !mustAct) checkNewest(report, what, found, { view: facts.view, until });
  }
  checkLink(report, what, fill.link, { ...facts, at: fill.at });
  if (fill.asked !== null) {
    const gap = decimal(fill.price) - decimal(fill.asked.price);
    const is = textOf(isBuy ? gap : -gap);
    report.same('asked.slippage', `${what}: slippage`, { said: fill.asked.slippage, is });
  }
  return found;
}

/** Sum of the payments of some entries from and to some accounts. @returns USDT units */
function paid(entries, from, to) {
  let sum = 0n;
  for (const { postings } of entries) {
    for (const posting of postings) {
      if (from.includes(posting.from) && to.includes(posting.to)) sum += usdt(posting.amount);
    }
  }
  return sum;
}

/** Compares what entries paid with what should have been paid, and finds every other payment. */
export function checkPayments(report, what, entries, wanted) {
  for (const { from, to, units, why } of wanted) {
    const said = usdtText(paid(entries, from, to));
    const line = `${what}: ${from.join(' and ')} to ${to.join(' and ')}`;
    report.same('journal.payments', line, { said, is: usdtText(units), how: why });
  }
  const known = (posting) =>
    wanted.some(({ from, to }) => from.includes(posting.from) && to.includes(posting.to));
  const cover = (posting) =>
    posting.from === 'user:cash' && ['user:deficit', 'user:reversed'].includes(posting.to);
  const all = entries.flatMap(({ postings }) => postings);
  const odd = all.filter((posting) => !known(posting) && !cover(posting));
  const names = odd.map(({ from, to, amount }) => `${from} to ${to} ${amount}`).join(', ');
  const isNone = odd.length === 0;
  report.holds('journal.payments', `${what}: no other payment`, isNone, isNone ? 'none' : names);
  const isPositive = all.every(({ amount }) => usdt(amount) > 0n);
  report.holds('journal.payments', `${what}: amounts`, isPositive, `${all.length} payments`);
}

/** That entries are in the order of the journal, each number above the one before. */
export function checkOrder(report, entries) {
  const numbers = entries.map(({ number }) => BigInt(number));
  const isOrdered = numbers.every((number, index) => index === 0 || number > numbers[index - 1]);
  const inTime = entries.every(({ at }, index) => index === 0 || at >= entries[index - 1].at);
  report.holds('journal.entries', 'in the order of the journal', isOrdered, numbers.join(', '));
  report.holds('journal.entries', 'one after the other', inTime, `${entries.length} entries`);
}

/**
 * The house stood on the other side: what it won or lost on the price is the opposite of the
 * trader's result, and with the fees and the financing it took in, of the trader's profit.
 */
export function checkCounterparty(report, receipt, { result, costs }) {
  const { account, result: said } = receipt.counterparty;
  const rule = 'result.house';
  report.same(rule, 'the house was the other side', { said: account, is: 'house:trading' });
  const how = 'the opposite of yours';
  report.same(rule, 'its result on the price', { said, is: usdtText(-result), how });
  report.same(rule, 'its result, fees included', {
    said: usdtText(-usdt(receipt.profit)),
    is: usdtText(costs - result),
    how: 'with fees and financing: the opposite of your profit, as the order says',
  });
}

/** The price of a real account comes from live venues, but in a rehearsal, where nothing is money. */
export function checkFeed(report, receipt) {
  const { mode, feed, rehearsal = false } = receipt;
  const named = /^(live|replay|simulated)\b/.exec(feed.key)?.[1] ?? feed.mode;
  const isNamed = ['live', 'replay', 'simulated'].includes(feed.mode) && named === feed.mode;
  const isAllowed = mode === 'demo' || (mode === 'real' && (rehearsal || feed.mode === 'live'));
  report.holds('feed.mode', `prices: ${feed.label}`, isNamed, `${feed.mode}, ${feed.key}`);
  report.holds('feed.mode', 'may fill this account', isAllowed, `${mode}, ${feed.mode}`);
}

/** Whether an order that waits could have been filled at a tick; else it goes on waiting. */
export function mayOpenAt(tick, { documents, view, feed }) {
  const { specification } = documents;
  const { freshForMs, link } = specification;
  for (const at of [tick.at, tick.at + freshForMs]) {
    if (statusAt(documents, at) !== 'open') return false;
  }
  if (link !== null) {
    const pair = view.lastUpTo({ feed: feed.key, code: link.code, upTo: tick });
    if (pair === null || tick.at - pair.at > link.freshForMs) return false;
  }
  // Nothing came for so long that the process was away: the tick was old when it was back.
  const next = view.ticks[tick.index + 1];
  return next !== undefined && next.run === tick.run && next.at - tick.at <= freshForMs;
}
