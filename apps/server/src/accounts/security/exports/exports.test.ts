// Promise: a copy that was replaced before it was made is never made: nobody could fetch it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { createLog } from '../../../platform/process/log.ts';
import type { ClientOrigin } from '../../account/client-origin.ts';
import { createExports } from './exports.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const HERE: ClientOrigin = { address: '203.0.113.9', device: '', client: 'web' };

test('of ten copies asked for at once only those somebody can fetch are made', async () => {
  const { userId } = await product.register();
  let made = 0;
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const exports = createExports({
    db: product.db,
    clock: product.clock,
    log: createLog({ level: 'silent' }),
    async filesOf() {
      made += 1;
      begun.resolve();
      await goOn.promise;
      return [];
    },
  });
  const first = await exports.begin(userId, HERE);
  await begun.promise;
  const later = [];
  for (let n = 0; n < 9; n += 1) later.push(await exports.begin(userId, HERE));
  goOn.resolve();
  await exports.idle();
  // The one in hand when the others came, and the last of them.
  expect(made).toBe(2);
  expect(await exports.file(userId, first)).toBe(null);
  expect(await exports.file(userId, later.at(-1) ?? '')).not.toBe(null);
});
