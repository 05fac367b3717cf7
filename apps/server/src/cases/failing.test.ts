// Promise: a decided case whose carrying out fails is tried ever more seldom, told to those who could
// decide it, and void after a week; nothing of it is ever half done.
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADJUSTS_ANY, STAFF, type TestCases, openTestCases } from '../../test/cases.ts';
import { KINDS_ABOVE } from '../case-kinds.ts';
import { createLog } from '../platform/process/log.ts';
import { type Actor, type Cases, type LateCase, createCases } from './index.ts';

let staged: TestCases;
let cases: Cases;
let tries = 0;
let isMended = false;

beforeAll(async () => {
  staged = await openTestCases();
  cases = createCases({
    db: staged.db,
    deskDb: staged.desk,
    clock: staged.clock,
    log: createLog({ level: 'silent' }),
    committed: () => undefined,
    parameters: staged.parameters,
    adjusted: ADJUSTS_ANY,
    members: { active: async () => [], namesOf: async () => new Map(), isOwn: async () => false },
    kinds: {
      ...KINDS_ABOVE,
      legalText: {
        ...KINDS_ABOVE.legalText,
        roles: { opener: ['risk'], maker: ['risk'], checker: ['cashierChecker'] },
        describe: () => [],
        async apply(tx, { id }, at) {
          tries += 1;
          await tx.query(
            `insert into cases.step (case_id, id, at, kind, by, is_for_user)
             values ($1, gen_random_uuid(), platform.from_ms($2), 'half', 'system', true)`,
            [id, at],
          );
          if (isMended) return 'done';
          throw new Error('nothing to divide by');
        },
      },
    },
  });
});
afterAll(() => staged.stop());

/** A case that two people approved. */
async function approved(): Promise<string> {
  const proposal = { userId: null, subject: 'a text', amount: null, asset: null, facts: {} };
  const said = { actor: STAFF.opener, proposal, note: 'a test', action: 'cases.open-adjustment' };
  const proposed = await cases.proposeAs('legalText', said);
  if (!proposed.ok) throw new Error(proposed.failure.name);
  const { id } = proposed.value;
  for (const actor of [STAFF.maker, STAFF.checker]) {
    const { rowHash, reasons } = await seen(id);
    const move = { kind: 'approve', rowHash, reason: reasons.approved[0] ?? null } as const;
    const moved = await cases.move(id, { actor, move, text: null, action: 'cases.decide' });
    if (!moved.ok) throw new Error(moved.failure.name);
  }
  return id;
}

async function seen(id: string) {
  const got = await cases.get(STAFF.auditor, id);
  if (!got.ok) throw new Error(got.failure.name);
  return got.value;
}
const kindsOf = async (id: string) => (await seen(id)).steps.map(({ kind }) => kind as string);

async function told(): Promise<readonly LateCase[]> {
  const all: LateCase[] = [];
  await cases.alarm(async (_tx, late) => {
    all.push(...late);
  });
  return all;
}

test('is tried ever more seldom, told of once, shown as stuck, and void after a week', async () => {
  const id = await approved();
  tries = 0;
  await cases.carryOutAll();
  await cases.carryOutAll();
  expect(tries).toBe(1);
  expect(await told()).toEqual([]);
  staged.clock.advance(2 * SECOND_MS);
  await cases.carryOutAll();
  expect(tries).toBe(2);
  for (let minute = 0; minute < 120; minute += 1) {
    staged.clock.advance(MINUTE_MS);
    await cases.carryOutAll();
  }
  expect(tries).toBeGreaterThan(8);
  expect(tries).toBeLessThan(20);
  const { decidedAt, appliedAt, stuck, number } = await seen(id);
  expect(appliedAt).toBeNull();
  expect(stuck).toMatchObject({
    tries,
    why: 'nothing to divide by',
    voidAt: plusMs((decidedAt ?? 0) as UnixMs, 7 * DAY_MS),
  });
  expect((stuck?.nextAt ?? 0) - staged.clock.now()).toBeLessThanOrEqual(15 * MINUTE_MS);
  const late = await told();
  expect(late.map((one) => [one.number, one.why])).toEqual([[number, 'stuck']]);
  const may = (actor: Actor) => late[0]?.mayDecide(actor);
  expect([may(STAFF.maker), may(STAFF.checker), may(STAFF.auditor)]).toEqual([true, true, false]);
  staged.clock.advance(DAY_MS);
  expect(await told()).toEqual([]);
  expect(await kindsOf(id)).not.toContain('half');

  staged.clock.set(plusMs((decidedAt ?? 0) as UnixMs, 7 * DAY_MS));
  await cases.carryOutAll();
  expect((await kindsOf(id)).slice(-2)).toEqual(['voided', 'noted']);
  expect(await kindsOf(id)).not.toContain('half');
  const ended = await seen(id);
  expect([ended.appliedAt, ended.stuck]).toEqual([staged.clock.now(), null]);
  expect(ended.steps.at(-1)?.text).toContain('nothing to divide by');
  const before = tries;
  staged.clock.advance(DAY_MS);
  await cases.carryOutAll();
  expect(tries).toBe(before);
});

test('is done once it can be, and stuck no more', async () => {
  const id = await approved();
  await cases.carryOutAll();
  expect((await seen(id)).stuck).toMatchObject({ tries: 1 });
  isMended = true;
  staged.clock.advance(2 * SECOND_MS);
  await cases.carryOutAll();
  expect((await kindsOf(id)).slice(-2)).toEqual(['half', 'applied']);
  expect((await seen(id)).stuck).toBeNull();
});
