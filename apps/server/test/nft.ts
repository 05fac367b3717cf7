import { randomUUID } from 'node:crypto';
import { type UserId, ensure, newUuid } from '@candor/kernel';
import { expect } from 'vitest';
import { accountKey, findHoldings } from '../src/ledger/index.ts';
import { beneficiaryProposal, tokenProposal } from '../src/nft/deciding/terms.ts';
import { NFT_CHANGED, type NftChanged, createNft } from '../src/nft/index.ts';
import { insertArt } from '../src/nft/pictures/picture-store.ts';
import type { TokenTerms } from '../src/nft/token/token.ts';
import type { Database } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';
import { fundHouse } from './decided-case.ts';
import { findFacts } from './facts.ts';
import { USDT, decideCase, termsOf } from './nft-planting.ts';
import { type Answered, type TestApp, startTestApp } from './start-app.ts';

export { USDT, decideCase, decideOpen, plantAddress, plantTokens } from './nft-planting.ts';

/** A user with real money who may bid. */
export type Bidder = {
  readonly userId: UserId;
  readonly token: string;
  bid(id: string, amount: string, more?: object): Promise<Answered<'nft.buy'>>;
  buy(id: string, amount: string, more?: object): Promise<Answered<'nft.buy'>>;
  mine(query?: object): Promise<Answered<'nft.mine'>>;
  /** Units by account. */
  holds(): Promise<Readonly<Record<string, bigint>>>;
};

/** A product that sells tokens for one charity. */
export type NftProduct = {
  readonly product: TestApp;
  readonly charityId: string;
  /** Offers a token by a decided case; answers its id. */
  offer(change?: Partial<TokenTerms>): Promise<string>;
  bidder(units?: bigint): Promise<Bidder>;
  /** Time passes, with a price behind it, and what is due ends. */
  later(ms: number): Promise<void>;
};

/** Has a product sell tokens for one charity: the switch is on, a picture is kept. Answers how a token is offered. */
export async function openTokens(
  product: Pick<TestApp, 'app' | 'owner' | 'db' | 'clock'>,
): Promise<Pick<NftProduct, 'charityId' | 'offer'>> {
  const at = product.clock.now();
  const set = {
    key: 'nft.enabled',
    value: '1',
    from: product.clock.now(),
    note: 'a test',
  } as const;
  expect((await product.app.parameters.set(set)).ok).toBe(true);
  const charityId = newUuid(at);
  const charity = {
    name: 'Open Window school',
    country: 'GB',
    register: 'Charity Commission',
    registerNumber: '123456',
    registerUrl: 'https://register.example/123456',
    agreement: 'A-7',
    agreedOn: '2023-11-01' as never,
    isSample: false,
  };
  await decideCase(product, 'beneficiary', beneficiaryProposal(charityId, charity, 'a test'), 'B');
  const artId = newUuid(at);
  const bytes = Buffer.from('a picture');
  const images = [{ width: 640, height: 640, name: '0'.repeat(64), bytes }];
  await product.db.transaction((tx) =>
    insertArt(tx, { id: artId, seed: null, images, author: 'a test', at }),
  );
  const of = { charityId, artId };
  return {
    charityId,
    async offer(change = {}) {
      const id = newUuid(product.clock.now());
      const said = { charity: charity.name, picture: '', note: 'a test' };
      const terms = termsOf(product, of, change);
      await decideCase(product, 'token', tokenProposal(id, terms, said));
      return id;
    },
  };
}

/** Starts a product that sells tokens. */
export async function startNftProduct(
  options: NonNullable<Parameters<typeof startTestApp>[0]> = {},
): Promise<NftProduct> {
  const product = await startTestApp(options);
  const at = product.clock.now();
  await fundHouse(product, 1_000_000n * USDT, at);
  await product.price('BTC/USDT', '60000', '60010');
  const { charityId, offer } = await openTokens(product);
  return {
    product,
    charityId,
    offer,
    bidder: (units = 10_000n * USDT) => newBidder(product, units),
    async later(ms) {
      product.clock.advance(ms);
      await product.price('BTC/USDT', '60000', '60010');
      await product.app.nft.ending.turn();
    },
  };
}

