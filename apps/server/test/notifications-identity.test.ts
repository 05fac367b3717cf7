// Promise: every state of an identification is told to its user once, in the list, at once and by mail, though the
// process ends between what was decided and the telling; what is in the documents is told nowhere. (PRODUCT 7, 10)
import { IDENTITY_NOTICES, type IdentityNotice, type NotificationFacts } from '@candor/protocol';
import { HOUR_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USER_NOTIFIED, type UserNotified } from '../src/notifications/index.ts';
import type { Database } from '../src/platform/postgres/db.ts';
import { brings, papersOf, reviews } from './identity.ts';
import { type TestDesk, startTestDesk } from './start-desk.ts';

let product: TestDesk;
const pushed: UserNotified[] = [];
/** Whether the next notification is broken off, as by a process that is killed there. */
let isBroken = false;

function breaking(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            const found = await tx.query(text, values);
            if (isBroken && text.includes('insert into notifications.notification')) {
              isBroken = false;
              throw new Error('killed here');
            }
            return found as never;
          },
        }),
      ),
  };
}

beforeAll(async () => {
  product = await startTestDesk({ between: breaking });
  product.app.bus.subscribe(USER_NOTIFIED, async (told: UserNotified) => {
    pushed.push(told);
  });
});
afterAll(() => product.stop());

type User = Awaited<ReturnType<TestDesk['register']>> & { readonly email: string };

async function newUser(): Promise<User> {
  const user = await product.register();
  const email = `${user.username}@candor.example`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [user.userId, email, product.clock.now()],
  );
  return { ...user, email };
}

const sends = async (user: User): Promise<void> => {
  const odd = await papersOf(product, user);
  const sent = await product.call('identity.submit', { token: user.token, odd });
  expect(sent.code).toBe('200');
};
const verified = async (user: User): Promise<void> => {
  await sends(user);
  await reviews(product, user.userId);
};
const proves = async (user: User): Promise<void> => {
  await verified(user);
  const addressId = await brings(product, user, 'kycAddress');
  const [issuedOn = ''] = new Intl.DateTimeFormat('sv').format(product.clock.now()).split(' ');
  const odd = { addressId, proof: 'utilityBill', issuedOn };
  const sent = await product.call('identity.prove-address', { token: user.token, odd });
  expect(sent.code).toBe('200');
};

/** How each comes to be, and what it says. */
const FLOWS: Readonly<
  Record<IdentityNotice, readonly [(user: User) => Promise<void>, () => NotificationFacts]>
> = {
  'identity-pending': [sends, () => ({ until: product.clock.now() + 48 * HOUR_MS })],
  'identity-verified': [verified, () => ({})],
  'identity-failed': [
    async (user) => {
      await sends(user);
      await reviews(product, user.userId, { front: 'cut-off' }, 'All four corners, please.');
    },
    () => ({
      rejected: [{ kind: 'front', reason: 'cut-off' }],
      message: 'All four corners, please.',
    }),
  ],
  'identity-address-pending': [proves, () => ({ until: product.clock.now() + 48 * HOUR_MS })],
  'identity-address-verified': [
    async (user) => {
      await proves(user);
      await reviews(product, user.userId);
    },
    () => ({}),
  ],
  'identity-address-failed': [
    async (user) => {
      await proves(user);
      await reviews(product, user.userId, { address: 'too-old' });
    },
    () => ({ rejected: [{ kind: 'address', reason: 'too-old' }] }),
  ],
};

type Kept = { kind: string; mode: string; facts: NotificationFacts };

async function keptOf({ userId }: User): Promise<Kept[]> {
  await product.app.notifications.settled();
  return product.db.query<Kept>(
    `select kind, mode, facts from notifications.notification where user_id = $1 order by at, id`,
    [userId],
  );
}

test.each(IDENTITY_NOTICES)('%s is told once, though its telling broke off', async (kind) => {
  const user = await newUser();
  const [flow, facts] = FLOWS[kind];
  isBroken = true;
  await flow(user);
  const own = async () => (await keptOf(user)).filter((one) => one.kind === kind);
  await expect.poll(own, { timeout: 15_000 }).toHaveLength(1);
  expect(isBroken).toBe(false);
  const [told] = await own();
  expect([told?.mode, told?.facts]).toEqual(['real', facts()]);
  await product.app.relay.settled();
  const said = pushed.filter(
    ({ userId, notice }) => userId === user.userId && notice.kind === kind,
  );
  expect(said.map(({ notice }) => notice.facts)).toEqual([facts()]);
  const mails = (await product.messages()).filter(({ to }) => to === user.email);
  // One for each state it went through, and no word of a case beside it.
  expect(mails).toHaveLength((await keptOf(user)).length);
  for (const { subject, text } of mails) {
    expect(subject).toMatch(/^Notification: ./);
    expect(text).not.toMatch(/[{}]|undefined|Specimen|K-\d{6}/);
  }
});

test('a mail names what was rejected and why, a line each, and what staff wrote', async () => {
  const user = await newUser();
  await sends(user);
  await reviews(
    product,
    user.userId,
    { front: 'expired', holding: 'face-differs' },
    'Take your glasses off.',
  );
  await keptOf(user);
  const mails = (await product.messages()).filter(({ to }) => to === user.email);
  const text = mails.find(({ subject }) => subject.includes('could not'))?.text ?? '';
  expect(text).toContain('Front of the document: It has expired.');
  expect(text).toContain('You with the document: Your face cannot be compared with the document.');
  expect(text).toContain('Take your glasses off.');
});

test('what is heard again after a start tells nothing twice', async () => {
  const counted = async () =>
    product.db.query(`select (select count(*) from notifications.notification) as told,
      (select count(*) from platform.letter) as mails`);
  await product.app.notifications.settled();
  const before = await counted();
  await product.app.notifications.stop();
  await product.owner.query(
    `update platform.reader set tx = '0', seq = 0 where name = 'notifications'`,
  );
  await product.restart();
  await product.app.notifications.settled();
  expect(await counted()).toEqual(before);
});
