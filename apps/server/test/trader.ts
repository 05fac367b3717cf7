import { randomUUID } from 'node:crypto';
import { type ContractId, type InstrumentCode, type UserId, ensure } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { Order, OrderDetail } from '@candor/protocol';
import { expect } from 'vitest';
import { findEntries } from '../src/ledger/index.ts';
import type { Answered, TestApp } from './start-app.ts';

const CODE = 'BTC/USDT';

/** A user who trades on a product in process, with what a test asks them to do. */
export type Trader = {
  readonly token: string;
  readonly userId: UserId;
  /** Begins another session, as when a test's clock has passed the end of the first. */
  signsIn(): Promise<void>;
  /** A second passes and a price comes that counts; the engine has not seen it yet. */
  says(bid: string, ask: string, code?: string): Promise<Quote>;
  asks(change?: object): Promise<Answered<'contracts.open'>>;
  /** The same, and it must be accepted. */
  opens(change?: object): Promise<Order>;
  quotes(change?: object): Promise<Answered<'contracts.quote'>>;
  closes(id: string, change?: object): Promise<Answered<'contracts.close'>>;
  amends(id: string, change: object): Promise<Answered<'contracts.amend'>>;
  cancels(id: string, change?: object): Promise<Answered<'contracts.cancel'>>;
  closesAll(change?: object): Promise<Answered<'contracts.close-all'>>;
  reverses(id: string, change?: object): Promise<Answered<'contracts.reverse'>>;
  /** The order with its history, as it is now. */
  sees(id: string): Promise<OrderDetail>;
  amount(): Promise<string>;
  /** What was paid for one order so far, entry by entry, in words: "cash → margin 3000.5". */
  payments(id: string): Promise<string[]>;
};

const short = (account: string): string => account.replace('user:', '');

/** A new user with 10,000 USDT of practice money. */
export async function newTrader(product: TestApp): Promise<Trader> {
  const { userId, username, token: first } = await product.register();
  let token = first;
  const fresh = (change: object): object => ({ requestId: randomUUID(), ...change });
  const order = (change: object): object => ({
    code: CODE,
    direction: 'buy',
    orderType: 'market',
    lots: '0.1',
    leverage: 2,
    ...change,
  });
  const asks = (change: object = {}): Promise<Answered<'contracts.open'>> =>
    product.call('contracts.open', { token, odd: fresh(order(change)) });

  return {
    get token() {
      return token;
    },
    userId,
    async signsIn() {
      const body = { username, password: 'correct horse battery', client: 'api' as const };
      const answer = await product.call('accounts.login', { body });
      expect(answer.code).toBe('200');
      ({ token } = answer.result as { token: string });
    },
    async says(bid, ask, code = CODE) {
      product.clock.advance(1_000);
      await product.price(code, bid, ask);
      return ensure(product.app.market.latest(code as InstrumentCode), 'the price counts');
    },
    asks,
    async opens(change = {}) {
      const answer = await asks(change);
      expect([answer.code, answer.refused.facts]).toEqual(['200', undefined]);
      return answer.result;
    },
    quotes: (change = {}) => product.call('contracts.quote', { token, odd: order(change) }),
    closes: (id, change = {}) =>
      product.call('contracts.close', { token, params: { id }, odd: fresh(change) }),
    amends: (id, change) =>
      product.call('contracts.amend', { token, params: { id }, odd: fresh(change) }),
    cancels: (id, change = {}) =>
      product.call('contracts.cancel', { token, params: { id }, odd: fresh(change) }),
    closesAll: (change = {}) => product.call('contracts.close-all', { token, odd: fresh(change) }),
    reverses: (id, change = {}) =>
      product.call('contracts.reverse', { token, params: { id }, odd: fresh(change) }),
    async sees(id) {
      return (await product.call('contracts.get', { token, params: { id } })).result;
    },
    async amount() {
      return (await product.call('portfolio.info', { token })).result.amount;
    },
    async payments(id) {
      const to = product.clock.now();
      const from = 0 as typeof to;
      const entries = await findEntries(product.db, [{ userId, subject: id, from, to }]);
      return entries.flatMap(({ postings }) =>
        postings.map(({ from: payer, to: payee, units }) => {
          const whole = units / 1_000_000n;
          const rest = String(units % 1_000_000n)
            .padStart(6, '0')
            .replace(/0+$/, '');
          const sum = rest === '' ? `${whole}` : `${whole}.${rest}`;
          return `${short(payer)} → ${short(payee)} ${sum}`;
        }),
      );
    },
  };
}

/** What a tick does to an order that waits, as the engine asks it. */
export function fillAt(
  product: TestApp,
  trader: Trader,
  params: { id: string; quote: Quote },
): ReturnType<TestApp['app']['contracts']['commands']['fill']> {
  const contractId = params.id as ContractId;
  const { userId } = trader;
  const { quote } = params;
  const { fill } = product.app.contracts.commands;
  return fill({
    kind: 'fill',
    userId,
    mode: 'demo',
    contractId,
    quote,
  });
}
