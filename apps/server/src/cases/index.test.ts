// Promise: what two people have to decide is decided by two, on the row they saw; a deadline alarms
// and decides nothing; and the database holds to that for every role.
import { HOUR_MS, type UserId, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STAFF, type TestCases, openTestCases } from '../../test/cases.ts';
import { sqlState } from '../platform/postgres/db.ts';
import { amendInCase } from './index.ts';

let staged: TestCases;
let userId: UserId;

beforeAll(async () => {
  staged = await openTestCases();
  userId = await staged.newUser(100_000_000n);
});
afterAll(() => staged.stop());
beforeEach(() => {
  staged.clock.advance(1_000);
  staged.staff = Object.values(STAFF);
});

const gift = (units = 5_000_000n) =>
  staged.propose({
    kind: 'adjustment',
    userId,
    username: 'anna',
    mode: 'real',
    asset: 'USDT',
    units,
  });

async function shown(id: string, actor: (typeof STAFF)[keyof typeof STAFF] = STAFF.auditor) {
  const got = await staged.cases.get(actor, id);
  if (!got.ok) throw new Error(got.failure.name);
  return got.value;
}

const move = (id: string, actor: (typeof STAFF)[keyof typeof STAFF], kind: 'claim' | 'release') =>
  staged.cases
    .move(id, { actor, move: { kind }, text: null, action: `cases.${kind}` })
    .then((came) => (came.ok ? came.value : came.failure.name));

