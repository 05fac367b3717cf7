// Promise: a hash that was handed in wrongly is corrected by another member than its batch's maker, the old one
// is kept, and what still may pay is never put aside. (PRODUCT 9; RELIABILITY K5)
import { ensure } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseTransaction } from 'viem/utils';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type UserWithdrawal, hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let checker: TestMember;
let both: TestMember;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
  both = await product.member('cashierMaker', 'cashierChecker');
});
afterAll(() => product.stop());

const HOT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0x27b1fdb04752bbc536007a920d24acb045561c26';
const withdrawals = () => product.app.cashier.withdrawals;
const ethHash = (text: string): string => `0x${hashOf(text)}`;

function mine(
  hash: string,
  said: { paid?: object[]; from?: string; state?: 'failed'; uses?: string[] } = {},
): string {
  const { paid = [], from = HOT, state = 'mined', uses } = said;
  cashier.mined.set(hash, {
    state,
    block: { height: cashier.height, hash: 'b' },
    paid: paid as never,
    gas: null,
    from,
    ...(uses !== undefined && { uses }),
  });
  return hash;
}

type Sent = {
  readonly one: UserWithdrawal;
  readonly id: string;
  readonly owed: { readonly asset: string; readonly to: string; readonly units: bigint };
};

/** A withdrawal of Ethereum whose hash was handed in. */
async function sent(nonce: number, hash: string, by = maker): Promise<Sent> {
  cashier.nonce = nonce;
  const one = await pays.asked('200', { asset: 'USDT', network: 'ethereum' });
  const { id, document } = await pays.exported(by, 'ethereum');
  const [{ to, units, asset }] = document['items'] as [
    { to: string; units: string; asset: string },
  ];
  const handed = { batch: document['batch'], hashes: [{ withdrawalId: one.id, hash }] };
  expect((await pays.send(id, checker, handed)).code).toBe('200');
  return { one, id, owed: { asset, to, units: BigInt(units) } };
}

/** The field a correction is refused at. */
async function refusedAt(
  id: string,
  body: { withdrawalId: string; hash: string },
): Promise<string | undefined> {
  const { code, result } = await pays.correct(id, checker, body);
  expect(code).toBe('11075');
  return (result as { field?: string }).field;
}

describe('a hash that was handed in wrongly', () => {
  test('gives way to the one that pays, and is kept with what was wrong', async () => {
    const wrong = mine(ethHash('pays another'), {
      paid: [{ asset: 'USDT', to: OTHER, units: 1n }],
    });
    const { one, id, owed } = await sent(1, wrong);
    cashier.height += 70;
    await withdrawals().watch();
    expect(await withdrawals().problems()).toBe(1);
    const right = mine(ethHash('pays it'), { paid: [owed] });
    const body = { withdrawalId: one.id, hash: right };
    // Not one that nobody knows, of another wallet, that pays another, or that failed elsewhere.
    const strange = [
      ethHash('unknown'),
      mine(ethHash('foreign'), { paid: [owed], from: OTHER }),
      mine(ethHash('less'), { paid: [{ ...owed, units: owed.units - 1n }] }),
      mine(ethHash('failed'), { state: 'failed', uses: ['nonce:2'] }),
    ];
    for (const hash of [...strange, wrong, 'no hash']) {
      expect(await refusedAt(id, { withdrawalId: one.id, hash })).toBe('hash');
    }
    expect((await pays.correct(id, checker, body)).code).toBe('200');
    expect(await pays.get(one)).toMatchObject({ state: 'broadcast', txHash: right });
    const kept = await product.db.query(
      'select old_hash, new_hash, problem from cashier.corrected_hash where withdrawal_id = $1',
      [one.id],
    );
    expect(kept).toEqual([
      {
        old_hash: wrong,
        new_hash: right,
        problem: 'the transaction pays another recipient or sum',
      },
    ]);
    const told = await product.owner.query<{ details: string }>(
      `select details from audit.record where action = 'payouts.correct'`,
    );
    expect(told.map(({ details }) => JSON.parse(details))).toMatchObject([
      { old: wrong, new: right },
    ]);
    cashier.height += 70;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('confirmed');
    expect(await withdrawals().problems()).toBe(0);
    expect(await refusedAt(id, { ...body, hash: wrong })).toBe('withdrawalId');
  });

  test('stays while its transaction may still pay, or does', async () => {
    const old = ethHash('waits');
    cashier.mined.set(old, { state: 'waiting' });
    const { one, id, owed } = await sent(5, old);
    const right = mine(ethHash('other payment'), { paid: [owed] });
    const body = { withdrawalId: one.id, hash: right };
    expect(await refusedAt(id, body)).toBe('withdrawalId');
    mine(old, { paid: [owed] });
    expect(await refusedAt(id, body)).toBe('withdrawalId');
    // One the node never heard of, e.g. mistyped, gives way; the very transaction that failed pays back.
    cashier.mined.delete(old);
    const failed = mine(ethHash('its own, failed'), { state: 'failed', uses: ['nonce:5'] });
    const corrected = await pays.correct(id, checker, { withdrawalId: one.id, hash: failed });
    expect(corrected.code).toBe('200');
    cashier.height += 70;
    await withdrawals().watch();
    expect((await pays.get(one)).state).toBe('refunded');
  });

  test('is corrected in the database by another member alone, and never without a trace', async () => {
    const { one, id, owed } = await sent(8, ethHash('typed wrongly'), both);
    const hash = mine(ethHash('typed right'), { paid: [owed] });
    await expect(
      product.db.query('update cashier.withdrawal set tx_hash = $2 where id = $1', [one.id, hash]),
    ).rejects.toThrow('one transaction');
    const by = ensure(
      (
        await product.db.query<{ made_by: string }>(
          'select made_by from cashier.batch where id = $1',
          [id],
        )
      )[0],
      'it is there',
    ).made_by;
    const put = `insert into cashier.corrected_hash
      (user_id, withdrawal_id, old_hash, new_hash, corrected_by, at) values ($1, $2, $3, $4, $5, now())`;
    const row = [one.userId, one.id, ethHash('typed wrongly'), hash];
    await expect(product.db.query(put, [...row, by])).rejects.toThrow('another member');
    const body = { withdrawalId: one.id, hash };
    expect((await pays.correct(id, both, body)).code).toBe('11074');
    expect((await pays.correct(id, checker, body)).code).toBe('200');
    await expect(
      product.owner.query('update cashier.corrected_hash set corrected_by = corrected_by'),
    ).rejects.toThrow('stays');
  });
});

