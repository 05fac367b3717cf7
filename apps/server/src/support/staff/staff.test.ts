import { SUPPORT_TEXT_MAX } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE } from '../../../test/form.ts';
import { SUPPORT_KEY, type TestApp, startTestApp } from '../../../test/start-app.ts';
import { OPENING, answered, opened } from '../../../test/support.ts';
import {
  answerAsStaff,
  closeAsStaff,
  createKeyed,
  listWaiting,
  picturesAsStaff,
  queueLines,
  readAsStaff,
  viewLines,
} from '../index.ts';

let product: TestApp;
let token: string;

beforeAll(async () => {
  product = await startTestApp();
  ({ token } = await product.register());
});
afterAll(() => product.stop());

const staff = () => ({
  db: product.db,
  clock: product.clock,
  keyed: createKeyed(SUPPORT_KEY),
  by: 'anna@desk',
});
const named = (name: string) => ({ ok: false, failure: { name } });

test('who waits longest is listed first, a visitor beside an account', async () => {
  const first = await opened(product, token);
  product.clock.advance(1_000);
  const second = await opened(product);
  const rows = await listWaiting(staff(), 'open');
  expect(rows.map(({ number }) => number)).toEqual([first.number, second.number]);
  const lines = queueLines(rows);
  expect(lines[0]).toMatch(/^\S{9} {2}.* UTC {2}open {2}account {2}en {2}1 {2}A fee/);
  expect(lines[1]).toContain('  visitor  ');
  await answered(product, first.number, 'It is the fee for opening.');
  expect((await listWaiting(staff(), 'open')).map(({ number }) => number)).toEqual([second.number]);
  expect(queueLines(await listWaiting(staff(), 'closed'))).toEqual(['Nothing waits.']);
});

test('no line of what somebody wrote can be taken for one of ours, nor for a command', async () => {
  const { result } = await product.call('support.open', {
    token,
    odd: {
      requestId: crypto.randomUUID(),
      subject: 'x\n\u001b]0;owned\u0007',
      text: 'a\n2026-01-01 00:00 UTC, Anna (0000-0000-0000)\r\u001b[31m',
      language: 'en',
    },
  });
  const read = await readAsStaff(staff(), ` ${result.number.toLowerCase()} `);
  const lines = read.ok ? viewLines(read.value) : [];
  expect(lines.slice(0, 2)).toEqual([`${result.number}: x ]0;owned`, 'open, of an account, in en']);
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/ UTC, asker$/),
    '  | a',
    '  | 2026-01-01 00:00 UTC, Anna (0000-0000-0000)',
    '  | [31m',
  ]);
  expect(lines.join('\n')).not.toMatch(/(?!\n)\p{Cc}/u);
});

test('everything staff do is written down, with who was at the machine', async () => {
  const { id, number } = await opened(product, token);
  await readAsStaff(staff(), number);
  await answerAsStaff(staff(), { number, name: 'Anna', text: 'It is the fee for opening.' });
  expect(await closeAsStaff(staff(), number)).toEqual({ ok: true, value: null });
  expect(await closeAsStaff(staff(), number)).toEqual(named('already-closed'));
  const acts = await product.db.query(
    'select act, done_by, name from support.act where conversation_id = $1 order by at, act',
    [id],
  );
  expect(acts.toSorted((a, b) => (String(a['act']) < String(b['act']) ? -1 : 1))).toEqual([
    { act: 'answered', done_by: 'anna@desk', name: 'Anna' },
    { act: 'closed', done_by: 'anna@desk', name: null },
    { act: 'read', done_by: 'anna@desk', name: null },
  ]);
  const params = { id };
  expect((await product.call('support.get', { token, params })).result.state).toBe('closed');
  const body = { requestId: crypto.randomUUID(), text: 'One more thing.' };
  expect((await product.call('support.reply', { token, params, body })).code).toBe('200');
  expect((await product.call('support.get', { token, params })).result.state).toBe('open');
});

test('pictures are opened with a view that stays', async () => {
  const form = { purpose: 'support', file: PICTURE };
  const { result } = await product.call('files.upload', { token, form });
  const asked = { ...OPENING, requestId: crypto.randomUUID(), files: [result.fileId] };
  const { number } = (await product.call('support.open', { token, body: asked })).result;
  const { files } = product.app;
  const got = await picturesAsStaff({ ...staff(), files }, number);
  const [picture, ...more] = got.ok ? got.value : [];
  expect([picture?.name, picture?.bytes.length, more]).toEqual([
    `${number}-1-1.png`,
    result.bytes,
    [],
  ]);
  const views = await product.db.query('select viewer from files.view where file_id = $1', [
    result.fileId,
  ]);
  expect(views).toEqual([{ viewer: 'anna@desk' }]);
  expect(await picturesAsStaff({ ...staff(), files }, '0000-0000')).toEqual(
    named('no-conversation'),
  );
});

test('an answer without a name, a text or a conversation is none', async () => {
  const { number } = await opened(product, token);
  const text = 'It is the fee for opening.';
  for (const [asked, why] of [
    [{ number: '0000-0000', name: 'Anna', text }, 'no-conversation'],
    [{ number, name: ' \u202e', text }, 'no-name'],
    [{ number, name: 'x'.repeat(41), text }, 'no-name'],
    [{ number, name: 'Anna', text: '\n' }, 'no-text'],
    [{ number, name: 'Anna', text: 'x'.repeat(SUPPORT_TEXT_MAX + 1) }, 'no-text'],
  ] as const) {
    expect(await answerAsStaff(staff(), asked)).toEqual(named(why));
  }
  expect(await readAsStaff(staff(), '0000-0000')).toEqual(named('no-conversation'));
  expect(await closeAsStaff(staff(), '0000-0000')).toEqual(named('no-conversation'));
  expect((await listWaiting(staff(), 'open')).find((row) => row.number === number)?.messages).toBe(
    1,
  );
});
