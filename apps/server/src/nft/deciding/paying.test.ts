// Promise: what sales bring a charity or the creator of a token is paid out by a case of two people: never more than is
// left, once for a reference of any pay-out, whole or not at all wherever the process is killed; of a creator anyone
// sees the sum that was paid of a token, and nothing else. (PRODUCT 8; LEDGER 2; decision 0100)
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryOf, pays } from '../../../test/books.ts';
import { createBreaking, killedEverywhere } from '../../../test/breaking.ts';
import {
  type NftProduct,
  USDT,
  decideCase,
  decideOpen,
  expectNftAddsUp,
  startNftProduct,
} from '../../../test/nft.ts';
import { HOUSE, commitEntries } from '../../ledger/index.ts';
import type { Payee } from '../token/token.ts';

const breaking = createBreaking(['nft', 'ledger', 'cases']);
let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct({ between: breaking.between });
});
afterAll(async () => {
  await expectNftAddsUp(stage.product);
  await stage.product.stop();
});

const usdt = (units: bigint) => ({ asset: 'USDT', units }) as const;

/** A token of an artist that was sold at a price: 88 % to the charity, 7 % to the artist. */
async function sold(creator: string, units = 100n * USDT, change: object = {}): Promise<string> {
  const id = await stage.offer({ creator, auction: null, price: usdt(units), ...change });
  const amount = String(units / USDT);
  expect((await (await stage.bidder()).buy(id, amount)).code).toBe('200');
  return id;
}

async function creatorId(name: string): Promise<string> {
  const [row] = await stage.product.owner.query<{ id: string }>(
    'select id from nft.creator where name = $1',
    [name],
  );
  return row?.id ?? '';
}

/** A pay-out as two members would have decided it. */
async function pay(
  to: Payee,
  id: string,
  said: { readonly units: bigint; readonly reference: string },
): Promise<string> {
  const { units, reference } = said;
  const facts = {
    ...{ id, units: units.toString(), account: 'outside', reference },
    ...{ receipt: 'R-1', receiptSha256: '' },
  };
  const proposal = { userId: null, subject: 'a test', amount: null, asset: null, facts };
  return decideCase(stage.product, `${to}Payout`, proposal, 'Q');
}

/** What the desk shows of a creator. */
async function shownOf(id: string) {
  const { records } = await stage.product.app.nft.desk.creators({ id, page: 1, size: 10 });
  const [one] = records;
  return [one?.earned, one?.paidOut, one?.owed, one?.sales, one?.payouts];
}

const paidOf = async (id: string) =>
  (await stage.product.call('nft.get', { params: { id } })).result.creatorPaid;

describe('the creator of tokens', () => {
  test('is paid what is owed, once for a reference of any pay-out, and never more', async () => {
    await sold('Mara');
    const id = await creatorId('Mara');
    expect(await shownOf(id)).toEqual(['7', '0', '7', 1, 0]);
    await pay('creator', id, { units: 5n * USDT, reference: 'bank 1' });
    expect(await shownOf(id)).toEqual(['7', '5', '2', 1, 1]);
    // The same payment, typed otherwise, to her or to a charity.
    await pay('creator', id, { units: 1n, reference: 'BANK-1' });
    await pay('charity', stage.charityId, { units: 1n, reference: 'Bank1' });
    // A unit more than is left.
    await pay('creator', id, { units: 2n * USDT + 1n, reference: 'bank 2' });
    expect(await shownOf(id)).toEqual(['7', '5', '2', 1, 1]);
    await pay('creator', id, { units: 2n * USDT, reference: 'bank 3' });
    expect(await shownOf(id)).toEqual(['7', '7', '0', 1, 2]);
    const { desk } = stage.product.app.nft;
    const page = { page: 1, size: 10 };
    expect(await desk.creatorPayouts({ ...page, creator: id })).toMatchObject({
      total: 2,
      records: [
        { creator: 'Mara', amount: '2', reference: 'bank 3', receipt: { number: 'R-1' } },
        { creator: 'Mara', amount: '5', reference: 'bank 1' },
      ],
    });
    expect((await desk.payouts({ ...page, charity: undefined })).records).toEqual([]);
    // Who is owed nothing waits for nothing.
    const waiting = (await desk.creators({ ...page, id: undefined })).records;
    expect(waiting.map(({ id: one }) => one)).not.toContain(id);
    const posted = await stage.product.owner.query(
      `select p.from_sub as sub, p.to_class::text as place, p.amount::text
       from ledger.posting p where p.kind = 'creator-payout' and p.from_sub = $1 order by p.amount`,
      [id],
    );
    expect(posted).toEqual([
      { sub: id, place: 'world:outside', amount: '2000000' },
      { sub: id, place: 'world:outside', amount: '5000000' },
    ]);
  });

  test('that another pay-out left too little for waits, and is paid once a sale brings it', async () => {
    await sold('Iris');
    const id = await creatorId('Iris');
    const { desk } = stage.product.app.nft;
    const said = {
      actor: { id: 'a', roles: ['cashierMaker'] },
      note: 'Paid by bank',
      action: 'tokens.propose-creator-payout',
    } as const;
    const proposes = async (amount: string, reference: string) => {
      const terms = { amount, reference, account: 'outside', receipt: 'R-1', receiptSha256: null };
      const came = await desk.proposePayout('creator', id, terms as never, said);
      return came.ok
        ? came.value.id
        : { name: came.failure.name, ...('field' in came.failure ? came.failure : {}) };
    };
    expect(await proposes('7.000001', 'bank 9')).toMatchObject({ field: 'amount' });
    // Each alone is owed when it is proposed; of both one alone is when they are carried out.
    const both = [await proposes('6', 'bank 10'), await proposes('5', 'bank 11')];
    for (const one of both) {
      if (typeof one !== 'string') throw new Error('it is proposed');
      await decideOpen(stage.product, one, { tries: 3 });
    }
    expect(await shownOf(id)).toEqual(['7', '6', '1', 1, 1]);
    expect(await proposes('1', 'BANK 10')).toMatchObject({ field: 'reference' });
    await sold('Iris');
    await stage.product.app.cases.carryOutAll();
    expect(await shownOf(id)).toEqual(['14', '11', '3', 2, 2]);
    expect(await desk.proposePayout('creator', randomUUID(), {} as never, said)).toMatchObject({
      failure: { name: 'not-found' },
    });
  });

  test('is shown to anyone by what was paid of each token, the oldest sale first, and by nothing else', async () => {
    const [first, second] = [await sold('Noor'), await sold('Noor', 200n * USDT)];
    const none = await sold('Noor', 100n * USDT, {
      split: { charity: 10_000, creator: 0, house: 0 },
    });
    const open = await stage.offer({ creator: 'Noor' });
    const all = async () => Promise.all([first, second, none, open].map(paidOf));
    expect(await all()).toEqual(['0', '0', null, null]);
    const id = await creatorId('Noor');
    await pay('creator', id, { units: 6n * USDT, reference: 'to Noor 1' });
    expect(await all()).toEqual(['6', '0', null, null]);
    await pay('creator', id, { units: 5n * USDT, reference: 'to Noor 2' });
    expect(await all()).toEqual(['7', '4', null, null]);
    await pay('creator', id, { units: 10n * USDT, reference: 'to Noor 3' });
    expect(await all()).toEqual(['7', '14', null, null]);
    const said = JSON.stringify([
      await stage.product.call('nft.get', { params: { id: first } }),
      await stage.product.call('nft.donations', { query: { page: 1, size: 100 } }),
      await stage.product.call('nft.list', { query: { page: 1, size: 100, status: 'sold' } }),
    ]);
    expect(said).toContain('creatorPaid');
    for (const own of [id, 'to Noor', 'R-1']) expect(said).not.toContain(own);
    // And nobody is told of it: the fact of a charity's pay-out has none beside it.
    const told = `select from platform.outbox where topic like 'nft.%' and payload like '%' || $1 || '%'`;
    expect(await stage.product.owner.query(told, [id])).toEqual([]);
  });
});

