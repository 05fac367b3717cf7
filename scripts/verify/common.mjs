/** What receipts of every kind have in common: ticks, links, entries, parameters. */
import { decimal, inverse, middle, textOf, usdt, usdtText } from './numbers.mjs';
import { textOfTick } from './tape.mjs';

/** A fresh price is at most this old: the longest limit any instrument has. */
const FRESH_MS = 60_000;
/** A new parameter reaches every process within this time. */
const SETTLING_MS = 10_000;

/** Looks a tick up in the files of the tape and compares it field by field. */
export function checkTick(report, what, tick, files) {
  const [day, place] = String(tick.id).split('/');
  const seq = Number.parseInt(place ?? '', 10);
  const file = files.tapes.find((tape) => tape.day === day && tape.found.has(seq));
  if (file === undefined) {
    report.holds(what, false, `tick ${tick.id} is in no file of the tape given`);
    return;
  }
  const line = file.found.get(seq);
  report.same(`${what}, as it stands on the tape`, textOfTick(tick), line.text);
  report.same(`${what}, its link`, tick.link, line.link);
}

/** The rate of the quote currency, from the tick of the pair that links it. */
export function checkLink(report, what, link, facts) {
  const { currency, files, feed } = facts;
  if (currency === 'USDT' || currency === 'USD') {
    report.same(`${what}: ${currency} counts as USDT`, link.rate, '1');
    report.holds(`${what}: no tick is needed`, link.tick === null, 'none');
    return;
  }
  if (link.tick === null) {
    report.holds(`${what}: the pair that links ${currency}`, false, 'its tick is missing');
    return;
  }
  const { code } = link.tick;
  const isDirect = code === `${currency}/USD` || code === `${currency}/USDT`;
  const isInverse = code === `USD/${currency}`;
  report.holds(`${what}: ${code} links ${currency}`, isDirect || isInverse, link.tick.id);
  const mid = middle(link.tick);
  report.same(
    `${what}: ${currency} in USDT`,
    link.rate,
    textOf(isDirect ? mid : inverse(mid)),
    isDirect ? `the middle of ${code}` : `1 ÷ the middle of ${code}`,
  );
  report.same(`${what}: the pair's prices`, link.tick.feed, feed.key);
  checkTick(report, `${what}: tick of ${code}`, link.tick, files);
}

const moment = (at) => new Date(at).toISOString();

/**
 * An opening, a closing at the user's word and a close-out are filled on a price that is fresh. A
 * level of an open contract (a stop, a target, a trailing stop) is filled at the first tick that
 * reached it, whenever that is acted on: after a restart long ago. Both moments are said.
 */
function checkAge(report, what, fill, byLevel) {
  const age = fill.at - fill.tick.receivedAt;
  if (!byLevel) {
    report.holds(`${what}: age of the price`, age >= 0 && age <= FRESH_MS, `${age} ms`);
    return;
  }
  const both = `${moment(fill.tick.receivedAt)}, acted on at ${moment(fill.at)}, ${age} ms later`;
  report.holds(`${what}: the tick came before`, age >= 0, both);
}

/** One side of a trade: its tick, price, spread, age, link and distance from what was asked. */
export function checkFill(report, what, fill, facts) {
  const { receipt, files, isBuy, mustAct, byLevel } = facts;
  const { tick } = fill;
  checkTick(report, `${what}: tick`, tick, files);
  report.same(`${what}: instrument of the tick`, tick.code, receipt.instrument.code);
  report.same(`${what}: prices of one feed`, tick.feed, receipt.feed.key);
  const side = isBuy ? 'ask' : 'bid';
  report.same(`${what}: price`, fill.price, tick[side], `the ${side} of ${tick.id}`);
  const spread = decimal(tick.ask) - decimal(tick.bid);
  report.same(`${what}: spread`, fill.spread, textOf(spread), `${tick.ask} − ${tick.bid}`);
  const allowed = mustAct ? ['acting'] : ['acting', 'first'];
  const stood = `${tick.sources} source${tick.sources === 1 ? '' : 's'} stood behind it`;
  report.holds(`${what}: the tick was in force`, allowed.includes(tick.standing), stood);
  checkAge(report, what, fill, byLevel);
  const currency = receipt.instrument.quoteCurrency;
  checkLink(report, what, fill.link, { currency, files, feed: receipt.feed });
  if (fill.asked === null) return;
  const gap = decimal(fill.price) - decimal(fill.asked.price);
  report.same(
    `${what}: slippage against the ${fill.asked.kind}`,
    fill.asked.slippage,
    textOf(isBuy ? gap : -gap),
    `${fill.price} against ${fill.asked.price}`,
  );
}

/** The version of a parameter, from the published schedule: its value, and that it was in force. */
export function checkParameter(report, what, said, facts) {
  const parameter = facts.files.fees?.parameters.find(({ key }) => key === said.parameter);
  const version = parameter?.versions.find((each) => each.version === said.version);
  if (version === undefined) {
    const why = facts.files.fees === null ? 'no fee schedule was given' : 'not in the schedule';
    report.holds(what, false, `${said.parameter} version ${said.version}: ${why}`);
    return;
  }
  const how = `${said.parameter} version ${said.version}`;
  report.same(what, textOf(decimal(said.rate)), textOf(decimal(version.value)), how);
  const later = parameter.versions.some(
    (other) =>
      other.from + SETTLING_MS <= facts.at &&
      (other.from > version.from ||
        (other.from === version.from && other.version > version.version)),
  );
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'UTC' }).format(version.from);
  report.holds(`${what}: in force then`, version.from <= facts.at && !later, `since ${day}`);
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
    report.same(
      `${what}: ${from.join(' and ')} to ${to.join(' and ')}`,
      said,
      usdtText(units),
      why,
    );
  }
  const known = (posting) =>
    wanted.some(({ from, to }) => from.includes(posting.from) && to.includes(posting.to));
  const cover = (posting) =>
    posting.from === 'user:cash' && ['user:deficit', 'user:reversed'].includes(posting.to);
  const odd = entries
    .flatMap(({ postings }) => postings)
    .filter((posting) => !known(posting) && !cover(posting));
  const names = odd.map(({ from, to, amount }) => `${from} to ${to} ${amount}`).join(', ');
  report.holds(`${what}: no other payment`, odd.length === 0, odd.length === 0 ? 'none' : names);
}

/**
 * The house stood on the other side: what it won or lost on the price is the opposite of the
 * trader's result, and with the fees and the financing it took in, of the trader's profit.
 */
export function checkCounterparty(report, receipt, { result, costs }) {
  report.same('the house was the other side', receipt.counterparty.account, 'house:trading');
  report.same(
    'its result on the price',
    receipt.counterparty.result,
    usdtText(-result),
    'the opposite of yours',
  );
  report.same(
    'its result, fees included',
    usdtText(-usdt(receipt.profit)),
    usdtText(costs - result),
    'with fees and financing: the opposite of your profit, as the order says',
  );
}

/** The price of a real account comes from live venues. */
export function checkFeed(report, receipt) {
  const { mode, feed } = receipt;
  const named = /^(live|replay|simulated)\b/.exec(feed.key)?.[1] ?? feed.mode;
  const isNamed = ['live', 'replay', 'simulated'].includes(feed.mode) && named === feed.mode;
  const isAllowed = mode === 'demo' || (mode === 'real' && feed.mode === 'live');
  report.holds(`prices: ${feed.label}`, isNamed, `${feed.mode}, ${feed.key}`);
  report.holds('prices that may fill this account', isAllowed, `${mode} account, ${feed.mode}`);
}
