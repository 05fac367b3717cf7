/** Recomputes the receipt of a contract, or of a part of one, that was closed. */
import {
  checkCounterparty,
  checkFeed,
  checkFill,
  checkLink,
  checkParameter,
  checkPayments,
  checkTick,
} from './common.mjs';
import { decimal, divide, product, textOf, usdt, usdtText } from './numbers.mjs';

const USER = ['user:cash', 'user:deficit'];
const LEVELS = ['stopLoss', 'takeProfit', 'trailing'];
const STOPS = [...LEVELS, 'closeOut'];

const size = (price) => (price < 0n ? -price : price);
const sum = (values) => values.reduce((all, value) => all + value, 0n);
const midnightOf = (day) => Date.parse(`${day}T00:00:00.000Z`);

/** The share of an amount that falls on the lots closed; the last closing takes what is left. */
function shareOf(lots, { whole, of, left }) {
  return lots.closed === lots.before ? left : divide(whole * lots.closed, of, 'down');
}

function checkLots(report, receipt, lots) {
  const earlier = sum(receipt.earlier.map((part) => decimal(part.lots)));
  report.same('lots open before', receipt.lots.before, textOf(lots.opened - earlier));
  const isPart = lots.closed > 0n && lots.closed <= lots.before;
  report.holds('lots closed', isPart, `${receipt.lots.closed} of ${receipt.lots.before}`);
  const inOrder = receipt.earlier.every(({ at }, index, all) => at >= (all[index - 1]?.at ?? 0));
  const before = receipt.earlier.every(({ at }) => at <= receipt.closedAt);
  const numbers = receipt.earlier.map(({ number }) => number);
  report.holds('earlier parts', inOrder && before, numbers.join(', ') || 'none');
}

function checkMargin(report, receipt, facts) {
  const { lots, contractSize, open } = facts;
  const factors = [lots.opened, contractSize, size(open.price), open.link];
  const opened = product(factors, 'up', BigInt(receipt.leverage));
  const how = 'lots × contract size × open price × link ÷ leverage, up';
  report.same('margin held at the opening', receipt.margin.opened, usdtText(opened), how);
  const given = sum(receipt.earlier.map((part) => usdt(part.margin)));
  report.same('margin held before', receipt.margin.before, usdtText(opened - given));
  const released = usdtText(
    shareOf(lots, { whole: opened, of: lots.opened, left: opened - given }),
  );
  report.same('margin given back', receipt.margin.released, released);
}

function checkFees(report, receipt, facts) {
  const { lots, contractSize, open, close, files } = facts;
  const { fee } = receipt;
  report.same('fee: its parameter', fee.parameter, 'contract.feeRate');
  checkParameter(report, 'fee rate', fee, { files, at: receipt.acceptedAt });
  const rate = decimal(fee.rate);
  const opened = product([lots.opened, contractSize, size(open.price), rate, open.link], 'up');
  const how = 'lots × contract size × price × rate × link, up';
  report.same('fee of the opening', fee.opened, usdtText(opened), how);
  const taken = sum(receipt.earlier.map((part) => usdt(part.openFee)));
  const share = shareOf(lots, { whole: opened, of: lots.opened, left: opened - taken });
  report.same('share of it', fee.open, usdtText(share));
  const closing =
    close === null
      ? 0n
      : product([lots.closed, contractSize, size(close.price), rate, close.link], 'up');
  report.same('fee of the closing', fee.close, usdtText(closing), close === null ? 'none' : how);
}

