/** Recomputes the receipt of an option that came to its end. */
import {
  UNDER_WAY_MS,
  checkCounterparty,
  checkFeed,
  checkNewest,
  checkOrder,
  checkPayments,
  checkTick,
} from './common.mjs';
import { checkRate, readDocuments } from './documents.mjs';
import { checkKept } from './kept.mjs';
import { decimal, divide, middle, one, textOf, usdt, usdtText } from './numbers.mjs';
import { checkOwnEntry } from './pairs.mjs';
import { viewOf } from './view.mjs';

/** A tick settles an option when it comes within this time after the period. */
const SETTLE_WITHIN_MS = 60_000;

function checkEnd(report, what, end, facts) {
  const found = checkTick(report, `${what}: tick`, end.tick, facts);
  const is = textOf(middle(end.tick));
  const how = `the middle of ${end.tick.id}`;
  report.same('price.side', `${what}: price`, { said: end.price, is, how });
  if (found === null) return null;
  const isActing = found.standing === 'acting';
  report.holds('tick.standing', `${what}: standing`, isActing, found.standing);
  return found;
}

function outcomeOf(receipt) {
  if (receipt.settle === null) return 'void';
  const move = decimal(receipt.settle.price) - decimal(receipt.open.price);
  if (move === 0n) return 'tie';
  return move > 0n === (receipt.direction === 'up') ? 'won' : 'lost';
}

/**
 * That no earlier tick could have settled it: from the end of its period to the tick that did, or
 * to the end of its minute when none did, the tape has no other that may act.
 */
function checkPassedOver(report, receipt, { view, feed, code, opened, settled }) {
  const { settleAt } = receipt;
  const end = settleAt + SETTLE_WITHIN_MS;
  const isSettled = settled !== null;
  const from = settled ?? view.ticks.findLast(({ at }) => at <= settleAt) ?? null;
  const isBegun = from !== null && (view.beginsBefore(from, settleAt) || from.run === opened?.run);
  const isWhole = isBegun && (isSettled ? view.isHeld(from) : view.reaches(from, end + 1));
  const until = isSettled ? settled.id : 'the end of its minute';
  const detail = `from before the end of the period to ${until}`;
  report.holds('tape.run', 'settlement', isWhole, isWhole ? 'no hole' : `not ${detail}`);
  if (from === null) return;
  const upTo = isSettled ? settled : view.last(from);
  const missed = view
    .between({ feed: feed.key, code, after: { index: -1 }, upTo })
    .find((tick) => tick.standing === 'acting' && tick.at >= settleAt && tick.at <= end);
  const ok = (missed?.id ?? null) === (isSettled ? settled.id : null);
  const is = missed === undefined ? 'none could' : `${missed.id} came first`;
  report.holds('option.crossing', 'the first tick after its period', ok, is);
}

function checkSettlement(report, receipt, facts) {
  const { settle, settleAt, settledAt } = receipt;
  const settled = settle === null ? null : checkEnd(report, 'settlement', settle, facts);
  if (settle !== null) {
    const late = settle.tick.receivedAt - settleAt;
    const inTime = late >= 0 && late <= SETTLE_WITHIN_MS;
    report.holds('option.crossing', 'settlement: in time', inTime, `${late} ms after`);
    const { receivedAt } = settle.tick;
    report.same('option.crossing', 'settlement: time', { said: settle.at, is: receivedAt });
    report.holds('order.times', 'settled', settledAt >= settle.at, String(settledAt));
  }
  // A reset of the practice money ends everything at once, while a price could still come.
  const isEarly = settle === null && settledAt <= settleAt + SETTLE_WITHIN_MS;
  if (isEarly) {
    const isPractice = receipt.mode === 'demo';
    report.holds('reason.mode', 'void before its minute was over', isPractice, receipt.mode);
    return;
  }
  if (settle === null || settled !== null) {
    checkPassedOver(report, receipt, { ...facts, settled });
  }
}

