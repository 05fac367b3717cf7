import type { RequestId, UserId } from '@candor/kernel';
import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

const request = { userId: 'one' as UserId, requestId: 'request' as RequestId };

test('a request being decided is seen, and a repetition meanwhile does not run', async () => {
  const inFlight = createInFlight();
  let finish: (answer: { kept: string }) => void = () => {};
  const first = inFlight.once(
    request,
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  expect(inFlight.has(request)).toBe(true);
  let ranAgain = false;
  const second = await inFlight.once(request, async () => {
    ranAgain = true;
    return { kept: 'twice' };
  });
  expect(second).toEqual({ ok: false, failure: { name: 'request-in-flight' } });
  expect(ranAgain).toBe(false);
  finish({ kept: 'once' });
  expect(await first).toEqual({ kept: 'once' });
  expect(inFlight.has(request)).toBe(false);
});

test('the same id of another user is another request; one that failed is over', async () => {
  const inFlight = createInFlight();
  const failing = inFlight.once(request, () => Promise.reject(new Error('broken')));
  const theirs = { ...request, userId: 'two' as UserId };
  expect(await inFlight.once(theirs, async () => ({ kept: 'theirs' }))).toEqual({ kept: 'theirs' });
  await expect(failing).rejects.toThrow('broken');
  expect(inFlight.has(request)).toBe(false);
});
