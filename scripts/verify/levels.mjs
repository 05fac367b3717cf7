/** Prices an order waited for and levels a contract ends at, against the whole run of the tape. */
import { UNDER_WAY_MS, checkNewest, mayOpenAt } from './common.mjs';
import { firstFill, firstLevel, termsAt, termsOf } from './crossing.mjs';
import { decimal, textOf } from './numbers.mjs';
import { readPassed, refusePassed } from './passed.mjs';
import { placeOf } from './view.mjs';

const LEVELS = ['stopLoss', 'takeProfit', 'trailing'];
const KINDS = { limit: 'limit', stop: 'stop', stopLimit: 'stopLimit' };
const said = (level) => (level === null ? 'none' : textOf(level));

/** That terms follow one another, were changed at a price of the moment and stand on its steps. */
export function checkTerms(report, receipt, facts) {
  const rule = 'order.terms';
  const { terms, acceptedAt, closedAt, orderType } = receipt;
  const [first] = terms;
  report.same(rule, 'the first: time', { said: first?.at, is: acceptedAt });
  report.holds(rule, 'the first', first?.since === null, 'as it was accepted');
  const inOrder = terms.every(({ at }, index) => index === 0 || at >= terms[index - 1].at);
  const inTime = inOrder && terms.every(({ at }) => at <= closedAt);
  report.holds(rule, 'one after the other', inTime, `${terms.length} terms`);
  const step = decimal(facts.documents.specification.tickSize);
  for (const { limit, stop, trailing } of terms) {
    const prices = [limit, stop].filter((price) => price !== null).map(decimal);
    const isOnStep = prices.every((price) => price > 0n && price % step === 0n);
    report.holds(rule, 'prices on their steps', isOnStep, [limit, stop].join(', '));
    const isDistance = trailing === null || decimal(trailing) > 0n;
    report.holds(rule, 'distance of a trailing stop', isDistance, String(trailing));
    const needs = { limit: [1, 0], stop: [0, 1], stopLimit: [1, 1], market: [0, 0] }[orderType];
    const has = [limit, stop].map((price) => (price === null ? 0 : 1));
    const isMeant = needs !== undefined && needs.join() === has.join();
    report.holds(rule, 'prices of its kind', isMeant, `${orderType}: ${has.join()}`);
  }
  for (const one of terms.slice(1)) checkChange(report, one, facts);
}

/** That terms were changed at the newest price there was. */
function checkChange(report, terms, { view, feed, code }) {
  if (terms.since === null) return;
  const found = placeOf(terms.since) === null ? null : view.find(terms.since);
  const what = `changed at ${terms.since}`;
  if (found === null || !view.isHeld(found)) {
    report.holds('tape.tick', what, false, 'is on no part of the tape given that a root holds');
    return;
  }
  const isOwn = found.feed === feed.key && found.code === code;
  report.holds('tick.own', what, isOwn, `${found.code}, ${found.feed}`);
  report.holds('order.terms', what, found.at <= terms.at, `received at ${found.at}`);
  checkNewest(report, what, found, { view, until: terms.at - UNDER_WAY_MS, rule: 'order.terms' });
}

/** That a run of the tape begins before a moment and goes on to a tick without a hole. */
function checkRun(report, what, { view, from, to, first = to }) {
  const isWhole = first.run === to.run && view.beginsBefore(to, from) && view.isHeld(to);
  report.holds('tape.run', what, isWhole, isWhole ? 'no hole' : `not from ${from} to ${to.id}`);
  return isWhole;
}

function checkSign(report, what, fill, { isNeverWorse, isNeverBetter }) {
  const slippage = decimal(fill.asked.slippage);
  const isMeant = !(isNeverWorse && slippage > 0n) && !(isNeverBetter && slippage < 0n);
  report.holds('asked.sign', what, isMeant, fill.asked.slippage);
}

