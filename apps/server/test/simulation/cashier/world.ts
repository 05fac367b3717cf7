import { createHash, randomUUID } from 'node:crypto';
import type { Asset, UserId } from '@candor/kernel';
import type { AppOptions } from '../../../src/app.ts';
import { fundHouse } from '../../decided-case.ts';
import { testCashier } from '../../cashier.ts';
import { newOwner } from '../../factors.ts';
import { TEST_KEYS, decideAll } from '../../pay-in-keys.ts';
import { type TestApp, startTestApp } from '../../start-app.ts';
import { type Cents, type Exchanged, SPREAD_CENTS, centsText } from '../conversion.ts';
import { type SimChain, createSimChain } from './chain.ts';
import { type Carried, type SimNetwork, USERS } from './commands.ts';

/** The network each is paid by here. */
export const NETWORK_OF: Readonly<Record<Carried, SimNetwork>> = { USDT: 'tron', ETH: 'ethereum' };

/** Where each coin leaves for. */
const RECIPIENTS = {
  USDT: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
} as const;

export type SimUser = {
  readonly userId: UserId;
  readonly payTo: Readonly<Record<Carried, string>>;
  readonly book: Readonly<Record<Carried, string>>;
};

/** A payment as it was made, whatever the chain did with it since. */
export type Made = {
  readonly userId: string;
  readonly asset: Asset;
  readonly units: bigint;
  readonly network: SimNetwork;
};

/** What a quote said. @units units of the asset */
export type Promised = Readonly<Record<'amount' | 'fee' | 'networkFee' | 'receive', bigint>>;

export type Hold = { readonly userId: string; readonly at: number; readonly until: number };

/** A product with three users, the chains they pay by, and what is known of them beside it. */
export type World = {
  readonly product: TestApp;
  readonly users: readonly SimUser[];
  readonly chains: Readonly<Record<SimNetwork, SimChain>>;
  readonly payments: Map<string, Made>;
  readonly promised: Map<string, Promised>;
  readonly exchanged: Map<string, Exchanged>;
  readonly holds: Hold[];
  /** What was exported and may be signed, by its network. */
  readonly documents: Map<SimNetwork, { id: string; document: string }>;
  /** Prices of coins in cents. */
  readonly cents: Cents;
  nonce: number;
  readonly maker: string;
  readonly checker: string;
  readonly tally: Map<string, number>;
  readonly wrong: string[];
  readonly told: Map<string, string>;
  /** Deposits that were deep enough once. */
  readonly deep: Set<string>;
  say(): Promise<void>;
};

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const USDT = 1_000_000n;
const HOUSE = { USDT: 10_000_000n * USDT, BTC: 10n * 10n ** 8n, ETH: 100n * 10n ** 18n };

/** Starts a product whose chains are read, with three users who have a second factor. */
export async function startWorld(): Promise<World> {
  const cashier = testCashier();
  const chains = { tron: createSimChain('tron'), ethereum: createSimChain('ethereum') };
  const { payoutSource } = cashier.given;
  const given: AppOptions['cashier'] = { ...cashier.given, chains, payInKeys: TEST_KEYS };
  const product = await startTestApp({
    cashier: {
      ...given,
      payoutSource: {
        tron: payoutSource?.tron as never,
        ethereum: {
          ...(payoutSource?.ethereum as NonNullable<NonNullable<typeof payoutSource>['ethereum']>),
          spendingOf: async () => ({
            chainId: 1,
            nonce: world.nonce,
            maxFeePerGas: 2n,
            maxPriorityFeePerGas: 1n,
          }),
        },
      },
    },
  });
  const at = product.clock.now();
  for (const asset of ['USDT', 'BTC', 'ETH'] as const) {
    await fundHouse(product, HOUSE[asset], at, asset);
  }
  await product.app.cashier.deposits.turn();
  await decideAll(product, 'payInKey');
  const users: SimUser[] = [];
  for (let n = 0; n < USERS; n += 1) {
    const owner = await newOwner(product);
    await owner.addCodeApp();
    const { token } = owner;
    const { result } = await product.call('portfolio.info', { token, mode: 'real' });
    const userId = result.id as UserId;
    const payTo = async (asset: Carried): Promise<string> => {
      const query = { asset, network: NETWORK_OF[asset] } as const;
      return (await product.call('cashier.deposit-address', { token, mode: 'real', query })).result
        .address;
    };
    const entry = (asset: Carried): string =>
      cashier.addAddress(userId, {
        asset,
        network: NETWORK_OF[asset],
        address: RECIPIENTS[asset],
      });
    users.push({
      userId,
      payTo: { USDT: await payTo('USDT'), ETH: await payTo('ETH') },
      book: { USDT: entry('USDT'), ETH: entry('ETH') },
    });
  }
  const world: World = {
    product,
    users,
    chains,
    payments: new Map(),
    promised: new Map(),
    exchanged: new Map(),
    holds: [],
    documents: new Map(),
    cents: { BTC: 6_000_000n, ETH: 300_000n },
    nonce: 0,
    maker: randomUUID(),
    checker: randomUUID(),
    tally: new Map(),
    wrong: [],
    told: new Map(),
    deep: new Set(),
    async say() {
      product.clock.advance(1_000);
      for (const coin of ['BTC', 'ETH'] as const) {
        const cents = world.cents[coin];
        await product.price(`${coin}/USDT`, centsText(cents), centsText(cents + SPREAD_CENTS));
      }
    },
  };
  await world.say();
  return world;
}
