/** Recomputes receipts of plans: a trade, a day of a fund, a day and the end of an order. */
import { UNDER_WAY_MS, checkFeed } from './common.mjs';
import { checkRate } from './documents.mjs';
import { canonical, decimal, divide, one, textOf, usdt, usdtText } from './numbers.mjs';
import { checkOwnEntry, otherOf } from './pairs.mjs';
import {
  DAY_MS,
  HELD_MS,
  UNITS_EACH,
  checkBefore,
  checkMoved,
  checkNewestActing,
  checkPart,
  checkPlanTick,
  checkShare,
  checkTrade,
  documentsOf,
  floor,
  partOfQuantity,
  positionOf,
  scheduleOf,
  shareOfMoney,
  soldWhole,
  startOf,
  worthOf,
} from './plan-parts.mjs';
import { sha256 } from './sha256.mjs';
import { viewOf } from './view.mjs';

const sha = (value) => sha256(canonical(value));
const line = ({ from, to, amount }) => `${from} to ${to} ${amount}`;

/** That the entries are these kinds with these payments, and no others. */
function checkJournal(report, receipt, wanted) {
  const some = wanted.filter(({ payments }) => payments.length > 0);
  const said = receipt.entries.map(({ kind }) => kind).join(', ');
  report.same('journal.entries', 'its entries', {
    said,
    is: some.map(({ kind }) => kind).join(', '),
  });
  for (const [index, { kind, payments }] of some.entries()) {
    const entry = receipt.entries[index];
    report.same('journal.entries', `${kind}: time`, { said: entry?.at, is: receipt.at });
    const isCover = ({ from, to }) =>
      from === 'user:cash' && ['user:deficit', 'user:reversed'].includes(to);
    report.same('journal.payments', `${kind}: its payments`, {
      said: (entry?.postings ?? [])
        .filter((posting) => !isCover(posting))
        .map(line)
        .join(', '),
      is: payments
        .map(([from, to, units]) => line({ from, to, amount: usdtText(units) }))
        .join(', '),
    });
  }
}

/** Payments between two accounts for an amount that may be below zero. */
const moved = (from, to, units) =>
  units === 0n ? [] : units > 0n ? [[from, to, units]] : [[to, from, -units]];

/** Recomputes the receipt of a trade of a plan's strategy. */
export function checkPlanFill(report, receipt, files) {
  const view = viewOf(files);
  const { trade, day } = receipt;
  checkFeed(report, receipt);
  const documents = documentsOf(report, receipt, trade, files);
  const found = checkPlanTick(report, 'trade', trade, { view, receipt });
  if (found !== null) checkOfDay(report, 'trade', found, day);
  const { tick, at } = trade;
  checkTrade(report, 'trade', trade, { tick, position: null, documents, files, at });
  report.says('plan.result', 'trade: result', 'what stood before is told to those in the fund');
  const [result, fee] = [usdt(trade.result), usdt(trade.fee.amount)];
  const payments = [
    ...moved('house:trading', 'house:strategy', result),
    ...moved('house:strategy', 'house:fees', fee),
  ];
  checkJournal(report, receipt, [{ kind: 'plan-fill', payments }]);
  checkOwnEntry(report, receipt, files);
}

function checkOfDay(report, what, found, day) {
  const isOfDay = found.at >= startOf(day) && found.at < startOf(day) + DAY_MS;
  report.holds('plan.day', `${what}: of the day`, isOfDay, found.id);
}

/** Whether a position is what another left; where owners left in between, no more than it. */
function checkFollows(report, what, { before, after, mayShrink }) {
  if (after === undefined) return;
  const isSame = before.held === after.held && before.cost === after.cost;
  const isLess =
    mayShrink &&
    before.held > 0n === after.held > 0n &&
    before.held * (after.held > 0n ? 1n : -1n) <= after.held * (after.held > 0n ? 1n : -1n);
  const said = `${textOf(before.held)} at ${usdtText(before.cost)}`;
  report.holds('plan.position', `${what}: begins with what was left`, isSame || isLess, said);
}

