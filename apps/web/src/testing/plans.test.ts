// Promise: what tests show of plans is what the server may say of them.
import { plans } from '@candor/protocol';
import { expect, it } from 'vitest';
import {
  LEFT_PLAN,
  MIDNIGHT,
  PENDING_PLAN,
  PLAN_ORDER_DETAIL,
  exitQuote,
  planDetail,
  planProduct,
} from './plans.ts';

it('follows the protocol', () => {
  const products = [planProduct('trend', { id: 1, days: 60 }), planProduct('grid', { id: 2 })];
  expect(() => plans.listPlans.result.parse(products)).not.toThrow();
  for (const product of products) {
    expect(() => plans.getPlan.result.parse(planDetail(product))).not.toThrow();
  }
  expect(() => plans.getPlanOrder.result.parse(PLAN_ORDER_DETAIL)).not.toThrow();
  const page = { records: [PENDING_PLAN, LEFT_PLAN], total: 2 };
  expect(() => plans.listPlanOrders.result.parse(page)).not.toThrow();
  expect(() => plans.quotePlanExit.result.parse(exitQuote(MIDNIGHT))).not.toThrow();
});
