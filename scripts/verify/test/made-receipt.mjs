/**
 * For tests: a trade on a tape of its own, as the product would have filled, charged and written
 * it down. The product's own formulas make the figures; the verifier, which shares none of them,
 * has to come to the same.
 */
import {
  DECIMAL_ONE,
  addMoney,
  decimal,
  divideInteger,
  formatDecimal,
  money,
  plusMs,
  startOfDay,
  utcDayOf,
  zero,
} from '@candor/kernel';
import {
  closingPrice,
  financing,
  initialMargin,
  conversionRateOf,
  notionalUsdt,
  openingPrice,
  orderProfit,
  realizedPnl,
  tradeFee,
} from '@candor/pricing';
import { createHash } from 'node:crypto';
import { collect, readAny } from '../collect.mjs';
import { GENESIS, canonicalText, chainHash } from '../../../apps/server/src/market/store/chain.ts';
import { canonicalJson } from '../../../apps/server/src/platform/formats/canonical-json.ts';
import { receiptHash } from '../../../apps/server/src/receipts/canonical.ts';
import {
  contractReceipt,
  coverReceipt,
} from '../../../apps/server/src/receipts/contract-receipt.ts';
import { optionNumber, optionReceipt } from '../../../apps/server/src/receipts/option-receipt.ts';
import { optionPaid, optionPayout, mid, settleOption } from '@candor/pricing';

const FEED = 'simulated:7';
const SECOND = 1000;
const DAY = 86_400_000;
/** Half past three in the afternoon of a day. */
const OPENED_AT = Date.parse('2026-03-04T15:30:00.000Z');

/** A tape that grows: ticks by day, each linked to the one before. */
function makeTape() {
  const ticks = [];
  const places = new Map();
  const byId = new Map();
  let previous = GENESIS;
  return {
    byId,
    add(code, at, bid, ask, standing = 'acting') {
      const day = utcDayOf(at);
      const seq = (places.get(day) ?? 0) + 1;
      places.set(day, seq);
      const chained = {
        day,
        seq,
        feedKey: FEED,
        code,
        bid,
        ask,
        volume: null,
        source: 'Simulation 7',
        sourceTime: at,
        receivedAt: at,
        sourceCount: 2,
        standing,
        tickStatus: standing,
        frameHash: null,
      };
      previous = chainHash(previous, chained);
      ticks.push({ ...chained, hash: previous });
      const id = `${day}/${seq}`;
      const { frameHash: _, ...stored } = chained;
      byId.set(id, { ...stored, id, frameHash: null, hash: previous.toString('hex') });
      return byId.get(id);
    },
    /** The files of its days, as the server would send them. */
    files() {
      const days = [...new Set(ticks.map(({ day }) => day))];
      let before = GENESIS;
      return days.map((day) => {
        const own = ticks.filter((tick) => tick.day === day);
        const head = `candor-tape/1\t${day}\t1\t${before.toString('hex')}\n`;
        before = own.at(-1).hash;
        const lines = own.map((tick) => `${canonicalText(tick)}\t${tick.hash.toString('hex')}\n`);
        const text = `${head}${lines.join('')}end\t${own.length}\t${before.toString('hex')}\n`;
        return { name: `tape-${day}.txt`, text };
      });
    },
    roots() {
      const last = new Map(ticks.map((tick) => [tick.day, tick]));
      return [...last.values()].map(({ day, seq, hash }) => ({
        day,
        ticks: seq,
        root: hash.toString('hex'),
        final: true,
      }));
    },
  };
}

const COUNTS = ['forexMajor', 'forex', 'crypto', 'stock', 'commodity', 'index', 'gold'];

