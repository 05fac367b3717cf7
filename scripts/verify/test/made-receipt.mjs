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
  linkOf,
  notionalUsdt,
  openingPrice,
  orderProfit,
  realizedPnl,
  tradeFee,
} from '@candor/pricing';
import { GENESIS, canonicalText, linkHash } from '../../../apps/server/src/market/chain.ts';
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
        frameHash: null,
      };
      previous = linkHash(previous, chained);
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

/** The published table of parameters, as far as receipts cite it. */
function makeFees(rates) {
  const parameters = Object.entries(rates).map(([key, value]) => ({
    key,
    type: 'share',
    value,
    versions: [
      { version: 1, value: '0.002', from: 0, note: 'default' },
      { version: 2, value, from: OPENED_AT - 5 * DAY, note: 'lower' },
    ],
  }));
  return { schema: 'candor-fees/1', asOf: OPENED_AT + 10 * DAY, parameters };
}

const INSTRUMENTS = {
  'BTC/USDT': { class: 'crypto', currency: 'USDT', size: '1', tick: '0.01' },
  'USD/JPY': { class: 'forexMajor', currency: 'JPY', size: '100000', tick: '0.001' },
  'EUR/GBP': { class: 'forex', currency: 'GBP', size: '100000', tick: '0.00001' },
};
const PAIRS = { JPY: ['USD/JPY', 'inverse'], GBP: ['GBP/USD', 'direct'] };

const termsOf = (code, feeVersion) => ({
  feed: { mode: 'simulated', label: 'Simulated prices' },
  instrument: {
    name: code,
    class: INSTRUMENTS[code].class,
    quoteCurrency: INSTRUMENTS[code].currency,
    tickSize: INSTRUMENTS[code].tick,
  },
  feeVersion,
});

const shareOf = (amount, { closed, of }) =>
  money('USDT', divideInteger(amount.units * closed, of, 'down'));

function entry(number, { kind, at, requestId, part, pays }) {
  const postings = pays
    .filter(([, , amount]) => amount.units > 0n)
    .map(([from, to, amount]) => ({ from, to, units: amount.units }));
  return { number: String(number), kind, at, requestId, part, postings };
}

/**
 * One contract, closed in the parts asked for, with a day of financing for each night. Answers the
 * receipts in order and the files they cite.
 *
 * @shape prices: [bid, ask] as decimals; pair: [bid, ask] of the pair that links the currency
 */
