/** Recomputes the receipt of an option that came to its end. */
import {
  checkCounterparty,
  checkFeed,
  checkParameter,
  checkPayments,
  checkTick,
} from './common.mjs';
import { decimal, divide, middle, one, textOf, usdt, usdtText } from './numbers.mjs';
import { backwards, placeAfter } from './run.mjs';

/** A tick settles an option when it comes within this time after the period. */
const SETTLE_WITHIN_MS = 60_000;

function checkEnd(report, what, end, facts) {
  const { receipt, files } = facts;
  checkTick(report, `${what}: tick`, end.tick, files);
  report.same(`${what}: instrument of the tick`, end.tick.code, receipt.instrument.code);
  report.same(`${what}: prices of one feed`, end.tick.feed, receipt.feed.key);
  const how = `the middle of ${end.tick.id}`;
  report.same(`${what}: price`, end.price, textOf(middle(end.tick)), how);
  const stood = `${end.tick.sources} stood behind it`;
  report.holds(`${what}: the tick was in force`, end.tick.standing === 'acting', stood);
}

function outcomeOf(receipt) {
  if (receipt.settle === null) return 'void';
  const move = decimal(receipt.settle.price) - decimal(receipt.open.price);
  if (move === 0n) return 'tie';
  return move > 0n === (receipt.direction === 'up') ? 'won' : 'lost';
}

/**
 * What the tape says between the end of the period and the tick that settled the option, or the
 * end of its minute when none did: the first tick that could have settled it, and whether the files
 * hold all of it, from a tick before the end of the period on.
 */
function passedOver(receipt, files) {
  const { settle, settleAt, instrument, feed } = receipt;
  const end = settleAt + SETTLE_WITHIN_MS;
  const [day, place] = String(settle?.tick.id).split('/');
  const from =
    settle === null ? placeAfter(files, end) : { day, place: Number.parseInt(place, 10) };
  let missed = null;
  if (from === null) return { missed, isWhole: false };
  for (const tick of backwards(files.tapes, from)) {
    if (tick.at < settleAt) return { missed, isWhole: true };
    const id = `${tick.day}/${tick.place}`;
    const isOurs = tick.feed === feed.key && tick.code === instrument.code;
    const couldSettle = isOurs && tick.standing === 'acting' && tick.at <= end;
    if (couldSettle && id !== settle?.tick.id) missed = id;
  }
  return { missed, isWhole: false };
}

function checkPassedOver(report, receipt, files) {
  const what = 'settlement: no tick was passed over';
  const { missed, isWhole } = passedOver(receipt, files);
  const until = receipt.settle === null ? 'the end of its minute' : receipt.settle.tick.id;
  const stretch = `from before the end of the period to ${until}`;
  if (missed !== null) report.holds(what, false, missed);
  else
    report.holds(what, isWhole, isWhole ? `none ${stretch}` : `the files do not reach ${stretch}`);
}

/** Recomputes everything the receipt of an option says. */
export function checkOption(report, receipt, files) {
  const facts = { receipt, files };
  checkFeed(report, receipt);
  report.holds('direction', ['up', 'down'].includes(receipt.direction), receipt.direction);
  report.same('payout rate: its parameter', receipt.parameter, `option.rate${receipt.period}`);
  checkParameter(report, 'payout rate', receipt, { files, at: receipt.open.at });
  report.part('opening', () => {
    checkEnd(report, 'opening', receipt.open, facts);
    const age = receipt.open.at - receipt.open.tick.receivedAt;
    report.holds('opening: age of the price', age >= 0 && age <= 60_000, `${age} ms`);
  });
  const ends = receipt.open.at + receipt.period * 1000;
  report.same('end of the period', receipt.settleAt, ends, 'the purchase and the period');
  report.part('settlement', () => {
    const { settle } = receipt;
    if (settle !== null) {
      checkEnd(report, 'settlement', settle, facts);
      const late = settle.tick.receivedAt - receipt.settleAt;
      report.holds(
        'settlement: in time',
        late >= 0 && late <= SETTLE_WITHIN_MS,
        `${late} ms after`,
      );
      report.same('settlement: time', settle.at, settle.tick.receivedAt);
    }
    // A reset of the practice money ends everything at once, while a price could still come.
    const isEarly = receipt.settledAt <= ends + SETTLE_WITHIN_MS;
    const isReset = settle === null && receipt.mode === 'demo' && isEarly;
    if (!isReset) checkPassedOver(report, receipt, files);
    const isOver = isReset || receipt.settledAt >= ends;
    const when = isReset ? 'voided by a reset of the practice money' : String(receipt.settledAt);
    report.holds('settled after its period', isOver, when);
  });
  const stake = usdt(receipt.stake);
  const gain = divide(stake * decimal(receipt.rate), one, 'down');
  const outcome = outcomeOf(receipt);
  report.same('outcome', receipt.outcome, outcome);
  const payout = { won: stake + gain, lost: 0n, tie: stake, void: stake }[outcome];
  const how = outcome === 'won' ? 'stake + stake × rate, down' : outcome;
  report.same('payout', receipt.payout, usdtText(payout), how);
  report.same('profit', receipt.profit, usdtText(payout - stake), 'payout − stake');
  checkCounterparty(report, receipt, { result: payout - stake, costs: 0n });
  report.part('journal', () => {
    const of = (kind) => receipt.entries.filter((entry) => entry.kind === kind);
    const [bought, settled] = [of('option-buy'), of('option-settle')];
    const isWhole = bought.length === 1 && settled.length === 1 && receipt.entries.length === 2;
    report.holds('one purchase, one settlement', isWhole, `${receipt.entries.length} entries`);
    const numbers = receipt.entries.map(({ number }) => BigInt(number));
    report.holds('entries of the journal', numbers[0] < numbers[1], numbers.join(', '));
    report.same('entry of the purchase: time', bought[0]?.at, receipt.open.at);
    report.same('entry of the settlement: time', settled[0]?.at, receipt.settledAt);
    const [cash, held, house] = [['user:cash'], ['user:stake'], ['house:trading']];
    checkPayments(report, 'purchase', bought, [
      { from: cash, to: held, units: stake, why: 'the stake' },
    ]);
    const won = payout - stake;
    checkPayments(report, 'settlement', settled, [
      { from: held, to: cash, units: won < 0n ? 0n : stake, why: 'the stake' },
      { from: house, to: cash, units: won > 0n ? won : 0n, why: 'a gain' },
      { from: held, to: house, units: won < 0n ? stake : 0n, why: 'a loss' },
    ]);
  });
}