/** The parameters receipts cite: the call that lists them, and the document they are named by. */
function makeFees(rates) {
  const counts = COUNTS.map((key) => [`leverage.${key}`, '50']);
  const parameters = [...Object.entries(rates), ...counts].map(([key, value]) => ({
    key,
    type: 'share',
    value,
    versions: [
      { version: 1, value: key.startsWith('leverage') ? '1' : '0.002', from: 0, note: 'default' },
      { version: 2, value, from: OPENED_AT - 5 * DAY, note: 'lower' },
    ],
  }));
  const schedule = {
    schema: 'candor-fee-schedule/1',
    parameters: parameters.map(({ key, versions }) => ({
      key,
      versions: versions.map(({ version, value, from }) => ({ version, value, from })),
    })),
  };
  return {
    fees: { schema: 'candor-fees/1', asOf: OPENED_AT + 10 * DAY, parameters },
    schedule,
  };
}

const INSTRUMENTS = {
  'BTC/USDT': { class: 'crypto', currency: 'USDT', size: '1', tick: '0.01', freshForMs: 5_000 },
  'USD/JPY': { class: 'forexMajor', currency: 'JPY', size: '100000', tick: '0.001' },
  'EUR/GBP': { class: 'forex', currency: 'GBP', size: '100000', tick: '0.00001' },
};
const PAIRS = { JPY: ['USD/JPY', 'inverse'], GBP: ['GBP/USD', 'direct'] };
const FRESH_MS = 15_000;

/** The published specification of an instrument. */
function makeSpecification(code) {
  const { class: kind, currency, size, tick, freshForMs = FRESH_MS } = INSTRUMENTS[code];
  const [pair, direction] = PAIRS[currency] ?? [];
  return {
    schema: 'candor-specification/1',
    code,
    name: code,
    class: kind,
    quoteCurrency: currency,
    contractSize: size,
    tickSize: tick,
    lotStep: '0.01',
    lotsMin: '0.01',
    lotsMax: '1000',
    freshForMs,
    hours: [],
    link: pair === undefined ? null : { code: pair, direction, freshForMs: FRESH_MS },
  };
}

const documentHash = (document) =>
  createHash('sha256').update(canonicalJson(document)).digest('hex');

/** The documents of a trade, as they are published, and what a receipt says of them. */
function makeDocuments(code, rates, restrictions = []) {
  const specification = makeSpecification(code);
  const { fees, schedule } = makeFees(rates);
  const hashes = {
    specification: documentHash(specification),
    schedule: documentHash(schedule),
  };
  const since = OPENED_AT - 20 * DAY;
  const published = {
    schema: 'candor-published/1',
    code,
    specifications: [
      { hash: documentHash({ ...specification, contractSize: '7' }), since },
      { hash: hashes.specification, since: since + DAY },
    ],
    schedules: [{ hash: hashes.schedule, since }],
    restrictions,
  };
  const { name, class: kind, quoteCurrency, tickSize } = specification;
  const terms = (feeVersion) => ({
    feed: { mode: 'simulated', label: 'Simulated prices' },
    documents: hashes,
    instrument: { name, class: kind, quoteCurrency, tickSize },
    feeVersion,
  });
  return { fees, documents: [specification, schedule], published: [published], terms };
}

const shareOf = (amount, { closed, of }) =>
  money('USDT', divideInteger(amount.units * closed, of, 'down'));

function entry(number, { kind, at, requestId, part, pays }) {
  const postings = pays
    .filter(([, , amount]) => amount.units > 0n)
    .map(([from, to, amount]) => ({ from, to, units: amount.units }));
  return { number: String(number), kind, at, requestId, part, postings };
}

const NO_TERMS = {
  limit: null,
  stop: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
};

/** Ticks that are to be put on the tape in the order of their times. */
function makePlan(tape) {
  const planned = [];
  return {
    tick(at, code, [bid, ask], standing) {
      const one = { at, code, bid, ask, standing, place: planned.length, tick: null };
      planned.push(one);
      return one;
    },
    write() {
      const sorted = planned.toSorted((a, b) => a.at - b.at || a.place - b.place);
      for (const one of sorted) {
        one.tick = tape.add(one.code, one.at, one.bid, one.ask, one.standing);
      }
    },
  };
}

