// Promise: a row of the audit log that is not what was written is an alarm within minutes: what was
// added is looked at from where the last look ended, and a long log in several looks.
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Audit, createAudit } from '../../audit/index.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { createSigner } from '../../platform/secrets/signing.ts';
import { type Checks, createChecks } from './checks.ts';

/** More than one look reads. */
const MANY = 20_001;
const PART = 500;

let database: TestDatabase;
let db: Database;
let owner: Database;
let audit: Audit;
let checks: Checks;
const clock = createTestClock();

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
  owner = openDatabase({ ...database.ownerConfig, max: 1 });
  const secret = async (name: string) => name;
  const signer = createSigner({ db, clock, secrets: { find: secret, get: secret } });
  await signer.refresh();
  audit = createAudit({ db, clock, signer });
  checks = createChecks({ db, clock, log: createLog({ level: 'silent' }), audit });
});
afterAll(async () => {
  await Promise.all([db.end(), owner.end()]);
  await database.drop();
});

const write = () =>
  audit.write({ at: clock.now(), actor: { kind: 'system' }, action: 'cases.claim' });
const state = () => checks.state().find(({ name }) => name === 'audit');
/** Changes the log past its guards. */
const plant = async (statement: string): Promise<void> => {
  await owner.query('set session_replication_role = replica');
  await owner.query(statement);
};

test('of a log that grows each look reads what came since', async () => {
  for (let row = 0; row < 3; row += 1) await write();
  await checks.follow();
  expect(state()).toMatchObject({ result: 'sound', isRunning: false });
  expect((await audit.verifyNext()).rows).toBe(3);
  await write();
  expect(await audit.verifyNext()).toEqual({ rows: 4, fault: null, isWhole: true });
});

test('a long log is read in several looks, and is sound only after the last', async () => {
  for (let written = 0; written < MANY; written += PART) {
    await owner.query(
      `select count(audit.write(1, 'system', 'candor', null, 'cases.claim', null, null, '{}', true))
       from generate_series(1, $1::int)`,
      [PART],
    );
  }
  const before = state()?.lastAt;
  clock.advance(1_000);
  await checks.follow();
  expect(state()?.lastAt).toBe(before);
  await checks.follow();
  expect(state()).toMatchObject({ result: 'sound', lastAt: clock.now() });
});

test('a broken row is told, and goes on being told until the whole log is sound again', async () => {
  await write();
  const newest = 'where seq = (select max(seq) from audit.record)';
  await plant(`update audit.record set actor = 'nobody' ${newest}`);
  await checks.follow();
  const { count } = await audit.head();
  const faults = [`row ${count} is not what was written`];
  expect(state()).toMatchObject({ result: 'faults', faults });
  await write();
  await checks.follow();
  expect(state()).toMatchObject({ result: 'faults', faults });
  await plant(`update audit.record set actor = 'candor' where actor = 'nobody'`);
  checks.begin();
  await checks.idle();
  expect(state()).toMatchObject({ result: 'sound' });
  await plant(`delete from audit.record ${newest}`);
  await checks.follow();
  await checks.follow();
  expect(state()).toMatchObject({ result: 'faults', faults: [`row ${count + 1} is missing`] });
});