export function makeContract(trade) {
  const { code, side, leverage, opening, closings, nights = 0 } = trade;
  const { currency, size, class: kind } = INSTRUMENTS[code];
  const tape = makeTape();
  const rates = {
    'contract.feeRate': formatDecimal(trade.feeRate),
    'contract.financingRateCrypto': '0.0005',
    'contract.financingRateOther': '0.0002',
  };
  const quote = (at, [bid, ask]) => tape.add(code, at - 300, bid, ask);
  const linked = (at, pair) => {
    if (currency === 'USDT') return { rate: DECIMAL_ONE, tickId: null };
    const [name, direction] = PAIRS[currency];
    const tick = tape.add(name, at - 400, ...pair);
    return { rate: linkOf(tick, direction), tickId: tick.id };
  };
  const fillAt = (at, tick, price, link) => ({
    at,
    price,
    tickId: tick.id,
    link: link.rate,
    linkTickId: link.tickId,
  });
  const lotsOpened = closings.reduce((sum, { lots }) => sum + lots, 0n);
  const contractSize = decimal(size);

  const openLink = linked(OPENED_AT, opening.pair);
  const openTick = quote(OPENED_AT - (opening.lateMs ?? 0), opening.quote);
  const openPrice = openingPrice(side, openTick);
  const open = fillAt(OPENED_AT, openTick, openPrice, openLink);
  const whole = { lots: lotsOpened, contractSize, link: openLink.rate, price: openPrice };
  const marginOpened = initialMargin({ ...whole, leverage });
  const openFee = tradeFee({ ...whole, feeRate: trade.feeRate });

  const days = [];
  const parameter = `contract.financingRate${kind === 'crypto' ? 'Crypto' : 'Other'}`;
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
  for (let night = 1; night <= nights; night += 1) {
    const midnight = startOfDay(utcDayOf(plusMs(OPENED_AT, night * DAY)));
    const link = linked(midnight, opening.pair);
    const tick = quote(midnight, opening.quote);
    const mark = closingPrice(side, tick);
    const priced = { lots: lotsOpened, contractSize, link: link.rate, price: mark };
    const rate = decimal(rates[parameter]);
    const amount = financing({ ...priced, rateDaily: rate });
    days.push({
      day: utcDayOf(midnight),
      parameter,
      version: 2,
      rate,
      lots: lotsOpened,
      mark,
      tickId: tick.id,
      link: link.rate,
      linkTickId: link.tickId,
      notional: notionalUsdt(priced),
      amount,
    });
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
  }

  const earlier = [];
  const receipts = [];
  let left = { lots: lotsOpened, margin: marginOpened, openFee };
  let financingLeft = days.reduce((sum, { amount }) => addMoney(sum, amount), zero('USDT'));
  closings.forEach((closing, index) => {
    const at = OPENED_AT + (nights + 1) * DAY + index * 60 * SECOND;
    const isLast = index === closings.length - 1;
    const link = linked(at, closing.pair);
    const tick = quote(at - (closing.lateMs ?? 0), closing.quote);
    const price = closingPrice(side, tick);
    const { lots } = closing;
    const part = { closed: lots, of: lotsOpened };
    const margin = isLast ? left.margin : shareOf(marginOpened, part);
    const openFeeShare = isLast ? left.openFee : shareOf(openFee, part);
    const financingShare = isLast
      ? financingLeft
      : shareOf(financingLeft, { closed: lots, of: left.lots });
    const sized = { lots, contractSize, link: link.rate };
    const realized = realizedPnl({ ...sized, side, openPrice, closePrice: price });
    const fee = tradeFee({ ...sized, price, feeRate: trade.feeRate });
    const loss = money('USDT', realized.units < 0n ? -realized.units : 0n);
    number += 2;
    entries.push(
      entry(number, {
        kind: 'contract-close',
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
      number: String(index + 1).padStart(32, '0'),
      userId: '018f0000-0000-7000-8000-000000000001',
      contractId: '018f0000-0000-7000-8000-000000000002',
      mode: 'demo',
      orderNo: '260304-7KQ2M9XA',
      code,
      feed: FEED,
      side,
      orderType: trade.limit === undefined ? 'market' : 'limit',
      leverage,
      contractSize,
      feeRate: trade.feeRate,
      acceptedAt: trade.limit === undefined ? OPENED_AT : OPENED_AT - 60 * SECOND,
      open,
      askedPrice: trade.limit ?? null,
      stopPrice: null,
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
      reason: closing.stop === undefined ? 'user' : 'stopLoss',
      closeAsked: closing.stop ?? null,
      close: fillAt(at, tick, price, link),
      at,
      requestId: `close:${index}`,
      part: 0,
    };
    const parts = { facts, terms: termsOf(code, 2), ticks: tape.byId, entries: [...entries] };
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
  return { receipts, files: { tapes: tape.files(), fees: makeFees(rates), roots: tape.roots() } };
}

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
export function makeOption(asked) {
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
  } = asked;
  const tape = makeTape();
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
  const receipt = optionReceipt({ option, terms: termsOf(code, 0), ticks: tape.byId, entries });
  const fees = makeFees({ [`option.rate${period}`]: formatDecimal(rate) });
  return {
    receipts: [hashed(receipt)],
    number: optionNumber(option),
    files: { tapes: tape.files(), fees, roots: tape.roots() },
  };
}