async function newBidder(product: TestApp, units: bigint): Promise<Bidder> {
  const { token, userId } = await product.register();
  await product.admit(userId);
  if (units > 0n) await product.deposit(userId, units);
  const mode = 'real' as const;
  const ask =
    (kind: 'bid' | 'buy') =>
    (id: string, amount: string, more: object = {}) =>
      product.call('nft.buy', {
        ...{ token, mode },
        odd: { id, kind, amount, requestId: randomUUID(), ...more },
      });
  return {
    userId,
    token,
    bid: ask('bid'),
    buy: ask('buy'),
    mine: (query = { page: 1, size: 20 }) => product.call('nft.mine', { token, mode, query }),
    async holds() {
      const account = { userId, mode };
      const found = await findHoldings(product.db, [account]);
      return ensure(found.get(accountKey(account)), 'it is answered').USDT as never;
    },
  };
}

/** What tokens of a product stand on, for a test that opens them once more, as another process would. */
export function nftDepsOf(
  { app, db, acting, clock }: TestApp,
  instead: Database = acting,
): Parameters<typeof createNft>[0] {
  const { contracts, parameters, cases, files } = app;
  return {
    ...{ db, clock, contracts, parameters, cases, files },
    acting: instead,
    log: createLog({ level: 'silent' }),
    committed: () => undefined,
    // No certificate is asked of these.
    pdfs: undefined as never,
    origin: () => '',
    addresses: { find: async () => [], networksOf: async () => [] },
    isRehearsal: false,
  };
}

/** What owners of bids on a token were told, in its order: who, and what. */
export async function nftNews(product: TestApp, tokenId: string): Promise<[UserId, string][]> {
  const facts = await findFacts<NftChanged>(product.owner, NFT_CHANGED);
  return facts
    .flatMap(({ changed }) => changed)
    .filter((one) => one.tokenId === tokenId)
    .flatMap(({ userId, news }) => news.map(({ kind }): [UserId, string] => [userId, kind]));
}

/**
 * Everything adds up: what is held for bids is what leads, figures of charities and creators are their postings, and
 * no bid was given back twice.
 */
export async function expectNftAddsUp(product: TestApp): Promise<void> {
  const apart = await product.owner.query(
    `select b.user_id from ledger.balance b where b.class = 'user:bid' and b.mode = 'real' and b.amount <> (
       select coalesce(sum(p.amount), 0) from nft.part p
       where p.user_id = b.user_id and p.state = 'leading')`,
  );
  expect(apart).toEqual([]);
  const figures = await product.owner.query(
    `select b.id from nft.beneficiary b cross join lateral (
       select coalesce(sum(p.amount) filter (where p.to_sub = b.id::text), 0) as raised,
              coalesce(sum(p.amount) filter (where p.from_sub = b.id::text), 0) as paid
       from ledger.posting p where b.id::text in (p.to_sub, p.from_sub)
         and 'house:charity' in (p.to_class, p.from_class)
     ) s where b.raised <> s.raised or b.paid_out <> s.paid`,
  );
  expect(figures).toEqual([]);
  const owed = await product.owner.query(
    `select c.id from nft.creator c cross join lateral (
       select coalesce(sum(p.amount) filter (where p.to_sub = c.id::text), 0) as earned,
              coalesce(sum(p.amount) filter (where p.from_sub = c.id::text), 0) as paid
       from ledger.posting p where c.id::text in (p.to_sub, p.from_sub)
         and 'house:creator' in (p.to_class, p.from_class)
     ) s where c.earned <> s.earned or c.paid_out <> s.paid`,
  );
  expect(owed).toEqual([]);
  const twice = await product.owner.query(
    `select subject from ledger.entry where kind = 'nft-outbid' group by subject having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const unpaid = await product.owner.query(
    `select b.id from nft.bid b
     where not exists (select from nft.part p where p.bid_id = b.id and p.state in ('leading', 'won'))
       and not exists (select from nft.bid r where r.raises = b.id)
       and not exists (select from ledger.entry e where e.kind = 'nft-outbid' and e.subject = b.id)`,
  );
  expect(unpaid).toEqual([]);
}