function checkFinancingDay(report, item, facts) {
  const { receipt, lots, contractSize, files } = facts;
  const what = `financing of ${item.day}`;
  const midnight = midnightOf(item.day);
  const wanted = `contract.financingRate${receipt.instrument.class === 'crypto' ? 'Crypto' : 'Other'}`;
  report.same(`${what}: its parameter`, item.parameter, wanted);
  checkParameter(report, `${what}: rate`, item, { files, at: midnight });
  const closed = receipt.earlier
    .filter(({ at }) => at < midnight)
    .map((part) => decimal(part.lots));
  const before = sum(closed);
  report.same(`${what}: lots open`, item.lots, textOf(lots.opened - before));
  const inTime = midnight > receipt.open.at && midnight <= receipt.closedAt;
  report.holds(`${what}: it was open at that midnight`, inTime, `${item.day} 00:00 UTC`);
  const { tick } = item;
  const side = receipt.side === 'long' ? 'bid' : 'ask';
  checkTick(report, `${what}: tick`, tick, files);
  report.same(`${what}: instrument of the tick`, tick.code, receipt.instrument.code);
  report.same(`${what}: prices of one feed`, tick.feed, receipt.feed.key);
  report.same(`${what}: mark`, item.mark, tick[side], `the ${side} of ${tick.id}`);
  report.holds(`${what}: mark before midnight`, tick.receivedAt < midnight, tick.id);
  const currency = receipt.instrument.quoteCurrency;
  checkLink(report, what, item.link, { currency, files, feed: receipt.feed });
  const factors = [decimal(item.lots), contractSize, size(decimal(item.mark))];
  const link = decimal(item.link.rate);
  const notional = product([...factors, link], 'halfEven');
  report.same(`${what}: notional`, item.notional, usdtText(notional), 'lots × size × mark × link');
  const amount = product([...factors, link, decimal(item.rate)], 'up');
  report.same(`${what}: amount`, item.amount, usdtText(amount), 'notional × rate, up');
}

function checkFinancing(report, receipt, facts) {
  const { items, charged, share } = receipt.financing;
  const days = items.map(({ day }) => day);
  const sorted = [...new Set(days)].toSorted();
  report.holds('financing: one item a day', sorted.join() === days.join(), `${days.length} days`);
  for (const item of items) {
    report.part(`financing of ${item.day}`, () => checkFinancingDay(report, item, facts));
  }
  const total = sum(items.map(({ amount }) => usdt(amount)));
  report.same('financing charged', charged, usdtText(total), 'the sum of its days');
  const taken = sum(receipt.earlier.map((part) => usdt(part.financing)));
  const left = total - taken;
  const due = shareOf(facts.lots, { whole: left, of: facts.lots.before, left });
  report.same('share of the financing', share, usdtText(due));
}

function checkResult(report, receipt, facts) {
  const { lots, contractSize, open, close } = facts;
  const way = receipt.side === 'long' ? 1n : -1n;
  const move = close === null ? 0n : way * (close.price - open.price);
  const won = close === null ? 0n : product([move, lots.closed, contractSize, close.link], 'down');
  const from = receipt.side === 'long' ? 'close − open' : 'open − close';
  const how = close === null ? 'ended at cost' : `(${from}) × lots × contract size × link`;
  report.same('result', receipt.realised, usdtText(won), how);
  const { fee, financing } = receipt;
  const costs = usdt(fee.open) + usdt(fee.close) + usdt(financing.share);
  const profit = won - costs;
  report.same('profit', receipt.profit, usdtText(profit), 'result − both fees − financing');
  checkCounterparty(report, receipt, { result: won, costs });
}

function checkEntries(report, receipt) {
  const { entries, fee, margin } = receipt;
  const numbers = entries.map(({ number }) => BigInt(number));
  const isOrdered = numbers.every((number, index) => index === 0 || number > numbers[index - 1]);
  report.holds('entries of the journal', isOrdered, numbers.join(', '));
  const of = (kind) => entries.filter((entry) => entry.kind === kind);
  const opening = of('contract-open');
  const closing = [...of('contract-close'), ...of('contract-void')];
  const others = entries.length - opening.length - closing.length - of('financing').length;
  const isWhole = opening.length === 1 && closing.length === 1 && others === 0;
  report.holds('one opening, one closing', isWhole, `${entries.length} entries`);
  report.same('entry of the opening: time', opening[0]?.at, receipt.open.at);
  report.same('entry of the closing: time', closing[0]?.at, receipt.closedAt);
  const kind = receipt.reason === 'void' ? 'contract-void' : 'contract-close';
  report.same('entry of the closing: kind', closing[0]?.kind, kind);
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
  checkPayments(report, 'financing', of('financing'), [
    {
      from: USER,
      to: ['house:financing'],
      units: usdt(receipt.financing.charged),
      why: 'its days',
    },
  ]);
}

