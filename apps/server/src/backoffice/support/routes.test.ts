// Promise: members of support answer conversations at the desk, one of them at a time, and nothing
// they write for one another reaches a user.
import { SUPPORT_TEXT_MAX, VISITOR_HEADER } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PICTURE } from '../../../test/form.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { OPENING, opened } from '../../../test/support.ts';

let product: TestDesk;
let anna: TestMember;
let ben: TestMember;
let auditor: TestMember;
let user: Awaited<ReturnType<TestDesk['register']>>;

beforeAll(async () => {
  product = await startTestDesk();
  anna = await product.member('support');
  ben = await product.member('support', 'kyc');
  auditor = await product.member('auditor');
  user = await product.register();
});
afterAll(() => product.stop());

const read = async (id: string, by: TestMember = anna) =>
  (await product.desk('support.read', { cookie: by.cookie, params: { id } })).result;
const reply = (id: string, said: { text: string; after: number }, by: TestMember = anna) =>
  product.desk('support.reply', { cookie: by.cookie, params: { id }, body: said });
const list = async (query: Record<string, string>, by: TestMember = anna) =>
  (await product.desk('support.list', { cookie: by.cookie, query })).result;
const assign = (id: string, body: { from: string | null; to: string | null }, by = anna) =>
  product.desk('support.assign', { cookie: by.cookie, params: { id }, body });
const actionsOf = async (subject: string): Promise<string[]> => {
  const { cookie } = auditor;
  const found = await product.desk('audit.list', { cookie, query: { subject } });
  return found.result.records.map(({ action }) => action);
};

