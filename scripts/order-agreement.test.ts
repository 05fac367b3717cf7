// Promise: what the page says of an order before it is sent is what the server charges for it, to
// the unit: orders filled at once and orders that wait, closings of parts, reversals. The two know
// of one another what the wire says, as text.
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
  parseMoney,
  quantity,
  roundToStep,
  zero,
} from '@candor/kernel';
import {
  type Instrument,
  CONVERSION_ONE,
  type MarginJudgement,
  type MarginState,
  closingPrice,
  freeMargin,
  initialMargin,
  mid,
  openingPrice,
  tradeFee,
  unrealizedPnl,
} from '@candor/pricing';
import { TEST_START, anyInstrument, anyConversionRate, anyQuote, anySide } from '@candor/testkit';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingOf, decideClose } from '../apps/server/src/contracts/closing/rules.ts';
import {
  type Contract,
  type PendingOrder,
  afterClosing,
  newContract,
} from '../apps/server/src/contracts/order/contract.ts';
import type { MarketView } from '../apps/server/src/contracts/order/market-view.ts';
import { decideQuoted } from '../apps/server/src/contracts/quoting/quote-rules.ts';
import { factsAfterClosing } from '../apps/server/src/contracts/opening/reversal.ts';
import {
  type OpenFacts,
  decideFill,
  decideOpen,
  decidePlace,
} from '../apps/server/src/contracts/opening/rules.ts';
import { judge, valueAll, valueContract } from '../apps/server/src/contracts/order/valuation.ts';
import { orderOf } from '../apps/server/src/contracts/order/view.ts';
import { figuresOf, nothingOwned } from '../apps/server/src/portfolio/rules.ts';
import {
  closeEstimate,
  openLots,
  partError,
} from '../apps/web/src/features/contracts/manage/manage.ts';
import {
  type Preview,
  exposuresOf,
  previewOrder,
  pricesOf,
  marginStateOf,
  termsOf,
} from '../apps/web/src/features/contracts/order/preview.ts';
import {
  CLEARED,
  type TicketFields,
  draftOf,
  ticketErrors,
} from '../apps/web/src/features/contracts/ticket/ticket.ts';
import { bodyOf } from '../apps/web/src/features/contracts/ticket/ticket-body.ts';

/** The same orders in every run. */
const SEED = 20_261_123;
const ORDERS = 5_000;
const PARTS = 3_000;
const REVERSALS = 2_000;

