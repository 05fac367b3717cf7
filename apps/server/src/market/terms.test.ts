import { type InstrumentCode, formatDecimal, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const feeRate = (): string =>
  formatDecimal(
    product.app.market.instrument('BTC/USDT' as InstrumentCode)?.feeRate ?? (0n as never),
  );

const setFee = (value: string, afterMs: number) =>
  product.app.parameters.set({
    key: 'contract.feeRate',
    value,
    from: plusMs(product.clock.now(), afterMs),
    note: 'a test',
  });

test('a fee is in the terms from the very moment it is in force, and not before', async () => {
  expect(feeRate()).toBe('0.001');
  expect((await setFee('0.002', 0)).ok).toBe(true);
  expect(feeRate()).toBe('0.002');
  expect((await setFee('0.003', 700)).ok).toBe(true);
  product.clock.advance(699);
  expect(feeRate()).toBe('0.002');
  product.clock.advance(1);
  expect(feeRate()).toBe('0.003');
});
