// Promise: a picture is open to all only while a token shows it; a member keeps a hundred that no token shows and no
// more; and one that waited for a token for a month is removed, some at a time. (PRODUCT 8; decision 0100)
import { createHash } from 'node:crypto';
import { DAY_MS, ensure, newUuid } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE } from '../../../test/form.ts';
import { type NftProduct, decideOpen, startNftProduct } from '../../../test/nft.ts';
import { termsOf } from '../../../test/nft-planting.ts';
import { findTokens } from '../token/token-store.ts';
import type { TokenTerms } from '../token/token.ts';
import { pictureUrl } from '../token/view.ts';
import { insertArt } from './picture-store.ts';

let stage: NftProduct;
beforeAll(async () => {
  stage = await startNftProduct();
});
afterAll(() => stage.product.stop());

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A picture that a member brought, whose one width holds a text; answers its id. */
async function brought(text: string, author = 'a member'): Promise<string> {
  const { db, clock } = stage.product;
  const at = clock.now();
  const id = newUuid(at);
  const images = [{ width: 640, height: 640, name: nameOf(text), bytes: Buffer.from(text) }];
  await db.transaction((tx) => insertArt(tx, { id, seed: null, images, author, at }));
  return id;
}

/** Whether anyone may read it, and whether a member may. */
async function readers(text: string): Promise<[all: number, staff: boolean]> {
  const { app } = stage.product;
  const { statusCode } = await app.http.inject(pictureUrl(nameOf(text)));
  return [statusCode, (await app.nft.desk.picture(nameOf(text))) !== null];
}

const SAID = { actor: { id: 'a', roles: ['content'] }, note: 'A test' } as const;

function terms(artId: string): TokenTerms {
  return termsOf(stage.product, { charityId: stage.charityId, artId }, {});
}

test('is open to all once its token is offered, and no more once the token shows another', async () => {
  const { app, db } = stage.product;
  const [first, second] = [await brought('first'), await brought('second')];
  expect(await readers('first')).toEqual([404, true]);
  const id = await stage.offer({ artId: first });
  expect(await readers('first')).toEqual([200, true]);
  const said = { ...SAID, action: 'tokens.propose-change' };
  const change = await app.nft.desk.proposeChange(id, terms(second), said);
  expect(await readers('second')).toEqual([404, true]);
  await decideOpen(stage.product, ensure(change.ok ? change.value.id : null, 'it is proposed'));
  expect((await findTokens(db, [id]))[0]?.artId).toBe(second);
  expect(await readers('first')).toEqual([404, true]);
  expect(await readers('second')).toEqual([200, true]);
});

test('stays open to all where another token shows it, or the same under another name', async () => {
  const { app } = stage.product;
  const [one, again] = [await brought('twice'), await brought('twice')];
  const other = await brought('other');
  const ids = [await stage.offer({ artId: one }), await stage.offer({ artId: one })];
  await stage.offer({ artId: again });
  const said = { ...SAID, action: 'tokens.propose-change' };
  for (const id of ids) {
    const change = await app.nft.desk.proposeChange(id, terms(other), said);
    await decideOpen(stage.product, ensure(change.ok ? change.value.id : null, 'it is proposed'));
    expect(await readers('twice')).toEqual([200, true]);
  }
});

test('of one member a hundred wait for a token, also of two that come at once', async () => {
  const { app } = stage.product;
  const author = newUuid(stage.product.clock.now());
  const keep = async (by: string): Promise<string> => {
    const kept = await app.nft.desk.keepPicture({ bytes: PICTURE, author: by });
    return kept.ok ? 'kept' : kept.failure.name;
  };
  for (let count = 0; count < 99; count += 1) await brought(`of ${count}`, author);
  expect((await Promise.all([keep(author), keep(author)])).toSorted()).toEqual([
    'kept',
    'too-many',
  ]);
  expect(await keep(author)).toBe('too-many');
  expect(await keep(newUuid(stage.product.clock.now()))).toBe('kept');
  // One that is shown makes room.
  await stage.offer({ artId: await brought('shown', author) });
  expect(await keep(author)).toBe('too-many');
});

test('is removed after a month without a token, at most fifty a turn, and a proposal begins it anew', async () => {
  const { app, clock, owner } = stage.product;
  for (let turn = 1; turn > 0;) {
    clock.advance(31 * DAY_MS);
    turn = await app.nft.tidyPictures();
  }
  const artId = await brought('shown twice');
  await stage.offer({ artId });
  await brought('shown twice');
  for (let count = 0; count < 60; count += 1) await brought(`waits ${count}`);
  const wanted = await brought('wanted');
  clock.advance(20 * DAY_MS);
  const said = { ...SAID, action: 'tokens.propose' };
  expect((await app.nft.desk.proposeToken(terms(wanted), said)).ok).toBe(true);
  clock.advance(10 * DAY_MS);
  expect(await app.nft.tidyPictures()).toBe(0);
  clock.advance(1);
  expect([await app.nft.tidyPictures(), await app.nft.tidyPictures()]).toEqual([50, 11]);
  expect(await readers('waits 0')).toEqual([404, false]);
  expect(await readers('wanted')).toEqual([404, true]);
  expect(await readers('shown twice')).toEqual([200, true]);
  clock.advance(20 * DAY_MS);
  expect(await app.nft.tidyPictures()).toBe(1);
  const late = await app.nft.desk.proposeToken(terms(wanted), said);
  expect(late.ok || late.failure).toEqual({ name: 'case-impossible', field: 'artId' });
  // And by hand nothing goes that something shows.
  await expect(owner.query('delete from nft.art where id = $1', [artId])).rejects.toThrow();
  const shown = nameOf('shown twice');
  await expect(owner.query('delete from nft.picture where name = $1', [shown])).rejects.toThrow(
    'a picture that is shown stays',
  );
  await expect(owner.query('update nft.picture set bytes = $1', ['another'])).rejects.toThrow();
});
