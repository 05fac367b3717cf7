/** What receipts of plans have in common: trades, positions, parts of a whole. */
import { checkTick } from './common.mjs';
import { checkRate, readDocuments } from './documents.mjs';
import { decimal, divide, one, product, textOf, usdt, usdtText } from './numbers.mjs';

export const DAY_MS = 86_400_000;
/** Quantities of funds have eight places. */
const STEP = 10n ** 10n;
/** Units of a fund worth one unit of USDT when it begins. */
export const UNITS_EACH = 10n ** 12n;
/** The longest prices of leaving are held. */
export const HELD_MS = 10_000;

/** Division toward minus infinity. */
export function floor(numerator, divisor) {
  const quotient = divide(numerator, divisor, 'down');
  return quotient * divisor > numerator ? quotient - 1n : quotient;
}

const abs = (value) => (value < 0n ? -value : value);
const onStep = (value) => value - (value % STEP);
/** Quantity × price in USDT units, toward minus infinity. */
const brings = (quantity, price) => floor(quantity * price, 10n ** 30n);

/** When a day begins. */
export const startOf = (day) => Date.parse(`${day}T00:00:00Z`);

/** The documents of an instrument a receipt of a plan names. */
export function documentsOf(report, receipt, named, files) {
  const { instrument, specification } = named;
  const { schedule } = receipt.documents;
  const asked = { instrument, documents: { specification, schedule } };
  return readDocuments(report, asked, { files, acceptedAt: receipt.at });
}

/** The fee schedule a receipt names, where no instrument of it is named. */
export function scheduleOf(report, receipt, files, sha) {
  const { schedule: hash } = receipt.documents;
  const schedule = files.documents.find(
    (each) => each?.schema === 'candor-fee-schedule/1' && sha(each) === hash,
  );
  if (schedule === undefined) {
    report.holds('document.hash', 'fee schedule', false, `no schedule with hash ${hash} is given`);
    return null;
  }
  const isKnown = files.published.some(({ schedules }) =>
    schedules.some((each) => each.hash === hash),
  );
  report.holds('document.published', 'fee schedule', isKnown, isKnown ? 'listed' : 'not listed');
  return { schedule };
}

/** The tick of a trade or a mark: of its instrument and feed, and past the source rule. */
export function checkPlanTick(report, what, { tick, instrument }, { view, receipt }) {
  const found = checkTick(report, `${what}: tick`, tick, {
    view,
    feed: receipt.feed,
    code: instrument.code,
  });
  if (found === null) return null;
  const isActing = found.standing === 'acting';
  report.holds('tick.standing', `${what}: standing`, isActing, found.standing);
  return found;
}

/** That no newer tick that passed the source rule was left aside, until a moment. */
export function checkNewestActing(report, what, found, { view, until, rule = 'tick.newest' }) {
  const { feed, code } = found;
  const missed = view
    .between({ feed, code, after: found, upTo: view.last(found) })
    .filter(({ at, standing }) => at < until && standing === 'acting')
    .at(-1);
  const isWhole = found.at >= until || view.reaches(found, until);
  const ok = missed === undefined && isWhole;
  const why = missed === undefined ? 'the files do not reach so far' : `${missed.id} came before`;
  report.holds(rule, `${what}: no newer price`, ok, ok ? 'none' : why);
}

/** What selling all of a position would bring, its fee taken off. */
export function soldWhole({ held, cost }, tick, rate) {
  const price = decimal(held >= 0n ? tick.bid : tick.ask);
  const { result } = afterTrade({ held, cost }, -held, price);
  return result - product([abs(held), price, decimal(rate)], 'up');
}

/** A position after a trade, and what the trade brought; the rules of docs/verification.md. */
function afterTrade(position, quantity, price) {
  const { held, cost } = position;
  const isClosing = held !== 0n && held > 0n !== quantity > 0n;
  const size = abs(quantity);
  const closed = isClosing ? (abs(held) < size ? abs(held) : size) : 0n;
  const opened = size - closed;
  const sign = quantity > 0n ? 1n : -1n;
  const isWhole = closed === abs(held);
  const released =
    closed === 0n ? 0n : isWhole ? cost : divide(cost * closed, abs(held), 'halfEven');
  const result = closed === 0n ? 0n : brings(-sign * closed, price) - released;
  const paid = opened === 0n ? 0n : -brings(-sign * opened, price);
  return { result, position: { held: held + quantity, cost: cost - released + paid } };
}

/** What a position is worth at a tick: a long at the bid, a short at the ask. */
export function worthOf(held, tick) {
  return brings(held, decimal(held >= 0n ? tick.bid : tick.ask));
}