/** Whether a stop or target was passed by the price that set it off. */
function checkTrigger(report, receipt) {
  const { reason, close } = receipt;
  if (!LEVELS.includes(reason)) {
    report.holds('closed without a stop', close === null || close.asked === null, reason);
    return;
  }
  report.same('what set it off', close.asked?.kind, reason);
  const level = close.asked.price;
  const above = decimal(close.price) >= decimal(level);
  const below = decimal(close.price) <= decimal(level);
  const isUp = (reason === 'takeProfit') === (receipt.side === 'long');
  report.holds('its level was reached', isUp ? above : below, `${close.price}, level ${level}`);
}

function checkOpening(report, receipt) {
  const { asked, at } = receipt.open;
  const kinds = { limit: ['limit'], stop: ['stop'], stopLimit: ['stopLimit', 'limit'] };
  const allowed = kinds[receipt.orderType] ?? ['quote'];
  const isMeant = asked === null ? receipt.orderType === 'market' : allowed.includes(asked.kind);
  report.holds('how it was asked for', isMeant, `${receipt.orderType}, ${asked?.kind ?? 'now'}`);
  const inOrder = receipt.acceptedAt <= at && at <= receipt.closedAt;
  const isNow = receipt.orderType !== 'market' || receipt.acceptedAt === at;
  report.holds('accepted, opened, closed', inOrder && isNow, 'in this order');
  const step = decimal(receipt.instrument.tickSize);
  report.holds('tick size', step > 0n, receipt.instrument.tickSize);
}

/** Recomputes everything a contract's receipt says. */
export function checkContract(report, receipt, files) {
  const lots = {
    opened: decimal(receipt.lots.opened),
    before: decimal(receipt.lots.before),
    closed: decimal(receipt.lots.closed),
  };
  const fillOf = (fill) => ({ price: decimal(fill.price), link: decimal(fill.link.rate) });
  const facts = {
    receipt,
    files,
    lots,
    contractSize: decimal(receipt.instrument.contractSize),
    open: fillOf(receipt.open),
    close: receipt.close === null ? null : fillOf(receipt.close),
  };
  const isLong = receipt.side === 'long';
  report.holds('side', isLong || receipt.side === 'short', receipt.side);
  checkFeed(report, receipt);
  report.part('opening', () => {
    const waited = receipt.orderType !== 'market';
    const how = { isBuy: isLong, mustAct: waited, byLevel: false };
    checkFill(report, 'opening', receipt.open, { receipt, files, ...how });
    checkOpening(report, receipt);
  });
  report.part('closing', () => {
    const { close } = receipt;
    report.same('ended without a price', close === null, receipt.reason === 'void');
    if (close === null) return;
    const mustAct = STOPS.includes(receipt.reason);
    const byLevel = LEVELS.includes(receipt.reason);
    checkFill(report, 'closing', close, { receipt, files, isBuy: !isLong, mustAct, byLevel });
    report.same('time of the closing', close.at, receipt.closedAt);
    checkTrigger(report, receipt);
  });
  report.part('lots', () => checkLots(report, receipt, lots));
  report.part('margin', () => checkMargin(report, receipt, facts));
  report.part('fees', () => checkFees(report, receipt, facts));
  report.part('financing', () => checkFinancing(report, receipt, facts));
  report.part('result', () => checkResult(report, receipt, facts));
  report.part('journal', () => checkEntries(report, receipt));
}
