/** Recomputes the receipt of a sale of collateral. */
import { UNDER_WAY_MS, checkFeed, checkNewest, checkTick } from './common.mjs';
import { PLACES, scaleOf, units, written } from './conversion.mjs';
import { checkRate, readDocuments } from './documents.mjs';
import { decimal, divide, one } from './numbers.mjs';
import { checkOwnEntry } from './pairs.mjs';
import { viewOf } from './view.mjs';

/** From which share of the collateral on the product sells. */
const SALE_LINE = decimal('0.83');

function checkPriced(report, { asset, priced }, { receipt, files, view }) {
  const code = `${asset}/USDT`;
  const { instrument, specification, tick, price } = priced;
  report.same('sale.amount', `${asset}: instrument`, { said: instrument.code, is: code });
  const { schedule } = receipt.documents;
  const named = { instrument, documents: { specification, schedule } };
  const documents = readDocuments(report, named, { files, acceptedAt: receipt.at });
  const { freshForMs } = documents.specification;
  const found = checkTick(report, `${asset}: tick`, tick, { view, feed: receipt.feed, code });
  report.same('price.side', `${asset}: price`, { said: price, is: tick.bid, how: 'the bid' });
  if (found === null) return documents;
  const isInForce = found.standing === 'acting';
  report.holds('tick.standing', `${asset}: standing`, isInForce, found.standing);
  const age = receipt.at - found.at;
  const isFresh = age >= 0 && age <= freshForMs;
  report.holds('tick.fresh', `${asset}: age when it was sold`, isFresh, `${age} ms`);
  checkNewest(report, asset, found, { view, until: receipt.at - UNDER_WAY_MS });
  return documents;
}

/** What is held as units and prices, in the order in which it is given. */
function heldOf(receipt) {
  const held = receipt.held.map(({ asset, amount, priced }) => ({
    asset,
    units: units(amount, asset),
    price: priced === null ? null : decimal(priced.price),
  }));
  const worth = (one_) => worthOf(one_, one_.units);
  return held.toSorted((a, b) => {
    if ((a.asset === 'USDT') !== (b.asset === 'USDT')) return a.asset === 'USDT' ? -1 : 1;
    const [x, y] = [worth(a), worth(b)];
    if (x !== y) return x > y ? -1 : 1;
    return a.asset < b.asset ? -1 : 1;
  });
}

/** USDT an amount is worth at its bid, rounded down; nothing where it had none and none was needed. */
function worthOf({ asset, price }, amount) {
  if (asset === 'USDT') return amount;
  if (price === null) return 0n;
  return divide(amount * price * scaleOf('USDT'), scaleOf(asset) * one, 'down');
}

/** What giving an amount brings, and the house's share of it. */
function broughtBy(held, amount, rate) {
  const gross = worthOf(held, amount);
  const spread = held.asset === 'USDT' ? 0n : divide(gross * rate, one, 'up');
  return { gross, spread, received: gross - spread };
}

/** What some amounts come to: what is paid off and whether that is enough. */
function outcomeOf(receipt, held, given) {
  const rate = decimal(receipt.spread.rate);
  const debt = units(receipt.debt.principal, 'USDT') + units(receipt.debt.interest, 'USDT');
  const parts = held.map((each) => broughtBy(each, given.get(each.asset) ?? 0n, rate));
  const received = parts.reduce((sum, part) => sum + part.received, 0n);
  const paid = received < debt ? received : debt;
  const left = held.reduce(
    (sum, each) => sum + worthOf(each, each.units - (given.get(each.asset) ?? 0n)),
    0n,
  );
  const whole = receipt.wanted === null ? debt : units(receipt.wanted, 'USDT');
  const isReached =
    receipt.line === null
      ? paid >= (whole < debt ? whole : debt)
      : (debt - paid) * one <= left * decimal(receipt.line);
  return { debt, paid, isReached };
}