/** How a contract was asked for; one that waited was filled at the first tick that reached it. */
export function checkWaiting(report, receipt, facts) {
  const { view, feed, code, documents, opened } = facts;
  const { orderType, acceptedAt } = receipt;
  const { asked } = receipt.open;
  if (orderType === 'market') {
    const isMeant = asked === null || asked.kind === 'quote';
    report.holds('asked.kind', 'opening', isMeant, asked?.kind ?? 'now');
    refusePassed(report, receipt, { opened, isWaiting: true });
    return;
  }
  report.same('asked.kind', 'opening', { said: asked?.kind, is: KINDS[orderType] ?? 'none' });
  const terms = termsAt(termsOf(receipt), opened);
  const level = orderType === 'stop' ? terms.stop : terms.limit;
  report.same('asked.kind', 'opening: price', { said: asked?.price, is: said(level) });
  const isStop = orderType === 'stop';
  const sign = { isNeverWorse: !isStop, isNeverBetter: isStop };
  checkSign(report, 'opening', receipt.open, sign);
  const isYoung = acceptedAt - opened.at <= UNDER_WAY_MS;
  report.holds('order.crossing', 'filled after it was accepted', isYoung, opened.id);
  if (!checkRun(report, 'while it waited', { view, from: acceptedAt, to: opened })) return;
  const passed = readPassed(receipt, { ...facts, isWaiting: true, end: receipt.open.at });
  const found = firstFill(receipt, {
    ticks: view.between({ feed: feed.key, code, after: { index: -1 }, upTo: opened }),
    documents,
    until: opened,
    mayFill: (tick) => mayOpenAt(tick, { documents, view, feed }),
    stated: passed.heard,
  });
  passed.check(report);
  const first = found?.tick.id ?? 'none that reached its price';
  report.same('order.crossing', 'the first tick', { said: opened.id, is: first });
}

/** Ticks from which a trailing stop set with the order may have followed the price. */
function startsOf(receipt, { view, feed, code, opened }) {
  if (receipt.orderType !== 'market') return [opened];
  const after = { index: opened.index - 1 };
  const later = view.between({ feed: feed.key, code, after, upTo: view.last(opened) });
  return later.filter((tick) => tick.index <= opened.index || tick.at <= receipt.acceptedAt);
}

/** Levels of a contract: the one it ended at was reached first, and otherwise none before its end. */
export function checkLevels(report, receipt, facts) {
  const { view, feed, code, documents, opened, closed, graceMs } = facts;
  const { reason, closedAt } = receipt;
  const asked = receipt.close?.asked ?? null;
  const isLevel = LEVELS.includes(reason);
  report.same('asked.kind', 'closing', {
    said: asked?.kind ?? 'none',
    is: isLevel ? reason : 'none',
  });
  const all = termsOf(receipt);
  const hasLevel = all.some(
    ({ stopLoss, takeProfit, trailing }) =>
      stopLoss !== null || takeProfit !== null || trailing !== null,
  );
  if (!hasLevel && !isLevel) {
    refusePassed(report, receipt, { opened, isWaiting: false });
    return;
  }
  if (isLevel && closed === null) return;
  const until = closedAt - graceMs;
  const end = isLevel ? closed : view.last(opened);
  const isWhole = isLevel
    ? checkRun(report, 'while it was open', { view, from: opened.at, to: closed, first: opened })
    : view.reaches(opened, until) || opened.at >= until;
  if (!isLevel) {
    const detail = isWhole ? 'no hole' : `the files do not reach ${closedAt}`;
    report.holds('tape.run', 'while it was open', isWhole, detail);
  }
  if (!isWhole) return;
  const after = { index: opened.index - 1 };
  const run = view.between({ feed: feed.key, code, after, upTo: end });
  const ticks = isLevel ? run : run.filter(({ at }) => at < until);
  const passed = readPassed(receipt, { ...facts, isWaiting: false, end: closedAt });
  const found = startsOf(receipt, facts).map((start) =>
    firstLevel(receipt, {
      ticks,
      documents,
      opened,
      start,
      closing: isLevel ? closed.id : undefined,
      stated: passed.heard,
    }),
  );
  passed.check(report);
  if (!isLevel) {
    const passed = found.every((one) => one !== null) ? found[0] : null;
    const detail = passed === null ? 'none' : `${passed.reason} at ${passed.tick.id}`;
    report.holds('level.passed', `before it ended by ${reason}`, passed === null, detail);
    return;
  }
  const isFirst = (one) =>
    one !== null &&
    one.tick.id === closed.id &&
    one.reason === reason &&
    said(one.level) === asked?.price;
  const [first] = found;
  const is = found.find(isFirst) ?? first;
  const detail =
    is == null ? 'no level was reached' : `${is.reason} ${said(is.level)} at ${is.tick.id}`;
  report.holds('level.crossing', `${reason} at ${closed.id}`, found.some(isFirst), detail);
  const isTarget = reason === 'takeProfit';
  if (asked !== null) {
    checkSign(report, 'closing', receipt.close, {
      isNeverWorse: isTarget,
      isNeverBetter: !isTarget,
    });
  }
}