/** Recomputes the receipt of a settled day of a fund. */
export function checkPlanFund(report, receipt, files) {
  const view = viewOf(files);
  const { day, fills, marks } = receipt;
  const mayShrink = decimal(receipt.gone) > 0n;
  checkFeed(report, receipt);
  const known = new Map();
  const documentsFor = (named) => {
    const key = `${named.instrument.code} ${named.specification}`;
    const found = known.get(key) ?? documentsOf(report, receipt, named, files);
    known.set(key, found);
    return found;
  };
  const left = new Map();
  let traded = 0n;
  let last = null;
  for (const [index, fill] of fills.entries()) {
    const { code } = fill.instrument;
    const what = `trade ${index + 1}, ${code}`;
    const documents = documentsFor(fill);
    const found = checkPlanTick(report, what, fill, { view, receipt });
    if (found !== null) checkOfDay(report, what, found, day);
    const follows = last === null || fill.at >= last;
    report.holds('plan.fill', `${what}: in order`, follows, String(fill.at));
    last = fill.at;
    const before = positionOf(fill);
    checkFollows(report, what, { before, after: left.get(code), mayShrink });
    const { tick, at } = fill;
    const trade = { tick, position: before, documents, files, at };
    left.set(code, checkTrade(report, what, fill, trade));
    traded += usdt(fill.result) - usdt(fill.fee.amount);
  }
  let mark = 0n;
  const midnight = startOf(day) + DAY_MS;
  for (const each of marks) {
    const { code } = each.instrument;
    const what = `mark, ${code}`;
    documentsFor(each);
    const found = checkPlanTick(report, what, each, { view, receipt });
    if (found !== null) checkBefore(report, what, found, { view, midnight, rule: 'plan.mark' });
    const before = positionOf(each);
    checkFollows(report, what, { before, after: left.get(code), mayShrink });
    left.delete(code);
    const side = before.held > 0n ? 'bid' : 'ask';
    report.same('price.side', `${what}: price`, { said: each.price, is: each.tick[side] });
    const moves = worthOf(before.held, each.tick) - before.cost;
    report.same('plan.mark', `${what}: result`, { said: each.result, is: usdtText(moves) });
    mark += moves;
  }
  const unmarked = [...left].filter(([, { held }]) => held !== 0n && !mayShrink);
  const names = unmarked.map(([code]) => code).join(', ');
  report.holds('plan.mark', 'all that is held is marked', unmarked.length === 0, names || 'all');
  report.same('plan.day', 'trades, fees included', { said: receipt.traded, is: usdtText(traded) });
  report.same('plan.day', 'marks', { said: receipt.mark, is: usdtText(mark) });
  const others = usdt(receipt.others);
  const [before, value] = [usdt(receipt.before), usdt(receipt.value)];
  if (mayShrink || value === 0n) {
    report.says('plan.day', 'others', `${receipt.others} went with owners who left, or was borne`);
  } else report.same('plan.day', 'others', { said: receipt.others, is: '0', how: 'nobody left' });
  const result = traded + mark + others;
  report.same('plan.day', 'result', { said: receipt.result, is: usdtText(result) });
  report.same('plan.value', 'value', { said: receipt.value, is: usdtText(before + result) });
  const { rest, last: edge } = receipt.shared;
  const isSound = (rest === 0) === (edge === null);
  report.holds('plan.part', 'what was left over', isSound, `${rest}, ${edge}`);
}

/** What joining cost: the part of what is held is bought, and marked at once. */
function checkJoined(report, receipt, { files, view }) {
  const { joined, joinedOn, amount, day } = receipt;
  if (day !== joinedOn || joined === null) {
    report.holds('plan.joined', 'joined', day !== joinedOn && joined === null, joinedOn);
    return;
  }
  const part = usdt(joined.part);
  const value = usdt(joined.fund.value);
  const midnight = startOf(day);
  const { positions, fills } = checkMoved(report, 'joining', joined, {
    ...{ receipt, files, view, at: joined.at, rule: 'plan.joined' },
    quantityOf: (held) => (value === 0n ? 0n : shareOfMoney(held, part, value)),
    checkPrice: (what, found) =>
      checkBefore(report, what, found, { view, midnight, rule: 'plan.joined' }),
  });
  const marks = positions.reduce(
    (sum, { position, tick }) => sum + worthOf(position.held, tick) - position.cost,
    0n,
  );
  report.same('plan.joined', 'of all who joined', {
    said: joined.own,
    is: usdtText(fills + marks),
  });
  const { place, rest, last } = joined;
  const shared = { amount: usdt(joined.own), own: usdt(amount), whole: part, place, rest, last };
  const is = checkPart(report, 'joining', shared);
  report.same('plan.joined', 'cost of joining', { said: joined.result, is: usdtText(is) });
  const had = usdt(amount) + is;
  const granted = usdtText(had + usdt(receipt.granted));
  report.same('plan.value', 'after joining', { said: receipt.before, is: granted });
  const whole = decimal(joined.fund.units);
  const units = whole === 0n ? had * UNITS_EACH : divide(had * whole, value, 'down');
  report.same('plan.joined', 'units', { said: receipt.units, is: textOf(units), how: 'down' });
}

