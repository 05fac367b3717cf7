/** For tests: true receipts of every kind, each from a seed, with the files they cite. */
import { decimal, money } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { makeContract, makeOption } from './made-receipt.mjs';

const STEP = decimal('0.01');
const at = (bid, ask) => [decimal(bid), decimal(ask)];
/** A quote some steps of a cent away from 60,000, with a spread of five cents. */
const coin = (steps) => {
  const bid = decimal('60000') + BigInt(steps) * STEP;
  return [bid, bid + 5n * STEP];
};
/** A quote of EUR/GBP some points away from 0.84, and of the pair that links the pound. */
const POINT = decimal('0.00001');
const cross = (points) => {
  const bid = decimal('0.84') + BigInt(points) * POINT;
  return [bid, bid + 7n * POINT];
};
const PAIR = at('1.2712', '1.2713');
const lotsOf = (draw) => BigInt(draw.between(2, 400)) * STEP;
const rateOf = (draw) => BigInt(draw.between(1, 300)) * 10n ** 13n;

/** Prices of another coin, so that the tape never stands still while an order waits. */
const DENSE = Array.from({ length: 46 }, (_, index) => [
  -91_000 + index * 2_000,
  at('3000', '3001'),
  'acting',
  'ETH/USDT',
]);

/** What every coin trade of a seed has: its size, its rate and how the price wanders. */
function coinTrade(draw, change) {
  return {
    code: 'BTC/USDT',
    side: 'long',
    leverage: draw.between(1, 20),
    feeRate: rateOf(draw),
    opening: { quote: coin(0) },
    before: coin(-40),
    others: [
      ...DENSE,
      [-50_000, coin(-30)],
      [-20_000, coin(-20), 'backup'],
      [-8_000, coin(-10)],
      [-2_500, coin(-5)],
      [5_000, coin(12)],
      [60_000, coin(30)],
      [900_000, coin(18)],
    ],
    closings: [{ lots: lotsOf(draw), quote: coin(draw.between(-60, 90)) }],
    ...change,
  };
}

const closed = (draw, change) => [{ lots: lotsOf(draw), quote: coin(40), ...change }];

/** The sides mirrored: what is above for a long is below for a short. */
const mirrored = (draw) => (draw.between(0, 1) === 0 ? 1 : -1);

function levelTrade(draw, { sign, reason, steps, level, extra = {} }) {
  const mirror = (quote) => [decimal('120000.05') - quote[1], decimal('120000.05') - quote[0]];
  const turned = (quote) => (sign === 1 ? quote : mirror(quote));
  const price = (steps_) => decimal('60000') + BigInt(sign === 1 ? steps_ : 5 - steps_) * STEP;
  const base = coinTrade(draw, {});
  return {
    ...base,
    side: sign === 1 ? 'long' : 'short',
    opening: { quote: turned(coin(0)) },
    before: turned(base.before),
    others: [
      ...base.others.map(([when, quote, ...more]) => [when, turned(quote), ...more]),
      [3_610_000, turned(coin(steps * 2))],
      [3_620_000, turned(coin(0))],
    ],
    closings: [{ lots: lotsOf(draw), quote: turned(coin(steps)), reason, stop: price(level) }],
    ...Object.fromEntries(Object.entries(extra).map(([key, steps_]) => [key, price(steps_)])),
  };
}

function waitingTrade(draw, orderType, prices) {
  const price = (steps) => decimal('60000') + BigInt(steps) * STEP;
  const named = Object.fromEntries(Object.entries(prices).map(([key, to]) => [key, price(to)]));
  return coinTrade(draw, { orderType, ...named });
}

