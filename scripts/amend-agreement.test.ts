// Promise: what the page says of an amendment before it is sent is what the server decides: which
// stops, distances and waiting prices are refused, each at its field, and where a stop typed in
// money comes to stand. The two know of one another what the wire says, as text.
import {
  type ContractId,
  type Price,
  type Quantity,
  type TickId,
  type UserId,
  ok,
  quantity,
} from '@candor/kernel';
import { hasPrice } from '@candor/pricing';
import { type Order, contracts as protocol } from '@candor/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyOrder,
  type Contract,
  type PendingOrder,
  isContract,
} from '../apps/server/src/contracts/order/contract.ts';
import { closeOutPriceOf, valueContract } from '../apps/server/src/contracts/order/valuation.ts';
import { orderOf } from '../apps/server/src/contracts/order/view.ts';
import { decideAmend } from '../apps/server/src/contracts/pending/amend-rules.ts';
import { amendErrors } from '../apps/web/src/features/contracts/manage/amend-errors.ts';
import {
  type AmendTyped,
  amendBody,
  amendProblems,
  basisOfOrder,
  typedOf,
} from '../apps/web/src/features/contracts/manage/manage.ts';
import { pricesOf, termsOf } from '../apps/web/src/features/contracts/order/preview.ts';
import { shownStop } from '../apps/web/src/features/contracts/order/stops.ts';
import {
  NOW,
  type Scene,
  TIMEOUT_MS,
  accountOf,
  anyClosing,
  anyStop,
  around,
  contractsOf,
  freeOf,
  infoOf,
  judged,
  marketOf,
  run,
  stopTexts,
} from './agreement/scenes.ts';

const AMENDMENTS = 6_000;
const REQUEST_ID = '00000000-0000-4000-8000-000000000000';

/** A price an order has: some share of the market's, or none. */
const anyHeldPrice = fc.option(fc.bigInt({ min: 400n, max: 1_600n }), { freq: 1 });
/** A field as it is typed anew; undefined: left as it is. */
const anyTyped = fc.option(anyStop, { nil: undefined, freq: 2 });
type Typed = typeof anyTyped extends fc.Arbitrary<infer One> ? One : never;

const anyAmendment = fc.record({
  at: anyClosing,
  isWaiting: fc.boolean(),
  isArmed: fc.boolean(),
  had: fc.record({
    stopLoss: anyHeldPrice,
    takeProfit: anyHeldPrice,
    trailingDistance: anyHeldPrice,
  }),
  stopLoss: anyTyped,
  takeProfit: anyTyped,
  trailing: anyTyped,
  price: anyTyped,
  stopPrice: anyTyped,
});
type Amendment = typeof anyAmendment extends fc.Arbitrary<infer One> ? One : never;

/** A price of an order, never 0 and always on the ticks. */
const heldPrice = (scene: Scene, permille: bigint): Price => {
  const at = around(scene, permille);
  return at > 0n ? at : scene.instrument.tickSize;
};

function waitingOf(scene: Scene, { isArmed }: Amendment): PendingOrder {
  const { instrument, side, leverage } = scene;
  const { code, contractSize, feeRate, lotStep } = instrument;
  const orderType = scene.orderType === 'market' ? 'limit' : scene.orderType;
  const typed = quantity(scene.lots);
  return {
    id: 'order' as ContractId,
    userId: 'user' as UserId,
    mode: 'demo',
    orderNo: 'order',
    code,
    feed: marketOf(scene).feed().key,
    side,
    orderType,
    lots: typed > 0n ? typed : (lotStep as Quantity),
    contractSize,
    leverage,
    feeRate,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    askedPrice: hasPrice(orderType, 'limit') ? heldPrice(scene, scene.limit) : null,
    stopPrice: hasPrice(orderType, 'stop') ? heldPrice(scene, scene.stop) : null,
    since: '2023-12-31/1' as TickId,
    createdAt: NOW,
    changes: 0,
    status: 'pending',
    open: null,
    armedBy: isArmed && orderType === 'stopLimit' ? ('2023-12-31/1' as TickId) : null,
    ended: null,
  };
}

/** The order that is amended, with the stops it has, and where it would be closed out. */
function orderOfScene(amendment: Amendment): { order: AnyOrder; closeOutPrice: Price | null } {
  const [scene, index] = amendment.at;
  const { had, isWaiting } = amendment;
  const at = (permille: bigint | null): Price | null =>
    permille === null ? null : heldPrice(scene, permille);
  const stops = {
    stopLoss: at(had.stopLoss),
    takeProfit: at(had.takeProfit),
    trailingDistance: at(had.trailingDistance),
  };
  if (isWaiting)
    return { order: { ...waitingOf(scene, amendment), ...stops }, closeOutPrice: null };
  const contracts = contractsOf(scene);
  const contract: Contract = { ...(contracts[index] as Contract), ...stops };
  const { margin } = accountOf(scene, contracts, freeOf(scene, 0n));
  const { code } = contract;
  const marginState = judged(margin);
  const market = marketOf(scene);
  return {
    order: contract,
    closeOutPrice: closeOutPriceOf({ marginState, contracts, code, market }),
  };
}

