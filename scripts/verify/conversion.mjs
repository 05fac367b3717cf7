/** Recomputes the receipt of a conversion. */
import { UNDER_WAY_MS, checkFeed, checkNewest, checkTick } from './common.mjs';
import { checkRate, readDocuments } from './documents.mjs';
import { decimal, divide, one, textOf } from './numbers.mjs';
import { checkOwnEntry } from './pairs.mjs';
import { viewOf } from './view.mjs';

/** The longest a price is held. */
const HELD_MS = 5_000;
export const PLACES = { USDT: 6, BTC: 8, ETH: 18 };
export const scaleOf = (asset) => 10n ** BigInt(PLACES[asset]);

/** Text as units of an asset; throws when it has more places than the asset. */
export function units(text, asset) {
  const step = one / scaleOf(asset);
  const value = decimal(text);
  if (value % step !== 0n) throw new Error(`more places than ${asset} has: ${text}`);
  return value / step;
}
export const written = (value, asset) => textOf(value * (one / scaleOf(asset)));

/** The legs there have to be: side and coin. */
function sidesOf({ from, to }) {
  return [...(from === 'USDT' ? [] : [['sell', from]]), ...(to === 'USDT' ? [] : [['buy', to]])];
}

function checkLeg(report, leg, facts) {
  const { receipt, files, view, side, coin, what } = facts;
  const code = `${coin}/USDT`;
  const { instrument, specification, tick } = leg;
  report.same('conversion.legs', `${what}: side`, { said: leg.side, is: side });
  report.same('conversion.legs', `${what}: instrument`, { said: instrument.code, is: code });
  const { schedule } = receipt.documents;
  const named = { instrument, documents: { specification, schedule } };
  const documents = readDocuments(report, named, { files, acceptedAt: receipt.quotedAt });
  const { freshForMs } = documents.specification;
  const found = checkTick(report, `${what}: tick`, tick, { view, feed: receipt.feed, code });
  const is = side === 'sell' ? tick.bid : tick.ask;
  const how = `the ${side === 'sell' ? 'bid' : 'ask'} of ${tick.id}`;
  report.same('price.side', `${what}: price`, { said: leg.price, is, how });
  if (found === null) return documents;
  const isInForce = ['acting', 'first'].includes(found.standing);
  report.holds('tick.standing', `${what}: standing`, isInForce, found.standing);
  for (const [when, at] of [
    ['when it was held', receipt.quotedAt],
    ['when it was converted', receipt.at],
  ]) {
    const age = at - found.at;
    const isFresh = age >= 0 && age <= freshForMs;
    report.holds('tick.fresh', `${what}: age ${when}`, isFresh, `${age} ms`);
  }
  checkNewest(report, what, found, { view, until: receipt.quotedAt - UNDER_WAY_MS });
  return documents;
}

/** What each leg moves, from the amount and the prices alone. */
function figuresOf(receipt) {
  const { from, to, legs } = receipt;
  const amount = units(receipt.amount, from);
  const sell = from === 'USDT' ? null : decimal(legs[0].price);
  const buy = to === 'USDT' ? null : decimal(legs.at(-1).price);
  const brought = (price) => divide(amount * price * scaleOf('USDT'), scaleOf(from) * one, 'down');
  const usdt = sell === null ? amount : brought(sell);
  const spread = divide(usdt * decimal(receipt.spread.rate), one, 'up');
  const left = usdt - spread;
  const bought = (price) => divide(left * one * scaleOf(to), scaleOf('USDT') * price, 'down');
  const receive = buy === null ? left : bought(buy);
  const rate = buy === null ? sell : divide((sell ?? one) * one, buy, 'down');
  return { amount, usdt, spread, left, receive, rate };
}