function checkReason(report, receipt, held) {
  const { cause, line, wanted } = receipt;
  const isAimed = cause === 'line' ? line !== null && wanted === null : wanted !== null;
  report.holds(
    'sale.reason',
    'what it had to reach',
    isAimed && (line === null) !== (wanted === null),
    cause,
  );
  const isKnown = ['line', 'overdue', 'owner'].includes(cause);
  report.holds('sale.reason', 'why', isKnown, cause);
  if (cause !== 'line') return;
  const { debt } = outcomeOf(receipt, held, new Map());
  const value = held.reduce((sum, each) => sum + worthOf(each, each.units), 0n);
  const isReached = debt * one >= value * SALE_LINE;
  report.holds('sale.reason', 'its line', isReached, `${debt} of ${value}`);
}

function checkLeast(report, receipt, held) {
  const given = new Map(receipt.given.map(({ asset, amount }) => [asset, units(amount, asset)]));
  const names = receipt.given.map(({ asset }) => asset);
  const rate = decimal(receipt.spread.rate);
  const bringing = held.filter((each) => broughtBy(each, each.units, rate).received > 0n);
  const order = bringing.slice(0, names.length).map(({ asset }) => asset);
  report.same('sale.least', 'order', { said: names.join(', '), is: order.join(', ') });
  const wholes = bringing.slice(0, Math.max(0, names.length - 1));
  const areWhole = wholes.every((each) => given.get(each.asset) === each.units);
  report.holds('sale.least', 'the first are given whole', areWhole, names.join(', '));
  const isHeld = held.every((each) => (given.get(each.asset) ?? 0n) <= each.units);
  report.holds('sale.least', 'no more than is held', isHeld, names.join(', '));
  const { isReached } = outcomeOf(receipt, held, given);
  const isUnpriced = held.some(({ asset, price }) => asset !== 'USDT' && price === null);
  if (isUnpriced) report.holds('sale.least', 'USDT alone suffice', isReached, names.join(', '));
  const last = names.at(-1);
  if (isReached && last !== undefined) {
    const less = new Map(given).set(last, given.get(last) - 1n);
    const isLeast = given.get(last) > 0n && !outcomeOf(receipt, held, less).isReached;
    report.holds('sale.least', 'one unit less would not do', isLeast, `${given.get(last)}`);
    return;
  }
  const isAll = bringing.every((each) => given.get(each.asset) === each.units);
  report.holds('sale.least', 'all that brings anything', isAll, names.join(', '));
}

function checkAmounts(report, receipt, held) {
  const rate = decimal(receipt.spread.rate);
  let spread = 0n;
  for (const { asset, amount, received } of receipt.given) {
    const each = held.find((one_) => one_.asset === asset);
    if (each === undefined) throw new Error(`${asset} is not held`);
    const is = broughtBy(each, units(amount, asset), rate);
    spread += is.spread;
    const text = written(is.received, 'USDT');
    report.same('sale.amount', `${asset}: brings`, { said: received, is: text, how: 'down' });
  }
  const is = written(spread, 'USDT');
  report.same('sale.amount', 'spread', { said: receipt.spread.amount, is, how: 'up' });
}

function checkDebt(report, receipt, held) {
  const given = new Map(receipt.given.map(({ asset, amount }) => [asset, units(amount, asset)]));
  const { paid, isReached } = outcomeOf(receipt, held, given);
  const interest = units(receipt.debt.interest, 'USDT');
  const principal = units(receipt.debt.principal, 'USDT');
  const toInterest = paid < interest ? paid : interest;
  const toPrincipal = paid - toInterest;
  const isLost = receipt.cause !== 'owner' && !isReached;
  const lost = isLost ? [interest - toInterest, principal - toPrincipal] : [0n, 0n];
  for (const [what, said, is] of [
    ['interest paid', receipt.paid.interest, toInterest],
    ['principal paid', receipt.paid.principal, toPrincipal],
    ['interest lost', receipt.lost.interest, lost[0]],
    ['principal lost', receipt.lost.principal, lost[1]],
  ]) {
    report.same('sale.debt', what, { said, is: written(is, 'USDT') });
  }
  return { paid, toPrincipal, lost };
}

