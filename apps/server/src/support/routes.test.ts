import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DAY_MS, type UserId, fail } from '@candor/kernel';
import {
  type ServerFrame,
  SOCKET_PATH,
  SUPPORT_FILES_MAX,
  SUPPORT_MESSAGES_MAX,
  SUPPORT_SUBJECT_MAX,
  SUPPORT_TEXT_MAX,
  SUPPORT_VISITOR_MS,
  VISITOR_HEADER,
  live,
} from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PICTURE } from '../../test/form.ts';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { OPENING, answered, opened } from '../../test/support.ts';
import { newSecret } from '../platform/secrets/session.ts';
import { createSupport } from './index.ts';

let product: TestApp;
let token: string;
let userId: UserId;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId } = await product.register());
});

type As = { readonly token?: string; readonly visitorToken?: string | undefined };

const by = (as: As) => ({
  ...(as.token === undefined ? {} : { token: as.token }),
  ...(as.visitorToken === undefined ? {} : { headers: { [VISITOR_HEADER]: as.visitorToken } }),
});
const get = (id: string, as: As, after?: number) =>
  product.call('support.get', {
    ...by(as),
    params: { id },
    ...(after === undefined ? {} : { query: { after } }),
  });
const reply = (id: string, as: As, odd: object = {}) =>
  product.call('support.reply', {
    ...by(as),
    params: { id },
    odd: { requestId: randomUUID(), text: 'And one more thing.', ...odd },
  });
const open = (as: As, odd: object = {}) =>
  product.call('support.open', {
    ...by(as),
    odd: { ...OPENING, requestId: randomUUID(), ...odd },
  });
const bring = async (purpose = 'support', as = token): Promise<string> => {
  const form = { purpose, file: PICTURE };
  const sent = await product.call('files.upload', { token: as, form });
  expect(sent.code).toBe('200');
  return sent.result.fileId;
};

describe('a conversation of an account', () => {
  test('is asked, answered, asked again and closed, each in its place', async () => {
    const { id, number, visitorToken } = await opened(product, token);
    expect(visitorToken).toBeUndefined();
    const reference = await answered(product, number, 'It is <b>the fee</b> for opening.');
    const { code, result } = await get(id, { token });
    expect(code).toBe('200');
    expect(result).toMatchObject({ number, state: 'answered', of: 'account', expiresAt: null });
    expect(result.messages).toMatchObject([
      { place: 1, by: 'asker', name: null, reference: null, text: OPENING.text, files: [] },
      { place: 2, by: 'staff', name: 'Anna', reference, text: 'It is <b>the fee</b> for opening.' },
    ]);
    product.clock.advance(1_000);
    expect((await reply(id, { token })).result).toMatchObject({ place: 3, by: 'asker' });
    const later = (await get(id, { token }, 2)).result;
    expect([later.state, later.messages.map(({ place }) => place)]).toEqual(['open', [3]]);
    const { records, total } = (await product.call('support.list', { token })).result;
    expect([total, records[0]]).toMatchObject([1, { id, number, state: 'open' }]);
    expect(later.updatedAt).toBe(product.clock.now());
  });

  test('is one however often and however many at once ask for it', async () => {
    const requestId = randomUUID();
    const fileId = await bring();
    const asked = Array.from({ length: 50 }, () => open({ token }, { requestId, files: [fileId] }));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.code).toBe('200');
    expect((await product.call('support.list', { token })).result.total).toBe(1);
    const { messages } = (await get(answers[0]?.result.id ?? '', { token })).result;
    expect(messages).toHaveLength(1);
    const other = await open({ token }, { requestId, text: 'Something else.' });
    expect([other.status, other.refused.name]).toEqual([422, 'request-reused']);
  });

  test('takes a message once however often it comes, and all of many at once in their order', async () => {
    const { id } = await opened(product, token);
    const requestId = randomUUID();
    const again = await Promise.all(
      Array.from({ length: 10 }, () => reply(id, { token }, { requestId })),
    );
    expect(new Set(again.map(({ text }) => text)).size).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => reply(id, { token })));
    const { messages } = (await get(id, { token })).result;
    expect(messages.map(({ place }) => place)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    const other = await reply(id, { token }, { requestId, text: 'Something else.' });
    expect(other.status).toBe(422);
  });

  test('of somebody else is nobody’s, read, written and taken away', async () => {
    const { id } = await opened(product, token);
    const outsider = await product.register();
    const asked = [{ token: outsider.token }, {}, { visitorToken: newSecret() }];
    for (const as of asked) {
      for (const one of [id, randomUUID().replace(/^.{14}./, '00000000-0000-7')]) {
        const seen = [
          await get(one, as),
          await reply(one, as),
          await product.call('support.transcript', { ...by(as), params: { id: one } }),
        ];
        expect(seen.map(({ status, refused }) => [status, refused])).toEqual(
          seen.map(() => [404, { name: 'not-found', field: null, facts: {}, fields: [] }]),
        );
      }
    }
    const mine = (await product.call('support.list', { token: outsider.token })).result;
    expect(mine).toEqual({ records: [], total: 0 });
  });
});

