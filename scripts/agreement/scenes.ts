/**
 * Scenes in which tests compare the server with the page: an instrument at a price, an account with
 * contracts, and what is typed; and what each side knows of them.
 */
import {
  type ContractId,
  type Money,
  type Price,
  type Quantity,
  type TickId,
  type UserId,
  divideInteger,
  formatDecimal,
  formatMoney,
  money,
  roundToStep,
} from '@candor/kernel';
import {
  type Instrument,
  CONVERSION_ONE,
  type MarginJudgement,
  type MarginState,
  initialMargin,
  mid,
  tradeFee,
} from '@candor/pricing';
import { TEST_START, anyInstrument, anyConversionRate, anyQuote, anySide } from '@candor/testkit';
import * as fc from 'fast-check';
import { closingOf } from '../../apps/server/src/contracts/closing/rules.ts';
import {
  type Contract,
  afterClosing,
  newContract,
} from '../../apps/server/src/contracts/order/contract.ts';
import type { MarketView } from '../../apps/server/src/contracts/order/market-view.ts';
import { judge, valueAll, valueContract } from '../../apps/server/src/contracts/order/valuation.ts';
import { orderOf } from '../../apps/server/src/contracts/order/view.ts';

const FEED = 'generated';
export const NOW = TEST_START;
const PERMILLE = 1_000n;

/** Lots of some steps; a half step more is off them. */
const anyLotsText = (instrument: Instrument): fc.Arbitrary<string> =>
  fc
    .record({
      steps: fc.bigInt({ min: 0n, max: instrument.lotsMax / instrument.lotStep + 2n }),
      isOff: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
    })
    .map(({ steps, isOff }) => {
      const exact = steps * instrument.lotStep + (isOff ? instrument.lotStep / 2n : 0n);
      return formatDecimal(exact as Quantity);
    });

/** A stop as it is typed: in price, off the ticks at times, or in money; or none. */
export const anyStop = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.record({
      in: fc.constant('price' as const),
      permille: fc.bigInt({ min: 0n, max: 2_000n }),
      isOff: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ in: fc.constant('money' as const), cents: fc.bigInt(1n, 10n ** 9n) }),
  },
);
type StopDrawn = typeof anyStop extends fc.Arbitrary<infer One> ? One : never;

const anyHeld = (instrument: Instrument) =>
  fc.record({
    side: anySide(),
    steps: fc.bigInt({ min: 2n, max: instrument.lotsMax / instrument.lotStep }),
    leverage: fc.integer({ min: 1, max: instrument.leverageMax }),
    openedAt: fc.bigInt({ min: 500n, max: 1_500n }),
    financing: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    closedPermille: fc.option(fc.bigInt({ min: 1n, max: 999n })),
  });

const sceneWith = (heldMin: number) =>
  anyInstrument().chain((instrument) =>
    fc.record({
      instrument: fc.constant(instrument),
      quote: anyQuote(instrument),
      link: instrument.quoteCurrency === 'JPY' ? anyConversionRate() : fc.constant(CONVERSION_ONE),
      side: anySide(),
      orderType: fc.constantFrom(
        'market',
        'market',
        'market',
        'limit',
        'stop',
        'stopLimit' as const,
      ),
      leverage: fc.integer({ min: 1, max: instrument.leverageMax }),
      lots: anyLotsText(instrument),
      limit: fc.bigInt({ min: 400n, max: 1_600n }),
      stop: fc.bigInt({ min: 400n, max: 1_600n }),
      stopLoss: anyStop,
      takeProfit: anyStop,
      trailing: fc.option(fc.bigInt({ min: 0n, max: 1_100n }), { freq: 3 }),
      held: fc.array(anyHeld(instrument), { minLength: heldMin, maxLength: 3 }),
      // Just enough, a unit less, or some share of it.
      cash: fc.constantFrom('exact', 'short', 'share' as const),
      share: fc.bigInt({ min: 0n, max: 4_000n }),
      deficit: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      reversed: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    }),
  );
export const anyScene = sceneWith(0);
export type Scene = typeof anyScene extends fc.Arbitrary<infer One> ? One : never;

/** A scene with contracts, and which of them is closed. */
export const anyClosing = sceneWith(1).chain((scene) =>
  fc.tuple(fc.constant(scene), fc.integer({ min: 0, max: scene.held.length - 1 })),
);

const usdt = (units: bigint): Money => money('USDT', units);
export const share = (of: bigint, permille: bigint): bigint =>
  divideInteger(of * permille, PERMILLE, 'down');

/** A price some share of the market's away, on the ticks. */
export const around = ({ instrument, quote }: Scene, permille: bigint): Price => {
  const exact = share(mid(quote), permille) as Price;
  return roundToStep(exact, { step: instrument.tickSize, rounding: 'down' });
};

/** What the server knows of the market. */
export function marketOf({ instrument, quote, link }: Scene): MarketView {
  return {
    instrument: () => instrument,
    latest: () => quote,
    status: () => 'open',
    freshConversionRate: () => ({ rate: link, tickId: null }),
    lastConversionRate: () => ({ rate: link, tickId: null }),
    feed: () => ({ key: FEED, mode: 'live' }),
  };
}