describe('the inbox', () => {
  test('lists who waits longest first, by whose it is, and finds by number, name and subject', async () => {
    const first = await opened(product, user.token);
    product.clock.advance(1_000);
    const second = await opened(product);
    const { records } = await list({ state: 'open' });
    expect(records.map(({ number }) => number)).toEqual([first.number, second.number]);
    expect(records[0]).toMatchObject({ userId: user.userId, messages: 1, assignedTo: null });
    expect(records[1]?.userId).toBeNull();
    expect(records[0]?.waitingSince).toBe(records[0]?.createdAt);
    const page = await list({ size: '1' });
    expect(page.records.map(({ id }) => id)).toEqual([first.id]);
    const next = await list({ size: '1', cursor: page.next ?? '' });
    expect([next.records.map(({ id }) => id), next.next]).toEqual([[second.id], null]);
    for (const q of [first.number.slice(0, 6).toLowerCase(), user.username, user.userId]) {
      expect([q, (await list({ q })).records.map(({ id }) => id)]).toEqual([q, [first.id]]);
    }
    expect((await list({ q: '%' })).records).toEqual([]);
    expect((await list({ q: 'fee I do' })).records).toHaveLength(2);

    const taken = await assign(first.id, { from: null, to: anna.id });
    expect(taken.result.assignedTo).toEqual({ id: anna.id, name: 'A member' });
    expect((await list({ state: 'mine' })).records.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ state: 'mine' }, ben)).records).toEqual([]);
    expect((await list({ state: 'unassigned' })).records.map(({ id }) => id)).toEqual([second.id]);
    const { result: counts } = await product.desk('support.counts', { cookie: anna.cookie });
    expect(counts).toEqual({
      open: 2,
      unassigned: 1,
      mine: 1,
      oldestWaitingSince: records[0]?.createdAt,
    });
    // Taken by another since it was shown, given to who is not of support, given back.
    expect((await assign(first.id, { from: null, to: ben.id }, ben)).message).toBe(
      'support-changed',
    );
    expect((await assign(first.id, { from: anna.id, to: auditor.id })).message).toBe('not-found');
    expect((await assign(first.id, { from: anna.id, to: ben.id })).result.assignedTo?.id).toBe(
      ben.id,
    );
    expect((await assign(first.id, { from: ben.id, to: null }, ben)).result.assignedTo).toBeNull();
  });

  test('an answer reaches its user as it always did, under the name of the member', async () => {
    const { token } = user;
    const { id, number } = await opened(product, token);
    const text = 'It is the fee for opening, a tenth of a percent of what the order was worth.';
    const answered = await reply(id, { text, after: 1 });
    expect(answered.result).toMatchObject({
      state: 'answered',
      messages: 2,
      waitingSince: null,
      assignedTo: { id: anna.id },
    });
    await product.settle();
    await product.app.notifications.settled();
    const own = (await product.call('support.get', { token, params: { id } })).result;
    expect(own.messages.at(-1)).toMatchObject({ by: 'staff', name: 'A member', text });
    const verified = await product.call('support.verify', { token, body: { text } });
    expect(verified.result).toMatchObject({ genuine: true, sent: { to: 'you' } });
    const told = await product.call('notifications.list', { token, query: { page: 1, size: 20 } });
    expect(told.result.records.map(({ kind }) => kind)).toContain('support-answer');
    expect(await actionsOf(number)).toContain('support.reply');
    const log = await product.call('accounts.access-log', { token, query: { page: 1, size: 50 } });
    expect(log.result.records.filter(({ role }) => role === 'support').length).toBeGreaterThan(0);
    expect(log.text).not.toContain(anna.id);
  });

  test('two answer at once: the second sees the first answer before anything is sent', async () => {
    const { id } = await opened(product, user.token);
    const shown = await read(id, ben);
    const both = await Promise.all([
      reply(id, { text: 'The first answer.', after: shown.messages }),
      reply(id, { text: 'The second answer.', after: shown.messages }, ben),
    ]);
    expect(both.map(({ message }) => message).toSorted()).toEqual(['ok', 'support-changed']);
    const { history, messages } = await read(id, ben);
    expect([messages, history.filter(({ by }) => by === 'staff').length]).toEqual([2, 1]);
    const body = { requestId: crypto.randomUUID(), text: 'One more thing.' };
    await product.call('support.reply', { token: user.token, params: { id }, body });
    const close = (after: number) =>
      product.desk('support.close', { cookie: anna.cookie, params: { id }, body: { after } });
    // Written into meanwhile: what nobody read is not closed over.
    expect((await close(messages)).message).toBe('support-changed');
    expect((await close(3)).result).toMatchObject({ state: 'closed', waitingSince: null });
    expect((await close(3)).message).toBe('support-changed');
    const again = { cookie: anna.cookie, params: { id } };
    expect((await product.desk('support.reopen', again)).result.state).toBe('open');
    expect((await product.desk('support.reopen', again)).message).toBe('support-changed');
    const acts = await product.db.query<{ act: string }>(
      'select act from support.act where conversation_id = $1 order by at, act',
      [id],
    );
    expect(acts.map(({ act }) => act).toSorted()).toEqual(['answered', 'closed', 'reopened']);
  });

  test('pictures are shown on the desk’s own origin, each look a read of personal data', async () => {
    const { token } = user;
    const form = { purpose: 'support', file: PICTURE };
    const { result } = await product.call('files.upload', { token, form });
    const asked = { ...OPENING, requestId: crypto.randomUUID(), files: [result.fileId] };
    const { id, number } = (await product.call('support.open', { token, body: asked })).result;
    const show = (by: TestMember, at: string) =>
      product.desk('support.picture', {
        cookie: by.cookie,
        params: { id: at, fileId: result.fileId },
      });
    const shown = await show(anna, id);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['content-disposition']).toMatch(/filename="candor-[\w-]+\.png"$/);
    const other = await opened(product, token);
    expect((await show(anna, other.id)).message).toBe('not-found');
    expect((await show(auditor, id)).status).toBe(403);
    const views = await product.db.query('select viewer from files.view where file_id = $1', [
      result.fileId,
    ]);
    expect(views).toEqual([{ viewer: anna.id }]);
    expect(await actionsOf(number)).toContain('support.show-picture');
  });

  test('a visitor’s picture is shown to support after its conversation became an account’s', async () => {
    const visit = await opened(product);
    const params = { id: visit.id };
    const visitorToken = visit.visitorToken ?? '';
    const headers = { [VISITOR_HEADER]: visitorToken };
    const brought = await product.call('support.upload', {
      ...{ params, headers },
      form: { file: PICTURE },
    });
    const { fileId } = brought.result;
    await product.call('support.reply', {
      ...{ params, headers },
      odd: { requestId: crypto.randomUUID(), text: 'See the picture.', files: [fileId] },
    });
    const { cookie } = anna;
    const taken = await product.desk('support.assign', {
      ...{ cookie, params },
      body: { from: null, to: anna.id },
    });
    expect(taken.message).toBe('ok');
    const { token } = await product.register();
    await product.call('support.claim', { token, params, body: { visitorToken } });
    const show = (by: TestMember) =>
      product.desk('support.picture', {
        cookie: by.cookie,
        params: { id: visit.id, fileId },
      });
    const shown = await show(anna);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    for (const role of ['kyc', 'risk', 'admin'] as const) {
      expect((await show(await product.member(role))).status).toBe(403);
    }
    expect((await show(auditor)).status).toBe(403);
  });

  test('a note is read by colleagues alone: no call, file or copy of the user has it', async () => {
    const { token, userId } = user;
    const { id } = await opened(product, token);
    const text = 'Asked the same twice; a secret of ours';
    const { cookie } = anna;
    const params = { id };
    const kept = await product.desk('support.note', { cookie, params, body: { text } });
    expect(kept.result).toMatchObject({ text, by: { id: anna.id } });
    expect((await read(id, ben)).notes.map((one) => one.text)).toEqual([text]);
    const answers = [
      (await product.call('support.get', { token, params })).text,
      (await product.call('support.transcript', { token, params })).text,
      (await product.desk('support.transcript', { cookie, params })).text,
      (await product.call('accounts.access-log', { token, query: { page: 1, size: 50 } })).text,
      (await product.app.support.wholeFile(userId)).content,
    ];
    expect(answers[2]).toContain(OPENING.text);
    for (const answer of answers) expect(answer).not.toContain('secret of ours');
    const pdf = await product.desk('support.transcript', {
      cookie,
      params,
      query: { format: 'pdf' },
    });
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [row] = await product.db.query<{ count: number }>(
      `select count(*)::int as count from audit.record where details::text like '%secret of ours%'`,
    );
    expect(row?.count).toBe(0);
  });

  test('ten megabytes are refused, and what turns or controls text is taken out', async () => {
    const { id } = await opened(product);
    const { cookie } = anna;
    const params = { id };
    for (const name of ['support.note', 'support.reply'] as const) {
      const send = (text: string) =>
        product.desk(name, { cookie, params, body: { text, after: 1 } });
      const huge = await send('x'.repeat(10_000_000));
      expect([huge.status >= 400, huge.message]).toEqual([true, expect.not.stringMatching('ok')]);
      expect((await send('x'.repeat(SUPPORT_TEXT_MAX + 1))).code).not.toBe('200');
    }
    const note = (text: string) => product.desk('support.note', { cookie, params, body: { text } });
    expect((await note('\u202e\u0007 \u2066')).message).toBe('incomplete');
    expect((await note('a\u202eb\u0001<script>\r\n\u001b[31m')).result.text).toBe(
      'ab<script>\n[31m',
    );
    const said = await reply(id, { text: '\u2067paid\u0001 back\u202d', after: 1 });
    expect(said.message).toBe('ok');
    expect((await read(id)).history.at(-1)?.text).toBe('paid back');
    expect((await reply(id, { text: '\u202e', after: 2 })).message).toBe('incomplete');
  });

  test('the desk’s role reads no token of a visitor and writes nothing here', async () => {
    for (const statement of [
      'select token_hash from support.conversation',
      'select request_hash from support.message',
      'select hash from support.sent',
      `update support.conversation set state = 'closed'`,
      'insert into support.note (id) values (gen_random_uuid())',
    ]) {
      await expect(product.deskDb.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('saved replies', () => {
  const keep = (body: object, by: TestMember = anna) =>
    product.desk('support.keep-saved', {
      cookie: by.cookie,
      body: { language: 'en', after: 0, title: 'Fees', text: 'Hello {name}', ...body },
    });

  test('have versions in each language, and a version nobody saw is not written over', async () => {
    const { id } = (await keep({})).result;
    const german = await keep({ id, language: 'de', text: 'Guten Tag {name}, zu {number}' });
    expect(german.result).toMatchObject({ id, language: 'de', version: 1 });
    expect((await keep({ id, after: 1, text: 'Dear {name}' }, ben)).result.version).toBe(2);
    expect((await keep({ id, after: 1, text: 'Lost' })).message).toBe('support-changed');
    const { cookie } = auditor;
    const saved = async () =>
      (await product.desk('support.saved', { cookie })).result.records.map(
        ({ language, version, text }) => [language, version, text],
      );
    expect((await saved()).toSorted()).toEqual([
      ['de', 1, 'Guten Tag {name}, zu {number}'],
      ['en', 2, 'Dear {name}'],
    ]);
    await keep({ id, after: 2, text: 'Dear {name}', isRetired: true });
    expect(await saved()).toHaveLength(1);
    const versions = await product.desk('support.saved-versions', { cookie, params: { id } });
    expect(versions.result.records).toHaveLength(4);
    expect(await actionsOf('Fees')).toContain('support.keep-saved');
  });

  test.each(['{balance}', 'Hello {name', '{{name}}', '{ name }', '}{'])(
    'may not name %s',
    async (text) => {
      const answer = await keep({ text });
      expect([answer.status, answer.message]).toEqual([400, 'unreadable']);
    },
  );

  test('keep no sign that turns or controls text', async () => {
    const { result } = await keep({ title: 'A\u202eB\nC', text: 'x\u2066\u0007' });
    expect([result.title, result.text]).toEqual(['AB C', 'x']);
    expect((await keep({ title: '\u202e' })).message).toBe('incomplete');
  });
});
