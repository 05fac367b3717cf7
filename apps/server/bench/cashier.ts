import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import {
  type EntryId,
  HOUR_MS,
  type RequestId,
  type UnixMs,
  newUuid,
  plusMs,
} from '@candor/kernel';
import pg from 'pg';
import { startTestChains } from '../test/local-chains.ts';
import type { AppOptions } from '../src/app.ts';
import { type Chain, openChains } from '../src/cashier/index.ts';
import { createDeposits } from '../src/cashier/deposits/index.ts';
import { createAddressSet } from '../src/cashier/keys/address-set.ts';
import { commitEntries } from '../src/ledger/index.ts';
import { hashOf } from '../src/platform/commit/idempotency.ts';
import { hashSecret, newSecret } from '../src/platform/secrets/session.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { BENCH_SETTINGS } from './settings.ts';
import { type Bench, closeAll, startBench, throughCommands } from './orders.ts';

const ROUNDS = 5;
/** Blocks that are read, and payments in each of them. */
const BLOCKS = 400;
const PAID_EACH = 2;
/** Blocks of one request of the watcher's. */
const AT_ONCE = 20;
const FEW = 10;
const MANY = 10_000;
/** What one user asks for in a round: twenty a day are the most there may be. */
const EACH = 6;
const WITHDRAWAL_ROUNDS = 3;
const CALLERS = 32;
const FUNDS = 10n ** 13n;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
const hundredths = (figure: number): string => String(Math.round(figure * 100) / 100);

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Asks a node for the logs of blocks and does nothing with them. */
async function bareLoop(rpc: string, usdt: string, at: { last: number; step: number }) {
  for (let from = 2; from <= at.last; from += at.step) {
    const to = Math.min(at.last, from + at.step - 1);
    const params = [
      {
        address: usdt,
        topics: [TRANSFER],
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
      },
    ];
    const response = await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params }),
    });
    const { result } = (await response.json()) as { result?: unknown[] };
    if (result === undefined) throw new Error('the node did not answer');
  }
}

const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

/** A watcher of as many addresses, which stands at the first block. */
async function watcherOf(
  bench: Bench,
  { chain, owner }: { chain: Chain; owner: pg.Client },
  count: number,
) {
  const watched = createAddressSet({ isCaseless: true });
  for (let n = 1; n <= count; n += 1) watched.add(addressOf(n));
  const first = await chain.blockAt(1);
  await owner.query(`delete from cashier.block_seen where network = 'ethereum'`);
  await owner.query(`delete from cashier.watcher where network = 'ethereum'`);
  await owner.query(
    `insert into cashier.watcher (network, height, hash, at) values ('ethereum', 1, $1, now())`,
    [first?.hash],
  );
  const { app, db } = bench;
  const deposits = createDeposits({
    ...BENCH_SETTINGS,
    db,
    parameters: app.parameters,
    cases: app.cases,
    chains: { ethereum: chain },
    keys: { watched: () => watched, owners: async () => [] },
    committed: () => undefined,
    valueOf: (amount) => (amount.asset === 'USDT' ? amount : null),
  });
  await deposits.load();
  return deposits;
}

/** Blocks of a local chain read by the watcher, beside bare loops that ask the same node. */
async function* benchWatcher(bench: Bench): AsyncGenerator<string> {
  const local = await startTestChains();
  const owner = new pg.Client(bench.server.connection);
  await owner.connect();
  try {
    const rpc = local.rpc.ethereum;
    const usdt = local.usdt.ethereum;
    for (let block = 0; block < BLOCKS; block += 1) {
      for (let n = 0; n < PAID_EACH; n += 1) {
        const to = `0x${(block * PAID_EACH + n + 1).toString(16).padStart(40, 'a')}`;
        await local.order('fund', { network: 'ethereum', asset: 'USDT', to, units: '1' });
      }
      await local.order('mine', { network: 'ethereum', blocks: 1 });
    }
    const { ethereum: chain } = openChains({
      ethereum: { rpc, chainId: 31_337, usdt },
      tron: null,
      bitcoin: null,
    });
    if (chain === undefined) throw new Error('there is no chain');
    const last = (await chain.head()).height;
    const read = async (count: number): Promise<number> => {
      const deposits = await watcherOf(bench, { chain, owner }, count);
      const took = await seconds(async () => {
        await deposits.turn();
      });
      const [health] = deposits.health();
      if (health?.height !== last) throw new Error(`the watcher stands at ${health?.height}`);
      return took / (last - 1);
    };
    // Once for nothing: code is compiled and statements are planned.
    await read(FEW);
    await bareLoop(rpc, usdt, { last, step: 1 });
    const rounds: { few: number; many: number; single: number; span: number }[] = [];
    while (rounds.length < ROUNDS) {
      const few = await read(FEW);
      const many = await read(MANY);
      const each = (step: number) =>
        seconds(() => bareLoop(rpc, usdt, { last, step })).then((took) => took / (last - 1));
      rounds.push({ few, many, single: await each(1), span: await each(AT_ONCE) });
    }
    const of = (what: (round: (typeof rounds)[number]) => number): number =>
      median(rounds.map((round) => what(round)));
    yield (
      `blocks read by the watcher, ${PAID_EACH} payments each: ` +
        `${Math.round(1 / of(({ few }) => few))}/s, ÷ bare eth_getLogs, a block a request ` +
        `${hundredths(of(({ single, few }) => single / few))}, ÷ the same ${AT_ONCE} blocks a request ` +
        `${hundredths(of(({ span, few }) => span / few))}`
    );
    yield (
      `cost of a block with ${MANY} addresses watched ÷ with ${FEW}: ` +
        hundredths(of(({ many, few }) => many / few))
    );
  } finally {
    await owner.end();
    await local.stop();
  }
}