/** The fields of the page after they were typed in. */
function typedAnew(amendment: Amendment, wire: Order): AmendTyped {
  const [scene] = amendment.at;
  const before = typedOf(wire);
  const single = (typed: Typed, was: string | null): string | null =>
    typed === undefined || typed?.in === 'money' ? was : stopTexts(scene, typed).price;
  return {
    stopLoss:
      amendment.stopLoss === undefined ? before.stopLoss : stopTexts(scene, amendment.stopLoss),
    takeProfit:
      amendment.takeProfit === undefined
        ? before.takeProfit
        : stopTexts(scene, amendment.takeProfit),
    trailing: single(amendment.trailing, before.trailing),
    price: before.price === '' ? '' : single(amendment.price, before.price),
    stopPrice: before.stopPrice === '' ? '' : single(amendment.stopPrice, before.stopPrice),
  };
}

const KINDS = { stopLoss: 'loss', takeProfit: 'gain' } as const;

/** What became of an amendment: how the test sees that it met each kind often enough. */
type End = 'same' | 'unsendable' | 'price' | 'stops' | 'contract' | 'waiting' | 'inMoney';

/** Compares what the page says of an amendment with what the server makes of it. */
function compare(amendment: Amendment): End {
  const [scene] = amendment.at;
  const { order, closeOutPrice } = orderOfScene(amendment);
  const market = marketOf(scene);
  const valued = isContract(order) ? valueContract(order, market) : null;
  const wire = orderOf(order, { market, valued, closeOutPrice });
  const typed = typedAnew(amendment, wire);
  const info = infoOf(scene);
  const terms = termsOf(info);
  const basis = basisOfOrder(wire, terms, typed);
  const body = amendBody(wire, typed, basis);
  const problems = amendProblems(wire, typed, basis);
  if (body === null && problems.length === 0) return 'same';
  const errors = body === null ? {} : amendErrors(wire, body, { terms, prices: pricesOf(info) });
  const read = protocol.AmendContractBody.safeParse({ ...body, requestId: REQUEST_ID });
  if (problems.length > 0) {
    // A price a waiting order cannot be without is never taken away; all else the wire refuses.
    const isLeftOut = problems.every(({ field }) => body?.[field] === undefined);
    expect(isLeftOut || !read.success).toBe(true);
    return 'unsendable';
  }
  if (!read.success) {
    // Money that comes to less than no price: the page has refused it, there or elsewhere first.
    expect(errors).not.toEqual({});
    return 'stops';
  }
  const link = { rate: scene.link, tickId: null };
  const facts = {
    instrument: scene.instrument,
    quote: scene.quote,
    link,
    closeOutPrice,
    changeable: ok(null),
  };
  const decided = decideAmend(order, read.data, facts);
  if (!decided.ok) {
    const { name, field } = decided.failure;
    const fields = name === 'stops-unreasonable' ? ['stopLoss', 'takeProfit'] : [field];
    expect([name, Object.keys(errors)]).toEqual([name, expect.arrayContaining(fields)]);
    return name === 'quote-expired' ? 'price' : 'stops';
  }
  expect(errors).toEqual({});
  const after = orderOf(decided.value.order, { market, valued, closeOutPrice });
  for (const [field, kind] of Object.entries(KINDS) as ['stopLoss', 'loss'][]) {
    expect([field, shownStop(typed[field], kind, basis).price]).toEqual([
      field,
      after[field] ?? '',
    ]);
  }
  expect(typedOf(after)).toMatchObject({
    trailing: typed.trailing,
    price: typed.price,
    stopPrice: typed.stopPrice,
  });
  if (body?.inMoney === true) return 'inMoney';
  return isContract(order) ? 'contract' : 'waiting';
}

describe('the server and the page', () => {
  test(
    `agree about ${AMENDMENTS} amendments`,
    () => {
      const ends: Record<End, number> = {
        same: 0,
        unsendable: 0,
        price: 0,
        stops: 0,
        contract: 0,
        waiting: 0,
        inMoney: 0,
      };
      const property = fc.property(anyAmendment, (amendment) => {
        ends[compare(amendment)] += 1;
      });
      fc.assert(property, { ...run, numRuns: AMENDMENTS });
      expect(Math.min(...Object.values(ends))).toBeGreaterThan(AMENDMENTS / 100);
    },
    TIMEOUT_MS,
  );
});