/** Of each kind a maker: draws from a seed, answers the receipts made and which one is meant. */
export const KINDS = {
  market: (draw) => [makeContract(coinTrade(draw, { seen: coin(2)[1] })), 0],
  marketShort: (draw) => [makeContract(coinTrade(draw, { side: 'short' })), 0],
  // The ask comes down to its limit only with the tick that fills it.
  limit: (draw) => {
    const trade = waitingTrade(draw, 'limit', { limit: -100 });
    return [makeContract({ ...trade, opening: { quote: coin(-106) } }), 0];
  },
  limitShort: (draw) => {
    const trade = waitingTrade(draw, 'limit', { limit: 100 });
    return [makeContract({ ...trade, side: 'short', opening: { quote: coin(103) } }), 0];
  },
  stop: (draw) => {
    const trade = waitingTrade(draw, 'stop', { stop: 100 });
    return [makeContract({ ...trade, opening: { quote: coin(111) } }), 0];
  },
  stopLimit: (draw) => {
    const trade = waitingTrade(draw, 'stopLimit', { stop: 100, limit: 110 });
    const others = [[-9_000, coin(140)], ...trade.others.filter(([when]) => when < -9_000)];
    return [makeContract({ ...trade, others, opening: { quote: coin(101) } }), 0];
  },
  amendedLimit: (draw) => {
    const trade = waitingTrade(draw, 'limit', { limit: -300 });
    const limit = decimal('60000') - 100n * STEP;
    const amended = [{ at: -30_000, quote: coin(-33), to: { limit } }];
    return [makeContract({ ...trade, amended, opening: { quote: coin(-106) } }), 0];
  },
  stopLoss: (draw) => {
    const sign = mirrored(draw);
    const levels = { stopLoss: -200, takeProfit: 900 };
    return [
      makeContract(
        levelTrade(draw, { sign, reason: 'stopLoss', steps: -212, level: -200, extra: levels }),
      ),
      0,
    ];
  },
  takeProfit: (draw) => {
    const sign = mirrored(draw);
    const levels = { stopLoss: -900, takeProfit: 200 };
    return [
      makeContract(
        levelTrade(draw, { sign, reason: 'takeProfit', steps: 217, level: 200, extra: levels }),
      ),
      0,
    ];
  },
  trailing: (draw) => {
    const made = coinTrade(draw, { trailing: decimal('0.5') });
    const closings = closed(draw, {
      quote: coin(-21),
      reason: 'trailing',
      stop: decimal('60000.3') - decimal('0.5'),
    });
    return [makeContract({ ...made, closings }), 0];
  },
  amendedStop: (draw) => {
    const made = coinTrade(draw, { stopLoss: decimal('59990') });
    const amended = [
      { at: 1_200_000, quote: coin(25), to: { stopLoss: decimal('60000.1') } },
      { at: 2_400_000, quote: coin(35), to: { stopLoss: decimal('60000.2') } },
    ];
    const closings = closed(draw, {
      quote: coin(15),
      reason: 'stopLoss',
      stop: decimal('60000.2'),
    });
    return [makeContract({ ...made, amended, closings }), 0];
  },
  unreached: (draw) => {
    const levels = { stopLoss: decimal('59900'), takeProfit: decimal('60100') };
    return [makeContract(coinTrade(draw, levels)), 0];
  },
  part: (draw) => {
    const closings = [0, 1, 2].flatMap((index) => closed(draw, { quote: coin(index * 13 - 9) }));
    return [
      makeContract(coinTrade(draw, { closings, nights: draw.between(0, 1) })),
      draw.between(1, 2),
    ];
  },
  closeOut: (draw) => {
    const closings = closed(draw, { quote: coin(-400), reason: 'closeOut' });
    return [makeContract(coinTrade(draw, { closings })), 0];
  },
  financed: (draw) => [makeContract(coinTrade(draw, { nights: draw.between(1, 3) })), 0],
  crossCurrency: (draw) => {
    const others = [
      [-12_000, cross(-6)],
      [-9_000, cross(-4)],
      [50_000, cross(22)],
    ];
    const trade = {
      ...coinTrade(draw, {}),
      code: 'EUR/GBP',
      before: cross(-20),
      others,
      opening: { quote: cross(0), pair: PAIR },
      nights: draw.between(1, 2),
      closings: [
        { lots: lotsOf(draw), quote: cross(draw.between(-90, 90)), pair: at('1.28', '1.2802') },
      ],
    };
    return [makeContract(trade), 0];
  },
  voided: (draw) => {
    const closings = [{ lots: lotsOf(draw), reason: 'void' }];
    return [makeContract(coinTrade(draw, { closings })), 0];
  },
  protection: (draw) => {
    const closings = closed(draw, { quote: coin(-4_000), reason: 'closeOut' });
    return [makeContract(coinTrade(draw, { closings, covered: true })), 1];
  },
  covered: (draw) => {
    const closings = closed(draw, { quote: coin(-4_000), reason: 'closeOut' });
    return [makeContract(coinTrade(draw, { closings, covered: true })), 0];
  },
  optionUp: (draw) => [makeOption(optionOf(draw, { direction: 'up' })), 0],
  optionDown: (draw) => [makeOption(optionOf(draw, { direction: 'down' })), 0],
  optionTie: (draw) => [makeOption(optionOf(draw, { settling: coin(0) })), 0],
  optionVoid: (draw) => {
    const later = [[90_000]];
    return [makeOption(optionOf(draw, { settling: null, later })), 0];
  },
  // Last: what each kind draws hangs on its place.
  passedLimit: (draw) => {
    const trade = waitingTrade(draw, 'limit', { limit: -100 });
    const others = [
      ...trade.others,
      [-30_000, coin(-110)],
      [-28_000, coin(-30)],
      [-26_000, coin(-107)],
      [-24_000, coin(-60)],
    ];
    const passed = [
      { from: -30_000, to: -30_000, reason: 'unjudgeable' },
      { from: -26_000, to: -24_000, reason: 'stale' },
    ];
    return [makeContract({ ...trade, others, passed, opening: { quote: coin(-106) } }), 0];
  },
  passedLink: (draw) => {
    const others = [
      ...DENSE,
      [-58_000, PAIR, 'acting', 'GBP/USD'],
      [-50_000, cross(-20)],
      [-30_000, cross(-200)],
      [-28_000, cross(-20)],
    ];
    const trade = {
      ...coinTrade(draw, {}),
      code: 'EUR/GBP',
      orderType: 'limit',
      limit: decimal('0.84') - 100n * POINT,
      before: cross(-20),
      others,
      passed: [{ from: -30_000, to: -30_000, reason: 'noLink' }],
      opening: { quote: cross(-108), pair: PAIR },
      closings: [{ lots: lotsOf(draw), quote: cross(40), pair: at('1.28', '1.2802') }],
    };
    return [makeContract(trade), 0];
  },
  passedStop: (draw) => {
    const trade = coinTrade(draw, { stopLoss: decimal('59998') });
    const others = [...trade.others, [3_000_000, coin(-250)], [3_010_000, coin(0)]];
    const passed = [{ from: 3_000_000, to: 3_010_000, reason: 'late' }];
    return [makeContract({ ...trade, others, passed }), 0];
  },
};

