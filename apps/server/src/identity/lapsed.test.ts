// Promise: a decision that could not be carried out for its week leaves nobody waiting for ever: the user is told, once,
// and sends the same in again.
import { DAY_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { papersOf, reviews, waitingCase } from '../../test/identity.ts';
import { type TestDesk, startTestDesk } from '../../test/start-desk.ts';
import { IDENTITY_CHANGED, type IdentityChanged } from './index.ts';

let product: TestDesk;
const heard: IdentityChanged[] = [];

beforeAll(async () => {
  product = await startTestDesk();
  product.app.bus.subscribe(IDENTITY_CHANGED, async (changed: IdentityChanged) => {
    heard.push(changed);
  });
});
afterAll(() => product.stop());

test('it ends as failed with nothing rejected, is told once, and the same is sent again', async () => {
  const { userId, token } = await product.register();
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', 'lapsed@candor.example', platform.from_ms($2))`,
    [userId, product.clock.now()],
  );
  const papers = await papersOf(product, { token });
  await product.call('identity.submit', { token, odd: papers });
  const { id: first } = await waitingCase(product, userId);
  await product.owner.query(
    `create function identity.break() returns trigger language plpgsql as $$
     begin raise exception 'broken by a test'; end $$`,
  );
  await product.owner.query(
    `create trigger broken before update on identity.person for each row
     when (new.state = 'verified') execute function identity.break()`,
  );
  await expect(reviews(product, userId)).rejects.toThrow('broken by a test');
  product.clock.advance(7 * DAY_MS);
  await product.app.cases.carryOutAll();
  await product.app.cases.carryOutAll();
  await product.settle();
  const { state, documents, message } = await product.app.identity.get(userId);
  expect([state, message]).toEqual(['failed', undefined]);
  expect(new Set(documents.map((one) => one.state))).toEqual(new Set(['pending']));
  const told = heard.filter((one) => one.userId === userId).map((one) => one.state);
  expect(told).toEqual(['pending', 'failed']);
  expect(heard.at(-1)?.rejected).toEqual([]);
  await product.app.notifications.settled();
  const notices = await product.owner.query<{ kind: string }>(
    'select kind from notifications.notification where user_id = $1 order by at, id',
    [userId],
  );
  expect(notices.filter(({ kind }) => kind === 'identity-failed')).toHaveLength(1);
  const mails = (await product.messages()).filter(({ to }) => to === 'lapsed@candor.example');
  expect(
    mails.filter(({ text }) => text.includes('Your identity could not be verified yet.')),
  ).toHaveLength(1);
  await product.owner.query('drop trigger broken on identity.person');
  const again = await product.app.identity.submit(userId, {});
  expect(again.ok).toBe(true);
  const { id: second, evidence } = await waitingCase(product, userId);
  expect(second).not.toBe(first);
  expect(evidence).toEqual(expect.arrayContaining([papers.frontId, papers.signatureId]));
  await reviews(product, userId);
  expect((await product.app.identity.get(userId)).state).toBe('verified');
});
