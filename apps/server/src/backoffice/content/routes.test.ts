// Promise: a text edited at the desk is what readers of its language get, with its version, while the
// other languages are marked; a legal text waits for two others; nothing unclean or unknown is published.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let writer: TestMember;
let second: TestMember;
let third: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  writer = await product.member('content');
  second = await product.member('risk');
  third = await product.member('risk');
});
afterAll(() => product.stop());

const page = async (id: string) =>
  (await product.desk('content.page', { cookie: writer.cookie, params: { id } })).result;
const read = async (id: string, language: 'ja' | 'de' | 'en') =>
  (await product.call('content.get', { params: { id }, query: { language } })).result;
const publish = (id: string | null, texts: readonly object[], by: TestMember = writer) =>
  product.desk('content.publish', { cookie: by.cookie, body: { id, texts, note: 'Clearer' } });
const JA = { language: 'ja', title: 'はじめに', html: '<h2>口座とは？</h2><p>練習用です。</p>' };

async function approve(id: string): Promise<void> {
  for (const { cookie, device } of [second, third]) {
    const params = { id };
    const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
    const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
    const { challenge, options } = asked.result;
    const passkey = device.answer(options);
    const said = { verdict: 'approved', reason: 'as-proposed', rowHash, challenge, passkey };
    expect((await product.desk('cases.decide', { cookie, params, body: said })).message).toBe('ok');
  }
}