function checkPaid(report, receipt) {
  const stake = usdt(receipt.stake);
  const gain = divide(stake * decimal(receipt.rate), one, 'down');
  const outcome = outcomeOf(receipt);
  report.same('option.outcome', 'outcome', { said: receipt.outcome, is: outcome });
  const payout = { won: stake + gain, lost: 0n, tie: stake, void: stake }[outcome];
  const how = outcome === 'won' ? 'stake + stake × rate, down' : outcome;
  report.same('option.payout', 'payout', { said: receipt.payout, is: usdtText(payout), how });
  const won = payout - stake;
  report.same('option.payout', 'profit', { said: receipt.profit, is: usdtText(won) });
  report.holds('option.payout', 'stake', stake > 0n, receipt.stake);
  checkCounterparty(report, receipt, { result: won, costs: 0n });
  return { stake, won };
}

function checkEntries(report, receipt, { stake, won }) {
  const rule = 'journal.entries';
  checkOrder(report, receipt.entries);
  const of = (kind) => receipt.entries.filter((entry) => entry.kind === kind);
  const [bought, settled] = [of('option-buy'), of('option-settle')];
  const isWhole = bought.length === 1 && settled.length === 1 && receipt.entries.length === 2;
  report.holds(rule, 'one purchase, one settlement', isWhole, `${receipt.entries.length} entries`);
  report.same(rule, 'entry of the purchase: time', { said: bought[0]?.at, is: receipt.open.at });
  const is = receipt.settledAt;
  report.same(rule, 'entry of the settlement: time', { said: settled[0]?.at, is });
  const [cash, held, house] = [['user:cash'], ['user:stake'], ['house:trading']];
  checkPayments(report, 'purchase', bought, [
    { from: cash, to: held, units: stake, why: 'the stake' },
  ]);
  checkPayments(report, 'settlement', settled, [
    { from: held, to: cash, units: won < 0n ? 0n : stake, why: 'the stake' },
    { from: house, to: cash, units: won > 0n ? won : 0n, why: 'a gain' },
    { from: held, to: house, units: won < 0n ? stake : 0n, why: 'a loss' },
  ]);
}

/** Recomputes everything the receipt of an option says. */
export function checkOption(report, receipt, files) {
  const view = viewOf(files);
  const { feed, open, period } = receipt;
  const { code } = receipt.instrument;
  const documents = readDocuments(report, receipt, { files, acceptedAt: open.at });
  const facts = { receipt, files, view, documents, feed, code };
  checkFeed(report, receipt);
  const isKnown = ['up', 'down'].includes(receipt.direction);
  report.holds('side.known', 'direction', isKnown, receipt.direction);
  const parameter = `option.rate${period}`;
  const rule = 'fee.schedule';
  report.same(rule, 'payout rate: parameter', { said: receipt.parameter, is: parameter });
  checkRate(report, 'payout rate', { said: receipt, documents, files, at: open.at });
  const opened = checkEnd(report, 'opening', open, facts);
  if (opened !== null) {
    const age = open.at - opened.at;
    const isFresh = age >= 0 && age <= documents.specification.freshForMs;
    report.holds('tick.fresh', 'opening: age of the price', isFresh, `${age} ms`);
    checkNewest(report, 'opening', opened, { view, until: open.at - UNDER_WAY_MS });
  }
  const ends = open.at + period * 1000;
  const how = 'the purchase and the period';
  report.same('option.period', 'end of the period', { said: receipt.settleAt, is: ends, how });
  report.holds('order.times', 'settled after it was bought', receipt.settledAt >= open.at, '');
  report.part('option.crossing', 'settlement', () =>
    checkSettlement(report, receipt, { ...facts, opened }),
  );
  report.part('option.payout', 'payout', () => {
    const paid = checkPaid(report, receipt);
    checkEntries(report, receipt, paid);
  });
  checkOwnEntry(report, receipt, files);
  report.part('pair.order', 'kept answers', () => checkKept(report, receipt, files));
}
