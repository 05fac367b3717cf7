/** Recomputes the receipt of a contract, or of a part of one, that was closed. */
import {
  UNDER_WAY_MS,
  checkCounterparty,
  checkFeed,
  checkFill,
  checkOrder,
  checkPayments,
} from './common.mjs';
import { readDocuments } from './documents.mjs';
import { checkFinancing, financingSharesOf } from './financing.mjs';
import { checkLevels, checkTerms, checkWaiting } from './levels.mjs';
import { checkKept } from './kept.mjs';
import { checkLeverage, checkLots, checkRates } from './limits.mjs';
import { divide, decimal, product, usdt, usdtText } from './numbers.mjs';
import { checkPairs } from './pairs.mjs';
import { viewOf } from './view.mjs';

const USER = ['user:cash', 'user:deficit'];
const LEVELS = ['stopLoss', 'takeProfit', 'trailing'];
const STOPS = [...LEVELS, 'closeOut'];
const REASONS = ['user', 'void', ...STOPS];

const size = (price) => (price < 0n ? -price : price);

/** What parts closed before should have taken along, and what was left for this one. */
function sharesOf(receipt, { whole, lots }) {
  let [left, open] = [whole, lots.opened];
  const earlier = receipt.earlier.map((part) => {
    const share = divide(whole * decimal(part.lots), lots.opened, 'down');
    left -= share;
    open -= decimal(part.lots);
    return share;
  });
  const own = lots.closed === open ? left : divide(whole * lots.closed, lots.opened, 'down');
  return { earlier, left, own };
}

function checkEarlier(report, receipt, key, shares) {
  receipt.earlier.forEach((part, index) => {
    const is = usdtText(shares[index]);
    report.same('lots.parts', `earlier part ${part.number}: ${key}`, { said: part[key], is });
  });
}

function checkMargin(report, receipt, { lots, contractSize, open }) {
  const factors = [lots.opened, contractSize, size(open.price), open.link];
  const opened = product(factors, 'up', BigInt(receipt.leverage));
  const how = 'lots × contract size × open price × link ÷ leverage, up';
  const rule = 'margin.amount';
  const { margin } = receipt;
  report.same(rule, 'margin of the opening', { said: margin.opened, is: usdtText(opened), how });
  const shares = sharesOf(receipt, { whole: opened, lots });
  checkEarlier(report, receipt, 'margin', shares.earlier);
  report.same(rule, 'margin held before', { said: margin.before, is: usdtText(shares.left) });
  report.same(rule, 'margin given back', { said: margin.released, is: usdtText(shares.own) });
}

function checkFees(report, receipt, { lots, contractSize, open, close }) {
  const { fee } = receipt;
  const rate = decimal(fee.rate);
  const rule = 'fee.amount';
  const how = 'lots × contract size × price × rate × link, up';
  const opened = product([lots.opened, contractSize, size(open.price), rate, open.link], 'up');
  report.same(rule, 'fee of the opening', { said: fee.opened, is: usdtText(opened), how });
  const shares = sharesOf(receipt, { whole: opened, lots });
  checkEarlier(report, receipt, 'openFee', shares.earlier);
  report.same(rule, 'share of it', { said: fee.open, is: usdtText(shares.own) });
  const closing =
    close === null
      ? 0n
      : product([lots.closed, contractSize, size(close.price), rate, close.link], 'up');
  report.same(rule, 'fee of the closing', { said: fee.close, is: usdtText(closing) });
}

function checkResult(report, receipt, { lots, contractSize, open, close }) {
  const way = receipt.side === 'long' ? 1n : -1n;
  const move = close === null ? 0n : way * (close.price - open.price);
  const won = close === null ? 0n : product([move, lots.closed, contractSize, close.link], 'down');
  const from = receipt.side === 'long' ? 'close − open' : 'open − close';
  const how = close === null ? 'ended at cost' : `(${from}) × lots × contract size × link`;
  report.same('result.amount', 'result', { said: receipt.realised, is: usdtText(won), how });
  const { fee, financing } = receipt;
  const costs = usdt(fee.open) + usdt(fee.close) + usdt(financing.share);
  const profit = usdtText(won - costs);
  report.same('result.profit', 'profit', { said: receipt.profit, is: profit });
  checkCounterparty(report, receipt, { result: won, costs });
}

function checkEntries(report, receipt) {
  const { entries, fee, margin } = receipt;
  checkOrder(report, entries);
  const of = (...kinds) => entries.filter(({ kind }) => kinds.includes(kind));
  const opening = of('contract-open');
  const closing = of('contract-close', 'contract-void');
  const nights = of('financing');
  const others = entries.length - opening.length - closing.length - nights.length;
  const rule = 'journal.entries';
  const isWhole = opening.length === 1 && closing.length === 1 && others === 0;
  report.holds(rule, 'one opening, one closing', isWhole, `${entries.length} entries`);
  const [said, is] = [opening[0]?.at, receipt.open.at];
  report.same(rule, 'entry of the opening: time', { said, is });
  const { closedAt } = receipt;
  report.same(rule, 'entry of the closing: time', { said: closing[0]?.at, is: closedAt });
  const kind = receipt.reason === 'void' ? 'contract-void' : 'contract-close';
  report.same(rule, 'entry of the closing: kind', { said: closing[0]?.kind, is: kind });
  const cash = ['user:cash'];
  const fees = ['house:fees'];
  checkPayments(report, 'opening', opening, [
    { from: cash, to: ['user:margin'], units: usdt(margin.opened), why: 'the margin' },
    { from: cash, to: fees, units: usdt(fee.opened), why: 'the fee' },
  ]);
  const won = usdt(receipt.realised);
  const house = ['house:trading'];
  checkPayments(report, 'closing', closing, [
    { from: ['user:margin'], to: cash, units: usdt(margin.released), why: 'the margin' },
    { from: house, to: cash, units: won > 0n ? won : 0n, why: 'a gain' },
    { from: USER, to: house, units: won < 0n ? -won : 0n, why: 'a loss' },
    { from: USER, to: fees, units: usdt(fee.close), why: 'the fee' },
  ]);
  const { items } = receipt.financing;
  const paid = items.filter(({ amount }) => usdt(amount) > 0n);
  report.same(rule, 'entries of nights', { said: nights.length, is: paid.length });
  paid.forEach((item, index) => {
    const entry = nights[index];
    if (entry === undefined) return;
    const isLater = entry.at >= Date.parse(`${item.day}T00:00:00.000Z`);
    report.holds(rule, `entry of the night of ${item.day}`, isLater, String(entry.at));
    const to = ['house:financing'];
    checkPayments(
      report,
      `night of ${item.day}`,
      [entry],
      [{ from: USER, to, units: usdt(item.amount), why: 'the night' }],
    );
  });
}