describe('a case', () => {
  test('goes from its proposal over two people to its end, and everybody reads how', async () => {
    const id = await gift();
    const open = await shown(id, STAFF.maker);
    expect(open).toMatchObject({
      number: expect.stringMatching(/^A-\d{6}$/),
      state: 'open',
      amount: '5',
      asset: 'USDT',
      people: 2,
      openedBy: { kind: 'staff', name: 'opener' },
      deadline: open.openedAt + 48 * HOUR_MS,
      needsPasskey: true,
      hindrance: null,
      waitsForSecond: null,
    });
    expect(await move(id, STAFF.maker, 'claim')).toBe('claimed');
    expect((await shown(id, STAFF.checker)).hindrance).toBe('claimed');
    expect(await staged.decide(id, STAFF.maker)).toBe('firstYes');
    expect((await shown(id, STAFF.maker)).hindrance).toBe('first-was-yours');
    expect(await staged.decide(id, STAFF.checker)).toBe('approved');
    const end = await shown(id, STAFF.maker);
    expect(end).toMatchObject({ state: 'decided', verdict: 'approved', hindrance: 'decided' });
    expect(end.decidedBy?.name).toBe('checker');
    expect(end.steps.map(({ kind }) => kind)).toEqual([
      'opened',
      'noted',
      'claimed',
      'firstYes',
      'approved',
    ]);
    const own = await staged.cases.ofUser({ userId, page: 1, size: 20 });
    expect(own.records[0]?.steps.map(({ kind }) => kind)).toEqual(['opened', 'approved']);
    expect(JSON.stringify(own)).not.toContain(STAFF.checker.id);
  });

  test('is written to the audit log at every step, with the row it was about', async () => {
    const id = await gift();
    await staged.approve(id);
    const { number, rowHash } = await shown(id);
    const rows = await staged.owner.query(
      'select action, actor, role, user_id, details, is_shown from audit.record where subject = $1 order by seq',
      [number],
    );
    expect(rows.map(({ action, actor, role }) => [action, actor, role])).toEqual([
      ['cases.open-adjustment', STAFF.opener.id, 'support'],
      ['cases.decide', STAFF.maker.id, 'cashierMaker'],
      ['cases.decide', STAFF.checker.id, 'cashierChecker'],
    ]);
    expect(rows.every(({ user_id: of }) => of === userId)).toBe(true);
    expect(rows[2]?.['details']).toContain(rowHash);
  });

  test('two decide at once: one wins, the other is told who and when', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await gift();
      await staged.decide(id, STAFF.maker);
      const { rowHash } = await shown(id);
      const ways = [
        { actor: STAFF.checker, move: { kind: 'approve', rowHash, reason: 'goodwill' } },
        { actor: STAFF.both, move: { kind: 'reject', rowHash, reason: 'not-justified' } },
      ] as const;
      const came = await Promise.all(
        ways.map((way) => staged.cases.move(id, { ...way, text: null, action: 'cases.decide' })),
      );
      const lost = came.flatMap((one) => (one.ok ? [] : [one.failure]));
      const { decidedBy, decidedAt } = await shown(id);
      expect(lost).toEqual([
        { name: 'case-decided', facts: { by: decidedBy?.id, at: String(decidedAt) } },
      ]);
    }
  });

  test('a row that changed voids the first yes, and whoever saw the old one is refused', async () => {
    const id = await gift();
    const before = await shown(id, STAFF.checker);
    await staged.decide(id, STAFF.maker);
    const proposal = {
      userId,
      subject: 'anna: 500 USDT (real)',
      amount: 500_000_000n,
      asset: 'USDT' as const,
      facts: { mode: 'real', amount: '500' },
    };
    const amended = { proposal, by: 'system', at: staged.clock.now() };
    await staged.db.transaction((tx) => amendInCase(tx, id, amended));
    const after = await shown(id, STAFF.checker);
    expect([after.state, after.firstBy, after.steps.at(-1)?.kind]).toEqual([
      'open',
      null,
      'voided',
    ]);
    expect(after.rowHash).not.toBe(before.rowHash);
    const stale = await staged.cases.move(id, {
      actor: STAFF.checker,
      move: { kind: 'approve', rowHash: before.rowHash, reason: 'goodwill' },
      text: null,
      action: 'cases.decide',
    });
    expect(stale).toEqual({ ok: false, failure: { name: 'case-changed' } });
    // The same checker again, now on the new row: it is a first yes.
    expect(await staged.decide(id, STAFF.checker)).toBe('firstYes');
  });

  test('a change and a yes at once: the yes is to the new row or it is none', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await gift();
      await staged.decide(id, STAFF.maker);
      const { rowHash } = await shown(id);
      const facts = { mode: 'real', amount: String(round) };
      const proposal = {
        userId,
        subject: `round ${round}`,
        amount: 1n,
        asset: 'USDT',
        facts,
      } as const;
      const [yes] = await Promise.all([
        staged.cases.move(id, {
          actor: STAFF.checker,
          move: { kind: 'approve', rowHash, reason: 'goodwill' },
          text: null,
          action: 'cases.decide',
        }),
        staged.db.transaction((tx) =>
          amendInCase(tx, id, { proposal, by: 'system', at: staged.clock.now() }),
        ),
      ]);
      const end = await shown(id);
      expect(yes.ok ? end.subject : end.state).toBe(yes.ok ? 'anna: 5 USDT (real)' : 'open');
    }
  });

  test('waits, and says why, while too few members could decide it', async () => {
    const id = await gift();
    staged.staff = [STAFF.opener, STAFF.checker];
    expect((await shown(id)).waitsForSecond).toEqual({
      eligible: 1,
      roles: ['cashierMaker', 'risk', 'cashierChecker'],
    });
  });

  test('is listed by its deadline, found by number and text, and counted', async () => {
    const id = await gift();
    const { number } = await shown(id);
    const found = await staged.cases.list(STAFF.maker, { state: 'waiting', q: number, size: 10 });
    expect(found.records.map((one) => one.id)).toEqual([id]);
    const odd = await staged.cases.list(STAFF.maker, { state: 'waiting', q: '%', size: 10 });
    expect(odd.records).toEqual([]);
    const all: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await staged.cases.list(STAFF.maker, { state: 'waiting', size: 3, cursor });
      all.push(...page.records.map((one) => one.id));
      if (page.next === null) break;
      cursor = page.next;
    }
    const { kinds } = await staged.cases.counts(STAFF.maker);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(kinds.reduce((sum, { waiting }) => sum + waiting, 0));
    for (const state of ['mine', 'overdue', 'open', 'claimed', 'firstYes', 'decided'] as const) {
      const { records } = await staged.cases.list(STAFF.maker, { state, size: 100 });
      expect(
        records.every((one) => state === 'mine' || state === 'overdue' || one.state === state),
      ).toBe(true);
    }
    const none = { id: 'x', roles: ['kyc'] } as const;
    expect((await staged.cases.list(none, { state: 'waiting', size: 10 })).records).toEqual([]);
    expect(await staged.cases.get(none, id)).toMatchObject({ failure: { name: 'not-found' } });
  });

  test('past its deadline alarms once and decides nothing', async () => {
    const id = await gift();
    const later = await gift();
    await staged.decide(later, STAFF.maker);
    const told: string[][] = [];
    const { maker, checker, opener, auditor, both } = STAFF;
    const tell: Parameters<typeof staged.cases.alarm>[0] = async (_, late) => {
      for (const one of late) {
        const able = [opener, maker, checker, both, auditor].filter((who) => one.mayDecide(who));
        told.push([one.number, ...able.map((who) => who.id)]);
      }
    };
    staged.clock.set(plusMs(staged.clock.now(), 49 * HOUR_MS));
    await staged.cases.alarm(tell);
    await staged.cases.alarm(tell);
    const late = await shown(id);
    expect([late.state, late.isOverdue]).toEqual(['open', true]);
    expect(late.steps.filter(({ kind }) => kind === 'overdue')).toHaveLength(1);
    expect((await staged.cases.figures()).overdue).toBeGreaterThan(0);
    // Neither who proposed it nor who gave the first yes could give the one that is missing.
    const { number } = await shown(later);
    expect(told.filter(([of]) => of === late.number)).toEqual([
      [late.number, maker.id, checker.id, both.id],
    ]);
    expect(told.filter(([of]) => of === number)).toEqual([[number, checker.id, both.id]]);
    expect(await staged.decide(id, STAFF.maker)).toBe('firstYes');
  });

  test('that passes soon after an alarm is told of with the next, and of a new deadline again', async () => {
    let told: string[] = [];
    const alarm = async (): Promise<string[]> => {
      told = [];
      await staged.cases.alarm(async (_, late) => {
        told = late.map(({ number }) => number);
      });
      return told;
    };
    staged.clock.set(plusMs(staged.clock.now(), HOUR_MS));
    const ids = [await gift(), await gift()];
    staged.clock.set(plusMs(staged.clock.now(), 49 * HOUR_MS));
    const numbers = await Promise.all(ids.map(async (id) => (await shown(id)).number));
    expect((await alarm()).toSorted()).toEqual(numbers);
    await staged.owner.query(
      `update cases.case set deadline = deadline + interval '50 hours' where id = $1`,
      [ids[0]],
    );
    staged.clock.set(plusMs(staged.clock.now(), 49 * HOUR_MS));
    expect(await alarm()).toEqual([numbers[0]]);
    const third = await gift();
    await staged.owner.query('update cases.case set deadline = opened_at where id = $1', [third]);
    staged.clock.advance(14 * 60_000);
    expect(await alarm()).toEqual([]);
    staged.clock.advance(60_000);
    expect(await alarm()).toEqual([(await shown(third)).number]);
  });

  test('is withdrawn by who proposed it and by nobody else', async () => {
    const id = await gift();
    const { rowHash } = await shown(id);
    const back = (actor: (typeof STAFF)[keyof typeof STAFF]) =>
      staged.cases.move(id, {
        actor,
        move: { kind: 'withdraw', rowHash },
        text: null,
        action: 'cases.decide',
      });
    expect(await back(STAFF.maker)).toMatchObject({ failure: { name: 'forbidden' } });
    expect(await back(STAFF.opener)).toEqual({ ok: true, value: 'withdrawn' });
    expect((await shown(id)).verdict).toBe('withdrawn');
  });
});

