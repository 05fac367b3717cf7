import { createHash, randomUUID } from 'node:crypto';
import { HOUR_MS, type UserId, ensure, plusMs } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import { hashSecret, newSecret } from '../src/platform/secrets/session.ts';
import { type TestCashier, depositOf } from './cashier.ts';
import { newOwner } from './factors.ts';
import type { TestDesk, TestMember } from './start-desk.ts';

/** What a batch says of itself when it leaves. */
export type Exported = { readonly id: string; readonly document: Record<string, unknown> };

/** A user's withdrawal. */
export type UserWithdrawal = {
  readonly userId: UserId;
  readonly id: string;
  readonly token: string;
};

const RECIPIENTS = {
  ethereum: '0x52908400098527886E0F7030069857D2E4169EE7',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const;
const FUNDS = { USDT: 5_000_000_000n, ETH: 5_000_000_000_000_000_000n, BTC: 500_000_000n } as const;

/** Every way a withdrawal goes. */
export { EDGES } from '../src/cashier/withdrawals/rules.ts';

/** A hash as Bitcoin and Tron write it. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const as = (member: TestMember) => ({ cookie: member.cookie });

/** What users and members of staff do about pay-outs, by calls. */
export function payoutsOf(product: TestDesk, cashier: TestCashier) {
  const { withdrawals } = product.app.cashier;
  return {
    /** A user who asked for a withdrawal. */
    async asked(
      amount: string,
      { asset, network }: { asset: 'USDT' | 'ETH' | 'BTC'; network: Network } = {
        asset: 'USDT',
        network: 'tron',
      },
    ): Promise<UserWithdrawal> {
      const owner = await newOwner(product);
      await owner.addCodeApp();
      const { token } = owner;
      const { result } = await product.call('portfolio.info', { token, mode: 'real' });
      const userId = result.id as UserId;
      await depositOf(product, userId, { asset, units: FUNDS[asset] });
      const address = RECIPIENTS[network];
      const addressId = cashier.addAddress(userId, { asset, network, address });
      const body = { asset, network, addressId, amount };
      const asking = { token, mode: 'real', odd: body } as const;
      const { quoteId } = (await product.call('cashier.quote-withdrawal', asking)).result;
      const stepUp = newSecret();
      await product.db.query(
        `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
         values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
        [hashSecret(stepUp), userId, quoteId, plusMs(product.clock.now(), HOUR_MS)],
      );
      const odd = { ...body, quoteId, stepUp, requestId: randomUUID() };
      const done = await product.call('cashier.withdraw', { token, mode: 'real', odd });
      ensure(done.message === '20003' ? true : null, `it is asked for: ${done.message}`);
      await withdrawals.advance();
      return { userId, id: done.result.id, token };
    },
    /** A batch of all that waits on a network, exported. */
    async exported(maker: TestMember, network: Network = 'tron'): Promise<Exported> {
      const made = await product.desk('payouts.make', { ...as(maker), body: { network } });
      const { id } = made.result;
      const out = await product.desk('payouts.export', { ...as(maker), params: { id } });
      return { id, document: JSON.parse(out.result.document) as Record<string, unknown> };
    },
    send: (id: string, member: TestMember, body: object) =>
      product.desk('payouts.send', { ...as(member), params: { id }, body }),
    /** Proposes that a batch can never be sent. */
    propose: (id: string, member: TestMember, hashes: readonly string[] = []) =>
      product.desk('payouts.void', { ...as(member), params: { id }, body: { hashes } }),
    /** Corrects a hash that was handed in wrongly. */
    correct: (id: string, member: TestMember, body: { withdrawalId: string; hash: string }) =>
      product.desk('payouts.correct', { ...as(member), params: { id }, body }),
    /** What uses up the nonces of a batch. */
    cancelling: (id: string, member: TestMember) =>
      product.desk('payouts.cancel', { ...as(member), params: { id } }),
    /** A member's yes or no to a case. */
    async decide(
      member: TestMember,
      id: string,
      said: { verdict: 'approved' | 'rejected'; reason: string },
    ) {
      const seen = await product.desk('cases.get', { ...as(member), params: { id } });
      const { rowHash } = seen.result;
      if (said.verdict === 'rejected') {
        const body = { ...said, rowHash };
        return product.desk('cases.decide', { ...as(member), params: { id }, body });
      }
      const asking = { ...as(member), params: { id }, body: { rowHash } };
      const { challenge, options } = (await product.desk('cases.challenge', asking)).result;
      const body = { ...said, rowHash, challenge, passkey: member.device.answer(options) };
      return product.desk('cases.decide', { ...as(member), params: { id }, body });
    },
    cancel: ({ token, id }: UserWithdrawal) =>
      product.call('cashier.cancel-withdrawal', {
        token,
        mode: 'real',
        params: { id },
        body: { requestId: randomUUID() },
      }),
    get: async (of: UserWithdrawal) => ensure(await withdrawals.get(of), 'it is there'),
  };
}