function checkReason(report, receipt, lots) {
  const { reason, close } = receipt;
  report.holds('reason.price', 'reason', REASONS.includes(reason), reason);
  const isVoid = reason === 'void';
  report.same('reason.price', 'ended without a price', { said: close === null, is: isVoid });
  const isPractice = !isVoid || receipt.mode === 'demo';
  report.holds('reason.mode', 'account', isPractice, `${reason}, ${receipt.mode}`);
  const isAll = reason === 'user' || lots.closed === lots.before;
  report.holds('reason.price', 'all that was left', isAll, receipt.lots.closed);
}

const moment = (at) => new Date(at).toISOString();

function checkTimes(report, receipt) {
  const rule = 'order.times';
  const { acceptedAt, open, closedAt, earlier, orderType } = receipt;
  const parts = earlier.map(({ at }) => at);
  const times = [acceptedAt, open.at, ...parts, closedAt];
  const inOrder = times.every((at, index) => index === 0 || at >= times[index - 1]);
  report.holds(rule, 'one after the other', inOrder, times.map(moment).join(', '));
  if (orderType === 'market') report.same(rule, 'opened', { said: open.at, is: acceptedAt });
  if (receipt.close === null) return;
  report.same(rule, 'closed', { said: receipt.close.at, is: closedAt });
  const [first, last] = [open.tick, receipt.close.tick];
  report.holds(rule, 'prices', last.receivedAt >= first.receivedAt, `${first.id}, ${last.id}`);
}

/** Recomputes everything a contract's receipt says. */
export function checkContract(report, receipt, files) {
  const view = viewOf(files);
  const { acceptedAt, feed, side } = receipt;
  const { code } = receipt.instrument;
  const documents = readDocuments(report, receipt, { files, acceptedAt });
  const lots = {
    opened: decimal(receipt.lots.opened),
    before: decimal(receipt.lots.before),
    closed: decimal(receipt.lots.closed),
  };
  const figures = (fill) => ({ price: decimal(fill.price), link: decimal(fill.link.rate) });
  const common = { receipt, files, view, documents, feed, code, lots };
  const facts = {
    ...common,
    contractSize: decimal(documents.specification.contractSize),
    open: figures(receipt.open),
    close: receipt.close === null ? null : figures(receipt.close),
  };
  const isLong = side === 'long';
  report.holds('side.known', 'side', isLong || side === 'short', side);
  checkFeed(report, receipt);
  checkReason(report, receipt, lots);
  checkTimes(report, receipt);
  const mustWait = receipt.orderType !== 'market';
  const opened = checkFill(report, 'opening', receipt.open, {
    ...facts,
    isBuy: isLong,
    mustAct: mustWait,
    anyAge: false,
  });
  const closed =
    receipt.close === null
      ? null
      : checkFill(report, 'closing', receipt.close, {
          ...facts,
          isBuy: !isLong,
          mustAct: STOPS.includes(receipt.reason),
          anyAge: LEVELS.includes(receipt.reason),
        });
  report.part('order.terms', 'terms', () => checkTerms(report, receipt, facts));
  if (opened !== null) {
    report.part('order.crossing', 'opening', () =>
      checkWaiting(report, receipt, { ...facts, opened }),
    );
    report.part('level.crossing', 'closing', () =>
      checkLevels(report, receipt, { ...facts, opened, closed, graceMs: UNDER_WAY_MS }),
    );
  }
  report.part('lots.size', 'lots', () => checkLots(report, receipt, facts));
  report.part('leverage.cap', 'leverage', () => checkLeverage(report, receipt, facts));
  report.part('fee.schedule', 'fee rate', () => checkRates(report, receipt, facts));
  report.part('margin.amount', 'margin', () => checkMargin(report, receipt, facts));
  report.part('fee.amount', 'fees', () => checkFees(report, receipt, facts));
  report.part('financing.amount', 'financing', () => {
    checkFinancing(report, receipt, { ...facts, opened });
    checkEarlier(report, receipt, 'financing', financingSharesOf(receipt, lots));
  });
  report.part('result.amount', 'result', () => checkResult(report, receipt, facts));
  report.part('journal.entries', 'journal', () => checkEntries(report, receipt));
  report.part('pair.receipts', 'other receipts', () => checkPairs(report, receipt, files));
  report.part('pair.order', 'kept answers', () => checkKept(report, receipt, files));
}
