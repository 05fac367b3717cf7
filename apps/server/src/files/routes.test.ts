import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type UserId } from '@candor/kernel';
import { UPLOAD_BYTES_MAX, type UploadPurpose } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PICTURE, type TestForm } from '../../test/form.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
let token: string;
let userId: UserId;
let username: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId, username } = await product.register());
});

const send = (form: TestForm, as = token) => product.call('files.upload', { token: as, form });
const bring = (file: Buffer, purpose: UploadPurpose = 'support') => send({ purpose, file });
const photo = (format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#456' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .toBuffer();

async function linkOf(id: string, as = token): Promise<string> {
  const answer = await product.call('files.link', { token: as, params: { id } });
  expect(answer.code).toBe('200');
  return answer.result.url;
}

const get = (url: string) => product.app.http.inject({ method: 'GET', url });

describe('a picture that is taken', () => {
  test.each(['jpeg', 'png'] as const)('%s: read, written anew, answered', async (format) => {
    const sent = await photo(format);
    const { code, result } = await bring(sent);
    expect(code).toBe('200');
    expect(result).toMatchObject({ width: 40, height: 30 });
    expect(result.expiresAt).toBe(product.clock.now() + DAY_MS);

    const got = await get(await linkOf(result.fileId));
    expect(got.statusCode).toBe(200);
    const kept = got.rawPayload;
    expect(createHash('sha256').update(kept).digest('hex')).toBe(result.sha256);
    expect(kept).toHaveLength(result.bytes);
    const metadata = await sharp(kept).metadata();
    expect(metadata).toMatchObject({ format, width: 40, height: 30 });
    expect(metadata.exif).toBeUndefined();
    expect(sent.includes('a secret place')).toBe(true);
    expect(kept.includes('a secret place')).toBe(false);
  });

  test('is turned as the camera said, and the camera is forgotten', async () => {
    const sent = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await bring(sent)).result).toMatchObject({ width: 30, height: 40 });
  });

  test('lies in the database sealed, with no byte of it open', async () => {
    const { result } = await bring(await photo());
    const got = await get(await linkOf(result.fileId));
    const [row] = await product.db.query<{ body: Buffer; sealed_key: Buffer }>(
      'select body, sealed_key from files.file where id = $1',
      [result.fileId],
    );
    const part = got.rawPayload.subarray(100, 132);
    expect(row?.body.includes(part)).toBe(false);
    expect(row?.body.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(row?.sealed_key).toHaveLength(12 + 16 + 32);
  });

  test('opens as nobody else’s, as no other and as nothing else', async () => {
    const { result: first } = await bring(await photo());
    const other = await product.register();
    const { result: second } = await send({ purpose: 'support', file: PICTURE }, other.token);
    const url = await linkOf(first.fileId);
    await product.db.query(
      `update files.file as own set body = other.body, sealed_key = other.sealed_key
       from files.file as other where own.id = $1 and other.id = $2`,
      [first.fileId, second.fileId],
    );
    const got = await get(url);
    expect(got.statusCode).toBe(500);
    expect(got.headers['content-type']).toContain('application/json');
  });
});

