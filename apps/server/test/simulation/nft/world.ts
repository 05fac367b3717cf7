import { type UserId, type UtcDay, newUuid } from '@candor/kernel';
import { beneficiaryProposal } from '../../../src/nft/deciding/terms.ts';
import { insertArt } from '../../../src/nft/pictures/picture-store.ts';
import { type Breaking, createBreaking } from '../../breaking.ts';
import { fundHouse } from '../../decided-case.ts';
import { type Borrower, newBorrower } from '../../loans.ts';
import { decideCase, plantAddress } from '../../nft-planting.ts';
import { type TestApp, startTestApp } from '../../start-app.ts';
import { SCALE } from '../conversion.ts';
import type { SignedIn } from '../signing-in.ts';
import { USERS } from './commands.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

export type Chain = 'ethereum' | 'tron';

export type SimUser = SignedIn & {
  readonly userId: UserId;
  /** Addresses of their address book by chain, one that may be used and one that may not yet. */
  readonly addresses: Readonly<
    Record<Chain | 'fresh', { readonly id: string; readonly text: string }>
  >;
  /** Until when new risk is refused for each reason. */
  readonly paused: { freeze: number; timeout: number };
  /** The most to lose within a day, and from when that holds; the last one in force counts. */
  limits: readonly { readonly amount: bigint | null; readonly from: number }[];
};

/** What a bid asked for. */
export type Wanted = {
  readonly userId: string;
  readonly tokenId: string;
  readonly amount: bigint;
  /** Where it has to be sent; null: nowhere new. */
  readonly address: string | null;
};

/** A product that sells tokens, with its users, and what is known of them beside it. */
export type World = {
  readonly product: TestApp;
  readonly breaking: Breaking;
  readonly users: readonly SimUser[];
  readonly borrower: { readonly who: Borrower; readonly loanId: string };
  /** A picture every token is shown by. */
  readonly artId: string;
  /** What bids asked for by their request. */
  readonly asked: Map<string, Wanted>;
  /** Cases that wait for a decision, in their order. */
  readonly open: string[];
  /** What owners of bids were told, by its key: a fact is gone a day after it was written. */
  readonly heard: Map<string, Snapshot['news'][number]>;
  /** What was posted, bid, sold, paid out and delivered, by its id: none of it changes. */
  readonly told: Map<string, string>;
  readonly stayed: Map<string, string>;
  /** Cases that tokens were ever offered by: a change puts another in the place of the one before. */
  readonly offeredBy: Set<string>;
  readonly tally: Map<string, number>;
  readonly wrong: string[];
  /** What was due has ended, and no time passed since. */
  isTurned: boolean;
  before: Snapshot;
  now: Snapshot;
  /** Ends what is due. */
  turn(): Promise<void>;
  read(): Promise<void>;
};

const PAID_IN = 3_000n * SCALE.USDT;
/** What one user borrowed, beside what is theirs. */
const BORROWED = '2000';
const OWN = 500n * SCALE.USDT;

/** The switch of sales of tokens, as two people turn it. */
export async function turnSwitch({ app, clock }: TestApp, on: boolean): Promise<void> {
  const said = { key: 'nft.enabled', value: on ? '1' : '0', note: 'a test' } as const;
  const set = await app.parameters.set({ ...said, from: clock.now() });
  if (!set.ok) throw new Error(`the switch was refused: ${set.failure.name}`);
}

/** Addresses as a user's address book keeps them, with their waits over or not. */
async function addressesOf(product: TestApp, userId: UserId, user: number) {
  const add = async (network: Chain, letter: string, usable: string) => {
    const text = `0x${`${letter}${user}`.repeat(20)}`;
    return { id: await plantAddress(product, userId, { network, address: text, usable }), text };
  };
  return {
    ethereum: await add('ethereum', 'a', '1970-01-05'),
    tron: await add('tron', 'b', '1970-01-05'),
    fresh: await add('ethereum', 'c', '2999-01-01'),
  };
}

type Entered = { readonly userId: UserId; readonly username: string; readonly token: string };

async function entered(product: TestApp, who: Entered, user: number): Promise<SimUser> {
  const { userId, username, token } = who;
  const addresses = await addressesOf(product, userId, user);
  const signedAt = product.clock.now();
  const paused = { freeze: 0, timeout: 0 };
  return { userId, username, token, signedAt, addresses, paused, limits: [] };
}

async function putPicture({ db, clock }: TestApp): Promise<string> {
  const at = clock.now();
  const artId = newUuid(at);
  const images = [
    { width: 640, height: 640, name: '0'.repeat(64), bytes: Buffer.from('a picture') },
  ];
  await db.transaction((tx) => insertArt(tx, { id: artId, seed: null, images, author: 'a', at }));
  return artId;
}

/** A charity of a number of its register. */
export const charityOf = (registerNumber: string) => ({
  name: `Charity ${registerNumber}`,
  country: 'GB',
  register: 'Charity Commission',
  registerNumber,
  registerUrl: null,
  agreement: `A-${registerNumber}`,
  agreedOn: '2023-11-01' as UtcDay,
  isSample: false,
});

/** Starts a product that sells tokens, with users who have money, and one who borrowed. */
export async function startWorld(): Promise<World> {
  const breaking = createBreaking(['nft', 'ledger']);
  const product = await startTestApp({ between: breaking.between });
  const { clock } = product;
  await fundHouse(product, 100_000n * SCALE.USDT, clock.now());
  await product.price('BTC/USDT', '60000', '60010');
  await product.price('ETH/USDT', '3000', '3001');
  await product.price('BTC/USDT', '60000', '60010');
  await turnSwitch(product, true);
  const users: SimUser[] = [];
  for (let user = 0; user < USERS - 1; user += 1) {
    const who = await product.register();
    await product.admit(who.userId);
    await product.deposit(who.userId, PAID_IN);
    users.push(await entered(product, who, user));
  }
  const who = await newBorrower(product, [
    { asset: 'BTC', units: SCALE.BTC / 10n },
    { asset: 'USDT', units: OWN },
  ]);
  const loan = await who.draws({ amount: BORROWED });
  users.push(await entered(product, who, USERS - 1));
  const first = beneficiaryProposal(newUuid(clock.now()), charityOf('1'), 'a test');
  await decideCase(product, 'beneficiary', first, 'B');
  const now = await takeSnapshot(product.owner);
  const world: World = {
    ...{ product, breaking, users, borrower: { who, loanId: loan.id } },
    artId: await putPicture(product),
    asked: new Map(),
    open: [],
    heard: new Map(),
    told: new Map(),
    stayed: new Map(),
    offeredBy: new Set(),
    tally: new Map(),
    wrong: [],
    isTurned: true,
    before: now,
    now,
    async turn() {
      await product.app.nft.ending.turn();
      world.isTurned = true;
    },
    async read() {
      world.now = await takeSnapshot(product.owner);
      for (const one of world.now.news) world.heard.set(one.key, one);
      for (const { caseId } of world.now.tokens) world.offeredBy.add(caseId);
    },
  };
  return world;
}

/** The process is gone, and another one begins. */
export async function restart({ product }: World): Promise<void> {
  await product.restart();
}
