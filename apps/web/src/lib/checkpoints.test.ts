// Promise: a checkpoint that comes with the answer to a command is kept, a bounded number of them,
// and whatever else stands in the header changes nothing about the answer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { success } from '@candor/protocol';
import { listHeld, readHolding } from './checkpoints.ts';
import { performMoneyCommand } from './money-commands.ts';
import { beginSession, endSession } from './session.ts';

const MINUTE_MS = 60_000;
const ROOT = Buffer.alloc(32, 7).toString('base64');
const noteOf = (size: number, at = size * MINUTE_MS): string =>
  `candor-tape/00ff\n${size}\n${ROOT}\ntime ${at}\n\n\u2014 candor-tape/00ff AAAAAAAA\n`;
const answerWith = (header: string): Response =>
  Response.json(success({ id: 'o1' }), { headers: { checkpoint: header } });
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

beforeEach(() => localStorage.clear());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('that comes with the answer to an order is kept, once', async () => {
  const user = { id: 'u1', username: 'mara', demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  vi.stubGlobal('fetch', async () => answerWith(inBase64(noteOf(5))));
  for (let times = 0; times < 2; times += 1) {
    const end = await performMoneyCommand({ name: 'contracts.close-all', body: {} });
    expect(end.kind).toBe('done');
  }
  expect(listHeld()).toEqual([
    { note: noteOf(5), origin: 'candor-tape/00ff', size: 5, root: ROOT, at: 5 * MINUTE_MS },
  ]);
  endSession();
  expect(listHeld()).toHaveLength(1);
});

it('is one of few: the newest, and the last of each day before them', async () => {
  for (let size = 1; size <= 100; size += 1) {
    await readHolding(answerWith(inBase64(noteOf(size, size * 6 * 3_600_000))));
  }
  const held = listHeld().map(({ size }) => size);
  expect(held).toHaveLength(40);
  expect(held.slice(-20)).toEqual(Array.from({ length: 20 }, (_, index) => 81 + index));
  expect(held.slice(-23, -20)).toEqual([75, 79, 80]);
});

it.each([
  ['nothing', ''],
  ['no base64', '*'],
  ['another text', inBase64('a text\n')],
  ['a long one', inBase64(noteOf(3).padEnd(9_000, 'x'))],
])('is not made of %s, and the answer is read all the same', async (_, header) => {
  expect(await readHolding(answerWith(header))).toEqual(success({ id: 'o1' }));
  expect(listHeld()).toEqual([]);
});

it('is not read from what something else wrote into the storage', () => {
  for (const text of ['{', '{"a":1}', '[1,null,"x"]', '"x"']) {
    localStorage.setItem('checkpoints', text);
    expect(listHeld()).toEqual([]);
  }
});