describe('a link', () => {
  test('hands the picture out to be kept and not shown, and says so to every browser', async () => {
    const { result } = await bring(PICTURE);
    const { headers } = await get(await linkOf(result.fileId));
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="candor-[0-9a-f]{12}\.png"$/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test('holds for two minutes', async () => {
    const { result } = await bring(PICTURE);
    const url = await linkOf(result.fileId);
    product.clock.advance(2 * MINUTE_MS - 1);
    expect((await get(url)).statusCode).toBe(200);
    product.clock.advance(1);
    expect((await get(url)).statusCode).toBe(404);
  });

  test('fits no other picture and no other time', async () => {
    const [one, two] = [(await bring(PICTURE)).result, (await bring(PICTURE)).result];
    const url = await linkOf(one.fileId);
    const until = new URL(url, 'http://here').searchParams.get('until') ?? '';
    const later = String(BigInt(until) + 1n);
    const forged = [
      url.replace(one.fileId, two.fileId),
      url.replace(until, later),
      url.replace(/seal=./, (text) => (text === 'seal=A' ? 'seal=B' : 'seal=A')),
    ];
    for (const address of forged) expect((await get(address)).statusCode).toBe(404);
    const missing = [
      url.split('?')[0] ?? '',
      `${url}&more=1`,
      url.replace(/seal=.*/, 'seal=short'),
    ];
    for (const address of missing) expect((await get(address)).statusCode).toBe(400);
  });

  test('is made for the owner alone', async () => {
    const { result } = await bring(PICTURE);
    const other = await product.register();
    const params = { id: result.fileId };
    const answer = await product.call('files.link', { token: other.token, params });
    expect(answer.status).toBe(404);
    const odd = await product.call('files.link', { token, params: { id: '1 or 1=1' } });
    expect(odd.status).toBe(400);
  });

  test('every view is written down and stays', async () => {
    const { result } = await bring(PICTURE);
    const url = await linkOf(result.fileId);
    await get(url);
    await get(url);
    await product.app.files.open({ id: result.fileId, viewer: 'staff:anna' });
    const views = await product.db.query(
      'select viewer from files.view where file_id = $1 order by at, viewer nulls first',
      [result.fileId],
    );
    expect(views).toEqual([{ viewer: null }, { viewer: null }, { viewer: 'staff:anna' }]);
    await expect(product.db.query('delete from files.view')).rejects.toThrow();
  });
});

describe('what nobody used goes', () => {
  const isThere = async (id: string) =>
    (
      await product.db.query('select 1 as one from files.file where id = $1 and body is not null', [
        id,
      ])
    ).length === 1;

  test('its owner removes it, and its key with it', async () => {
    const { result } = await bring(PICTURE);
    const url = await linkOf(result.fileId);
    const params = { id: result.fileId };
    const other = await product.register();
    expect((await product.call('files.remove', { token: other.token, params })).status).toBe(404);
    expect((await product.call('files.remove', { token, params })).code).toBe('200');
    expect(await isThere(result.fileId)).toBe(false);
    expect((await get(url)).statusCode).toBe(404);
    expect((await product.call('files.remove', { token, params })).status).toBe(404);
    expect((await product.call('files.link', { token, params })).status).toBe(404);
  });

  test('a day ends it, unless it was used for what it was brought for', async () => {
    const [left, used] = [(await bring(PICTURE)).result, (await bring(PICTURE)).result];
    const { files } = product.app;
    const asked = { userId, ids: [used.fileId] };
    const use = (purpose: UploadPurpose) =>
      product.db.transaction((tx) => files.use(tx, { ...asked, purpose }));
    expect((await use('proof')).ok).toBe(false);
    expect((await use('support')).ok).toBe(true);
    expect((await use('support')).ok).toBe(false);
    product.clock.advance(DAY_MS);
    await files.tidy();
    expect(await isThere(left.fileId)).toBe(false);
    expect(await isThere(used.fileId)).toBe(true);
    // What staff decide by is not taken away any more; the staff who decide may destroy it.
    expect((await files.remove({ userId, id: used.fileId })).ok).toBe(false);
    await files.destroy(product.db, [used.fileId]);
    expect(await isThere(used.fileId)).toBe(false);
  });

  test('nobody uses another’s picture', async () => {
    const { result } = await bring(PICTURE);
    const other = await product.register();
    const asked = { userId: other.userId, ids: [result.fileId], purpose: 'support' } as const;
    const answer = await product.db.transaction((tx) => product.app.files.use(tx, asked));
    expect(answer).toEqual({ ok: false, failure: { name: 'not-found' } });
  });
});

describe('twenty pictures a day', () => {
  test('the next is refused until the first is a day old, removed ones counted', async () => {
    const first = product.clock.now();
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push(await bring(PICTURE));
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => '200'));
    const id = answers[0]?.result.fileId ?? '';
    await product.call('files.remove', { token, params: { id } });
    const more = await bring(PICTURE);
    expect(more.code).toBe('11018');
    expect(more.refused).toMatchObject({
      name: 'limit-reached',
      facts: { what: 'pictures', max: '20', until: String(first + DAY_MS) },
    });
    product.clock.advance(DAY_MS);
    const again = await product.call('accounts.login', {
      body: { username, password: 'correct horse battery', client: 'api' },
    });
    const later = signedIn(again.result).token;
    expect((await send({ purpose: 'support', file: PICTURE }, later)).code).toBe('200');
  });

  test('one that was refused is one of them: reading it cost as much', async () => {
    const none = Buffer.from('no picture at all');
    const broken = Buffer.concat([PICTURE.subarray(0, 40), Buffer.alloc(400)]);
    for (let count = 0; count < 10; count += 1) {
      expect([(await bring(none)).code, (await bring(broken)).code]).toEqual(['11011', '11011']);
    }
    expect((await bring(PICTURE)).code).toBe('11018');
    product.clock.advance(DAY_MS);
    await product.app.files.tidy();
    expect(await product.db.query('select 1 from files.refused')).toEqual([]);
  });

  test('many at the same moment are still twenty', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => bring(PICTURE)));
      codes.push(...answers.map(({ code }) => code));
    }
    expect(codes.filter((code) => code === '200')).toHaveLength(20);
    expect(codes.filter((code) => code === '11018')).toHaveLength(4);
    // Of those that are sent while three are on their way none is read, and none counts.
    const { token: other } = await product.register();
    const asked = { purpose: 'support', file: PICTURE } as const;
    const flood = await Promise.all(Array.from({ length: 16 }, () => send(asked, other)));
    expect(flood.filter(({ code }) => code === '11013').length).toBeGreaterThan(0);
    const taken = flood.filter(({ code }) => code === '200').length;
    expect(taken).toBeGreaterThanOrEqual(3);
    expect(taken + flood.filter(({ code }) => code === '11013').length).toBe(16);
  });
});