function optionOf(draw, change) {
  return {
    code: 'BTC/USDT',
    direction: 'up',
    period: [60, 300, 3_600][draw.between(0, 2)],
    stake: money('USDT', BigInt(draw.between(1_000_000, 900_000_000))),
    rate: BigInt(draw.between(50, 95)) * 10n ** 16n,
    opening: coin(0),
    settling: coin(draw.between(1, 80) * mirrored(draw)),
    others: [
      [-20_000, {}],
      [-1, {}],
    ],
    later:
      change.settling === null
        ? []
        : [
            [5_000, {}],
            [80_000, {}],
          ],
    ...change,
  };
}

/** The answers to an order and to its amendments, as their owner keeps them. */
function keptOf(receipt) {
  const { mode, orderNo, instrument, open } = receipt;
  const opened = { openTime: open?.at, openPrice: open?.price, openTickId: open?.tick.id };
  const common = { orderNo, mode, code: instrument?.code, ...opened };
  if (receipt.kind === 'option') {
    const { direction, period, stake: amount, rate } = receipt;
    return [{ ...common, direction, period, amount, rate, createdTime: open.at }];
  }
  if (receipt.kind !== 'contract') return [];
  const { side, orderType, leverage, acceptedAt: createdTime, lots, terms } = receipt;
  return terms.map(({ limit, stop, stopLoss, takeProfit, trailing }) => ({
    ...common,
    direction: side === 'long' ? 'buy' : 'sell',
    orderType,
    leverage,
    createdTime,
    lots: lots.opened,
    price: limit ?? open.price,
    stopPrice: stop ?? undefined,
    stopLoss: stopLoss ?? undefined,
    takeProfit: takeProfit ?? undefined,
    trailingDistance: trailing ?? undefined,
  }));
}

/** True receipts, of every kind in turn, each from a seed of its own. */
export function baseReceipts(count) {
  const names = Object.keys(KINDS);
  return Array.from({ length: count }, (_, seed) => {
    const kind = names[seed % names.length];
    const [made, index] = KINDS[kind](createRandom(seed + 1));
    const receipt = made.receipts[index];
    return { kind, seed, made, receipt, orders: keptOf(receipt) };
  });
}
