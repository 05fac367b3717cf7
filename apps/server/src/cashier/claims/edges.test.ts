// Promise: every way a claim goes is written down and gone by a test, none of them moves money or asks for any,
// and a claim is one wherever in it the process is killed. (RELIABILITY B5, B17, P8)
import { randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, ensure } from '@candor/kernel';
import { claims as protocol } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBreaking, killedEverywhere, throughRestart } from '../../../test/breaking.ts';
import { createFakeChain } from '../../../test/fake-chain.ts';
import { PICTURE } from '../../../test/form.ts';
import { TEST_KEYS, decideAll } from '../../../test/pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { CLAIM_EDGES } from './rules.ts';

let app: TestApp;
const tron = createFakeChain('tron');
const breaking = createBreaking(['cashier', 'cases', 'files', 'ledger']);

beforeAll(async () => {
  app = await startTestApp({
    between: breaking.between,
    cashier: { chains: { tron }, payInKeys: TEST_KEYS },
  });
  await app.app.cashier.deposits.turn();
  await decideAll(app, 'payInKey');
  const { token } = await app.register();
  const form = { purpose: 'proof', file: PICTURE };
  picture = (await app.call('files.upload', { token, form })).result.fileId;
});
afterAll(() => app.stop());

const restart = () => app.restart();
const through = <Value>(act: () => Promise<Value>) => throughRestart({ breaking, restart }, act);

type Claimed = { readonly token: string; readonly userId: UserId; readonly odd: object };

/** A picture that was brought, to be brought again without being read again. */
let picture = '';

/** A user with a picture, and what they will say. */
async function ready(): Promise<Claimed> {
  const { token, userId } = await app.register();
  const proofId = randomUUID();
  await app.owner.query(
    `insert into files.file
     select (jsonb_populate_record(f, jsonb_build_object('id', $2::text, 'user_id', $3::text))).*
     from files.file f where f.id = $1`,
    [picture, proofId, userId],
  );
  const said = { asset: 'USDT', network: 'tron', amount: '200', txHashTail: 'beef01' } as const;
  return { token, userId, odd: { ...said, proofId, requestId: randomUUID() } };
}

const ask = ({ token, odd }: Claimed) =>
  app.call('cashier.claim-deposit', { token, mode: 'real', odd });

async function waiting(): Promise<Claimed> {
  const one = await ready();
  expect((await ask(one)).code).toBe('200');
  return one;
}

async function decided(one: Claimed, verdict: string, reason: string): Promise<Claimed> {
  await app.owner.query(
    `update cases.case set state = 'decided', verdict = $2, reason = $3, decided_by = 'c',
       decided_at = platform.from_ms($4) where kind = 'deposit' and user_id = $1`,
    [one.userId, verdict, reason, app.clock.now()],
  );
  return one;
}

const carryOut = () => app.app.cases.carryOutAll();

async function ended(verdict: string, reason: string): Promise<Claimed> {
  const one = await decided(await waiting(), verdict, reason);
  await carryOut();
  return one;
}

/** How each way is gone, to its end. */
const WAYS: Readonly<Record<string, () => Promise<Claimed>>> = {
  'null waiting': waiting,
  'waiting credited': async () => {
    const one = await waiting();
    const query = { asset: 'USDT', network: 'tron' } as const;
    const given = await app.call('cashier.deposit-address', {
      token: one.token,
      mode: 'real',
      query,
    });
    const paid = { asset: 'USDT', to: given.result.address, units: 200_000_000n } as const;
    const above = Array.from({ length: 19 }, () => []);
    tron.mine([{ ...paid, txHash: `${randomUUID()}beef01` }], ...above);
    await app.app.cashier.deposits.turn();
    await decided(one, 'approved', 'payment-credited');
    await carryOut();
    return one;
  },
  'waiting adjustment': () => ended('approved', 'adjustment-follows'),
  'waiting notFound': () => ended('rejected', 'payment-not-found'),
  'waiting notOurs': () => ended('rejected', 'payment-not-ours'),
  'waiting unproven': () => ended('rejected', 'evidence-missing'),
};

const nameOf = ({ from, to }: { from: string | null; to: string }): string => `${from} ${to}`;

async function recordsOf({ token }: Claimed) {
  const query = { page: 1, size: 20 };
  return (await app.call('cashier.list-deposit-claims', { token, query })).result.records;
}

async function entriesOf({ userId }: Claimed): Promise<string[]> {
  const rows = await app.owner.query<{ kind: string }>(
    `select kind from ledger.entry where user_id = $1 and mode = 'real' order by seq`,
    [userId],
  );
  return rows.map(({ kind }) => kind);
}

test('each way that is written down is gone by one test, and each state has one', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(CLAIM_EDGES.map(nameOf).toSorted());
  expect(CLAIM_EDGES.map(({ to }) => to).toSorted()).toEqual([...protocol.CLAIM_STATES].toSorted());
});

describe('a way', () => {
  test.each(CLAIM_EDGES)('to $to, by $by', async (edge) => {
    const one = await ensure(WAYS[nameOf(edge)], 'it is gone by a test')();
    const [record] = await recordsOf(one);
    expect(record?.state).toBe(edge.to);
    // What waits says for whom and until when; what ended says when.
    const isWaiting = edge.to === 'waiting';
    expect([record?.holder !== null, record?.deadline !== null]).toEqual([isWaiting, isWaiting]);
    expect(record?.decidedTime === null).toBe(isWaiting);
    // The one payment there is came by its chain.
    expect(await entriesOf(one)).toEqual(edge.to === 'credited' ? ['deposit'] : []);
  });

  test('asks for no payment in: the chain ends one alone, and time never says credited', () => {
    for (const { to, triggers } of CLAIM_EDGES) {
      expect(triggers.includes('chain')).toBe(to === 'credited');
      expect(triggers.includes('time')).toBe(to === 'notFound');
      expect(triggers.includes('request')).toBe(to === 'waiting');
    }
  });
});

const PATIENCE_MS = 240_000;

test(
  'a claim is one, with one case, and ends once, wherever the process is killed',
  async () => {
    const places = await killedEverywhere(breaking, async (nth) => {
      const one = await ready();
      breaking.breakAt(nth);
      expect((await through(() => ask(one))).code).toBe('200');
      await decided(one, 'rejected', 'payment-not-ours');
      await through(carryOut);
      breaking.mend();
      expect((await recordsOf(one)).map(({ state }) => state)).toEqual(['notOurs']);
      const cases = await app.owner.query(
        `select from cases.case where kind = 'deposit' and user_id = $1 and applied_at is not null`,
        [one.userId],
      );
      expect(cases).toHaveLength(1);
      expect(await entriesOf(one)).toEqual([]);
    });
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('update files.file set expires_at'),
        expect.stringContaining('insert into cases.case'),
        expect.stringContaining('insert into cashier.deposit_claim'),
        expect.stringContaining('update cashier.deposit_claim'),
      ]),
    );
  },
  PATIENCE_MS,
);

test('by time a claim that was called credited and never came was not found', async () => {
  const one = await ended('approved', 'payment-credited');
  expect((await recordsOf(one))[0]?.state).toBe('waiting');
  app.clock.advance(6 * DAY_MS);
  await carryOut();
  const rows = await app.owner.query<{ state: string }>(
    'select state from cashier.deposit_claim where user_id = $1',
    [one.userId],
  );
  expect(rows).toEqual([{ state: 'notFound' }]);
});