/** Price, fee and result of a trade; answers the position it left. */
export function checkTrade(report, what, trade, facts) {
  const { tick, position, documents, files, at, mayBeFree = false } = facts;
  const quantity = decimal(trade.quantity);
  const isSound = quantity !== 0n && quantity % STEP === 0n;
  report.holds('plan.fill', `${what}: quantity`, isSound, trade.quantity);
  const side = quantity > 0n ? 'ask' : 'bid';
  const how = `the ${side} of ${tick.id}`;
  report.same('price.side', `${what}: price`, { said: trade.price, is: tick[side], how });
  const { fee } = trade;
  report.same('fee.schedule', `${what}: parameter`, {
    said: fee.parameter,
    is: 'contract.feeRate',
  });
  // What left the catalogue is sold without a fee.
  if (mayBeFree && fee.version === 0 && decimal(fee.rate) === 0n) {
    report.says('fee.schedule', `${what}: no fee`, `${tick.code} had left the catalogue`);
  } else checkRate(report, `${what}: fee`, { said: fee, documents, files, at });
  const price = decimal(trade.price);
  const is = usdtText(product([abs(quantity), price, decimal(fee.rate)], 'up'));
  report.same('plan.fee', `${what}: fee`, { said: fee.amount, is, how: 'up' });
  if (position === null) return null;
  const after = afterTrade(position, quantity, price);
  const brought = usdtText(after.result);
  report.same('plan.result', `${what}: result`, { said: trade.result, is: brought });
  return after.position;
}

/** What a position is, as a receipt says it. */
export const positionOf = ({ held, cost }) => ({ held: decimal(held), cost: usdt(cost) });

/**
 * A part of what was shared: its floor, and one unit more for those with the largest remainders. The remainder of
 * the last that got one is said once for all; only among equal ones does the place decide.
 */
export function checkPart(report, what, { amount, own, whole, place, rest, last }) {
  const part = floor(amount * own, whole);
  const left = amount * own - part * whole;
  const edge = last === null ? null : BigInt(last);
  const isSound = rest >= 0 && place > 0 && (rest === 0) === (edge === null);
  const isOver = edge !== null && (left > edge || (left === edge && place <= rest));
  const fits = (isOver ? place <= rest : place > rest) && isSound;
  report.holds('plan.part', `${what}: place among the remainders`, fits, `${place} of ${rest}`);
  return part + (isOver ? 1n : 0n);
}

/** The share of the house: its rate of what is above the highest value. */
export function checkShare(report, share, { value, receipt, schedule, files }) {
  const { amount, high, highOn } = share;
  report.same('fee.schedule', 'share: parameter', {
    said: share.parameter,
    is: 'plan.profitShare',
  });
  if (schedule !== null) {
    checkRate(report, 'share', { said: share, documents: schedule, files, at: receipt.boughtAt });
  }
  const won = value - usdt(high);
  const taken = won <= 0n ? 0n : divide(won * decimal(share.rate), one, 'down');
  report.same('plan.share', 'share of the house', {
    said: amount,
    is: usdtText(taken),
    how: 'down',
  });
  if (highOn === null) {
    const is = usdtText(usdt(receipt.amount) + usdt(receipt.granted));
    report.same('plan.share', 'highest value', { said: high, is, how: 'invested' });
  } else report.says('plan.share', 'highest value', `what was left on ${highOn}`);
  return taken;
}

/** What owners traded who joined or left together: of each instrument the part they had of the fund. */
export function checkMoved(report, what, together, facts) {
  const { receipt, files, view, quantityOf, at, checkPrice } = facts;
  const positions = [];
  let fills = 0n;
  for (const moved of together.moved) {
    const { instrument, tick, fill } = moved;
    const name = `${what}, ${instrument.code}`;
    const position = positionOf(moved);
    const documents = documentsOf(report, receipt, moved, files);
    const wanted = quantityOf(position.held);
    if (tick === null) {
      positions.push({ position, tick });
      const isUntraded = fill === null && receipt.mode === 'demo';
      report.holds('plan.left', `${name}: no price`, isUntraded, 'taken out at its cost');
      continue;
    }
    const found = checkPlanTick(report, name, { tick, instrument }, { view, receipt });
    if (found !== null) checkPrice(name, found, documents);
    const said = fill === null ? '0' : fill.quantity;
    report.same(facts.rule, `${name}: quantity`, { said, is: textOf(wanted), how: 'down' });
    const trade = { tick, position, documents, files, at, mayBeFree: true };
    const after = fill === null ? position : checkTrade(report, name, fill, trade);
    if (fill !== null) fills += usdt(fill.result) - usdt(fill.fee.amount);
    positions.push({ position: after, tick });
  }
  return { positions, fills };
}

/** A part of a quantity, toward zero, to eight places; all of it with the whole. */
export const partOfQuantity = (held, part, whole) =>
  part === whole ? held : onStep(divide(held * part, whole, 'down'));

/** The quantity money has of what is held, toward zero, to eight places. */
export const shareOfMoney = (held, part, whole) => onStep(divide(held * part, whole, 'down'));

/** A price of a midnight: the last before it. */
export function checkBefore(report, what, found, { view, midnight, rule }) {
  report.holds(rule, `${what}: before midnight`, found.at < midnight, found.id);
  checkNewestActing(report, what, found, { view, until: midnight, rule });
}