const FEED = 'generated';
const NOW = TEST_START;
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
const anyStop = fc.oneof(
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
const anyScene = sceneWith(0);
type Scene = typeof anyScene extends fc.Arbitrary<infer One> ? One : never;

/** A scene with contracts, and which of them is closed. */
const anyClosing = sceneWith(1).chain((scene) =>
  fc.tuple(fc.constant(scene), fc.integer({ min: 0, max: scene.held.length - 1 })),
);

const usdt = (units: bigint): Money => money('USDT', units);
const share = (of: bigint, permille: bigint): bigint =>
  divideInteger(of * permille, PERMILLE, 'down');

/** A price some share of the market's away, on the ticks. */
const around = ({ instrument, quote }: Scene, permille: bigint): Price => {
  const exact = share(mid(quote), permille) as Price;
  return roundToStep(exact, { step: instrument.tickSize, rounding: 'down' });
};

/** What the server knows of the market. */
function marketOf({ instrument, quote, link }: Scene): MarketView {
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
function infoOf({ instrument, quote, link }: Scene) {
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

/** The price an order of these fields waits for; null where it is filled at once. */
const waitsFor = (scene: Scene, { orderType }: TicketFields): Price | null =>
  orderType === 'market' ? null : around(scene, orderType === 'stop' ? scene.stop : scene.limit);

/** What an order needs, from the plain formulas. */
function needOf(scene: Scene, fields: TicketFields): bigint {
  const { instrument, link, quote } = scene;
  const { contractSize, feeRate } = instrument;
  const { side, leverage } = fields;
  const own = waitsFor(scene, fields);
  const openPrice = own ?? openingPrice(side, quote);
  const size = { lots: quantity(scene.lots), contractSize, link };
  const spread = unrealizedPnl({
    ...size,
    side,
    openPrice,
    mark: own ?? closingPrice(side, quote),
  });
  const margin = initialMargin({ ...size, price: openPrice, leverage });
  const fee = tradeFee({ ...size, price: openPrice, feeRate });
  return margin.units + fee.units - spread.units;
}

function stopTexts(scene: Scene, drawn: StopDrawn): { price: string; money: string } {
  if (drawn === null) return { price: '', money: '' };
  if (drawn.in === 'money') return { price: '', money: formatMoney(usdt(drawn.cents * 10_000n)) };
  const off = drawn.isOff ? scene.instrument.tickSize / 2n : 0n;
  return { price: formatDecimal((around(scene, drawn.permille) + off) as Price), money: '' };
}

/** The ticket of a scene, as it is typed. */
function fieldsOf(scene: Scene): TicketFields {
  const { side, orderType, leverage, lots, trailing } = scene;
  const loss = stopTexts(scene, scene.stopLoss);
  const gain = stopTexts(scene, scene.takeProfit);
  return {
    side,
    orderType,
    leverage,
    lots,
    price: formatDecimal(around(scene, scene.limit)),
    stopPrice: formatDecimal(around(scene, scene.stop)),
    stopLoss: loss.price,
    stopLossMoney: loss.money,
    takeProfit: gain.price,
    takeProfitMoney: gain.money,
    trailing: trailing === null ? '' : formatDecimal(around(scene, trailing)),
  };
}

type Account = { readonly holdings: Record<string, bigint>; readonly margin: MarginJudgement };

const sum = (units: readonly bigint[]): bigint => units.reduce((total, one) => total + one, 0n);

/** An account with these contracts of which about so much is free. */
function accountOf(scene: Scene, contracts: readonly Contract[], free: bigint): Account {
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

const judged = (margin: MarginJudgement): MarginState => {
  if (!margin.isJudged) throw new Error('every contract has a mark here');
  return margin.marginState;
};

/** What the server decides an order by. */
function factsOf(
  scene: Scene,
  margin: MarginJudgement,
  contracts: readonly Contract[],
): Omit<OpenFacts, 'body'> {
  return {
    mode: 'demo',
    now: scene.quote.receivedAt,
    quote: scene.quote,
    status: 'open',
    link: { rate: scene.link, tickId: null },
    feedMode: 'live',
    isRehearsal: false,
    houseHasFloor: true,
    isOperatorNamed: true,
    instrument: scene.instrument,
    margin,
    exposures: contracts,
    counts: { open: contracts.length, waiting: 0 },
  };
}

const orderSeen = (scene: Scene, contract: Contract): ReturnType<typeof orderOf> => {
  const market = marketOf(scene);
  return orderOf(contract, { market, valued: valueContract(contract, market) });
};

/** What the page knows from the wire, and what its ticket makes of it. */
function pageOf(
  scene: Scene,
  fields: TicketFields,
  known: { readonly margin: MarginJudgement; readonly contracts: readonly Contract[] },
) {
  const info = infoOf(scene);
  const { link, ...specified } = termsOf(info);
  const prices = pricesOf(info);
  if (link === null || prices === null) throw new Error('every market has a price here');
  const terms = { ...specified, link };
  const user = figuresOf({
    margin: known.margin,
    owned: nothingOwned(),
    debt: zero('USDT'),
    profit: zero('USDT'),
    marks: { BTC: null, ETH: null },
    markedAt: [],
  });
  const { code, contractSize } = scene.instrument;
  const orders = known.contracts.map((one) => orderSeen(scene, one));
  const exposures = exposuresOf(orders, { code, contractSize });
  const draft = draftOf(fields, { terms, prices });
  const marginState = marginStateOf(user);
  const preview =
    draft === null ? null : previewOrder({ terms, prices, draft, marginState, exposures });
  const have = parseMoney(user.freeMargin ?? '', 'USDT');
  const errors = ticketErrors({ fields, terms, prices, preview, have }, true);
  return { draft, preview, errors, body: bodyOf(code, fields, { terms, prices }) };
}

const textOf = (value: Price | null): string | null =>
  value === null ? null : formatDecimal(value);

/** The figures of a ticket as the server answers those of a quote. */
function figuresShown(preview: Preview): object {
  const { hold, mostYouCanLose: most, freeMarginAfter } = preview;
  return {
    price: formatDecimal(preview.openPrice),
    notional: formatMoney(preview.notional),
    margin: formatMoney(preview.margin),
    fee: formatMoney(preview.fee),
    closeOutPrice: textOf(preview.closeOutPrice),
    maxLoss: most === null ? null : formatMoney(most.amount),
    maxLossBy: most === null ? null : most.by,
    breakEven: textOf(preview.breakEven),
    hold: { d1: formatMoney(hold.d1), d7: formatMoney(hold.d7), d30: formatMoney(hold.d30) },
    freeMarginAfter: freeMarginAfter === null ? null : formatMoney(freeMarginAfter),
  };
}

/** The order of a placed ticket, filled at its own price. */
function filledWaiting(facts: OpenFacts, own: Price): ReturnType<typeof decideFill> {
  const placed = decidePlace(facts);
  if (!placed.ok || facts.quote === null) throw new Error('only what was taken is filled');
  const { side, lots, instrument, link } = placed.value;
  const { contractSize, feeRate } = instrument;
  const { leverage } = facts.body;
  const order = { side, lots, contractSize, leverage, feeRate } as PendingOrder;
  const quote = { ...facts.quote, bid: own, ask: own };
  return decideFill(order, { ...facts, quote, market: quote, link });
}

/** What became of an order: how the test sees that it met each kind often enough. */
type End = 'filled' | 'waits' | 'short' | 'stops' | 'refused';

/** Compares what the page says of an order with what the server makes of it. */
function compare(page: ReturnType<typeof pageOf>, facts: Omit<OpenFacts, 'body'>): End {
  const { preview, body, errors } = page;
  if (body === null || preview === null) {
    expect(errors).not.toEqual({});
    return 'refused';
  }
  const asked: OpenFacts = { ...facts, body };
  const own = page.draft?.waitsFor ?? null;
  const decided = own === null ? decideOpen(asked) : decidePlace(asked);
  const have = formatMoney(freeMargin(judged(facts.margin)));
  if (!decided.ok) {
    const { name, facts: said } = decided.failure;
    // The page refuses it too, before it is sent.
    expect([name, errors]).not.toEqual([name, {}]);
    if (name !== 'free-margin-short') return preview.stopsFailure === null ? 'refused' : 'stops';
    expect(said).toEqual({ need: formatMoney(preview.needed), have });
    return 'short';
  }
  expect(errors).toEqual({});
  const quoted = decideQuoted(asked);
  expect(quoted.ok && quoted.value.figures).toMatchObject(figuresShown(preview));
  const filled = own === null ? decideOpen(asked) : filledWaiting(asked, own);
  expect(filled.ok).toBe(preview.isAffordable);
  if (filled.ok) {
    const { fill, margin, fee, after } = filled.value;
    const { openPrice, margin: held, fee: taken, freeMarginAfter } = preview;
    expect([fill.price, margin, fee, freeMargin(after)]).toEqual([
      openPrice,
      held,
      taken,
      freeMarginAfter,
    ]);
  }
  return own === null ? 'filled' : 'waits';
}

/** The terms a page closes by, and the lots it names: those of the scene, or all that are open. */
function closingOn(
  scene: Scene,
  contract: Contract,
): { terms: ReturnType<typeof termsOf>; lots: string } {
  const isAll = scene.share % 4n === 0n;
  const part = share(contract.lots / scene.instrument.lotStep, scene.share % 1_100n);
  const off = scene.stop % 10n === 0n ? scene.instrument.lotStep / 2n : 0n;
  const exact = (part * scene.instrument.lotStep + off) as Quantity;
  return {
    terms: termsOf(infoOf(scene)),
    lots: formatDecimal(isAll ? contract.lots : exact),
  };
}

const run = { seed: SEED, endOnFailure: true } as const;
/** Seconds of a busy machine; an idle one takes three for the orders. */
const TIMEOUT_MS = 120_000;
const contractsOf = (scene: Scene): Contract[] =>
  scene.held.map((held, index) => contractOf(scene, held, index));

/** So much of the free margin as the scene says: just enough, a unit less, some share. */
function freeOf(scene: Scene, need: bigint): bigint {
  if (scene.cash === 'exact') return need;
  const free = scene.cash === 'short' ? need - 1n : share(need, scene.share);
  return free > 0n ? free : 0n;
}

describe('the server and the page', () => {
  test(
    `agree about ${ORDERS} orders`,
    () => {
      const ends: Record<End, number> = { filled: 0, waits: 0, short: 0, stops: 0, refused: 0 };
      const property = fc.property(anyScene, (scene) => {
        const contracts = contractsOf(scene);
        const fields = fieldsOf(scene);
        const { margin } = accountOf(scene, contracts, freeOf(scene, needOf(scene, fields)));
        const page = pageOf(scene, fields, { margin, contracts });
        ends[compare(page, factsOf(scene, margin, contracts))] += 1;
      });
      fc.assert(property, { ...run, numRuns: ORDERS });
      expect(Math.min(...Object.values(ends))).toBeGreaterThan(ORDERS / 50);
    },
    TIMEOUT_MS,
  );

  test(
    `agree about ${PARTS} closings, of all or of a part`,
    () => {
      const ends = { closed: 0, refused: 0 };
      const property = fc.property(anyClosing, ([scene, index]) => {
        const contract = contractsOf(scene)[index] as Contract;
        const { instrument, quote, link } = scene;
        const { terms, lots } = closingOn(scene, contract);
        const tradable = {
          ok: true,
          value: { quote, link: { rate: link, tickId: null } },
        } as const;
        const decided = decideClose(contract, { lots, instrument, tradable });
        const order = orderSeen(scene, contract);
        expect(partError(lots, openLots(order), terms) === null).toBe(decided.ok);
        ends[decided.ok ? 'closed' : 'refused'] += 1;
        if (!decided.ok) return;
        const { value } = decided;
        const closing = closingOf(contract, { ...value, reason: 'user', now: NOW });
        const { realized, fee } = closing;
        expect(closeEstimate(order, value.lots, terms)).toMatchObject({ realized, fee });
        // What was paid before the closing is the rest of its profit.
        const paid = closing.openFee.units + closing.financing.units;
        expect(closing.profit.units).toBe(realized.units - fee.units - paid);
      });
      fc.assert(property, { ...run, numRuns: PARTS });
      expect(Math.min(...Object.values(ends))).toBeGreaterThan(PARTS / 50);
    },
    TIMEOUT_MS,
  );

  test(
    `agree about ${REVERSALS} reversals`,
    () => {
      const ends: Record<End, number> = { filled: 0, waits: 0, short: 0, stops: 0, refused: 0 };
      const property = fc.property(anyClosing, ([scene, index]) => {
        const contracts = contractsOf(scene);
        const contract = contracts[index] as Contract;
        const { quote, link } = scene;
        const order = orderSeen(scene, contract);
        const lots = formatDecimal(openLots(order));
        const side = contract.side === 'long' ? 'short' : 'long';
        const { leverage } = contract;
        const fields = { ...CLEARED, side, orderType: 'market', leverage, lots } as const;
        const need = needOf({ ...scene, lots }, fields);
        const { margin, holdings } = accountOf(scene, contracts, freeOf(scene, need));
        const at = { quote, link: { rate: link, tickId: null } };
        const closing = closingOf(contract, { ...at, reason: 'user', now: NOW });
        const { realized, fee } = closing;
        const estimate = closeEstimate(order, openLots(order), closingOn(scene, contract).terms);
        expect(estimate).toMatchObject({ realized, fee });
        const isLast = contracts.length === 1;
        const before: OpenFacts = {
          ...factsOf(scene, margin, contracts),
          body: { code: contract.code, direction: 'buy', orderType: 'market', lots, leverage },
        };
        const ended = { contract, closing, holdings, isLast, market: marketOf(scene) };
        const after = factsAfterClosing(before, judged(margin), ended);
        const others = contracts.filter((one) => one !== contract);
        const page = pageOf(scene, fields, { margin: after.margin, contracts: others });
        ends[compare(page, after)] += 1;
      });
      fc.assert(property, { ...run, numRuns: REVERSALS });
      expect(Math.min(ends.filled, ends.short)).toBeGreaterThan(REVERSALS / 50);
    },
    TIMEOUT_MS,
  );
});
