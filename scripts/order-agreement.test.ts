// Promise: what the page says of an order before it is sent is what the server charges for it, to
// the unit: orders filled at once and orders that wait, closings of parts, reversals. The two know
// of one another what the wire says, as text.
import {
  type Price,
  type Quantity,
  formatDecimal,
  formatMoney,
  parseMoney,
  quantity,
  zero,
} from '@candor/kernel';
import {
  type MarginJudgement,
  closingPrice,
  freeMargin,
  initialMargin,
  openingPrice,
  tradeFee,
  unrealizedPnl,
} from '@candor/pricing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingOf, decideClose } from '../apps/server/src/contracts/closing/rules.ts';
import type { Contract, PendingOrder } from '../apps/server/src/contracts/order/contract.ts';
import { decideQuoted } from '../apps/server/src/contracts/quoting/quote-rules.ts';
import { factsAfterClosing } from '../apps/server/src/contracts/opening/reversal.ts';
import {
  type OpenFacts,
  decideFill,
  decideOpen,
  decidePlace,
} from '../apps/server/src/contracts/opening/rules.ts';
import { figuresOf, nothingOwned } from '../apps/server/src/portfolio/rules.ts';
import { closeEstimate, openLots } from '../apps/web/src/features/contracts/manage/manage.ts';
import { partError } from '../apps/web/src/features/contracts/manage/part.ts';
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
import {
  NOW,
  type Scene,
  TIMEOUT_MS,
  accountOf,
  anyClosing,
  anyScene,
  around,
  contractsOf,
  freeOf,
  infoOf,
  judged,
  marketOf,
  orderSeen,
  run,
  share,
  stopTexts,
} from './agreement/scenes.ts';

const ORDERS = 5_000;
const PARTS = 3_000;
const REVERSALS = 2_000;

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
    unit: 'lots',
    amount: '',
    price: formatDecimal(around(scene, scene.limit)),
    stopPrice: formatDecimal(around(scene, scene.stop)),
    stopLoss: loss.price,
    stopLossMoney: loss.money,
    takeProfit: gain.price,
    takeProfitMoney: gain.money,
    trailing: trailing === null ? '' : formatDecimal(around(scene, trailing)),
  };
}

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
        const fields = {
          ...CLEARED,
          side,
          orderType: 'market',
          leverage,
          unit: 'lots',
          lots,
        } as const;
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
