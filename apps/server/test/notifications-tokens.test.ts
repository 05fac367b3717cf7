// Promise: what becomes of a user's bid is told to them once, in the list, at once and by mail; what is heard again, also
// after a restart, tells nothing twice, and an end tells who was outbid nothing new. (PRODUCT 8, 10)
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, plusMs } from '@candor/kernel';
import { type NotificationFacts, TOKEN_NOTICES } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bidder, type NftProduct, USDT, decideCase, startNftProduct } from './nft.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(async () => {
  await stage.product.stop();
});

type Kept = { kind: string; category: string; mode: string; facts: NotificationFacts };

const mailOf = ({ userId }: Bidder): string => `${userId}@candor.example`;

/** A bidder who reads mails. */
async function reader(language = 'en'): Promise<Bidder> {
  const { product } = stage;
  const who = await stage.bidder();
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [who.userId, mailOf(who), product.clock.now()],
  );
  const body = { language, theme: null, upDown: null, asksBeforeClose: true } as const;
  await product.call('accounts.set-preferences', { token: who.token, odd: body });
  return who;
}

const told = new Set<string>();

/** What a user was told of tokens, each by a mail of its own; the facts and the mails. */
async function expectTold(
  who: Bidder,
  kinds: readonly string[],
): Promise<{ facts: NotificationFacts[]; mails: string[] }> {
  const { product } = stage;
  await product.app.relay.settled();
  await product.app.notifications.settled();
  const kept = await product.db.query<Kept>(
    `select kind, category, mode, facts from notifications.notification
     where user_id = $1 and kind like 'token-%' order by at, id`,
    [who.userId],
  );
  expect(kept.map(({ kind }) => kind)).toEqual(kinds);
  for (const { kind, category, mode, facts } of kept) {
    expect([category, mode, facts.token]).toEqual(['money', 'real', 'Night boat']);
    told.add(kind);
  }
  const mails = (await product.messages()).filter(({ to }) => to === mailOf(who));
  expect(mails).toHaveLength(kinds.length);
  for (const { subject, text } of mails) {
    expect(subject).toContain('Night boat');
    expect(text).not.toMatch(/[{}]|undefined|NaN|—/);
  }
  return {
    facts: kept.map(({ facts }) => facts),
    mails: mails.map(({ subject, text }) => `${subject}\n${text}`),
  };
}

test('who is outbid is told what is back and until when to bid, once a bid, and nothing at the end', async () => {
  const [ann, ben] = [await reader(), await reader('de')];
  const endsAt = plusMs(stage.product.clock.now(), 8 * MINUTE_MS);
  const step = { asset: 'USDT', units: 10n * USDT } as const;
  const id = await stage.offer({
    auction: { step, endsAt, extension: { minutes: 5, most: 3 } },
  });
  // Leading is answered where it was pressed.
  expect((await ann.bid(id, '100')).code).toBe('200');
  await expectTold(ann, []);
  expect((await ben.bid(id, '110')).code).toBe('200');
  const first = await expectTold(ann, ['token-outbid']);
  expect(first.facts).toEqual([
    { tokenId: id, token: 'Night boat', amount: '100', highest: '110', until: endsAt },
  ]);
  expect(first.mails[0]).toContain('Night boat: your bid of 100.00 USDT was outbid');
  expect(first.mails[0]).toContain('The whole amount is back in your balance.');
  // In the last minutes a bid moves the end, and that is the end that is told.
  stage.product.clock.advance(7 * MINUTE_MS);
  await stage.product.price('BTC/USDT', '60000', '60010');
  expect((await ann.bid(id, '120')).code).toBe('200');
  const moved = plusMs(stage.product.clock.now(), 5 * MINUTE_MS);
  const { facts, mails } = await expectTold(ben, ['token-outbid']);
  expect(facts[0]).toMatchObject({ amount: '110', highest: '120', until: moved });
  expect(mails[0]).toContain('Ihr Gebot von 110,00 USDT wurde überboten');
  expect((await ben.bid(id, '130')).code).toBe('200');
  await expectTold(ann, ['token-outbid', 'token-outbid']);
  await stage.later(12 * MINUTE_MS);
  await expectTold(ann, ['token-outbid', 'token-outbid']);
  const won = await expectTold(ben, ['token-outbid', 'token-won']);
  const { result } = await stage.product.call('nft.get', { params: { id } });
  expect(won.facts[1]).toEqual({
    ...{ tokenId: id, token: 'Night boat', amount: '130', part: '114.4' },
    ...{ charity: 'Open Window school', number: result.sale?.number },
  });
  expect(won.mails[1]).toContain('114,40 USDT davon sind für Open Window school verwahrt');
});

test('a purchase on a chain says where it is sent to, and its delivery the transaction', async () => {
  const place = { chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' } as const;
  const price = { asset: 'USDT', units: 200n * USDT } as const;
  const id = await stage.offer({ place, auction: null, price });
  const ann = await reader();
  const [addressId, address] = [randomUUID(), `0x${'b'.repeat(40)}`];
  await stage.product.owner.query(
    `insert into cashier.book_address (user_id, id, asset, network, address, label, holder, created_at, usable_at)
     values ($1, $2, 'USDT', 'ethereum', $3, '', 'me', timestamptz 'epoch', timestamptz '1970-01-05')`,
    [ann.userId, addressId, address],
  );
  expect((await ann.buy(id, '200', { addressId })).code).toBe('200');
  const { facts, mails } = await expectTold(ann, ['token-bought']);
  expect(facts[0]).toMatchObject({ tokenId: id, amount: '200', network: 'ethereum', address });
  expect(mails[0]).toContain(`It is going to be sent to ${address}`);
  stage.product.clock.advance(1_000);
  const hash = `0x${'c'.repeat(64)}`;
  await decideCase(stage.product, 'tokenDelivery', {
    ...{ userId: null, subject: 'a test', amount: null, asset: null },
    facts: { id, hash, address },
  });
  const after = await expectTold(ann, ['token-bought', 'token-delivered']);
  expect(after.facts[1]).toEqual({
    ...{ tokenId: id, token: 'Night boat', amount: '200' },
    ...{ network: 'ethereum', address, transaction: hash },
  });
  expect(after.mails[1]).toContain(hash);
});

test('who leads on a token that is cancelled is told why, and that the bid is back', async () => {
  const id = await stage.offer();
  const ann = await reader();
  await ann.bid(id, '130');
  await decideCase(stage.product, 'tokenCancel', {
    ...{ userId: null, subject: 'a test', amount: null, asset: null },
    facts: { id, reason: 'The artist withdrew' },
  });
  const { facts, mails } = await expectTold(ann, ['token-cancelled']);
  expect(facts[0]).toMatchObject({ tokenId: id, amount: '130', message: 'The artist withdrew' });
  expect(mails[0]).toContain('The whole amount is back in your balance.');
  expect(mails[0]).toContain('The artist withdrew');
});

test('every kind was told above by mail, and nothing is told twice', async () => {
  expect(TOKEN_NOTICES.filter((kind) => !told.has(kind))).toEqual([]);
  const { product } = stage;
  const counted = async () =>
    product.db.query(`select (select count(*) from notifications.notification) as told,
      (select count(*) from platform.letter) as mails`);
  await product.app.notifications.settled();
  const before = await counted();
  await product.app.notifications.stop();
  await product.owner.query(
    `update platform.reader set tx = '0', seq = 0 where name = 'notifications'`,
  );
  await product.restart();
  await product.app.notifications.settled();
  expect(await counted()).toEqual(before);
});
