import { type SessionId, type UserId, formatDecimal, unixMs } from '@candor/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HELD_BYTES_MAX,
  LAG_MS_MAX,
  MESSAGES_PER_MINUTE,
  QUEUE_BYTES_MAX,
  ROOM_BYTES,
  type Ticket,
  countMessage,
  decideRoom,
  decideTicket,
  isOriginAllowed,
  isTooMany,
  worthPushing,
} from './rules.ts';

const USER = '018cc251-f400-7000-8000-000000000001' as UserId;
const OTHER = '018cc251-f400-7000-8000-000000000002' as UserId;
const TICKET: Ticket = {
  userId: USER,
  sessionId: '018cc251-f400-7000-8000-000000000003' as SessionId,
  mode: 'demo',
  tokenHash: 'hash',
  expiresAt: unixMs(30_000),
};

describe('a ticket', () => {
  test.each([
    ['lets its user in until the last millisecond', TICKET, USER, 29_999, null],
    ['is late at its end', TICKET, USER, 30_000, 'ticket-late'],
    ['is of no use to another user', TICKET, OTHER, 1, 'ticket-foreign'],
    ['must have been given out', null, USER, 1, 'ticket-unknown'],
  ] as const)('%s', (_, ticket, claimed, now, refusal) => {
    const decided = decideTicket(ticket, { claimed, now: unixMs(now) });
    expect(decided.ok ? null : decided.failure.name).toBe(refusal);
  });
});

describe('a page may open a socket', () => {
  const allowed = ['https://candor.example'];
  test.each([
    ['of ours', 'https://candor.example', true],
    ['of ours in capitals', 'HTTPS://CANDOR.example', true],
    ['but not of that name without TLS', 'http://candor.example', false],
    ['but not of another port', 'https://candor.example:3001', false],
    ['but not of a name that only begins alike', 'https://candor.example.evil.example', false],
    ['but not of a hidden origin', 'null', false],
    ['but not of an extension', 'chrome-extension://candor.example', false],
    ['and a program without an origin may', undefined, true],
  ] as const)('%s', (_, origin, expected) => {
    expect(isOriginAllowed({ origin, allowed })).toBe(expected);
  });
});

test('a client may say a fixed number of things in any minute that starts with one', () => {
  let window = { startedAtMs: 0, count: 0 };
  for (let said = 0; said < MESSAGES_PER_MINUTE; said += 1) window = countMessage(window, 59_999);
  expect(isTooMany(window)).toBe(false);
  expect(isTooMany(countMessage(window, 59_999))).toBe(true);
  expect(countMessage(window, 60_000)).toEqual({ startedAtMs: 60_000, count: 1 });
});

describe('room for the next frame', () => {
  test.each([
    ['an empty queue takes a frame of any size', 0, QUEUE_BYTES_MAX * 2, LAG_MS_MAX + 1, 'send'],
    ['the next frame counts', ROOM_BYTES - 10, 10, 0, 'send'],
    ['one byte more waits', ROOM_BYTES - 10, 11, 0, 'wait'],
    ['a reader may lag for a while', ROOM_BYTES, 1, LAG_MS_MAX, 'wait'],
    ['and not longer', ROOM_BYTES, 1, LAG_MS_MAX + 1, 'close'],
    ['however long it lagged, room is room', 1, 1, LAG_MS_MAX + 1, 'send'],
    ['too much in the queue closes at once', QUEUE_BYTES_MAX + 1, 1, 0, 'close'],
  ] as const)('%s', (_, queuedBytes, frameBytes, laggingMs, expected) => {
    expect(decideRoom({ queuedBytes, frameBytes, laggingMs })).toBe(expected);
  });

  test('what may wait with us and in the socket together stays below the closing size', () => {
    expect(ROOM_BYTES + HELD_BYTES_MAX).toBeLessThan(QUEUE_BYTES_MAX);
  });
});

describe('a change is pushed', () => {
  const last = { unrealizedPnL: '10', unrealizedPnLPercentage: '2', currentPrice: '100' };
  test.each([
    ['when nothing was pushed yet', null, last, true],
    ['not when nothing moved', last, last, false],
    ['when PnL moved by 0.1, up', last, { ...last, unrealizedPnL: '10.1' }, true],
    ['when PnL moved by 0.1, down', last, { ...last, unrealizedPnL: '9.9' }, true],
    ['not for less', last, { ...last, unrealizedPnL: '10.099999999999999999' }, false],
    ['when the percent moved by 0.1', last, { ...last, unrealizedPnLPercentage: '1.9' }, true],
    ['not for less', last, { ...last, unrealizedPnLPercentage: '1.901' }, false],
    ['when the price moved by 0.01', last, { ...last, currentPrice: '100.01' }, true],
    ['not for less', last, { ...last, currentPrice: '100.009999999999999999' }, false],
  ])('%s', (_, previous, next, expected) => {
    expect(worthPushing(previous, next)).toBe(expected);
  });

  test('exactly from the threshold on, where a float would miss it', () => {
    const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(units, (start) => {
        const text = (value: bigint): string => formatDecimal(value as never);
        const before = { ...last, unrealizedPnL: text(start) };
        const step = 10n ** 17n;
        const at = { ...last, unrealizedPnL: text(start + step) };
        const below = { ...last, unrealizedPnL: text(start + step - 1n) };
        expect(worthPushing(before, at)).toBe(true);
        expect(worthPushing(before, below)).toBe(false);
      }),
    );
  });
});