/** Recomputes the receipt of a settled day of a plan order, and that of the day of its fund. */
export function checkPlanDay(report, receipt, files) {
  const view = viewOf(files);
  checkFeed(report, receipt);
  const schedule = scheduleOf(report, receipt, files, sha);
  const { day, joinedOn, place, cycleDays } = receipt;
  checkJoined(report, receipt, { files, view });
  const before = usdt(receipt.before);
  const fund = otherOf(report, files, receipt.fund);
  let result = usdt(receipt.result);
  if (fund !== null) {
    report.part('plan.day', 'day of the fund', () => checkPlanFund(report, fund, files));
    report.same('receipt.hash', 'day of the fund: hash', {
      said: fund.hash,
      is: hashOf(fund),
      how: 'SHA-256 of everything else',
    });
    const own = (each) => canonical([each.day, each.mode, each.plan, each.feed]);
    report.holds('pair.receipts', 'of the same fund', own(fund) === own(receipt), fund.day);
    const [whole, value] = [decimal(fund.units), usdt(fund.value)];
    // Where less than a thousandth is left, what is left is shared instead.
    const isByValue = value * UNITS_EACH * 1000n < whole;
    const amount = isByValue ? value : usdt(fund.result);
    const shared = { amount, own: decimal(receipt.units), whole, place, ...fund.shared };
    const part = checkPart(report, 'part of the day', shared);
    result = isByValue ? part - before : part;
    report.same('plan.part', 'result', { said: receipt.result, is: usdtText(result) });
  }
  const number = (startOf(day) - startOf(joinedOn)) / DAY_MS + 1;
  const isCycle = number > 0 && number % cycleDays === 0;
  const isDue = isCycle === (receipt.share !== null);
  report.holds('plan.share', 'due', isDue, `day ${number} of cycles of ${cycleDays}`);
  const facts = { value: before + result, receipt, schedule, files };
  const share = receipt.share === null ? 0n : checkShare(report, receipt.share, facts);
  const is = usdtText(before + result - share);
  report.same('plan.value', 'value', { said: receipt.value, is, how: 'before + result − share' });
  const payments = [
    ...moved('house:strategy', 'user:plan', result),
    ...moved('user:plan', 'house:fees', share),
  ];
  checkJournal(report, receipt, [{ kind: 'plan-settle', payments }]);
  checkOwnEntry(report, receipt, files);
}

/** The hash of a receipt: over everything but the hash and its signature. */
function hashOf(receipt) {
  const { hash: _, signed: __, ...rest } = receipt;
  return sha(rest);
}

/** That selling everything at these prices would leave its owner the loss that was agreed to. */
function checkLoss(report, receipt, fund) {
  const { amount, maxLoss, units, moved: all } = receipt;
  const line = (usdt(amount) - usdt(maxLoss)) * UNITS_EACH * one;
  const brought = all.reduce(
    (sum, { held, cost, tick, fill }) =>
      tick === null
        ? sum
        : sum + soldWhole(positionOf({ held, cost }), tick, fill?.fee.rate ?? '0'),
    0n,
  );
  const value = fund.value + fund.result + brought;
  const [own, whole] = [decimal(units), fund.units];
  // To a millionth: others may have left between the look and the lock.
  const isReached = value * UNITS_EACH * one * own <= line * whole + (line * whole) / 1_000_000n;
  report.holds('plan.reason', 'loss reached', isReached, `${maxLoss} of ${amount}`);
}

