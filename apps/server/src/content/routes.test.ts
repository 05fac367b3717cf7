import { createHash } from 'node:crypto';
import { CONTENT_TYPES, preferences } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { defaultTexts } from './defaults.ts';
import { DEFAULT_PAGES, PUBLISHED_KEYS } from './rules.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

type Query = { language?: 'en' | 'de' | 'ar' | 'zh'; languageType?: '1' | '2' };

const list = (id: '1' | '2' | '3' | '4' | '5' | '6' | '7', query: Query = {}) =>
  product.call('content.list', { params: { id }, query });
const get = (id: string, query: Query = {}) =>
  product.call('content.get', { params: { id }, query });
const isThere = (id: string, language: string): boolean =>
  defaultTexts().some((text) => text.pageId === id && text.language === language);

/** A version as a writer would have put it there. */
async function write(text: {
  id: string;
  language: string;
  html: string;
  title?: string;
  author?: string;
}): Promise<void> {
  const { id, language, html, title = 'Written by the operator', author = 'operator' } = text;
  const hash = createHash('sha256').update(html).digest();
  await product.db.query(
    `insert into content.version (page_id, language, version, title, html, hash, author, at)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $7, platform.from_ms($6)
     from content.version where page_id = $1 and language = $2`,
    [id, language, title, html, hash, product.clock.now(), author],
  );
}

/** A page of its own for a test; nobody else reads it. */
async function newPage(id: string): Promise<string> {
  await product.db.query('insert into content.page (id, type, place) values ($1, 6, 99)', [id]);
  return id;
}

describe('the lists', () => {
  test('every type has its texts in their order, in English without being asked', async () => {
    for (const type of Object.values(CONTENT_TYPES)) {
      const answer = await list(String(type) as '1');
      const expected = DEFAULT_PAGES.filter((page) => page.type === type).map(({ id }) => id);
      expect(answer.result.map(({ id }) => id)).toEqual(expected);
      for (const item of answer.result) {
        expect(item).toMatchObject({ type, language: 'en', original: false });
      }
    }
  });

  test('a language asked for comes where it is there, the original where it is not', async () => {
    for (const language of preferences.LANGUAGES) {
      const { result } = await product.call('content.list', {
        params: { id: '2' },
        query: { language },
      });
      for (const item of result) {
        const own = isThere(item.id, language);
        expect(item.language).toBe(own ? language : 'en');
        expect(item.original).toBe(!own);
      }
    }
  });

  test.each(['0', '8', '1.5', 'x', '-1', '%27'])('type %s is 400', async (id) => {
    const answer = await product.call('content.list', { params: { id: id as '1' } });
    expect(answer.status).toBe(400);
  });

  test.each(['languageType=3', 'language=xx', 'language=en&language=de', 'page=1'])(
    '%s is 400',
    async (oddQuery) => {
      const answer = await product.call('content.list', { params: { id: '1' }, oddQuery });
      expect(answer.status).toBe(400);
    },
  );
});