function checkEntries(report, receipt, held, { paid, toPrincipal, lost }) {
  const rate = decimal(receipt.spread.rate);
  const sold = receipt.given.flatMap(({ asset, amount }) => {
    if (asset === 'USDT') return [];
    const each = held.find((one_) => one_.asset === asset);
    const { gross, spread } = broughtBy(each, units(amount, asset), rate);
    return [
      ['user:collateral', 'house:exchange', asset, units(amount, asset)],
      ['house:exchange', 'user:cash', 'USDT', gross],
      ['user:cash', 'house:fees', 'USDT', spread],
    ];
  });
  const usdt = receipt.given.find(({ asset }) => asset === 'USDT');
  const wanted = [
    [
      'collateral-sale',
      [
        ...sold,
        [
          'user:collateral',
          'user:cash',
          'USDT',
          usdt === undefined ? 0n : units(usdt.amount, 'USDT'),
        ],
        ['user:cash', 'user:debt', 'USDT', paid],
        ['house:lending', 'house:capital', 'USDT', toPrincipal],
      ],
    ],
    [
      'loan-shortfall',
      [
        ['house:bad-debt', 'user:debt', 'USDT', lost[0] + lost[1]],
        ['house:lending', 'house:capital', 'USDT', lost[1]],
      ],
    ],
  ]
    .map(([kind, lines]) => [kind, lines.filter(([, , , moved]) => moved > 0n)])
    .filter(([, lines]) => lines.length > 0);
  const { entries } = receipt;
  const kinds = entries.map(({ kind }) => kind).join(', ');
  const are = wanted.map(([kind]) => kind).join(', ');
  report.same('journal.entries', 'its entries', { said: kinds, is: are });
  const line = (from, to, asset, text) => `${from} to ${to} ${text} ${asset}`;
  for (const [index, [kind, lines]] of wanted.entries()) {
    const entry = entries[index];
    report.same('journal.entries', `${kind}: time`, { said: entry?.at, is: receipt.at });
    report.same('journal.payments', `${kind}: its payments`, {
      said: (entry?.postings ?? [])
        .map(({ from, to, asset, amount }) => line(from, to, asset, amount))
        .join(', '),
      is: lines
        .map(([from, to, asset, moved]) => line(from, to, asset, written(moved, asset)))
        .join(', '),
    });
  }
}

/** Recomputes everything the receipt of a sale of collateral says. */
export function checkSale(report, receipt, files) {
  const view = viewOf(files);
  checkFeed(report, receipt);
  report.same('feed.mode', 'a real account', { said: receipt.mode, is: 'real' });
  const assets = receipt.held.map(({ asset }) => asset);
  const areKnown = assets.every((asset) => Object.hasOwn(PLACES, asset));
  // Of what USDT alone pay off no coin is sold, and none needs a price.
  const needsNone = receipt.line === null && receipt.given.every(({ asset }) => asset === 'USDT');
  const arePriced = receipt.held.every(({ asset, priced }) =>
    asset === 'USDT' || needsNone ? asset !== 'USDT' || priced === null : priced !== null,
  );
  const isWhole = areKnown && arePriced && new Set(assets).size === assets.length;
  report.holds('sale.amount', 'what is held', isWhole, assets.join(', '));
  if (!isWhole) return;
  const documents = receipt.held.flatMap((held) =>
    held.priced === null ? [] : [checkPriced(report, held, { receipt, files, view })],
  );
  const { spread } = receipt;
  const parameter = 'exchange.spread';
  report.same('fee.schedule', 'spread: parameter', { said: spread.parameter, is: parameter });
  const [first] = documents;
  if (first === undefined) report.says('fee.schedule', 'spread', 'no coin was held');
  else {
    // A loan pays no more than was agreed when it was offered.
    const of = { said: spread, documents: first, files, at: receipt.at, orLess: true };
    checkRate(report, 'spread', of);
  }
  report.part('sale.amount', 'figures', () => {
    const held = heldOf(receipt);
    checkReason(report, receipt, held);
    checkAmounts(report, receipt, held);
    checkLeast(report, receipt, held);
    checkEntries(report, receipt, held, checkDebt(report, receipt, held));
  });
  checkOwnEntry(report, receipt, files);
}
