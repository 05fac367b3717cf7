// Promise: a visitor brings pictures to the conversation whose token is theirs, read and written anew as
// those of an account are, so many a day; nobody else opens them but a member of support.
import { randomUUID } from 'node:crypto';
import { VISITOR_HEADER } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE } from '../../test/form.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { opened } from '../../test/support.ts';

/** As many as an account may bring. */
const PICTURES_A_DAY = 20;

let product: TestApp;
type Visit = { id: string; visitorToken?: string | undefined };

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const headersOf = (of: Visit) => ({ [VISITOR_HEADER]: of.visitorToken ?? '' });
const bring = (of: Visit, file: Buffer = PICTURE) =>
  product.call('support.upload', {
    params: { id: of.id },
    headers: headersOf(of),
    form: { file },
  });
const reply = (of: Visit, files: string[]) =>
  product.call('support.reply', {
    params: { id: of.id },
    headers: headersOf(of),
    odd: { requestId: randomUUID(), text: 'See the picture.', files },
  });
const link = (of: Visit, fileId: string) =>
  product.call('support.picture', { params: { id: of.id, fileId }, headers: headersOf(of) });

test('is brought to one conversation, shown there, and used once', async () => {
  const visit = await opened(product);
  const other = await opened(product);
  const { code, result } = await bring(visit);
  expect(code).toBe('200');
  expect((await reply(other, [result.fileId])).message).toBe('not-found');
  expect((await reply(visit, [result.fileId])).result.files).toEqual([result.fileId]);
  expect((await reply(visit, [result.fileId])).message).toBe('not-found');
  expect((await link(other, result.fileId)).message).toBe('not-found');
  const { url } = (await link(visit, result.fileId)).result;
  const shown = await product.app.http.inject({ url });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
});

test('needs the token, a conversation of a visitor, and a picture', async () => {
  const visit = await opened(product);
  const stranger = { ...visit, visitorToken: 'x'.repeat(43) };
  expect((await bring(stranger)).message).toBe('not-found');
  const { token } = await product.register();
  expect((await bring(await opened(product, token))).message).toBe('not-found');
  const text = Buffer.from('<svg onload=1>');
  expect((await bring(visit, text)).message).toBe('image-format');
});

test('so many a day come to a conversation, refused ones too', async () => {
  const visit = await opened(product);
  const text = Buffer.from('no picture');
  for (let count = 0; count < PICTURES_A_DAY; count += 1) await bring(visit, text);
  const over = await bring(visit);
  expect([over.message, over.refused.facts['what']]).toEqual(['limit-reached', 'pictures']);
  expect((await bring(await opened(product))).code).toBe('200');
});

test('stays with the conversation that becomes an account’s, for its owner alone', async () => {
  const visit = await opened(product);
  const { fileId } = (await bring(visit)).result;
  await reply(visit, [fileId]);
  const { token } = await product.register();
  const params = { id: visit.id };
  const body = { visitorToken: visit.visitorToken ?? '' };
  expect((await product.call('support.claim', { token, params, body })).message).toBe('ok');
  const by = (session?: string) =>
    product.call('support.picture', {
      params: { id: visit.id, fileId },
      ...(session === undefined ? { headers: headersOf(visit) } : { token: session }),
    });
  const { url } = (await by(token)).result;
  expect((await product.app.http.inject({ url })).statusCode).toBe(200);
  // Neither the token of before nor another account opens it.
  expect((await by()).message).toBe('not-found');
  expect((await by((await product.register()).token)).message).toBe('not-found');
});