function contractOf(scene: Scene, held: Scene['held'][number], index: number): Contract {
  const { instrument, link } = scene;
  const { code, contractSize, feeRate } = instrument;
  const { side, leverage } = held;
  const opened = around(scene, held.openedAt);
  const openPrice = opened > 0n ? opened : instrument.tickSize;
  const lots = (held.steps * instrument.lotStep) as Quantity;
  const trade = { lots, contractSize, price: openPrice, link };
  const margin = initialMargin({ ...trade, leverage });
  const whole = newContract({
    id: `contract-${index}` as ContractId,
    userId: 'user' as UserId,
    mode: 'demo',
    orderNo: String(index),
    code,
    feed: FEED,
    side,
    orderType: 'market',
    lots,
    contractSize,
    leverage,
    feeRate,
    margin,
    openFee: tradeFee({ ...trade, feeRate }),
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: null,
    stopPrice: null,
    since: '2023-12-31/1' as TickId,
    open: { price: openPrice, tickId: '2023-12-31/1' as TickId, link, linkTickId: null, at: NOW },
    createdAt: NOW,
    changes: 0,
  });
  const financing = usdt(held.financing);
  const charged: Contract = { ...whole, financing, financingLeft: financing };
  if (held.closedPermille === null) return charged;
  const closed = (share(held.steps, held.closedPermille) * instrument.lotStep) as Quantity;
  if (closed === 0n || margin.units === 0n) return charged;
  const at = { quote: scene.quote, link: { rate: link, tickId: null }, now: NOW };
  return afterClosing(charged, closingOf(charged, { ...at, reason: 'user', lots: closed }));
}

/** What the market call answers of it. */
export function infoOf({ instrument, quote, link }: Scene) {
  const { contractSize, tickSize, lotStep, lotsMin, lotsMax, feeRate, financingRate } = instrument;
  return {
    bid: formatDecimal(quote.bid),
    ask: formatDecimal(quote.ask),
    specification: {
      class: instrument.class,
      base: instrument.base,
      quoteCurrency: instrument.quoteCurrency,
      contractSize: formatDecimal(contractSize),
      tickSize: formatDecimal(tickSize),
      lotStep: formatDecimal(lotStep),
      lotsMin: formatDecimal(lotsMin),
      lotsMax: formatDecimal(lotsMax),
      leverageMax: instrument.leverageMax,
      feeRate: formatDecimal(feeRate),
      financingRate: formatDecimal(financingRate),
      spreadRate: formatDecimal(instrument.spreadRate),
      freshForMs: instrument.freshForMs,
      bandRate: formatDecimal(instrument.bandRate),
      hours: [],
      sources: [],
      link: formatDecimal(link),
    },
  };
}

export function stopTexts(scene: Scene, drawn: StopDrawn): { price: string; money: string } {
  if (drawn === null) return { price: '', money: '' };
  if (drawn.in === 'money') return { price: '', money: formatMoney(usdt(drawn.cents * 10_000n)) };
  const off = drawn.isOff ? scene.instrument.tickSize / 2n : 0n;
  return { price: formatDecimal((around(scene, drawn.permille) + off) as Price), money: '' };
}

type Account = { readonly holdings: Record<string, bigint>; readonly margin: MarginJudgement };

const sum = (units: readonly bigint[]): bigint => units.reduce((total, one) => total + one, 0n);

/** An account with these contracts of which about so much is free. */
export function accountOf(scene: Scene, contracts: readonly Contract[], free: bigint): Account {
  const valued = valueAll(contracts, marketOf(scene));
  const floating = sum(valued.valued.map(({ pnl }) => pnl.units));
  const short = scene.deficit + scene.reversed - floating;
  const holdings = {
    'user:cash': free + (short > 0n ? short : 0n),
    'user:margin': sum(contracts.map(({ margin }) => margin.units)),
    'user:deficit': -scene.deficit,
    'user:reversed': -scene.reversed,
  };
  return { holdings, margin: judge(holdings, valued) };
}

export const judged = (margin: MarginJudgement): MarginState => {
  if (!margin.isJudged) throw new Error('every contract has a mark here');
  return margin.marginState;
};

export const orderSeen = (scene: Scene, contract: Contract): ReturnType<typeof orderOf> => {
  const market = marketOf(scene);
  return orderOf(contract, { market, valued: valueContract(contract, market) });
};

/** The same orders in every run. */
const SEED = 20_261_123;
export const run = { seed: SEED, endOnFailure: true } as const;
/** Seconds of a busy machine; an idle one takes three for the orders. */
export const TIMEOUT_MS = 120_000;
export const contractsOf = (scene: Scene): Contract[] =>
  scene.held.map((held, index) => contractOf(scene, held, index));

/** So much of the free margin as the scene says: just enough, a unit less, some share. */
export function freeOf(scene: Scene, need: bigint): bigint {
  if (scene.cash === 'exact') return need;
  const free = scene.cash === 'short' ? need - 1n : share(need, scene.share);
  return free > 0n ? free : 0n;
}