describe('a text at the desk', () => {
  test('in Japanese is what Japanese readers get at once; the other languages are marked', async () => {
    const before = await page('faq-start');
    expect(before.editions.some(({ isBehind }) => isBehind)).toBe(false);
    product.clock.advance(1_000);
    expect((await publish('faq-start', [{ ...JA, over: 1 }])).result).toEqual({
      id: 'faq-start',
      cases: [],
    });
    expect(await read('faq-start', 'ja')).toMatchObject({ title: 'はじめに', version: 2 });
    expect(await read('faq-start', 'de')).toMatchObject({ version: 1, language: 'de' });
    const { editions } = await page('faq-start');
    expect(editions.filter(({ isBehind }) => !isBehind).map(({ language }) => language)).toEqual([
      'ja',
    ]);
    const ja = editions.find(({ language }) => language === 'ja');
    expect(ja).toMatchObject({ author: 'A member', version: 2, before: { version: 1 } });
    const rows = await product.db.query<{ actor: string }>(
      `select actor from audit.record where action = 'content.publish' and subject = 'faq-start'`,
    );
    expect(rows.map(({ actor }) => actor)).toEqual([writer.id]);
    // A colleague who wrote over the version before is told so.
    expect((await publish('faq-start', [{ ...JA, over: 1 }])).message).toBe('content-changed');
  });

  test('is previewed as the product answers it, and refused with a place nobody knows', async () => {
    const html =
      '<p onclick="x()">{{contract.feeRate}} {{market.price}}</p><script>alert(1)</script>';
    const { result } = await product.desk('content.preview', {
      cookie: writer.cookie,
      body: { language: 'en', title: 'x', html },
    });
    expect(result).toEqual({
      html: '<p><bdi>0.1%</bdi> {{market.price}}</p>',
      isCleaned: true,
      unknownPlaces: ['market.price'],
    });
    const refused = await publish('faq-trading', [{ language: 'en', title: 'x', html, over: 1 }]);
    expect([refused.message, refused.result]).toMatchObject(['unreadable', { field: 'html' }]);
    expect(await read('faq-trading', 'en')).toMatchObject({ version: 1 });
    expect((await publish('no-such', [{ ...JA, over: 0 }])).message).toBe('not-found');
  });

  test('users agree to waits for two others, and is then just what they decided on', async () => {
    const text = { language: 'en', title: 'Terms', html: '<p>You agree.</p>', over: 1 };
    const { result } = await publish('terms', [text]);
    expect(result.cases).toHaveLength(1);
    expect(await read('terms', 'en')).toMatchObject({ version: 1 });
    const [number = ''] = result.cases;
    const queue = await product.desk('cases.list', {
      cookie: second.cookie,
      query: { q: number },
    });
    const [{ id } = { id: '' }] = queue.result.records;
    await approve(id);
    expect(await read('terms', 'en')).toMatchObject({ version: 2, html: '<p>You agree.</p>' });
    const draft = `update content.draft set html = '<p>x</p>'`;
    await expect(product.db.query(draft)).rejects.toMatchObject({ code: '42501' });
  });

  test('users agree to is not written over by one decided on an older version', async () => {
    const textOf = (html: string) => ({ language: 'de', title: 'Privat', html, over: 1 });
    const ids: string[] = [];
    for (const html of ['<p>Eins.</p>', '<p>Zwei.</p>']) {
      const [q = ''] = (await publish('privacy', [textOf(html)])).result.cases;
      const { cookie } = second;
      const [one] = (await product.desk('cases.list', { cookie, query: { q } })).result.records;
      ids.push(one?.id ?? '');
    }
    for (const id of ids) await approve(id);
    expect(await read('privacy', 'de')).toMatchObject({ version: 2, html: '<p>Eins.</p>' });
    const { cookie } = second;
    const params = { id: ids[1] ?? '' };
    const { facts, steps } = (await product.desk('cases.get', { cookie, params })).result;
    expect(facts.find(({ key }) => key === 'over')?.value).toBe('1');
    expect(steps.map(({ kind }) => kind)).toContain('voided');
  });

  test('users agree to is shown whole to those who decide, to its last clause', async () => {
    const clause = '<p>"You" agree to all of this.</p>';
    const html = `${clause.repeat(1_000)}<p>And owe us your house.</p>`;
    const { result } = await publish('terms', [{ language: 'fr', title: 'x', html, over: 1 }]);
    const [q = ''] = result.cases;
    const { cookie } = second;
    const [one] = (await product.desk('cases.list', { cookie, query: { q } })).result.records;
    const { facts } = (await product.desk('cases.get', { cookie, params: { id: one?.id ?? '' } }))
      .result;
    expect(facts.find(({ key }) => key === 'text')?.value).toBe(html);
  });

  test('is a notice where it is new: in the languages written, English for all others', async () => {
    const en = { language: 'en', title: 'Closed on Friday', html: '<p>All day.</p>', over: 0 };
    const alone = await publish(null, [{ ...en, language: 'de' }]);
    expect([alone.message, alone.result]).toMatchObject(['unreadable', { field: 'language' }]);
    const { id } = (await publish(null, [en, { ...JA, over: 0 }])).result;
    expect(await read(id, 'ja')).toMatchObject({ type: 6, original: false, title: JA.title });
    expect(await read(id, 'de')).toMatchObject({ original: true, title: 'Closed on Friday' });
    const listed = await product.call('content.list', { params: { id: '6' }, query: {} });
    expect(listed.result[0]).toMatchObject({ id, title: 'Closed on Friday' });
    expect((await page(id)).missing).toContain('de');
  });

  test('is a notice shown at its time alone, to whom it is for, and ended by itself', async () => {
    const from = product.clock.now() + 60_000;
    const until = from + 60_000;
    const texts = [{ language: 'en', title: 'Upkeep', html: '<p>At noon.</p>', over: 0 }];
    const send = (schedule: object) =>
      product.desk('content.publish', {
        cookie: writer.cookie,
        body: { id: null, texts, note: '', schedule },
      });
    const wrong = await send({ from, until: from, languages: null });
    expect([wrong.message, wrong.result]).toMatchObject(['unreadable', { field: 'until' }]);
    const { id } = (await send({ from, until, languages: ['de', 'en'] })).result;
    const isListed = async (language: 'de' | 'en' | 'ja') => {
      const query = { language };
      const { result } = await product.call('content.list', { params: { id: '6' }, query });
      const found = await product.call('content.get', { params: { id }, query });
      const listed = result.some((one) => one.id === id);
      expect(found.code === '200').toBe(listed);
      return listed;
    };
    expect(await isListed('de')).toBe(false);
    expect((await page(id)).schedule).toEqual({ from, until, languages: ['de', 'en'] });
    product.clock.advance(60_000);
    expect([await isListed('de'), await isListed('en'), await isListed('ja')]).toEqual([
      ...[true, true, false],
    ]);
    product.clock.advance(60_000);
    expect(await isListed('de')).toBe(false);
    // A member shows it again, and ends it.
    const say = (end: number | null, of = id, isOver = false) =>
      product.desk('content.schedule', {
        cookie: writer.cookie,
        body: { id: of, from, until: end, languages: null, isOver },
      });
    expect((await say(null)).message).toBe('ok');
    expect(await isListed('ja')).toBe(true);
    expect((await say(null, id, true)).message).toBe('ok');
    expect(await isListed('ja')).toBe(false);
    expect((await say(null, 'faq-start')).message).toBe('not-found');
    expect((await say(from + 1)).message).toBe('unreadable');
  });
});
