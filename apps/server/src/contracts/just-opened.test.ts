import { randomUUID } from 'node:crypto';
import type { ContractId } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import type { Contract } from './contract.ts';
import { createJustOpened } from './just-opened.ts';

const idOf = (name: string): ContractId => name as ContractId;
const contract = (name: string): Contract => ({ id: idOf(name) }) as Contract;

describe('contracts just opened', () => {
  it('are handed out once', () => {
    const opened = createJustOpened();
    const one = contract('one');
    opened.put(one);
    expect(opened.take(idOf('one'))).toBe(one);
    expect(opened.take(idOf('one'))).toBeNull();
    expect(opened.take(idOf('another'))).toBeNull();
  });

  it('are read when anything else was said of them, before or after', () => {
    const opened = createJustOpened();
    opened.put(contract('after'));
    opened.drop(idOf('after'));
    expect(opened.take(idOf('after'))).toBeNull();
    opened.drop(idOf('before'));
    opened.put(contract('before'));
    expect(opened.take(idOf('before'))).toBeNull();
    expect(opened.take(idOf('before'))).toBeNull();
  });

  it('are forgotten when too many wait, the oldest first', () => {
    const opened = createJustOpened();
    for (let index = 0; index <= 8_192; index += 1) opened.put(contract(String(index)));
    expect(opened.take(idOf('0'))).toBeNull();
    expect(opened.take(idOf('1'))).not.toBeNull();
    expect(opened.take(idOf('8192'))).not.toBeNull();
  });
});

describe('in the product', () => {
  let product: TestApp;
  beforeAll(async () => {
    product = await startTestApp();
  });
  afterAll(() => product.stop());

  const terms = [
    { what: 'a plain order', change: {} },
    { what: 'one with stops', change: { stopLoss: '50000', takeProfit: '70000.5' } },
    {
      what: 'one whose stop follows',
      change: { trailingDistance: '750.25', direction: 'sell' as const },
    },
  ];
  test.each(terms)('$what is handed to the engine as it would be read', async ({ change }) => {
    const { token } = await product.register();
    product.clock.advance(1_000);
    await product.price('BTC/USDT', '60000', '60010');
    const { justOpened, ordersByIds } = product.app.contracts;
    const taken = vi.spyOn(justOpened, 'take');
    const answer = await product.call('contracts.open', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.1',
        leverage: 2,
        requestId: randomUUID(),
        ...change,
      },
    });
    expect(answer.code).toBe('200');
    await product.settle();
    const handed = taken.mock.results.flatMap(({ value }) => (value as Contract | null) ?? []);
    taken.mockRestore();
    expect(handed).toHaveLength(1);
    const read = await ordersByIds(handed);
    expect(handed).toEqual(read);
  });
});
