// Promise: what is refused at the desk is written down wherever it is refused, and nobody who was shown
// the door keeps a key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from './start-desk.ts';

let product: TestDesk;
let admin: TestMember;
let supporter: TestMember;
let cashier: TestMember;
let userId: string;

beforeAll(async () => {
  product = await startTestDesk();
  admin = await product.administrator();
  supporter = await product.member('support');
  cashier = await product.member('cashierMaker');
  ({ userId } = await product.register());
});
afterAll(() => product.stop());

async function refusals(): Promise<{ actor: string; subject: string; details: object }[]> {
  const rows = await product.db.query<{ actor: string; subject: string; details: string }>(
    `select actor, subject, details from audit.record
     where details::jsonb ? 'refused' order by seq`,
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as object }));
}

describe('what a case refuses is a row of the audit log', () => {
  const adjust = async (by: TestMember) =>
    product.desk('cases.open-adjustment', {
      cookie: by.cookie,
      body: {
        userId,
        mode: 'real',
        asset: 'USDT',
        direction: 'toUser',
        amount: '5',
        note: 'x',
      },
    });

  test('a case of a kind that is not for a member’s role', async () => {
    const { result } = await product.desk('cases.open-house-funding', {
      cookie: cashier.cookie,
      body: { asset: 'USDT', amount: '5', account: 'outside', reference: 'bank 1', note: 'x' },
    });
    const params = { id: result.id };
    const tried = await product.desk('cases.claim', { cookie: supporter.cookie, params });
    expect([tried.status, tried.message]).toEqual([403, 'forbidden']);
    expect((await refusals()).at(-1)).toMatchObject({
      actor: supporter.id,
      subject: result.id,
      details: { refused: 'forbidden', call: 'cases.claim' },
    });
  });

  test('a member’s own case, and a passkey that is not the member’s', async () => {
    const { id } = (await adjust(cashier)).result;
    const params = { id };
    const { rowHash } = (await product.desk('cases.get', { cookie: cashier.cookie, params }))
      .result;
    const body = { rowHash };
    const own = await product.desk('cases.challenge', { cookie: cashier.cookie, params, body });
    expect(own.message).toBe('case-own');
    expect((await refusals()).at(-1)).toMatchObject({
      actor: cashier.id,
      details: { refused: 'case-own', call: 'cases.challenge' },
    });
    const other = await product.member('risk');
    const asked = await product.desk('cases.challenge', { cookie: other.cookie, params, body });
    const { challenge, options } = asked.result;
    const passkey = cashier.device.answer(options);
    const wrong = await product.desk('cases.decide', {
      cookie: other.cookie,
      params,
      body: { verdict: 'approved', reason: 'goodwill', rowHash, challenge, passkey },
    });
    expect(wrong.message).toBe('second-factor-wrong');
    expect((await refusals()).at(-1)).toMatchObject({
      actor: other.id,
      details: { refused: 'second-factor-wrong', call: 'cases.decide' },
    });
  });
});

describe('an administrator who is one no more', () => {
  const ends = {
    removed: (id: string) => product.desk('staff.remove', { cookie: admin.cookie, params: { id } }),
    'a supporter': (id: string) =>
      product.desk('staff.set-roles', {
        cookie: admin.cookie,
        params: { id },
        body: { roles: ['support'] },
      }),
  };

  test.each(['removed', 'a supporter'] as const)('%s: leaves no link behind', async (way) => {
    const bad = await product.member('admin');
    const email = `back-${bad.id}@candor.example`;
    await product.desk('staff.invite', { cookie: bad.cookie, body: { email, roles: ['admin'] } });
    await product.desk('staff.renew', { cookie: bad.cookie, params: { id: cashier.id } });
    expect((await ends[way](bad.id)).message).toBe('ok');
    await product.app.mailer.deliver();
    const letters = await product.messages();
    for (const to of [email, cashier.email]) {
      const letter = letters.findLast((one) => one.to === to);
      const [, link = ''] = /#(\S+)/.exec(letter?.text ?? '') ?? [];
      expect(link).toMatch(/^[\w-]{43}$/);
      const opened = await product.desk('staff.open-link', { body: { link } });
      expect([to, opened.message]).toEqual([to, 'staff-link-over']);
    }
    // A call that was let in before the change and writes after it.
    const by = { memberId: bad.id, role: 'admin' } as const;
    const late = await product.app.desk?.staff.invite(by, { email, roles: ['admin'] });
    expect(late).toEqual({ ok: false, failure: { name: 'forbidden' } });
    const renewed = await product.app.desk?.staff.renew(by, cashier.id);
    expect(renewed).toEqual({ ok: false, failure: { name: 'forbidden' } });
  });
});

test('a place in a list that no reader was given is refused or the beginning, never a fault', async () => {
  const cursor = '9999999999999999.0199f000-0000-7000-8000-00000000000a';
  for (const name of ['cases.list', 'support.list'] as const) {
    for (const state of name === 'cases.list' ? ['waiting', 'decided'] : ['open', 'closed']) {
      const query = { cursor, state };
      const answer = await product.desk(name, { cookie: supporter.cookie, query });
      expect([name, state, answer.status < 500]).toEqual([name, state, true]);
    }
  }
});