describe('a text', () => {
  test('comes with its figures, its version and when it was written', async () => {
    const { result } = await get('fees');
    expect(result).toMatchObject({ id: 'fees', type: 3, version: 1, original: false });
    expect(result.html).toContain('<bdi>0.1%</bdi>');
    expect(result.html).toContain('<table>');
    expect(result.html).not.toContain('{{');
  });

  test('says what the operator set from the moment it is in force', async () => {
    expect((await get('contact')).result.html).toContain('Not set by the operator');
    const name = 'A <b>bold</b> & "quoted" operator';
    const { parameters } = product.app;
    const from = product.clock.now();
    const set = await parameters.set({ key: 'operator.name', value: name, from, note: 'a test' });
    expect(set.ok).toBe(true);
    const { html } = (await get('contact')).result;
    expect(html).toContain('A &lt;b&gt;bold&lt;/b&gt; &amp; "quoted" operator');
    expect(html).not.toContain('<b>');
  });

  test('figures have the form of the language', async () => {
    const id = await newPage('figures');
    await write({ id, language: 'en', html: '<p>{{demo.balance}} {{contract.feeRate}}</p>' });
    await write({ id, language: 'de', html: '<p>{{demo.balance}} {{contract.feeRate}}</p>' });
    expect((await get(id)).result.html).toBe('<p><bdi>10,000\u00a0USDT</bdi> <bdi>0.1%</bdi></p>');
    expect((await get(id, { language: 'de' })).result.html).toBe(
      '<p><bdi>10.000\u00a0USDT</bdi> <bdi>0,1\u00a0%</bdi></p>',
    );
  });

  test('a language that is not there falls back to English and says so', async () => {
    const id = await newPage('english-only');
    await write({ id, language: 'en', html: '<p>Only in English.</p>' });
    const answer = await get(id, { language: 'ar' });
    expect(answer.result).toMatchObject({ language: 'en', original: true, version: 1 });
    expect((await get(id, { languageType: '1' })).result.original).toBe(true);
    await write({ id, language: 'ar', html: '<p>بالعربية</p>' });
    expect((await get(id, { language: 'ar' })).result).toMatchObject({
      language: 'ar',
      original: false,
      html: '<p>بالعربية</p>',
    });
    const listed = (await list('6', { language: 'ar' })).result.find((item) => item.id === id);
    expect(listed).toMatchObject({ language: 'ar', original: false });
  });

  test('the newest version is read, the old ones stay and cannot be changed', async () => {
    const id = await newPage('versions');
    await write({ id, language: 'en', html: '<p>First.</p>' });
    await write({ id, language: 'en', html: '<p>Second.</p>' });
    expect((await get(id)).result).toMatchObject({ version: 2, html: '<p>Second.</p>' });
    for (const act of ["update content.version set html = ''", 'delete from content.version']) {
      await expect(product.db.query(act)).rejects.toThrow();
    }
  });

  test('hostile markup in the database never reaches a page', async () => {
    const id = await newPage('hostile');
    const html =
      '<p onclick="alert(1)">Read</p><script>alert(1)</script><img src=x onerror=alert(1)>' +
      '<a href="javascript:alert(1)">here</a>{{no.such.place}}';
    await write({ id, language: 'en', html });
    expect((await get(id)).result.html).toBe('<p>Read</p><a>here</a>{{no.such.place}}');
  });

  test.each(['nothing', 'TERMS', '../terms', "terms' or 1=1", '%00', 'x'.repeat(60)])(
    '%s is not there',
    async (id) => {
      expect((await get(id)).status).toBe(404);
    },
  );

  test('an id beyond any length is 400', async () => {
    expect((await get('x'.repeat(61))).status).toBe(400);
  });
});

describe('a start', () => {
  test('adds nothing when nothing changed, and leaves the words of the operator alone', async () => {
    await write({ id: 'company', language: 'en', html: '<p>We, the operator.</p>' });
    const count = () => product.db.query('select count(*)::int as n from content.version');
    const before = await count();
    await product.restart();
    expect(await count()).toEqual(before);
    expect((await get('company')).result.html).toBe('<p>We, the operator.</p>');
  });

  test('a default that changed becomes a new version', async () => {
    await write({
      id: 'risk',
      language: 'en',
      html: '<p>An older default.</p>',
      author: 'default',
    });
    expect((await get('risk')).result).toMatchObject({
      version: 2,
      html: '<p>An older default.</p>',
    });
    await product.restart();
    const { result } = await get('risk');
    expect(result.version).toBe(3);
    expect(result.html).toContain('You can lose everything in the account');
  });
});

describe('getParamByKey', () => {
  const ask = (key: string) => product.call('content.parameter', { params: { key } });

  test('every published key answers what is in force', async () => {
    for (const key of PUBLISHED_KEYS) {
      const { result } = await ask(key);
      expect(result).toMatchObject({ key, value: product.app.parameters.text(key) });
    }
    expect((await ask('contract.feeRate')).result).toEqual({
      key: 'contract.feeRate',
      value: '0.001',
      since: 0,
    });
  });

  test('the address pay-outs come from is empty while there is none', async () => {
    const { result } = await ask('auth_address');
    expect(result).toEqual({ key: 'auth_address', value: '', since: null });
  });

  test.each(['house.floorNewBusiness', 'AUTH_ADDRESS', '__proto__', 'constructor', '*', '%27--'])(
    '%s is 10018',
    async (key) => {
      expect((await ask(key)).code).toBe('10018');
    },
  );

  test('a key beyond any length is 400', async () => {
    expect((await ask('x'.repeat(81))).status).toBe(400);
  });
});