describe('what may be written', () => {
  const tooLong = 'x'.repeat(SUPPORT_TEXT_MAX + 1);
  test.each([
    ['no subject', { subject: undefined }, '11014'],
    ['an empty subject', { subject: ' \n' }, '11014'],
    ['an empty text', { text: '\u202e\u0007 ' }, '11014'],
    ['a text with a NUL, which no table keeps', { text: 'a\u0000b' }, '400'],
    ['a subject with a NUL', { subject: '\u0000' }, '400'],
    ['half a pair of signs', { text: 'a\ud800b' }, '400'],
    ['a subject too long', { subject: 'x'.repeat(SUPPORT_SUBJECT_MAX + 1) }, '11014'],
    ['a text too long', { text: tooLong }, '11014'],
    ['a text of no text', { text: ['a'] }, '400'],
    ['a language nobody speaks', { language: 'xx' }, '400'],
    ['no request id', { requestId: undefined }, '400'],
    [
      'too many pictures',
      { files: Array.from({ length: SUPPORT_FILES_MAX + 1 }, () => randomUUID()) },
      '400',
    ],
    ['a field nobody knows', { html: true }, '400'],
  ] as const)('%s is refused', async (_what, odd, code) => {
    expect((await open({ token }, odd)).code).toBe(code);
    expect((await product.call('support.list', { token })).result.total).toBe(0);
  });

  test('as much as is allowed is kept whole', async () => {
    const [subject, text] = ['あ'.repeat(SUPPORT_SUBJECT_MAX), 'ก'.repeat(SUPPORT_TEXT_MAX)];
    const { result } = await open({ token }, { subject, text });
    const kept = (await get(result.id, { token })).result;
    expect([kept.subject, kept.messages[0]?.text]).toEqual([subject, text]);
  });

  test('markup stays text, what controls a terminal or turns a line is gone', async () => {
    const text = '<img src=x onerror=alert(1)>\r\n\u001b[2J\u202e{link} %s ${a} \u2066b';
    const { result } = await open({ token }, { subject: 'a\nb\u202e<script>', text });
    const kept = (await get(result.id, { token })).result;
    expect(kept.subject).toBe('a b<script>');
    expect(kept.messages[0]?.text).toBe('<img src=x onerror=alert(1)>\n[2J{link} %s ${a} b');
    const file = await product.call('support.transcript', { token, params: { id: result.id } });
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="candor-.{9}\.txt"$/,
    );
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });

  test('so many begin within a day, of an account, an address and a network', async () => {
    const { db, clock, app } = product;
    const usual = createSupport({
      db,
      clock,
      files: app.files,
      contacts: app.contacts,
      pdfs: { write: async () => fail({ name: 'busy' }) },
      origin: () => '',
      secret: 'another secret',
      limitScale: 1,
      settings: () => ({ origins: [], mails: [], phones: [] }),
      said: () => '',
    });
    const first = clock.now();
    const until = String(first + DAY_MS);
    const begin = (as: { userId?: UserId; address: string }) =>
      usual.open(
        { userId: as.userId ?? null, visitorToken: null, address: as.address },
        { ...OPENING, requestId: randomUUID() },
      );
    const refused = (max: string) => ({
      ok: false,
      failure: { name: 'limit-reached', facts: { what: 'conversations', max, until } },
    });
    const address = (last: number): string => `198.51.100.${last}`;
    const many = Array.from({ length: 15 }, () => begin({ userId, address: address(1) }));
    expect((await Promise.all(many)).filter(({ ok }) => ok)).toHaveLength(10);
    expect(await begin({ userId, address: address(2) })).toEqual(refused('10'));
    const visits = Array.from({ length: 8 }, () => begin({ address: address(1) }));
    expect((await Promise.all(visits)).filter(({ ok }) => ok)).toHaveLength(5);
    expect(await begin({ address: address(1) })).toEqual(refused('5'));
    for (let last = 2; last <= 6; last += 1) {
      for (let time = 0; time < 5; time += 1) {
        expect((await begin({ address: address(last) })).ok).toBe(true);
      }
    }
    expect(await begin({ address: address(7) })).toEqual(refused('30'));
    expect((await begin({ address: '198.51.101.7' })).ok).toBe(true);
    clock.advance(DAY_MS);
    expect((await begin({ address: address(7) })).ok).toBe(true);
    expect((await begin({ userId, address: address(7) })).ok).toBe(true);
  });

  test('a conversation that is full says so, and staff can still answer', async () => {
    const { id, number } = await opened(product, token);
    await product.db.query('update support.conversation set messages = $2 where id = $1', [
      id,
      SUPPORT_MESSAGES_MAX,
    ]);
    const full = await reply(id, { token });
    expect(full.refused).toMatchObject({
      name: 'limit-reached',
      facts: { what: 'messages', max: String(SUPPORT_MESSAGES_MAX) },
    });
    await answered(product, number, 'Please begin a new one.');
    expect((await get(id, { token })).result.state).toBe('answered');
  });
});

