/**
 * The chains of a rehearsal, in a process of their own: a node of Ethereum and stand-ins for Bitcoin
 * and Tron, with the test key the server never sees. `node main.ts FOLDER [--manual]`; it says where
 * everything is in one line, and ends when its input does.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Asset, ASSETS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import { NETWORKS, type Network } from '@candor/protocol';
import { openBitcoin } from './bitcoin.ts';
import { openEthereum } from './ethereum.ts';
import { replaceFile } from './journal.ts';
import { openKeys } from './keys.ts';
import type { Batch, LocalChain } from './local-chain.ts';
import { type Answer, Refused, freePort, isFree, serve } from './serve.ts';
import { openTron } from './tron.ts';

/** Between two blocks while something waits for them, and while nothing does. */
const BLOCK_MS = 2 * SECOND_MS;
const RESTING_MS = 10 * MINUTE_MS;
const BLOCKS_MAX = 500;

type Order = {
  readonly network?: unknown;
  readonly asset?: unknown;
  readonly to?: unknown;
  readonly units?: unknown;
  readonly blocks?: unknown;
  readonly depth?: unknown;
  readonly keeps?: unknown;
  readonly batch?: Batch;
};

/** Orders to a chain wait for one another: a block is mined, then the next thing happens. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const countOf = (value: unknown, most: number): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most)
    return value;
  throw new Refused(`a count from 1 to ${most} is needed`);
};

/** Ports of the last run, where they are free: what the server was told stays true over a restart. */
async function portsOf(folder: string): Promise<Readonly<Record<Network, number>>> {
  const path = join(folder, 'ports.json');
  const last = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<Network, number>>)
    : {};
  const port = async (wanted = 0): Promise<number> => {
    return wanted !== 0 && (await isFree(wanted)) ? wanted : freePort();
  };
  const ports = {
    ethereum: await port(last.ethereum),
    tron: await port(last.tron),
    bitcoin: await port(last.bitcoin),
  };
  replaceFile(path, JSON.stringify(ports));
  return ports;
}

async function run(folder: string, isManual: boolean): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = openKeys(folder);
  const ports = await portsOf(folder);
  const [ethereum, tron, bitcoin] = await Promise.all([
    openEthereum({ folder, keys, port: ports.ethereum }),
    openTron({ folder, keys, port: ports.tron }),
    openBitcoin({ folder, keys, port: ports.bitcoin }),
  ]);
  const chains: Readonly<Record<Network, LocalChain>> = { ethereum, tron, bitcoin };
  const turns = { ethereum: new Turns(), tron: new Turns(), bitcoin: new Turns() };
  const ownToken = randomBytes(24).toString('hex');

  const chainOf = (value: unknown): Network => {
    const found = NETWORKS.find((one) => one === value);
    if (found === undefined) throw new Refused('no such network');
    return found;
  };
  const mine = async (network: Network, blocks: number): Promise<void> => {
    for (let n = 0; n < blocks; n += 1) await turns[network].take(() => chains[network].mine());
  };
  const orders: Readonly<Record<string, (order: Order) => Promise<unknown>>> = {
    async fund({ network, asset, to, units }) {
      const chain = chains[chainOf(network)];
      const known: Asset | undefined = ASSETS.find((one) => one === asset);
      if (known === undefined || typeof to !== 'string') throw new Refused('no such payment');
      if (!/^[1-9]\d{0,30}$/.test(String(units))) throw new Refused('no such sum');
      const payment = { asset: known, to, units: BigInt(String(units)) };
      return { hash: await turns[chain.network].take(() => chain.fund(payment)) };
    },
    async mine({ network, blocks }) {
      await mine(chainOf(network), countOf(blocks, BLOCKS_MAX));
      return { height: chains[chainOf(network)].height() };
    },
    async reorg({ network, depth, keeps }) {
      const chain = chains[chainOf(network)];
      const options = { depth: countOf(depth, BLOCKS_MAX), keeps: keeps === true };
      await turns[chain.network].take(() => chain.reorg(options));
      return { height: chain.height() };
    },
    async sign({ batch }) {
      if (batch === undefined || !Array.isArray(batch.items)) throw new Refused('no batch');
      const chain = chains[chainOf(batch.network)];
      const hashes = await turns[chain.network].take(() => chain.sign(batch));
      await mine(chain.network, 1);
      return { batch: batch.batch, hashes };
    },
  };
  const control = await serve(async ({ path, body, token }): Promise<Answer> => {
    // A caller that may read the folder may give orders; another program of this machine may not.
    const [said, own] = [Buffer.from(token), Buffer.from(ownToken)];
    if (said.length !== own.length || !timingSafeEqual(said, own)) return { status: 401, body: '' };
    const order = orders[path.slice(1)];
    if (order === undefined) return { status: 404, body: '' };
    return { body: JSON.stringify(await order(JSON.parse(body) as Order)) };
  });

  const timers = isManual
    ? []
    : Object.values(chains).flatMap((chain) => {
        const turn = (isResting: boolean): void => {
          const mineOne = async (): Promise<void> => {
            if (isResting || (await chain.isBusy())) await chain.mine();
          };
          turns[chain.network].take(mineOne).catch(end);
        };
        return [setInterval(turn, BLOCK_MS, false), setInterval(turn, RESTING_MS, true)];
      });
  const stopAll = async (code: number): Promise<void> => {
    await Promise.allSettled(Object.values(chains).map((chain) => chain.stop()));
    process.exit(code);
  };
  let isEnding = false;
  function end(error?: unknown): void {
    if (isEnding) return;
    isEnding = true;
    for (const timer of timers) clearInterval(timer);
    control.stop();
    if (error !== undefined) process.stderr.write(`${(error as Error).message}\n`);
    void stopAll(error === undefined ? 0 : 1);
  }
  process.on('SIGTERM', () => end());
  process.on('SIGINT', () => end());
  // Who started us is gone, however it went.
  process.stdin.on('end', () => end()).resume();

  const running = {
    rpc: { ethereum: ethereum.rpc, tron: tron.rpc, bitcoin: bitcoin.rpc },
    usdt: { ethereum: ethereum.usdt, tron: tron.usdt },
    xpubs: keys.xpubs,
    hot: {
      ethereum: keys.hot.ethereum.address,
      tron: keys.hot.tron.address,
      bitcoin: keys.hot.bitcoin.address,
    },
  };
  replaceFile(join(folder, 'control.json'), JSON.stringify({ url: control.url, token: ownToken }));
  process.stdout.write(`${JSON.stringify(running)}\n`);
}

const [folder = '', ...flags] = process.argv.slice(2);
try {
  if (folder === '' || flags.some((flag) => flag !== '--manual')) {
    throw new Refused('node main.ts FOLDER [--manual]');
  }
  await run(resolve(folder), flags.includes('--manual'));
} catch (error) {
  process.stderr.write(`The chains of the rehearsal did not start: ${(error as Error).message}\n`);
  process.exit(1);
}