test.each(['charity', 'creator'] as const)(
  'a pay-out to a %s whose process is killed at any write is in the books once',
  async (to) => {
    const name = `Killed ${to}`;
    await sold(name, 10_000n * USDT);
    const id = to === 'charity' ? stage.charityId : await creatorId(name);
    const places = await killedEverywhere(breaking, async (nth) => {
      const reference = `${to} killed ${nth}`;
      breaking.breakAt(nth);
      const caseId = await pay(to, id, { units: 1_000_001n, reference }).catch(() => null);
      const wasKilled = breaking.brokenAt !== null;
      breaking.mend();
      if (wasKilled) {
        await stage.product.restart();
        await stage.product.app.cases.carryOutAll();
      }
      const rows = await stage.product.owner.query(
        `select o.id, c.applied_at is not null as applied, count(p.*)::int as postings,
           sum(p.amount)::text as amount
         from nft.payout o join cases.case c on c.id = o.id
         join ledger.entry e on e.id = o.entry_id and e.subject = o.id and e.kind = $2
         join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
         where o.reference = $1 group by 1, 2`,
        [reference, `${to}-payout`],
      );
      expect(rows).toMatchObject([{ applied: true, postings: 1, amount: '1000001' }]);
      if (caseId !== null) expect(rows[0]?.['id']).toBe(caseId);
      await expectNftAddsUp(stage.product);
    });
    for (const place of ['nft.payout', 'ledger.entry', 'cases.case', 'before', 'after']) {
      expect([...places].some((one) => one.includes(place))).toBe(true);
    }
  },
  240_000,
);

describe('no role', () => {
  test('writes what a creator earned, was paid or is owed', async () => {
    const { db } = stage.product;
    for (const write of [
      'update nft.creator set paid_out = 0',
      'update nft.creator set earned = earned + 1',
      `insert into nft.creator (id, name, earned) values (gen_random_uuid(), 'Someone', 1)`,
      'insert into nft.creator_share (token_id, before) select token_id, 0 from nft.sale',
      'delete from nft.creator_share',
    ]) {
      await expect(db.query(write)).rejects.toThrow('permission denied');
    }
  });

  test('pays a creator without a case that was decided, otherwise than it says, or without a row', async () => {
    await sold('Ola');
    const id = await creatorId('Ola');
    const { db, clock } = stage.product;
    const insert = `
      insert into nft.payout (id, number, creator_id, beneficiary_id, amount, account, reference, receipt, entry_id, at)
      values (gen_random_uuid(), 'Q-0', $1, $2, 1, $3, $4, 'R-1', gen_random_uuid(), now())`;
    const writes = (values: readonly unknown[]) => db.query(insert, [...values, randomUUID()]);
    await expect(writes([id, null, 'outside'])).rejects.toThrow('decided by two people');
    await expect(writes([id, stage.charityId, 'outside'])).rejects.toThrow('payout_to_one');
    await expect(writes([id, null, 'tron'])).rejects.toThrow('payout_creator_account');
    const posting = { ...pays('house:creator', 'world:outside', 1n), fromSub: id };
    const entry = entryOf('creator-payout', HOUSE, [posting], { at: clock.now() });
    await expect(db.transaction((tx) => commitEntries(tx, [entry], clock.now()))).rejects.toThrow(
      'is not what its rows say',
    );
    expect(await shownOf(id)).toEqual(['7', '0', '7', 1, 0]);
  });
});