describe('the database refuses', () => {
  const approved = (id: string, by: string) =>
    `update cases.case set state = 'decided', verdict = 'approved', reason = 'goodwill',
       decided_by = '${by}', decided_at = now() where id = '${id}'`;
  const first = (id: string, by: string) =>
    `update cases.case set state = 'firstYes', first_by = '${by}', first_at = now(),
       claimed_by = null, claimed_at = null where id = '${id}'`;
  const refusal = (role: 'desk' | 'db' | 'owner', text: string) =>
    staged[role].query(text).then(
      () => 'done',
      (error: unknown) => sqlState(error),
    );
  const CHECK = '23514';
  const DENIED = '42501';

  test('both yeses of one member, a yes of who proposed, and one yes where two are needed', async () => {
    const id = await gift();
    const { maker, checker, opener } = STAFF;
    expect(await refusal('desk', first(id, opener.id))).toBe(CHECK);
    expect(await refusal('desk', approved(id, checker.id))).toBe(CHECK);
    expect(await refusal('desk', first(id, maker.id))).toBe('done');
    expect(await refusal('desk', approved(id, maker.id))).toBe(CHECK);
    expect(await refusal('desk', approved(id, opener.id))).toBe(CHECK);
    // Not even in one statement, and not by swapping who was first.
    expect(await refusal('desk', first(id, checker.id))).toBe(CHECK);
    expect(await refusal('desk', approved(id, checker.id))).toBe('done');
    expect(
      await refusal('desk', `update cases.case set verdict = 'rejected' where id = '${id}'`),
    ).toBe(CHECK);
  });

  test('to open a case that is decided, and to change who proposed one', async () => {
    const id = await gift();
    const copied = `insert into cases.case (id, letter, kind, subject, facts, row_hash, people, opened_by,
      opened_at, deadline, state, verdict, decided_by, decided_at)
      select gen_random_uuid(), letter, kind, subject, facts, row_hash, people, opened_by, opened_at,
        deadline, 'decided', 'approved', 'x', now() from cases.case where id = '${id}'`;
    expect(await refusal('owner', copied)).toBe(CHECK);
    expect(await refusal('desk', copied)).toBe(DENIED);
    for (const set of [`opened_by = 'x'`, 'people = 1', `kind = 'takeOut'`]) {
      const text = `update cases.case set ${set} where id = '${id}'`;
      expect(await refusal('owner', text)).toBe(CHECK);
    }
  });

  test('the product’s role to decide, and the desk’s to change what is decided on or to do it', async () => {
    const id = await gift();
    expect(await refusal('db', first(id, STAFF.maker.id))).toBe(DENIED);
    const one = (set: string) => `update cases.case set ${set} where id = '${id}'`;
    for (const set of ['amount = 1', `facts = '{}'`, `subject = 'x'`, 'applied_at = now()']) {
      expect(await refusal('desk', one(set))).toBe(DENIED);
    }
    for (const role of ['desk', 'db'] as const) {
      expect(await refusal(role, `delete from cases.case where id = '${id}'`)).toBe(DENIED);
      expect(await refusal(role, `update cases.step set text = 'x'`)).toBe(DENIED);
      expect(await refusal(role, 'delete from cases.step')).toBe(DENIED);
    }
  });

  test.each([
    `insert into parameters.parameter values ('demo.balance', 99, '1', now(), 'x')`,
    'select * from ledger.balance',
    'insert into ledger.posting select * from ledger.posting',
    `insert into market.tick select * from market.tick`,
    `insert into audit.record select * from audit.record`,
    'select * from accounts.account',
  ])('the desk’s role: %s', async (text) => {
    expect(await refusal('desk', text)).toBe(DENIED);
  });
});
