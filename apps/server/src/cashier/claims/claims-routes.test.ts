import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeChain } from '../../../test/fake-chain.ts';
import { PICTURE } from '../../../test/form.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { CREDIT_MS } from './rules.ts';

let app: TestApp;
const tron = createFakeChain('tron');

beforeAll(async () => {
  app = await startTestApp({ cashier: { chains: { tron }, payInKeys: TEST_KEYS } });
  await app.app.cashier.deposits.turn();
  await decideAll(app, 'payInKey');
});
afterAll(() => app.stop());

async function bring(token: string, file: Buffer = PICTURE): Promise<string> {
  const form = { purpose: 'proof', file };
  const { result } = await app.call('files.upload', { token, form });
  return result.fileId;
}

const said = (proofId: string, more: object = {}) => ({
  asset: 'USDT',
  network: 'tron',
  amount: '200',
  txHashTail: 'A1B2C3',
  proofId,
  requestId: randomUUID(),
  ...more,
});
const claim = (token: string, odd: object) =>
  app.call('cashier.claim-deposit', { token, mode: 'real', odd });
const listed = async (token: string) =>
  (await app.call('cashier.list-deposit-claims', { token, query: { page: 1, size: 20 } })).result;

async function cashEntries(userId: string): Promise<number> {
  const rows = await app.owner.query(`select 1 from ledger.entry where user_id = $1`, [userId]);
  return rows.length;
}

async function decide(userId: string, verdict: string, reason: string): Promise<void> {
  await app.owner.query(
    `update cases.case set state = 'decided', verdict = $2, reason = $3, decided_by = 'c',
       decided_at = platform.from_ms($4) where kind = 'deposit' and user_id = $1`,
    [userId, verdict, reason, app.clock.now()],
  );
  await app.app.cases.carryOutAll();
}

test('a claim is a case with its picture, asked once, and moves no money however it is decided', async () => {
  const { token, userId } = await app.register();
  const before = await cashEntries(userId);
  const body = said(await bring(token));
  const first = await claim(token, body);
  expect(first).toMatchObject({ code: '200', message: '20002' });
  expect(first.result).toMatchObject({
    state: 'waiting',
    holder: 'operator',
    txHashTail: 'a1b2c3',
  });
  expect((await claim(token, body)).result).toEqual(first.result);
  const cases = await app.owner.query<{ evidence: string[]; facts: string }>(
    `select evidence, facts::text as facts from cases.case
     where kind = 'deposit' and user_id = $1`,
    [userId],
  );
  expect(cases).toHaveLength(1);
  expect(cases[0]?.evidence).toEqual([body.proofId]);
  expect(cases[0]?.facts).toContain('nothing to an address of the user');
  await decide(userId, 'rejected', 'payment-not-ours');
  expect(await listed(token)).toMatchObject({
    total: 1,
    records: [{ state: 'notOurs', holder: null, deadline: null }],
  });
  expect(await cashEntries(userId)).toBe(before);
  await expect(
    app.owner.query(`update cashier.deposit_claim set state = 'credited' where user_id = $1`, [
      userId,
    ]),
  ).rejects.toThrow('stays as it is');
});

test('what is called credited waits until the watcher credited it', async () => {
  const { token, userId } = await app.register();
  const query = { asset: 'USDT', network: 'tron' } as const;
  const { result } = await app.call('cashier.deposit-address', { token, mode: 'real', query });
  await claim(token, said(await bring(token), { txHashTail: 'beef01' }));
  await decide(userId, 'approved', 'payment-credited');
  const [found] = (await listed(token)).records;
  expect(found).toMatchObject({ state: 'waiting', holder: 'chain' });
  // Its end follows the decision: six days from it, not two from when it was told.
  expect(found?.deadline).toBe(app.clock.now() + CREDIT_MS);
  const paid = { asset: 'USDT', to: result.address, units: 200_000_000n } as const;
  tron.mine(
    [{ ...paid, txHash: `${randomUUID()}beef01` }],
    ...Array.from({ length: 19 }, () => []),
  );
  await app.app.cashier.deposits.turn();
  await app.app.cases.carryOutAll();
  expect((await listed(token)).records[0]?.state).toBe('credited');
});

