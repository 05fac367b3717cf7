/** Recomputes what a contract was charged for its nights. */
import { checkLink, checkNight, checkTick } from './common.mjs';
import { checkRate } from './documents.mjs';
import { decimal, divide, product, textOf, usdt, usdtText } from './numbers.mjs';

const DAY_MS = 86_400_000;
/** A closing waits so long for its night to be charged, and then goes on without. */
const NIGHT_WAIT_MS = 5_000;

const size = (price) => (price < 0n ? -price : price);
const midnightOf = (day) => Date.parse(`${day}T00:00:00.000Z`);
const dayOf = (at) => new Date(at).toISOString().slice(0, 10);

/** Lots that were open at a midnight. */
const openAt = (receipt, lots, midnight) =>
  receipt.earlier
    .filter(({ at }) => at < midnight)
    .reduce((open, part) => open - decimal(part.lots), lots.opened);

function checkNightly(report, item, facts) {
  const { receipt, lots, contractSize, documents, files, view, feed } = facts;
  const what = `financing of ${item.day}`;
  const midnight = midnightOf(item.day);
  const isCoin = documents.specification.class === 'crypto';
  const parameter = `contract.financingRate${isCoin ? 'Crypto' : 'Other'}`;
  report.same('fee.schedule', `${what}: parameter`, { said: item.parameter, is: parameter });
  checkRate(report, `${what}: rate`, { said: item, documents, files, at: midnight });
  const open = textOf(openAt(receipt, lots, midnight));
  report.same('financing.amount', `${what}: lots open`, { said: item.lots, is: open });
  const side = receipt.side === 'long' ? 'bid' : 'ask';
  const { tick } = item;
  report.same('financing.mark', `${what}: mark`, { said: item.mark, is: tick[side] });
  const found = checkTick(report, `${what}: tick`, tick, facts);
  if (found !== null) checkNight(report, what, found, { view, at: midnight });
  const nightly = { view, documents, feed, at: midnight, atMidnight: true };
  checkLink(report, what, item.link, nightly);
  const link = decimal(item.link.rate);
  const factors = [decimal(item.lots), contractSize, size(decimal(item.mark)), link];
  const notional = usdtText(product(factors, 'halfEven'));
  report.same('financing.amount', `${what}: notional`, { said: item.notional, is: notional });
  const amount = usdtText(product([...factors, decimal(item.rate)], 'up'));
  const how = 'notional × rate, up';
  report.same('financing.amount', `${what}: amount`, { said: item.amount, is: amount, how });
}

/**
 * The midnights a contract was open at. A night at which prices of another feed ran was not charged
 * to it, nor one so short before the closing that it was not waited for.
 */
function checkNights(report, receipt, { view, feed, opened }) {
  const said = receipt.financing.items.map(({ day }) => day);
  const days = [];
  const first = midnightOf(dayOf(receipt.open.at)) + DAY_MS;
  for (let at = first; at <= receipt.closedAt; at += DAY_MS) days.push(dayOf(at));
  const missing = days.filter((day) => !said.includes(day));
  const unexplained = missing.filter((day) => {
    const midnight = midnightOf(day);
    if (receipt.closedAt - midnight < NIGHT_WAIT_MS) return false;
    const next = view.ticks.find((tick) => tick.at >= midnight);
    const isCovered = opened !== null && next !== undefined && view.reaches(opened, midnight);
    return !isCovered || next.feed === feed.key;
  });
  const odd = said.filter((day, index) => !days.includes(day) || said[index - 1] >= day);
  const wrong = [...unexplained, ...odd];
  const detail = wrong.length === 0 ? `${said.length} nights` : wrong.join(', ');
  report.holds('financing.nights', 'every midnight once', wrong.length === 0, detail);
}

/** What each earlier part should have taken along of the nights charged before it. */
export function financingSharesOf(receipt, lots) {
  let taken = 0n;
  let open = lots.opened;
  return receipt.earlier.map((part) => {
    const left = chargedUntil(receipt, part.at) - taken;
    const share = divide(left * decimal(part.lots), open, 'down');
    taken += share;
    open -= decimal(part.lots);
    return share;
  });
}

/** What was charged up to a moment: entries of nights stand in the order of their days. */
function chargedUntil(receipt, at) {
  const nights = receipt.entries.filter(({ kind }) => kind === 'financing');
  const paid = receipt.financing.items.filter(({ amount }) => usdt(amount) > 0n);
  return paid.reduce(
    (sum, item, index) => ((nights[index]?.at ?? Infinity) <= at ? sum + usdt(item.amount) : sum),
    0n,
  );
}

/** Recomputes every night, their sum, and the share of this closing. */
export function checkFinancing(report, receipt, facts) {
  const { items, charged, share } = receipt.financing;
  checkNights(report, receipt, facts);
  for (const item of items) {
    const what = `financing of ${item.day}`;
    report.part('financing.amount', what, () => checkNightly(report, item, facts));
  }
  const total = items.reduce((sum, { amount }) => sum + usdt(amount), 0n);
  const rule = 'financing.amount';
  report.same(rule, 'financing charged', { said: charged, is: usdtText(total) });
  const taken = receipt.earlier.reduce((sum, part) => sum + usdt(part.financing), 0n);
  const left = total - taken;
  const { closed, before } = facts.lots;
  const due = closed === before ? left : divide(left * closed, before, 'down');
  report.same(rule, 'share of the financing', { said: share, is: usdtText(due) });
}