function checkFigures(report, receipt, figures) {
  const { from, to, legs } = receipt;
  const { amount, usdt, spread, left, receive, rate } = figures;
  const moved = [
    ...(from === 'USDT' ? [] : [[amount, from, usdt, 'USDT']]),
    ...(to === 'USDT' ? [] : [[left, 'USDT', receive, to]]),
  ];
  for (const [index, [given, coin, received, into]] of moved.entries()) {
    const what = `leg ${index + 1}`;
    const { given: said, received: brings } = legs[index];
    report.same('conversion.amount', `${what}: given`, { said, is: written(given, coin) });
    const is = written(received, into);
    report.same('conversion.amount', `${what}: received`, { said: brings, is, how: 'down' });
  }
  const costs = { said: receipt.spread.amount, is: written(spread, 'USDT'), how: 'up' };
  report.same('conversion.spread', 'spread', costs);
  report.same('conversion.amount', 'received', { said: receipt.receive, is: written(receive, to) });
  report.same('conversion.amount', 'rate', { said: receipt.rate, is: textOf(rate), how: 'down' });
  const isSomething = amount > 0n && receive > 0n;
  report.holds('conversion.amount', 'something for something', isSomething, receipt.receive);
}

function checkEntry(report, receipt, { amount, usdt, spread, left, receive }) {
  const { from, to, entries } = receipt;
  const [entry] = entries;
  const isOne = entries.length === 1 && entry.kind === 'convert';
  report.holds('journal.entries', 'one conversion', isOne, `${entries.length} entries`);
  report.same('journal.entries', 'entry: time', { said: entry?.at, is: receipt.at });
  const [cash, house] = ['user:cash', 'house:exchange'];
  const wanted = [
    ...(from === 'USDT'
      ? []
      : [
          [cash, house, from, amount],
          [house, cash, 'USDT', usdt],
        ]),
    [cash, 'house:fees', 'USDT', spread],
    ...(to === 'USDT'
      ? []
      : [
          [cash, house, 'USDT', left],
          [house, cash, to, receive],
        ]),
  ].filter(([, , , moved]) => moved > 0n);
  const isCover = (posting) =>
    posting.from === cash && ['user:deficit', 'user:reversed'].includes(posting.to);
  const said = (entry?.postings ?? []).filter((posting) => !isCover(posting));
  const line = (a, b, asset, text) => `${a} to ${b} ${text} ${asset}`;
  report.same('journal.payments', 'its payments', {
    said: said.map((one_) => line(one_.from, one_.to, one_.asset, one_.amount)).join(', '),
    is: wanted.map(([a, b, asset, moved]) => line(a, b, asset, written(moved, asset))).join(', '),
  });
  for (const posting of (entry?.postings ?? []).filter(isCover)) {
    const isSound = posting.asset === to && units(posting.amount, to) > 0n;
    report.holds('journal.payments', 'what was owed is paid first', isSound, posting.amount);
  }
}

/** Recomputes everything the receipt of a conversion says. */
export function checkConversion(report, receipt, files) {
  const view = viewOf(files);
  const { from, to, quotedAt, expiresAt, at } = receipt;
  checkFeed(report, receipt);
  report.same('feed.mode', 'a real account', { said: receipt.mode, is: 'real' });
  const sides = sidesOf(receipt);
  const isPair = from !== to && [from, to].every((asset) => Object.hasOwn(PLACES, asset));
  const isWhole = isPair && sides.length === receipt.legs.length;
  report.holds('conversion.legs', 'legs', isWhole, `${from} to ${to}`);
  if (!isWhole) return;
  const inTime = at >= quotedAt && at <= expiresAt;
  report.holds('conversion.held', 'while its price was held', inTime, `${at - quotedAt} ms after`);
  const isShort = expiresAt - quotedAt <= HELD_MS;
  report.holds('conversion.held', 'held', isShort, `${expiresAt - quotedAt} ms`);
  const all = sides.map(([side, coin], index) =>
    checkLeg(report, receipt.legs[index], {
      receipt,
      files,
      view,
      side,
      coin,
      what: `leg ${index + 1}`,
    }),
  );
  const { spread } = receipt;
  const parameter = 'exchange.spread';
  report.same('fee.schedule', 'spread: parameter', { said: spread.parameter, is: parameter });
  checkRate(report, 'spread', { said: spread, documents: all[0], files, at: quotedAt });
  report.part('conversion.amount', 'figures', () => {
    const figures = figuresOf(receipt);
    checkFigures(report, receipt, figures);
    checkEntry(report, receipt, figures);
  });
  checkOwnEntry(report, receipt, files);
}
