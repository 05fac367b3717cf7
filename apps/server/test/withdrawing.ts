import { randomUUID } from 'node:crypto';
import { HOUR_MS, type RequestId, type UserId, plusMs } from '@candor/kernel';
import type { Withdrawal } from '@candor/protocol';
import { findHoldings } from '../src/ledger/index.ts';
import { hashOf } from '../src/platform/commit/idempotency.ts';
import { hashSecret, newSecret } from '../src/platform/secrets/session.ts';
import type { TestCashier } from './cashier.ts';
import type { TestApp } from './start-app.ts';

type Customer = { readonly userId: UserId; readonly addressId: string };

/** A withdrawal that can be asked for: it has its quote and a confirmation of it. */
type Ready = Customer & {
  readonly quoteId: string;
  readonly stepUp: string;
  readonly amount: string;
};

/** What a request was answered. */
export type AskedWithdrawal = {
  readonly code: string;
  readonly result: Withdrawal;
  /** The answer, word for word. */
  readonly text: string;
};

const FUNDS = 1_000_000_000n;

/** Users of a product who ask for withdrawals of USDT at one moment, by the command behind the call. */
export function withdrawersOf(product: TestApp, cashier: TestCashier) {
  const { withdrawals } = product.app.cashier;
  const users = {
    /** A user with money, an address and a code app. @units units of USDT */
    async newCustomer(units = FUNDS, hasFactor = true): Promise<Customer> {
      const { userId } = await product.register();
      if (hasFactor) {
        await product.owner.query(
          `insert into accounts.totp (user_id, sealed, created_at, last_step)
           values ($1, 'a test', now(), 0)`,
          [userId],
        );
      }
      await product.deposit(userId, units);
      return { userId, addressId: cashier.addAddress(userId) };
    },
    async newCustomers(count: number): Promise<Customer[]> {
      const all: Customer[] = [];
      while (all.length < count) all.push(await users.newCustomer());
      return all;
    },
    async ready(who: Customer, amount = '200'): Promise<Ready> {
      const { userId, addressId } = who;
      const body = { asset: 'USDT', network: 'tron', addressId, amount } as const;
      const quoted = await withdrawals.quote(userId, body);
      if (!quoted.ok) throw new Error(quoted.failure.name);
      const { quoteId } = quoted.value;
      const stepUp = newSecret();
      await product.owner.query(
        `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
         values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
        [hashSecret(stepUp), userId, quoteId, plusMs(product.clock.now(), HOUR_MS)],
      );
      return { ...who, quoteId, stepUp, amount };
    },
    readyAll: (all: readonly Customer[]): Promise<Ready[]> =>
      Promise.all(all.map((who) => users.ready(who))),
    /** Asks as the call does; several share the moment. */
    async ask(one: Ready, change: { readonly requestId?: string } = {}): Promise<AskedWithdrawal> {
      const { userId, addressId, quoteId, stepUp, amount } = one;
      const requestId = (change.requestId ?? randomUUID()) as RequestId;
      const what = { asset: 'USDT', network: 'tron', addressId, amount } as const;
      const body = { ...what, quoteId, stepUp, requestId };
      const request = { userId, requestId, call: 'cashier.withdraw', bodyHash: hashOf(body) };
      const { kept } = await withdrawals.withdraw({ userId, request }, body);
      return { ...(JSON.parse(kept) as Omit<AskedWithdrawal, 'text'>), text: kept };
    },
    /** What a user has, and how often withdrawals of theirs are there and in the books. */
    async left({ userId }: Pick<Customer, 'userId'>) {
      const found = await findHoldings(product.owner, [{ userId, mode: 'real' }]);
      const own = found.get(`${userId}/real`)?.USDT ?? {};
      const [count] = await product.owner.query<{ rows: number; entries: number }>(
        `select (select count(*)::int from cashier.withdrawal where user_id = $1) as rows,
           (select count(*)::int from ledger.entry
            where user_id = $1 and kind = 'withdrawal-request') as entries`,
        [userId],
      );
      return { cash: own['user:cash'] ?? 0n, leaving: own['user:leaving'] ?? 0n, ...count };
    },
  };
  return users;
}