describe('pictures', () => {
  test('come with a message, stay, and are opened by their owner', async () => {
    const files = [await bring(), await bring()];
    const { result } = await open({ token }, { files });
    expect((await get(result.id, { token })).result.messages[0]?.files).toEqual(files);
    product.clock.advance(2 * DAY_MS);
    await product.app.files.tidy();
    const { token: later } = await again();
    const link = await product.call('files.link', { token: later, params: { id: files[0] ?? '' } });
    expect(link.code).toBe('200');
  });

  test('of another, for something else, used or none make nothing of the message', async () => {
    const outsider = await product.register();
    const theirs = await bring('support', outsider.token);
    const own = await bring();
    const used = await bring();
    expect((await open({ token }, { files: [used] })).code).toBe('200');
    for (const odd of [theirs, await bring('proof'), used, randomUUID()]) {
      const refused = await open({ token }, { files: [own, odd] });
      expect([refused.status, refused.refused.field]).toEqual([404, 'files']);
    }
    expect((await product.call('support.list', { token })).result.total).toBe(1);
    // What was refused left the good one unused.
    expect((await open({ token }, { files: [own] })).code).toBe('200');
    expect((await open({}, { files: [own] })).refused).toMatchObject({
      name: 'forbidden',
      field: 'files',
    });
  });
});

async function again(): Promise<{ token: string }> {
  const [{ username } = { username: '' }] = await product.db.query<{ username: string }>(
    'select username from accounts.account where user_id = $1',
    [userId],
  );
  const body = { username, password: 'correct horse battery', client: 'api' } as const;
  const { result } = await product.call('accounts.login', { body });
  return { token: 'token' in result ? result.token : '' };
}