/**
 * One contract, closed in the parts asked for, with a day of financing for each night. Answers the
 * receipts in order and the files they cite.
 *
 * @shape quote: [bid, ask] as decimals; pair: [bid, ask] of the pair that links the currency;
 *   others: further ticks, [ms from the opening, quote, status, code]; amended: [{at, quote, to}];
 *   passed: spans it was passed over at, [{from, to, reason}] by the times of others
 */
export function makeContract(trade) {
  const { code, side, leverage, opening, closings, nights = 0, mode = 'demo' } = trade;
  const { currency, size, class: kind } = INSTRUMENTS[code];
  const [pairCode, direction] = PAIRS[currency] ?? [];
  const tape = makeTape();
  const plan = makePlan(tape);
  const orderType = trade.orderType ?? (trade.limit === undefined ? 'market' : 'limit');
  const waits = orderType !== 'market';
  const acceptedAt = waits ? OPENED_AT - 60 * SECOND : OPENED_AT;
  const rates = {
    'contract.feeRate': formatDecimal(trade.feeRate),
    'contract.financingRateCrypto': '0.0005',
    'contract.financingRateOther': '0.0002',
  };
  const made = makeDocuments(code, rates, trade.restrictions);
  const quote = (at, own, standing) => plan.tick(at - 300, code, own, standing);
  const linked = (at, pair, own) => {
    if (pairCode === undefined) return null;
    return pairCode === code ? own : plan.tick(at - 400, pairCode, pair);
  };
  const fillAt = (at, { own, link }, price) => ({
    at,
    price,
    tickId: own.tick.id,
    link: link === null ? DECIMAL_ONE : conversionRateOf(link.tick, direction),
    linkTickId: link?.tick.id ?? null,
  });
  const planned = (at, { quote: own, pair, lateMs = 0, standing }) => {
    const tick = quote(at - lateMs, own, standing);
    return { own: tick, link: linked(at, pair, tick) };
  };

  const placedAt = new Map();
  // The tape has begun before anything was asked for.
  plan.tick(acceptedAt - 30 * SECOND, code, trade.before ?? opening.quote);
  for (const [at, own, standing, named = code] of trade.others ?? []) {
    const placed = plan.tick(OPENED_AT + at, named, own, standing);
    if (named === code) placedAt.set(at, placed);
  }
  const opened = planned(OPENED_AT, opening);
  const amended = (trade.amended ?? []).map((one) => ({
    ...one,
    tick: plan.tick(OPENED_AT + one.at - 200, code, one.quote),
  }));
  const midnights = Array.from({ length: nights }, (_, index) =>
    startOfDay(utcDayOf(plusMs(OPENED_AT, (index + 1) * DAY))),
  );
  const marks = midnights.map((at) => planned(at, trade.night ?? opening));
  const closedAt = (index) => OPENED_AT + nights * DAY + 3_600_000 + index * 60 * SECOND;
  const ends = closings.map((closing, index) =>
    closing.reason === 'void' ? null : planned(closedAt(index), closing),
  );
  // And it goes on afterwards.
  plan.tick(closedAt(closings.length) + 30 * SECOND, code, closings.at(-1).quote ?? opening.quote);
  plan.write();

  const lotsOpened = closings.reduce((sum, { lots }) => sum + lots, 0n);
  const contractSize = decimal(size);
  const openPrice = openingPrice(side, opened.own.tick);
  const open = fillAt(OPENED_AT, opened, openPrice);
  const whole = { lots: lotsOpened, contractSize, link: open.link, price: openPrice };
  const marginOpened = initialMargin({ ...whole, leverage });
  const openFee = tradeFee({ ...whole, feeRate: trade.feeRate });
  const parameter = `contract.financingRate${kind === 'crypto' ? 'Crypto' : 'Other'}`;

  const first = {
    ...NO_TERMS,
    limit: waits ? (trade.limit ?? null) : null,
    stop: trade.stop ?? null,
    stopLoss: trade.stopLoss ?? null,
    takeProfit: trade.takeProfit ?? null,
    trailing: trade.trailing ?? null,
  };
  const terms = [{ at: acceptedAt, since: null, ...first }];
  for (const { at, tick, to } of amended) {
    terms.push({ ...terms.at(-1), at: OPENED_AT + at, since: tick.tick.id, ...to });
  }

  let number = 100;
  const entries = [
    entry(number, {
      kind: 'contract-open',
      at: OPENED_AT,
      requestId: 'open',
      part: 0,
      pays: [
        ['user:cash', 'user:margin', marginOpened],
        ['user:cash', 'house:fees', openFee],
      ],
    }),
  ];
  const days = midnights.map((midnight, night) => {
    const { own, link } = marks[night];
    const mark = closingPrice(side, own.tick);
    const { link: rate, linkTickId } = fillAt(midnight, { own, link }, mark);
    const priced = { lots: lotsOpened, contractSize, link: rate, price: mark };
    const rateDaily = decimal(rates[parameter]);
    const amount = financing({ ...priced, rateDaily });
    number += 3;
    entries.push(
      entry(number, {
        kind: 'financing',
        at: midnight + 20,
        requestId: `financing:${night}`,
        part: 0,
        pays: [['user:cash', 'house:financing', amount]],
      }),
    );
    return {
      day: utcDayOf(midnight),
      parameter,
      version: 2,
      rate: rateDaily,
      lots: lotsOpened,
      mark,
      tickId: own.tick.id,
      link: rate,
      linkTickId,
      notional: notionalUsdt(priced),
      amount,
    };
  });

  const earlier = [];
  const receipts = [];
  let left = { lots: lotsOpened, margin: marginOpened, openFee };
  let financingLeft = days.reduce((sum, { amount }) => addMoney(sum, amount), zero('USDT'));
  closings.forEach((closing, index) => {
    const at = closedAt(index);
    const isLast = index === closings.length - 1;
    const end = ends[index];
    const price = end === null ? null : closingPrice(side, end.own.tick);
    const { lots } = closing;
    const part = { closed: lots, of: lotsOpened };
    const margin = isLast ? left.margin : shareOf(marginOpened, part);
    const openFeeShare = isLast ? left.openFee : shareOf(openFee, part);
    const financingShare = isLast
      ? financingLeft
      : shareOf(financingLeft, { closed: lots, of: left.lots });
    const close = end === null ? null : fillAt(at, end, price);
    const sized = { lots, contractSize, link: close?.link };
    const nothing = zero('USDT');
    const realized =
      close === null ? nothing : realizedPnl({ ...sized, side, openPrice, closePrice: price });
    const fee = close === null ? nothing : tradeFee({ ...sized, price, feeRate: trade.feeRate });
    const loss = money('USDT', realized.units < 0n ? -realized.units : 0n);
    const reason = closing.reason ?? (closing.stop === undefined ? 'user' : 'stopLoss');
    number += 2;
    entries.push(
      entry(number, {
        kind: reason === 'void' ? 'contract-void' : 'contract-close',
        at,
        requestId: `close:${index}`,
        part: 0,
        pays: [
          ['user:margin', 'user:cash', margin],
          ['house:trading', 'user:cash', realized],
          [trade.covered ? 'user:deficit' : 'user:cash', 'house:trading', loss],
          ['user:cash', 'house:fees', fee],
        ],
      }),
    );
    if (trade.covered && isLast) {
      number += 1;
      entries.push(
        entry(number, {
          kind: 'protection',
          at,
          requestId: `close:${index}`,
          part: 1,
          pays: [['house:bad-debt', 'user:deficit', loss]],
        }),
      );
    }
    const facts = {
      number: (BigInt(trade.number ?? 0) * 16n + BigInt(index + 1))
        .toString(16)
        .toUpperCase()
        .padStart(32, '0'),
      userId: '018f0000-0000-7000-8000-000000000001',
      contractId: '018f0000-0000-7000-8000-000000000002',
      mode,
      orderNo: '260304-7KQ2M9XA',
      code,
      feed: FEED,
      side,
      orderType,
      leverage,
      contractSize,
      feeRate: trade.feeRate,
      acceptedAt,
      open,
      askedPrice: trade.limit ?? trade.seen ?? null,
      stopPrice: trade.stop ?? null,
      terms: terms.filter((one) => one.at < at),
      passed: (trade.passed ?? []).map(({ from, to, reason: why }) => {
        const [first, last] = [from, to].map((when) => placedAt.get(when).tick.id);
        return { from: first, to: last, reason: why };
      }),
      lotsOpened,
      marginOpened,
      openFee,
      earlier: [...earlier],
      financing: days,
      lots,
      margin,
      openFeeShare,
      financingShare,
      fee,
      realized,
      profit: orderProfit({
        realized,
        fees: addMoney(openFeeShare, fee),
        financing: financingShare,
      }),
      reason,
      closeAsked: closing.stop ?? null,
      close,
      at,
      requestId: `close:${index}`,
      part: 0,
    };
    // Terms that were changed while it waited are those it was filled by.
    const filled = terms.findLast((one) => one.at <= OPENED_AT);
    if (waits) Object.assign(facts, { askedPrice: filled.limit, stopPrice: filled.stop });
    const parts = { facts, terms: made.terms(2), ticks: tape.byId, entries: [...entries] };
    receipts.push(hashed(contractReceipt(parts)));
    const cover = coverReceipt(parts);
    if (cover !== null) receipts.push(hashed(cover));
    earlier.push({
      number: facts.number,
      at,
      lots,
      margin,
      openFee: openFeeShare,
      financing: financingShare,
    });
    const minus = (one, other) => money('USDT', one.units - other.units);
    left = {
      lots: left.lots - lots,
      margin: minus(left.margin, margin),
      openFee: minus(left.openFee, openFeeShare),
    };
    financingLeft = minus(financingLeft, financingShare);
  });
  return { receipts, files: filesOfTrade(tape, made) };
}