test('what uses the nonces of a batch up pays nobody, and more to the network', async () => {
  cashier.nonce = 30;
  const all = [];
  for (const amount of ['200', '300']) {
    all.push(await pays.asked(amount, { asset: 'USDT', network: 'ethereum' }));
  }
  const { id, document } = await pays.exported(maker, 'ethereum');
  const [, second] = all as [UserWithdrawal, UserWithdrawal];
  // One of the two is out: it is left alone.
  const [first] = document['items'] as [{ withdrawalId: string; to: string; units: string }];
  const paid = mine(ethHash('is out'), {
    paid: [{ asset: 'USDT', to: first.to, units: BigInt(first.units) }],
    uses: ['nonce:30'],
  });
  const handed = {
    batch: document['batch'],
    hashes: [{ withdrawalId: first.withdrawalId, hash: paid }],
  };
  expect((await pays.send(id, checker, handed)).code).toBe('200');
  cashier.height += 70;
  await withdrawals().watch();
  const out = JSON.parse((await pays.cancelling(id, maker)).result.document);
  expect(out).toMatchObject({ cancels: true, from: HOT, network: 'ethereum' });
  expect(out.items).toHaveLength(1);
  const [item] = out.items as [{ withdrawalId: string; unsigned: `0x${string}` }];
  expect(item.withdrawalId).toBe(second.id);
  const made = parseTransaction(item.unsigned);
  expect(made).toMatchObject({ nonce: 31, chainId: 1, maxFeePerGas: 3n, maxPriorityFeePerGas: 2n });
  expect([made.to?.toLowerCase(), made.value ?? 0n, made.data]).toEqual([
    HOT.toLowerCase(),
    0n,
    undefined,
  ]);
  // Mined, it shows that the batch can never be sent, and the case names the document.
  const used = mine(ethHash('used up'), { uses: ['nonce:31'] });
  cashier.height += 70;
  const proposed = await pays.propose(id, checker, [used]);
  expect(proposed.code).toBe('200');
  const seen = await product.desk('cases.get', {
    cookie: checker.cookie,
    params: { id: proposed.result.id },
  });
  expect(JSON.stringify(seen.result)).toContain('"cancelling"');
  const tron = await pays.asked('200');
  const other = await pays.exported(maker);
  expect((await pays.cancelling(other.id, maker)).code).toBe('11075');
  expect((await pays.get(tron)).state).toBe('approved');
});