describe('a conversation of a visitor', () => {
  test('opens to its token alone, which nobody can read from the database', async () => {
    const { id, number, visitorToken = '' } = await opened(product);
    expect(visitorToken).toMatch(/^[\w-]{43}$/);
    await answered(product, number, 'Hello.');
    const { result } = await get(id, { visitorToken });
    expect(result).toMatchObject({ of: 'visitor', state: 'answered' });
    expect(result.expiresAt).toBe(product.clock.now() + SUPPORT_VISITOR_MS);
    expect((await reply(id, { visitorToken })).code).toBe('200');
    const other = await opened(product);
    for (const wrong of [
      undefined,
      '',
      visitorToken.slice(1),
      `${visitorToken}x`,
      visitorToken.toLowerCase() === visitorToken ? 'x' : visitorToken.toLowerCase(),
      other.visitorToken,
      newSecret(),
      'x'.repeat(5_000),
    ]) {
      expect((await get(id, { visitorToken: wrong })).status).toBe(404);
    }
    const [{ dump } = { dump: '' }] = await product.db.query<{ dump: string }>(
      'select json_agg(c)::text as dump from support.conversation c where id = $1',
      [id],
    );
    expect(dump).toContain(id);
    expect(dump).not.toContain(visitorToken);
    // An account is not let in without it, and is with it.
    expect((await get(id, { token })).status).toBe(404);
    expect((await get(id, { token, visitorToken })).code).toBe('200');
  });

  test('is one however often it is asked for, and each answer has its token', async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => open({}, { requestId })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { id, visitorToken } = answers[0]?.result ?? { id: '' };
    expect((await get(id, { visitorToken })).result.messages).toHaveLength(1);
    expect((await open({}, { requestId, text: 'Something else.' })).status).toBe(422);
  });

  test('ends with its token, later with each message', async () => {
    const { id, number, visitorToken } = await opened(product);
    product.clock.advance(SUPPORT_VISITOR_MS - 1_000);
    await answered(product, number, 'Still here.');
    product.clock.advance(SUPPORT_VISITOR_MS - 1_000);
    expect((await get(id, { visitorToken })).code).toBe('200');
    product.clock.advance(1_000);
    expect((await get(id, { visitorToken })).status).toBe(404);
    expect((await reply(id, { visitorToken })).status).toBe(404);
  });

  test('is an account’s once its owner brings the token there, and the token ends', async () => {
    const { id, number, visitorToken = '' } = await opened(product);
    const claim = (as: string, said: string) =>
      product.call('support.claim', { token: as, params: { id }, body: { visitorToken: said } });
    expect((await claim(token, newSecret())).status).toBe(404);
    await answered(product, number, 'An answer to a visitor that is long enough to be verified.');
    expect((await claim(token, visitorToken)).result).toMatchObject({ id, state: 'answered' });
    expect((await claim(token, visitorToken)).code).toBe('200');
    const outsider = await product.register();
    expect((await claim(outsider.token, visitorToken)).status).toBe(404);
    expect((await get(id, { visitorToken })).status).toBe(404);
    expect((await get(id, { token })).result).toMatchObject({ of: 'account', expiresAt: null });
    expect((await product.call('support.list', { token })).result.total).toBe(1);
  });

  test('where they came from is kept keyed, and for a day', async () => {
    const { id } = await opened(product);
    const places = async () => {
      const [row] = await product.db.query<{
        host_hash: string | null;
        network_hash: string | null;
      }>('select host_hash, network_hash from support.conversation where id = $1', [id]);
      return [row?.host_hash ?? null, row?.network_hash ?? null];
    };
    for (const place of await places()) expect(place).toMatch(/^[\w-]{43}$/);
    product.clock.advance(DAY_MS);
    await product.app.support.tidy();
    expect(await places()).toEqual([null, null]);
  });
});