test('below the minimum, another network, a network that is not open, a picture of another user', async () => {
  const { token } = await app.register();
  const other = await app.register();
  const proofId = await bring(token);
  expect(await claim(token, said(proofId, { amount: '119.999999' }))).toMatchObject({
    code: '11007',
  });
  expect((await claim(token, said(proofId, { network: 'bitcoin' }))).code).toBe('10025');
  const closed = { network: 'ethereum', asset: 'ETH', amount: '1' };
  expect((await claim(token, said(proofId, closed))).code).toBe('11005');
  expect((await claim(token, said(await bring(other.token)))).code).toBe('404');
  // A refusal used nothing of the picture.
  expect((await claim(token, said(proofId))).code).toBe('200');
});

test('of claims of one user at the same moment three are taken, and all are answered', async () => {
  const { token } = await app.register();
  const proofs = [];
  for (let count = 0; count < 10; count += 1) proofs.push(await bring(token));
  const answers = await Promise.all(proofs.map((proof) => claim(token, said(proof))));
  const taken = answers.filter(({ code }) => code === '200');
  const refused = answers.filter(({ code }) => code !== '200');
  expect(taken.length).toBe(3);
  expect(refused.map((one) => [one.code, one.refused.facts])).toEqual(
    refused.map(() => ['11018', { what: 'claims', max: '3' }]),
  );
  expect((await listed(token)).total).toBe(3);
});

/** A screen of a wallet: lines of different lengths on one ground. */
function screen(seed: number): Promise<Buffer> {
  const lines = Array.from({ length: 40 }, (_, place) => {
    const mixed = (place + 1) * seed * 7_919;
    const [left, width] = [(mixed % 53) * 10, 60 + (mixed % 31) * 8];
    return `<rect x="${left}" y="${20 + place * 34}" width="${width}" height="20" fill="#123"/>`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1400">
    <rect width="800" height="1400" fill="#fff"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(drawn)).png().toBuffer();
}

test('a picture of another claim is named by its case, also smaller and saved anew; others are not', async () => {
  const first = await app.register();
  const drawn = await screen(3);
  const alike = async (userId: string) => {
    const [row] = await app.owner.query<{ number: string; facts: string }>(
      `select number, facts::text as facts from cases.case
       where kind = 'deposit' and user_id = $1 order by opened_at desc, id desc limit 1`,
      [userId],
    );
    return { number: row?.number, facts: row?.facts ?? '' };
  };
  await claim(first.token, said(await bring(first.token, drawn)));
  const original = await alike(first.userId);
  expect(original.facts).toContain('none of the last 90 days');
  const smaller = await sharp(drawn).resize(560).jpeg({ quality: 45 }).toBuffer();
  const second = await app.register();
  await claim(second.token, said(await bring(second.token, smaller)));
  const copy = await alike(second.userId);
  const differing = /\(another user, (\d+) of 256 places differ\)/.exec(copy.facts);
  expect(copy.facts).toContain(`${original.number} (another user, `);
  expect(Number.parseInt(differing?.[1] ?? '', 10)).toBeLessThanOrEqual(32);
  expect(copy.facts).not.toContain(first.userId);
  const other = await app.register();
  await claim(other.token, said(await bring(other.token, await screen(5))));
  expect((await alike(other.userId)).facts).toContain('none of the last 90 days');
  app.clock.advance(1_000);
  await claim(first.token, said(await bring(first.token, drawn)));
  const again = (await alike(first.userId)).facts;
  expect(again).toContain(`${original.number} (the same user, 0 of 256 places differ)`);
  expect(again).toContain(`${copy.number} (another user, `);
  // One of each user, however often a picture is brought; and what goes leaves nothing to compare.
  const claims = [original.number, copy.number];
  expect(again.match(/places differ/g)).toHaveLength(claims.length);
  const kept = `select count(*)::int as count from files.file
    where look is not null and user_id = $1`;
  const looksOf = async () =>
    (await app.owner.query<{ count: number }>(kept, [first.userId]))[0]?.count;
  expect(await looksOf()).toBe(2);
  const unused = await bring(first.token, drawn);
  expect(await looksOf()).toBe(3);
  await app.call('files.remove', { token: first.token, params: { id: unused } });
  expect(await looksOf()).toBe(2);
});
