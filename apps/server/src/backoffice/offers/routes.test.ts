// Promise: an offer goes to users who asked for offers, once another member approved it: once each, by
// the channels they chose, in their language, until its end or until it is withdrawn; its mail can be
// answered with an end of offers, and of nothing else.
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type UserId } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUPPORT_KEY } from '../../../test/start-app.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

type Mail = { readonly to: string; readonly text: string; readonly unsubscribe?: string };
type Asker = { readonly token: string; readonly userId: UserId; readonly email: string };

let product: TestDesk;
let writer: TestMember;
let checker: TestMember;
const mails: Mail[] = [];

beforeAll(async () => {
  product = await startTestDesk({
    publicUrl: 'https://candor.example',
    mailsBy: {
      send: async (mail) => {
        mails.push(mail);
      },
    },
  });
  writer = await product.member('content');
  checker = await product.member('content', 'risk');
});
afterAll(() => product.stop());
// Of each test its own users are all who ask.
beforeEach(async () => {
  await product.owner.query('delete from notifications.preference');
  while (await product.app.offers.sendBatch());
  product.clock.advance(1_000);
});

const EVERY = { inApp: true, mail: true, push: true };
const NONE = { inApp: false, mail: false, push: false };
const say = (token: string, channels: typeof EVERY) =>
  product.call('notifications.set-preferences', {
    token,
    body: { category: 'marketing', ...channels },
  });

/** A user with a proven mailbox who asks for offers. */
async function asker(channels: typeof EVERY | null = EVERY, language = 'en'): Promise<Asker> {
  const { token, userId, username } = await product.register();
  const email = `${username}@candor.example`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [userId, email, product.clock.now()],
  );
  await product.owner.query('update accounts.account set language = $2 where user_id = $1', [
    userId,
    language,
  ]);
  if (channels !== null) expect((await say(token, channels)).code).toBe('200');
  return { token, userId, email };
}

const EN = { language: 'en', title: 'A week without fees', text: 'From Monday.\n\nOn EUR/USD.' };
const DE = { language: 'de', title: 'Eine Woche ohne Gebühren', text: 'Ab Montag.' };
const termsOf = (change: object = {}) => ({
  texts: [EN, DE],
  until: product.clock.now() + 7 * DAY_MS,
  page: '/market',
  note: 'Asked for by many',
  ...change,
});
const propose = (change: object = {}, by: TestMember = writer) =>
  product.desk('offers.propose', { cookie: by.cookie, body: termsOf(change) });

async function decide(id: string, { cookie, device }: TestMember, verdict = 'approved') {
  const params = { id };
  const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
  const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
  const passkey = device.answer(asked.result.options);
  const { challenge } = asked.result;
  const reason = 'as-proposed';
  return product.desk('cases.decide', {
    ...{ cookie, params },
    body: { verdict, reason, rowHash, challenge, passkey },
  });
}

const listed = async () => (await product.desk('offers.list', { cookie: writer.cookie })).result;
const sendAll = async (): Promise<void> => {
  while (await product.app.offers.sendBatch());
  await product.app.mailer.deliver();
};

/** An offer that was proposed and approved: its id. */
async function approved(change: object = {}): Promise<string> {
  const { number, id } = (await propose(change)).result;
  expect((await decide(id, checker)).message).toBe('ok');
  const found = (await listed()).offers.find(({ caseNumber }) => caseNumber === number);
  return found?.id ?? '';
}

const toldTo = async ({ token }: Asker) =>
  (
    await product.call('notifications.list', {
      token,
      query: { page: 1, size: 20, category: 'marketing' },
    })
  ).result.records;
const mailsTo = ({ email }: Asker): Mail[] => mails.filter(({ to }) => to === email);
const preferenceOf = async ({ token }: Asker, of = 'marketing') =>
  (await product.call('notifications.preferences', { token })).result.find(
    ({ category }) => category === of,
  );