describe('news', () => {
  test('an answer comes to every socket of its owner, and to nobody else’s', async () => {
    const outsider = await product.register();
    const frames = { own: [] as ServerFrame[], other: [] as ServerFrame[] };
    product.app.http.server.listen(0, '127.0.0.1');
    await once(product.app.http.server, 'listening');
    const { port } = product.app.http.server.address() as AddressInfo;
    const listen = async (who: keyof typeof frames, as: { token: string; userId: UserId }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
      socket.on('message', (said: Buffer) => {
        const frame: unknown = JSON.parse(said.toString());
        if (!Array.isArray(frame)) frames[who].push(live.ServerFrame.parse(frame));
      });
      await once(socket, 'open');
      const { ticket } = (await product.call('live.ticket', { token: as.token })).result;
      socket.send(JSON.stringify({ type: 'USER_AUTH', userId: as.userId, ticket }));
      await expect.poll(() => frames[who].length).toBeGreaterThan(0);
      return socket;
    };
    const sockets = [await listen('own', { token, userId }), await listen('other', outsider)];
    const { id, number } = await opened(product, token);
    const reference = await answered(product, number, 'It is the fee for opening.');
    const heard = () => frames.own.find(({ type }) => type === 'SUPPORT_MESSAGE');
    await expect.poll(heard, { timeout: 5_000 }).toMatchObject({
      data: { id, state: 'answered', message: { reference, text: 'It is the fee for opening.' } },
    });
    expect(frames.other.some(({ type }) => type === 'SUPPORT_MESSAGE')).toBe(false);
    for (const socket of sockets) socket.close();
  });
});

describe('what its owner takes along', () => {
  test('the file of a conversation has every message, who, when and its reference', async () => {
    const { result } = await open({ token }, { language: 'de', files: [await bring()] });
    const reference = await answered(product, result.number, 'Zwei\nZeilen.', 'Anna');
    const pdf = await product.call('support.transcript', {
      token,
      params: { id: result.id },
      query: { format: 'pdf' },
    });
    expect([pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([
      'application/pdf',
      '%PDF-',
    ]);
    const file = await product.call('support.transcript', { token, params: { id: result.id } });
    expect(file.text).toContain(`Candor, Gespräch ${result.number}: ${OPENING.subject}\n\nSie, 20`);
    expect(file.text).toContain(`${OPENING.text}\nBilder: 1\n\nAnna, Support von Candor, 20`);
    expect(file.text).toMatch(new RegExp(` UTC\nZwei\nZeilen\\.\nNummer: ${reference}\n$`));
  });

  test('what is written in other scripts and signs stands in the PDF too', async () => {
    const text = 'ไทย العربية 日本語 한국어 🙂 <b>\n\n'.padEnd(3_900, 'word ');
    const { result } = await open({}, { text });
    const file = await product.call('support.transcript', {
      ...by({ visitorToken: result.visitorToken }),
      params: { id: result.id },
      query: { format: 'pdf' },
    });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const odd = await product.call('support.transcript', {
      ...by({ visitorToken: result.visitorToken }),
      params: { id: result.id },
      odd: {},
      oddQuery: 'format=docx',
    });
    expect(odd.status).toBe(400);
  });

  test('the copy of one’s data has every conversation, and that staff read it', async () => {
    const { id, number } = await opened(product, token);
    const reference = await answered(product, number, 'It is the fee for opening.');
    const outsider = await product.register();
    await opened(product, outsider.token);
    const { name, content } = await product.app.support.wholeFile(userId);
    expect(name).toBe('support.json');
    const kept = JSON.parse(content) as {
      id: string;
      messages: object[];
      acts_of_ours: object[];
    }[];
    expect(kept.map((one) => one.id)).toEqual([id]);
    expect(kept[0]?.messages).toMatchObject([{ text: OPENING.text }, { reference, name: 'Anna' }]);
    expect(kept[0]?.acts_of_ours).toMatchObject([{ act: 'answered', name: 'Anna' }]);
    expect(content).not.toContain('a test');
  });
});

test('messages, acts and what was sent cannot be changed by the product', async () => {
  const { id } = await opened(product, token);
  for (const text of [
    `update support.message set text = 'x' where conversation_id = '${id}'`,
    `delete from support.message where conversation_id = '${id}'`,
    `delete from support.conversation where id = '${id}'`,
    `update support.conversation set subject = 'x' where id = '${id}'`,
    `update support.act set done_by = 'x'`,
    `update support.sent set hash = 'x'`,
  ]) {
    await expect(product.db.query(text)).rejects.toThrow();
  }
});
