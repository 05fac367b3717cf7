// Promise: after a thousand random bids and purchases the figures of each token, of each charity and of the ledger
// agree, to the unit, and what every call answered is what the books say. (LEDGER 2; RELIABILITY N5, N6)
import { randomUUID } from 'node:crypto';
import {
  MINUTE_MS,
  type RequestId,
  ensure,
  formatMoney,
  newUuid,
  parseMoney,
  plusMs,
} from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import { createRandom } from '@candor/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Bidder,
  type NftProduct,
  USDT,
  decideCase,
  expectNftAddsUp,
  plantTokens,
  startNftProduct,
} from '../../test/nft.ts';
import { hashOf } from '../platform/commit/idempotency.ts';
import { beneficiaryProposal } from './deciding/terms.ts';

const SEED = 20_261_127;
const ASKED = 1_000;
/** Asked for at once: they share transactions. */
const AT_ONCE = 50;
const PAID_IN = 40_000n * USDT;

let stage: NftProduct;
let bidders: Bidder[];
beforeAll(async () => {
  stage = await startNftProduct();
  bidders = [];
  for (let made = 0; made < 10; made += 1) bidders.push(await stage.bidder(PAID_IN));
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const units = (said: string): bigint => ensure(parseMoney(said, 'USDT'), 'it is an amount').units;
const text = (amount: bigint): string => formatMoney({ asset: 'USDT', units: amount });

type Mine = CallResult<'nft.buy'>;
type Taken = { readonly requestId: string; readonly userId: string; readonly mine: Mine };

/** A second charity, beside the one every product of these tests has. */
async function anotherCharity(): Promise<string> {
  const id = newUuid(stage.product.clock.now());
  const terms = {
    ...{ name: 'Lantern house', country: 'GB', register: 'Charity Commission' },
    ...{ registerNumber: '7', registerUrl: null, agreement: 'A-8' },
    ...{ agreedOn: '2023-11-01' as never, isSample: false },
  };
  await decideCase(stage.product, 'beneficiary', beneficiaryProposal(id, terms, 'a test'), 'B');
  return id;
}

/** Tokens of both charities, divided in ways that leave something over: auctions and fixed prices. */
async function offered(): Promise<string[]> {
  const ids: string[] = [];
  const charities = [stage.charityId, await anotherCharity()];
  for (const [place, beneficiaryId] of charities.entries()) {
    const split = { charity: 8_777 - place, creator: 713 + place, house: 510 };
    const price = { asset: 'USDT', units: 3_333_333n + BigInt(place) } as const;
    const auction = {
      step: { asset: 'USDT', units: 777_777n } as const,
      endsAt: plusMs(stage.product.clock.now(), 10 * MINUTE_MS),
      extension: { minutes: 1, most: 3 },
    };
    for (const on of [auction, null]) {
      const like = await stage.offer({ beneficiaryId, split, price, auction: on });
      const count = on === null ? 60 : 24;
      const apartMs = on === null ? 0 : MINUTE_MS;
      ids.push(like, ...(await plantTokens(stage.product.owner, like, { count, apartMs })));
    }
  }
  return ids;
}

async function ask(who: Bidder, token: { id: string; kind: string }, amount: string) {
  const { userId } = who;
  const requestId = randomUUID() as RequestId;
  const kind = token.kind === 'fixed' ? ('buy' as const) : ('bid' as const);
  const body = { id: token.id, kind, amount, requestId };
  const request = { userId, requestId, call: 'nft.buy', bodyHash: hashOf(body) };
  const { kept } = await stage.product.app.nft.commands.bid({ userId, request, body });
  const said = JSON.parse(kept) as { code: string; result: Mine };
  return said.code === '200' ? [{ requestId, userId, mine: said.result }] : [];
}

/** Asks for tokens at random, some more than is asked, many at once; auctions end in between. */
async function played(): Promise<Taken[]> {
  const random = createRandom(SEED);
  const taken: Taken[] = [];
  for (let asked = 0; asked < ASKED; asked += AT_ONCE) {
    const query = { page: 1, size: 200, status: 'open' as const };
    const { records } = await stage.product.app.nft.list(query);
    const asking = Array.from({ length: AT_ONCE }, () => {
      const token = records[random.between(0, records.length - 1)];
      const who = bidders[random.between(0, bidders.length - 1)];
      if (token === undefined || who === undefined) throw new Error('there is one');
      const more = token.kind === 'fixed' ? 0n : BigInt(random.between(0, 3)) * 400_001n;
      return ask(who, token, text(units(token.minNextBid ?? '0') + more));
    });
    taken.push(...(await Promise.all(asking)).flat());
    if (asked % 100 === 0) await stage.later(MINUTE_MS);
  }
  return taken;
}

const sum = (all: readonly string[]): bigint => all.reduce((total, one) => total + units(one), 0n);

test('tokens, charities and the ledger agree, and with them every answer', async () => {
  const { product } = stage;
  const ids = await offered();
  const taken = await played();
  expect(taken.length).toBeGreaterThan(ASKED / 4);

  // Each answer: its bid as the ledger has it, and of a purchase what each got.
  const rows = await product.owner.query<Record<string, string>>(
    `select e.request_id, e.user_id, b.amount::text, b.token_id, p.amount::text as moved, b.taken::text
     from ledger.entry e join nft.bid b on b.id = e.subject
     join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
     where e.kind = 'nft-bid'`,
  );
  expect(rows.length).toBe(taken.length);
  const byRequest = new Map(rows.map((row) => [row['request_id'], row]));
  const sold = await product.owner.query<Record<string, string>>(
    `select s.token_id, s.beneficiary_id, s.entry_id, s.price::text,
       sum(p.amount) filter (where p.to_class = 'house:charity' and p.to_sub = s.beneficiary_id::text)::text as charity,
       coalesce(sum(p.amount) filter (where p.to_class = 'house:creator'), 0)::text as creator,
       coalesce(sum(p.amount) filter (where p.to_class = 'house:fees'), 0)::text as house
     from nft.sale s join ledger.posting p on p.entry_id = s.entry_id group by s.token_id`,
  );
  const saleOf = new Map(sold.map((row) => [row['token_id'], row]));
  for (const { requestId, userId, mine } of taken) {
    const row = byRequest.get(requestId);
    expect([row?.['user_id'], row?.['token_id'], row?.['amount'], row?.['moved']]).toEqual([
      userId,
      mine.id,
      String(units(mine.mine.amount)),
      row?.['taken'],
    ]);
    expect(mine.currentBid).toBe(mine.mine.amount);
    if (mine.bought === null) continue;
    const { shares, entryId } = mine.bought;
    const sale = saleOf.get(mine.id);
    expect([
      sale?.['entry_id'],
      sale?.['price'],
      sale?.['charity'],
      sale?.['creator'],
      sale?.['house'],
    ]).toEqual([
      entryId,
      ...[shares.price, shares.charity, shares.creator, shares.house].map((one) =>
        String(units(one)),
      ),
    ]);
  }

  // Each token: its highest bid, and of one that was sold the parts of its price.
  const shown = await Promise.all(ids.map((id) => product.call('nft.get', { params: { id } })));
  for (const { result } of shown) {
    const bids = rows
      .filter((row) => row['token_id'] === result.id)
      .map((row) => BigInt(row['amount'] ?? 0));
    const highest = bids.reduce((most, one) => (one > most ? one : most), 0n);
    expect([result.bids, units(result.currentBid ?? '0')]).toEqual([bids.length, highest]);
    const sale = saleOf.get(result.id);
    expect(result.sale === null).toBe(sale === undefined);
    if (sale !== undefined) expect(String(units(result.charityAmount))).toBe(sale['charity']);
  }

  // Each charity: what its tokens brought, what its account got, and what every page of it says.
  const all = (await product.call('nft.donations', { query: { page: 1, size: 100 } })).result;
  for (const charity of all.charities) {
    const own = sold.filter((row) => row['beneficiary_id'] === charity.id);
    const raised = own.reduce((total, row) => total + BigInt(row['charity'] ?? 0), 0n);
    expect(own.length).toBeGreaterThan(10);
    expect([charity.sales, units(charity.raised), units(charity.held)]).toEqual([
      own.length,
      raised,
      raised,
    ]);
    const of = shown.filter(({ result }) => result.charity.id === charity.id);
    for (const { result } of of) expect(result.cumulativeDonation).toBe(charity.raised);
    const reached = of.filter(({ result }) => result.sale !== null);
    expect(sum(reached.map(({ result }) => result.charityAmount))).toBe(raised);
    const page = await product.call('nft.donations', { query: { charity: charity.id } });
    expect([page.result.raised, page.result.totalSales]).toEqual([charity.raised, own.length]);
  }
  expect(sum(all.charities.map(({ raised }) => raised))).toBe(units(all.raised));
  expect(all.totalSales).toBe(sold.length);

  // The file of the ledger: as many lines, the same sums, and nobody's name.
  const { text } = await product.call('nft.donations-file');
  const [names = [], ...lines] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string): string[] => lines.map((line) => line[names.indexOf(name)] ?? '?');
  expect(new Set(column('kind'))).toEqual(new Set(['sale']));
  expect(column('entry_id').toSorted()).toEqual(sold.map((row) => row['entry_id']).toSorted());
  expect(sum(column('charity_usdt'))).toBe(units(all.raised));
  const shares = ['charity_usdt', 'artist_usdt', 'candor_usdt'].map((name) => sum(column(name)));
  expect(shares.reduce((total, one) => total + one, 0n)).toBe(sum(column('price_usdt')));
  expect(column('time_utc')).toEqual(column('time_utc').toSorted());
  for (const { userId } of bidders) expect(text).not.toContain(userId);

  // Each bidder: what they paid in is what they have, what leads and what they bought.
  for (const who of bidders) {
    const held = await who.holds();
    const asked = { userId: who.userId, page: 1, size: 200 };
    const { records, ownMoney } = await product.app.nft.mine(asked);
    const spent = sum(
      records.flatMap(({ bought }) => (bought === null ? [] : [bought.shares.price])),
    );
    const leads = sum(
      records.filter(({ role }) => role === 'leading').map(({ mine }) => mine.amount),
    );
    expect((held['user:cash'] ?? 0n) + leads + spent).toBe(PAID_IN);
    expect([held['user:bid'] ?? 0n, units(ownMoney ?? '')]).toEqual([leads, held['user:cash']]);
  }
}, 120_000);