/** The files of a trade, as the server would send them. */
const filesOfTrade = (tape, { fees, documents, published }) => ({
  tapes: tape.files(),
  fees,
  documents,
  published,
  roots: tape.roots(),
});

/** A receipt with its hash. */
function hashed(receipt) {
  return JSON.parse(JSON.stringify({ ...receipt, hash: receiptHash(receipt).toString('hex') }));
}

/**
 * An option, settled on the second price; void when there is none. Further ticks are put on the
 * tape as they came.
 *
 * @shape others: before the price that settles it, later: after it; [ms from the end, tick]
 */
export function makeOption(params) {
  const {
    code,
    direction,
    period,
    stake,
    rate,
    opening,
    settling,
    others = [],
    later = [],
  } = params;
  const tape = makeTape();
  const made = makeDocuments(code, { [`option.rate${period}`]: formatDecimal(rate) });
  const openTick = tape.add(code, OPENED_AT - 300, ...opening);
  const settleAt = OPENED_AT + period * SECOND;
  const put = ([at, own = {}]) =>
    tape.add(own.code ?? code, settleAt + at, ...opening, own.standing ?? 'acting');
  others.forEach(put);
  const tick = settling === null ? null : tape.add(code, settleAt + 700, ...settling);
  later.forEach(put);
  const payout = optionPayout({ stake, rate });
  const outcome =
    tick === null
      ? 'void'
      : settleOption({ direction, openPrice: mid(openTick), settlePrice: mid(tick) });
  const paid = optionPaid({ outcome, stake, payout });
  const at = settleAt + (tick === null ? 60_250 : 800);
  const option = {
    id: '018f0000-0000-7000-8000-000000000004',
    userId: '018f0000-0000-7000-8000-000000000001',
    mode: 'demo',
    orderNo: '260304-8KQ2M9XA',
    code,
    feed: FEED,
    direction,
    period,
    stake,
    rate,
    rateVersion: 2,
    payout,
    open: { price: mid(openTick), tickId: openTick.id },
    boughtAt: OPENED_AT,
    settleAt,
    settlement: {
      outcome,
      tick:
        tick === null ? null : { tickId: tick.id, price: mid(tick), receivedAt: tick.receivedAt },
      paid,
      at,
    },
  };
  const gain = money('USDT', paid.units > stake.units ? paid.units - stake.units : 0n);
  const back = money('USDT', outcome === 'lost' ? 0n : stake.units);
  const gone = money('USDT', outcome === 'lost' ? stake.units : 0n);
  const entries = [
    entry(5, {
      kind: 'option-buy',
      at: OPENED_AT,
      requestId: 'buy',
      part: 0,
      pays: [['user:cash', 'user:stake', stake]],
    }),
    entry(9, {
      kind: 'option-settle',
      at,
      requestId: 'settle',
      part: 0,
      pays: [
        ['user:stake', 'user:cash', back],
        ['house:trading', 'user:cash', gain],
        ['user:stake', 'house:trading', gone],
      ],
    }),
  ];
  const receipt = optionReceipt({ option, terms: made.terms(0), ticks: tape.byId, entries });
  return {
    receipts: [hashed(receipt)],
    number: optionNumber(option),
    files: filesOfTrade(tape, made),
  };
}