const HOT = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
const TO = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A chain on which nothing happens, and addresses that may be paid. */
const QUIET: NonNullable<AppOptions['cashier']> = {
  chains: {
    tron: {
      network: 'tron',
      head: async () => ({ height: 1, hash: 'h1', parentHash: 'h0', at: 0 as UnixMs }),
      blockAt: async () => ({ height: 1, hash: 'h1', parentHash: 'h0', at: 0 as UnixMs }),
      transfersTo: async () => [],
      transaction: async () => ({ state: 'missing' }),
    },
  },
  payoutSource: {
    tron: {
      hot: HOT,
      usdt: HOT,
      spendingOf: async () => {
        throw new Error('nothing is exported by a bench');
      },
    },
  },
  book: {
    findEntries: async (_, asked) =>
      asked.map(({ userId, id }) => ({
        id,
        userId,
        asset: 'USDT',
        network: 'tron',
        address: TO,
        label: 'a wallet',
        usableAt: 0,
        proof: 'signed',
        holder: null,
        needsProof: false,
      })),
    useSignatures: async () => {},
  },
};

type Ready = () => Promise<string>;

/** Quotes and confirmations of one round: what a user did before, and no part of what is measured. */
async function ready({ app, db, traders }: Bench): Promise<Ready[]> {
  const { withdrawals } = app.cashier;
  const all: Ready[] = [];
  const until = plusMs(systemClock.now(), HOUR_MS);
  for (let turn = 0; turn < EACH; turn += 1) {
    for (const { userId } of traders) {
      const body = {
        asset: 'USDT',
        network: 'tron',
        addressId: randomUUID(),
        amount: '150',
      } as const;
      const quoted = await withdrawals.quote(userId, body);
      if (!quoted.ok)
        throw new Error(`${quoted.failure.name} ${JSON.stringify(quoted.failure.facts)}`);
      const { quoteId } = quoted.value;
      const stepUp = newSecret();
      await db.query(
        `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
         values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
        [hashSecret(stepUp), userId, quoteId, until],
      );
      const requestId = randomUUID() as RequestId;
      const said = { ...body, quoteId, stepUp, requestId };
      const request = { userId, requestId, call: 'cashier.withdraw', bodyHash: hashOf(said) };
      all.push(async () => (await withdrawals.withdraw({ userId, request }, said)).kept);
    }
  }
  return all;
}

/** Gives every user of the bench real money and a code app. */
async function fund({ db, traders }: Bench): Promise<void> {
  for (const { userId } of traders) {
    const at = systemClock.now();
    await db.query(
      `insert into accounts.totp (user_id, sealed, created_at, last_step)
       values ($1, 'a bench', now(), 0)`,
      [userId],
    );
    await db.transaction((tx) =>
      commitEntries(
        tx,
        [
          {
            id: newUuid(at) as EntryId,
            userId,
            mode: 'real',
            kind: 'deposit',
            requestId: `bench-deposit:${userId}`,
            part: 0,
            cause: 'case',
            subject: null,
            reverses: null,
            at,
            postings: [{ from: 'world:tron', to: 'user:cash', asset: 'USDT', units: FUNDS }],
          },
        ],
        at,
      ),
    );
  }
}

/** Withdrawals asked for and committed in a second, beside orders on the same server. */
async function* benchWithdrawals(bench: Bench): AsyncGenerator<string> {
  const { app, db, traders } = bench;
  await fund(bench);
  await throughCommands(app, traders);
  await closeAll(app, db);
  const rounds = [];
  while (rounds.length < WITHDRAWAL_ROUNDS) {
    const waiting = await ready(bench);
    const { length } = waiting;
    const took = await seconds(async () => {
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
            const answer = await next();
            if (!answer.startsWith('{"code":"200"')) throw new Error(answer);
          }
        }),
      );
    });
    // What they set off is done before orders are measured: who approves them, and what is told of them.
    await app.cashier.withdrawals.advance();
    await closeAll(app, db);
    const orders = await throughCommands(app, traders);
    await closeAll(app, db);
    rounds.push({ withdrawals: length / took, orders });
  }
  yield (
    `withdrawals asked for and committed, ${CALLERS} callers: ` +
      `${Math.round(median(rounds.map(({ withdrawals }) => withdrawals)))}/s, ÷ orders ` +
      hundredths(median(rounds.map(({ withdrawals, orders }) => withdrawals / orders)))
  );
}

/** What the cashier does, beside what it is compared with. */
export async function* benchCashier(dataDir: string): AsyncGenerator<string> {
  const bench = await startBench(dataDir, { more: { cashier: QUIET } });
  try {
    yield* benchWatcher(bench);
    yield* benchWithdrawals(bench);
  } finally {
    await bench.end();
  }
}