/** What is asked of the prices of an end, by which prices they are. */
function checkExitPrice(report, receipt, { view, found, what, documents }) {
  const { basis, state, day, at } = receipt;
  const rule = 'plan.left';
  if (basis === 'midnight') {
    checkBefore(report, what, found, { view, midnight: startOf(day), rule });
    return;
  }
  if (basis === 'lastKnown') {
    report.says(rule, `${what}: price`, 'the last of a tape that ended');
    return;
  }
  const isAsked = basis === 'held' || state === 'lossReached';
  const age = at - found.at;
  const isFresh = age >= 0 && (!isAsked || age <= documents.specification.freshForMs);
  report.holds('tick.fresh', `${what}: age`, isFresh, `${age} ms`);
  const until = at - UNDER_WAY_MS - (basis === 'held' ? HELD_MS : 0);
  checkNewestActing(report, what, found, { view, until });
}

/** That it ended by what its prices are of: its owner, its time, or a loss that was reached. */
function checkEnd(report, receipt, fund) {
  const { state, basis, mode, day } = receipt;
  const bases = {
    left: ['held', 'lastKnown'],
    lossReached: ['now', 'midnight'],
    matured: ['midnight', 'lastKnown'],
    // A practice account that is begun anew ends what it has.
    ended: ['midnight', 'lastKnown', ...(mode === 'demo' ? ['now'] : [])],
  };
  const isKnown = (bases[state] ?? []).includes(basis);
  const isAllowed = isKnown && (basis !== 'lastKnown' || mode === 'demo');
  report.holds('plan.reason', 'at the prices of its end', isAllowed, `${state}, ${basis}`);
  if (state === 'lossReached' && basis === 'now') checkLoss(report, receipt, fund);
  else report.says('plan.reason', 'why', `${state}, on ${day}`);
}

/** Recomputes the receipt of the end of a plan order. */
export function checkPlanExit(report, receipt, files) {
  const view = viewOf(files);
  checkFeed(report, receipt);
  const schedule = scheduleOf(report, receipt, files, sha);
  const { state, at, units } = receipt;
  const fund = {
    units: decimal(receipt.fund.units),
    value: usdt(receipt.fund.value),
    result: usdt(receipt.fund.result),
  };
  const part = decimal(receipt.part);
  const isPart = part >= decimal(units) && part <= fund.units;
  report.holds('plan.left', 'units of those who left together', isPart, receipt.part);
  const rule = 'plan.left';
  const { fills } = checkMoved(report, 'leaving', receipt, {
    ...{ receipt, files, view, at, rule },
    quantityOf: (held) => -partOfQuantity(held, part, fund.units),
    checkPrice: (what, found, documents) =>
      checkExitPrice(report, receipt, { view, found, what, documents }),
  });
  checkEnd(report, receipt, fund);
  const ofDay = floor(fund.result * part, fund.units);
  report.same(rule, 'of all who left', { said: receipt.own, is: usdtText(ofDay + fills) });
  report.says(rule, 'day so far', `${receipt.fund.result} before they left`);
  const { place, rest, last } = receipt;
  const shared = { amount: ofDay + fills, own: decimal(units), whole: part, place, rest, last };
  const before = usdt(receipt.before);
  const brought = before + checkPart(report, 'leaving', shared);
  const value = brought < 0n ? 0n : brought;
  report.same('plan.part', 'result', { said: receipt.result, is: usdtText(value - before) });
  const share = checkShare(report, receipt.share, { value, receipt, schedule, files });
  const { exitShare } = receipt;
  const key = 'plan.earlyExitShare';
  report.same('fee.schedule', 'early exit: parameter', { said: exitShare.parameter, is: key });
  if (schedule !== null) {
    const of = { said: exitShare, documents: schedule, files, at: receipt.boughtAt };
    checkRate(report, 'early exit', of);
  }
  const left = value - share;
  const asked = divide(usdt(receipt.amount) * decimal(exitShare.rate), one, 'down');
  const early = state !== 'left' ? 0n : asked < left ? asked : left;
  report.same('plan.share', 'early exit', { said: exitShare.amount, is: usdtText(early) });
  const is = usdtText(left - early);
  report.same('plan.value', 'received', { said: receipt.received, is });
  checkJournal(report, receipt, [
    {
      kind: 'plan-settle',
      payments: [
        ...moved('house:strategy', 'user:plan', value - before),
        ...moved('user:plan', 'house:fees', share),
      ],
    },
    {
      kind: 'plan-exit',
      payments: [
        ...moved('user:plan', 'user:cash', left - early),
        ...moved('user:plan', 'house:early-exit', early),
      ],
    },
  ]);
  checkOwnEntry(report, receipt, files);
}
