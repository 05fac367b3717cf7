// Promise: a receipt of a plan is headed by its rules and what it trades, in the reader's language, and never by
// an inner name.
import { t } from '@candor/locales';
import { afterAll, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import { PLAN_TITLES, type PlanReceipt, planNames } from './plan.ts';

const plan = {
  name: 'own-7c8cb496912ef8b83b15',
  strategy: 'rotation',
  codes: ['ETH/USDT', 'SOL/USDT'],
};
const headed = (kind: PlanReceipt['kind'], more: object = {}): string => {
  const receipt = { kind, plan, day: '2026-12-01', ...more } as unknown as PlanReceipt;
  return t(PLAN_TITLES[kind], planNames(receipt, t)).replaceAll(/[\u2066-\u2069]/g, '');
};

afterAll(async () => speak('en'));

it('names the plan in every heading', async () => {
  await speak('en');
  const title = 'Momentum rotation · ETH/USDT, SOL/USDT';
  const order = { orderNo: '261129-C8M5Y6NQ' };
  expect(headed('planFill')).toBe(`Trade of the plan ${title}`);
  expect(headed('planFund')).toBe(`Day 2026-12-01 of the fund of ${title}`);
  expect(headed('planDay', order)).toBe(`Day 2026-12-01 of ${title}, order 261129-C8M5Y6NQ`);
  expect(headed('planExit', order)).toBe(`End of ${title}, order 261129-C8M5Y6NQ`);
  await speak('de');
  expect(headed('planFill')).toContain('Momentum-Wechsel · ETH/USDT, SOL/USDT');
});