describe('an offer', () => {
  test('goes to who asked, by the channels they chose and in their language', async () => {
    const [both, listOnly, mailOnly] = [
      await asker(EVERY, 'de'),
      await asker({ ...NONE, inApp: true }, 'ja'),
      await asker({ ...NONE, mail: true }, 'ja'),
    ];
    const others = [await asker(null), await asker(NONE)];
    const { askers } = await listed();
    expect(askers).toEqual({ users: 3, inApp: 2, mail: 2 });
    await approved();
    await sendAll();
    const [told] = await toldTo(both);
    expect(told).toMatchObject({
      category: 'marketing',
      kind: 'offer',
      mode: null,
      facts: { title: DE.title, text: DE.text, page: '/market' },
    });
    expect(told?.facts.original).toBeUndefined();
    expect((await toldTo(listOnly))[0]?.facts).toMatchObject({ title: EN.title, original: true });
    expect(await toldTo(mailOnly)).toEqual([]);
    expect([both, listOnly, mailOnly].map((one) => mailsTo(one).length)).toEqual([1, 0, 1]);
    const [german] = mailsTo(both);
    expect(german?.text).toContain(DE.text);
    expect(german?.text).toContain('https://candor.example/market');
    // Japanese readers get the English text, and read that it is.
    const [japanese] = mailsTo(mailOnly);
    expect(japanese?.text).toContain('On EUR/USD.');
    expect(japanese?.text).toContain('英語の原文');
    for (const one of others) {
      expect([await toldTo(one), mailsTo(one)]).toEqual([[], []]);
    }
    expect((await listed()).offers[0]).toMatchObject({ told: 3, state: 'sent' });
  });

  test('waits for another member, whom the database asks for', async () => {
    const ann = await asker();
    const both = await product.member('content', 'risk');
    const { id } = (await propose({}, both)).result;
    const { cookie } = both;
    const { rowHash } = (await product.desk('cases.get', { cookie, params: { id } })).result;
    const own = { cookie, params: { id }, body: { rowHash } };
    expect((await product.desk('cases.challenge', own)).message).toBe('case-own');
    await sendAll();
    expect(await toldTo(ann)).toEqual([]);
    const begun = `insert into offers.sending (offer_id, case_id, case_number, approved_at)
      select o.id, c.id, c.number, now() from offers.offer o, cases.case c
      where c.id = $1 and c.facts::jsonb ->> 'offer' = o.id::text`;
    await expect(product.db.query(begun, [id])).rejects.toMatchObject({ code: '23514' });
    expect((await decide(id, checker)).message).toBe('ok');
    await sendAll();
    expect(await toldTo(ann)).toHaveLength(1);
    await expect(product.db.query(`update offers.offer set page = '/loan'`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('is refused without English, twice in a language, over, or too far ahead', async () => {
    const fieldOf = async (change: object) => {
      const { message, result } = await propose(change);
      return [message, (result as { field?: string }).field];
    };
    const now = product.clock.now();
    expect(await fieldOf({ texts: [DE] })).toEqual(['unreadable', 'language']);
    expect(await fieldOf({ texts: [EN, EN] })).toEqual(['unreadable', 'language']);
    expect(await fieldOf({ until: now })).toEqual(['unreadable', 'until']);
    expect(await fieldOf({ until: now + 91 * DAY_MS })).toEqual(['unreadable', 'until']);
    expect((await propose({ page: 'https://evil.example' })).message).toBe('unreadable');
    expect((await propose({ texts: [{ ...EN, title: 'a\nBcc: b' }] })).message).toBe('unreadable');
  });

  test('is previewed in each language, with what readers without a text get', async () => {
    const { note: _, ...body } = termsOf();
    const { result } = await product.desk('offers.preview', { cookie: writer.cookie, body });
    expect(result).toHaveLength(11);
    const of = (language: string) => result.find((one) => one.language === language);
    expect(of('de')).toMatchObject({ subject: `Angebot: ${DE.title}`, isOriginal: false });
    expect(of('ar')?.isOriginal).toBe(true);
    expect(of('ar')?.text).toContain('On EUR/USD.');
  });

  test('is sent to nobody who switched offers off between two batches', async () => {
    const users = [await asker(), await asker(), await asker()].toSorted((a, b) =>
      a.userId < b.userId ? -1 : 1,
    );
    await approved();
    await product.app.offers.sendBatch(1);
    for (const { token } of users) await say(token, NONE);
    await sendAll();
    expect(await Promise.all(users.map(async (one) => (await toldTo(one)).length))).toEqual([
      ...[1, 0, 0],
    ]);
    // Its mail was written, and had not left.
    expect(users.flatMap(mailsTo)).toEqual([]);
  });

  test('is told once, though the product ends in and between its batches', async () => {
    const users = [await asker(), await asker(), await asker()].toSorted((a, b) =>
      a.userId < b.userId ? -1 : 1,
    );
    await approved();
    await product.app.offers.sendBatch(1);
    await product.restart();
    // The batch of the two others breaks off after the first of them.
    await product.owner.query(
      `create function public.breaks() returns trigger language plpgsql as
       $$ begin raise exception 'gone'; end $$`,
    );
    await product.owner.query(
      `create trigger breaks before insert on notifications.notification
       for each row when (new.user_id = '${users[2]?.userId}') execute function public.breaks()`,
    );
    await expect(product.app.offers.sendBatch()).rejects.toThrow('gone');
    await product.owner.query('drop function public.breaks() cascade');
    await product.restart();
    await sendAll();
    for (const one of users) {
      expect([(await toldTo(one)).length, mailsTo(one).length]).toEqual([1, 1]);
    }
    expect((await listed()).offers[0]).toMatchObject({ told: 3, state: 'sent' });
  });

  test('is sent to nobody after its end, and shown as over', async () => {
    const [early, late] = [await asker(), await asker()].toSorted((a, b) =>
      a.userId < b.userId ? -1 : 1,
    );
    const until = product.clock.now() + MINUTE_MS;
    await approved({ until });
    await product.app.offers.sendBatch(1);
    product.clock.advance(MINUTE_MS);
    await sendAll();
    if (early === undefined || late === undefined) throw new Error('two users');
    expect((await toldTo(early)).map(({ facts }) => facts.until)).toEqual([until]);
    expect(await toldTo(late)).toEqual([]);
    expect([early, late].flatMap(mailsTo)).toEqual([]);
    expect((await listed()).offers[0]).toMatchObject({ told: 1, state: 'over' });
    // Decided after its end there is nothing to be sent.
    const { id } = (await propose({ until: product.clock.now() + MINUTE_MS })).result;
    product.clock.advance(2 * MINUTE_MS);
    await decide(id, checker);
    const { steps } = (await product.desk('cases.get', { cookie: checker.cookie, params: { id } }))
      .result;
    expect(steps.map(({ kind }) => kind)).toContain('voided');
  });

  test('is withdrawn by one member: nobody else is told, and who was reads that it is over', async () => {
    const users = [await asker(), await asker()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
    const id = await approved();
    await product.app.offers.sendBatch(1);
    product.clock.advance(1_000);
    const withdraw = () =>
      product.desk('offers.withdraw', { cookie: writer.cookie, params: { id } });
    expect((await withdraw()).message).toBe('ok');
    await sendAll();
    const told = await Promise.all(users.map(toldTo));
    expect(told.map((all) => all.map(({ facts }) => facts.until))).toEqual([
      ...[[product.clock.now()], []],
    ]);
    expect(users.flatMap(mailsTo)).toEqual([]);
    expect((await listed()).offers[0]).toMatchObject({
      state: 'withdrawn',
      withdrawnBy: 'A member',
    });
    expect((await withdraw()).message).toBe('not-found');
    const rows = await product.db.query<{ actor: string }>(
      `select actor from audit.record where action = 'offers.withdraw' and subject = $1`,
      [id],
    );
    expect(rows.map(({ actor }) => actor)).toEqual([writer.id]);
  });

  test('reaches no account that is frozen, excluded, in a break or disabled', async () => {
    const [frozen, excluded, pausing, disabled, open] = [
      await asker(),
      await asker(),
      await asker(),
      await asker(),
      await asker(),
    ];
    const now = product.clock.now();
    await product.call('accounts.freeze', { token: frozen.token });
    await product.call('accounts.self-exclude', {
      token: excluded.token,
      body: { until: now + 366 * DAY_MS },
    });
    await product.owner.query(
      `update accounts.account set status = 'disabled' where user_id = $1`,
      [disabled.userId],
    );
    await approved();
    await product.app.offers.sendBatch();
    // Begins a break after its notification was written: the mail stays here.
    await product.call('accounts.timeout', {
      token: pausing.token,
      body: { until: now + 2 * DAY_MS },
    });
    await sendAll();
    const offered = (one: Asker) =>
      mailsTo(one).filter(({ unsubscribe }) => unsubscribe !== undefined).length;
    expect([frozen, excluded, pausing, disabled, open].map(offered)).toEqual([0, 0, 0, 0, 1]);
    expect((await listed()).offers[0]).toMatchObject({ told: 2 });
  });
});

describe('the end of offers by a mail', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const click = (url: string, payload = 'List-Unsubscribe=One-Click', headers: object = FORM) =>
    product.app.http.inject({ method: 'POST', url, headers: { ...headers }, payload });
  const pathOf = (link: string): string => link.replace('https://candor.example', '');

  async function link(one: Asker): Promise<string> {
    await approved();
    await sendAll();
    const [mail] = mailsTo(one);
    expect(mail?.text).toContain(mail?.unsubscribe);
    return pathOf(mail?.unsubscribe ?? '');
  }

  test('ends offers with one click, and nothing else', async () => {
    const ann = await asker();
    const url = await link(ann);
    const before = await preferenceOf(ann, 'orders');
    expect(url).toMatch(/^\/pass\/unsubscribe\?token=/);
    // Whatever reads a mail before its reader does may open the page.
    await product.app.http.inject({ method: 'GET', url });
    await product.app.http.inject({ method: 'HEAD', url });
    expect(await preferenceOf(ann)).toMatchObject(EVERY);
    const done = await click(url);
    expect([done.statusCode, done.json()]).toMatchObject([200, { code: '200' }]);
    expect(await preferenceOf(ann)).toMatchObject(NONE);
    expect(await preferenceOf(ann, 'orders')).toEqual(before);
    await approved();
    await sendAll();
    expect(mailsTo(ann)).toHaveLength(1);
  });

  test('is taken as a form of parts, and by the button of the page', async () => {
    const ann = await asker();
    const url = await link(ann);
    const parts =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await click(url, parts, type)).statusCode).toBe(200);
    expect(await preferenceOf(ann)).toMatchObject(NONE);
    await say(ann.token, EVERY);
    const token = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
    expect((await product.call('notifications.unsubscribe', { query: { token } })).code).toBe(
      '200',
    );
    expect(await preferenceOf(ann)).toMatchObject(NONE);
  });

  test('is refused by a link that is not ours, or that was made for something else', async () => {
    const [ann, ben] = [await asker(), await asker()];
    const token = (await link(ann)).split('token=')[1] ?? '';
    const key = Buffer.from(hkdfSync('sha256', SUPPORT_KEY, '', 'candor unsubscribe v1', 32));
    const proofOf = (category: string): string =>
      createHmac('sha256', key).update(`unsubscribe ${category} ${ann.userId}`).digest('base64url');
    // Made as ours are, and still not for this.
    expect(token).toBe(`${ann.userId}.${proofOf('marketing')}`);
    const forged = [
      token.replace(ann.userId, ben.userId),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
      token.split('.')[0] ?? '',
      `${randomUUID()}.${'A'.repeat(43)}`,
      `${ann.userId}.${proofOf('orders')}`,
      'x',
    ];
    for (const one of forged) {
      expect((await click(`/pass/unsubscribe?token=${one}`)).statusCode).toBe(404);
    }
    for (const one of [ann, ben]) expect(await preferenceOf(one)).toMatchObject(EVERY);
    expect((await click(`/pass/unsubscribe?token=${token}`, 'x'.repeat(2_000))).statusCode).toBe(
      400,
    );
    expect((await click(`/pass/unsubscribe?token=${token}`)).statusCode).toBe(200);
  });
});