describe('a form that is none', () => {
  test('JSON, no file, no purpose, another purpose, another field are 400', async () => {
    const json = await product.call('files.upload', { token, odd: { purpose: 'support' } });
    expect(json.status).toBe(400);
    const forms: TestForm[] = [
      { purpose: 'support' },
      { file: PICTURE },
      { purpose: 'passport', file: PICTURE },
      { purpose: 'support', file: PICTURE, field: 'picture' },
      { purpose: 'support', file: PICTURE, more: [['purpose', 'proof']] },
      { purpose: 'support', file: PICTURE, more: [['userId', 'x']] },
      { purpose: 'support', file: PICTURE, more: [['__proto__', 'x']] },
      { purpose: 'x'.repeat(500), file: PICTURE },
      {
        purpose: 'support',
        file: PICTURE,
        more: Array.from({ length: 30 }, (_, at) => [`f${at}`, 'x'] as const),
      },
    ];
    for (const form of forms) {
      const { status, code } = await send(form);
      expect([status, code], JSON.stringify(form).slice(0, 80)).toEqual([400, '400']);
    }
  });

  test('a form that broke off is 11013', async () => {
    for (const cutAt of [40, 180, 260]) {
      const { code, refused } = await send({ purpose: 'support', file: PICTURE, cutAt });
      expect(code).toBe('11013');
      expect(refused).toMatchObject({ name: 'upload-failed', field: 'file' });
    }
  });

  test('more than 2 MB is 11012, whatever it is', async () => {
    const { code, refused } = await bring(Buffer.alloc(UPLOAD_BYTES_MAX + 1, 7));
    expect(code).toBe('11012');
    expect(refused).toMatchObject({ name: 'image-size', field: 'file' });
    expect(refused.facts).toEqual({ max: String(UPLOAD_BYTES_MAX) });
  });

  test('an operator may take more, up to 50 MB, and the refusal says how much that is', async () => {
    const key = 'file.imageBytesMax';
    const set = (value: number) =>
      product.app.parameters.set({
        ...{ key, value: String(value), note: 'a test' },
        from: product.clock.now(),
      });
    for (const value of [50 * 1024 * 1024 + 1, 0]) {
      expect(await set(value)).toMatchObject({ ok: false, failure: { name: 'malformed' } });
    }
    const max = UPLOAD_BYTES_MAX + 5;
    expect((await set(max)).ok).toBe(true);
    product.clock.advance(1);
    // Large enough to be read, and no picture.
    expect((await bring(Buffer.alloc(max, 7))).code).toBe('11011');
    const { code, refused } = await bring(Buffer.alloc(max + 1, 7));
    expect([code, refused.facts]).toEqual(['11012', { max: String(max) }]);
    expect((await set(UPLOAD_BYTES_MAX)).ok).toBe(true);
  });

  test('no other call reads a form', async () => {
    const answer = await product.call('accounts.set-preferences', {
      token,
      form: { purpose: 'support', file: PICTURE },
    });
    expect(answer.status).toBe(400);
  });

  test('no session, no upload', async () => {
    const answer = await product.call('files.upload', {
      form: { purpose: 'support', file: PICTURE },
    });
    expect(answer.status).toBe(401);
  });
});

test('what is kept about pictures is in the copy of one’s data, without the names of staff', async () => {
  const { result } = await bring(PICTURE);
  await get(await linkOf(result.fileId));
  await product.app.files.open({ id: result.fileId, viewer: 'staff:anna' });
  const other = await product.register();
  const { name, content } = await product.app.files.wholeFile(userId);
  expect(name).toBe('pictures.json');
  expect(JSON.parse(content)).toMatchObject([
    {
      id: result.fileId,
      purpose: 'support',
      kind: 'image/png',
      sha256: result.sha256,
      destroyed_at: null,
      views: [{ by_owner: true }, { by_owner: false }],
    },
  ]);
  expect(content).not.toContain('anna');
  expect(JSON.parse((await product.app.files.wholeFile(other.userId)).content)).toEqual([]);
});