/** Files and receipts as the verifier reads them. */
export const filesOf = ({ tapes, fees, documents, published, roots }, receipts = [], orders = []) =>
  collect([
    ...tapes.map(({ name, text }) => readAny(name, text)),
    { schedule: fees },
    ...documents.map((document) => ({ document })),
    ...published.map((one) => ({ published: one })),
    { roots },
    ...receipts.map((receipt) => ({ receipt })),
    { orders },
  ]);

/** A document of some files by the address it is answered at; undefined for another address. */
function publishedAt(path, { documents, published }) {
  if (path === 'trust/published') return published[0];
  return documents.find((one) => path === `trust/document/${documentHash(one)}`);
}

/** Part of a file of the tape, as the server answers it; null when it has no tick at `from`. */
export function partOf(text, from, to) {
  const [head, ...lines] = text.trimEnd().split('\n');
  const ticks = lines.slice(0, -1);
  const part = ticks.slice(from - 1, to);
  if (part.length === 0) return null;
  const linkAt = (line) => line.split('\t')[1];
  const fields = head.split('\t');
  if (from > 1) fields[3] = linkAt(ticks[from - 2]);
  fields[2] = String(from);
  const end = `end\t${part.length}\t${linkAt(part.at(-1))}`;
  return [fields.join('\t'), ...part, end, ''].join('\n');
}

/** What the product answers at an address, from made files and receipts; null for nothing. */
export function answerOf({ pathname, searchParams }, { files, receipts }) {
  const whole = (result) => JSON.stringify({ code: '200', message: 'ok', result });
  const path = pathname.replace('/swx/customer/', '');
  if (path.startsWith('order/receipt/')) {
    const found = receipts.find(({ number }) => path.endsWith(`/${number}`));
    return found === undefined ? null : whole(found);
  }
  if (path === 'index/fees') return whole(files.fees);
  if (path === 'trust/roots') return whole({ tape: files.roots });
  const published = publishedAt(path, files);
  if (published !== undefined) return whole(published);
  const day = path.split('/').at(-1);
  const tapes = files.tapes.filter(({ text }) => text.includes(`\t${day}\t`));
  const [from, to] = ['from', 'to'].map((key) => Number.parseInt(searchParams.get(key) ?? '0', 10));
  const parts = tapes.map(({ text }) => partOf(text, from || 1, to || undefined));
  return parts.find((part) => part !== null) ?? null;
}
