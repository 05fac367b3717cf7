// Promise: the audit log only grows, each row behind the one before, and whatever is changed or left
// out is found.
import { type UserId, newUuid, unixMs } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAudit } from '../../../../scripts/verify/audit.mjs';
import { type Database, openDatabase, sqlState } from '../platform/postgres/db.ts';
import { createSigner } from '../platform/secrets/signing.ts';
import { createChainWalk, walkToEnd } from './chain.ts';
import {
  type Audit,
  type AuditEntry,
  auditTerminal,
  createAudit,
  listAuditOfUser,
  writeAudit,
} from './index.ts';

let database: TestDatabase;
let db: Database;
let owner: Database;
let audit: Audit;
const clock = createTestClock();

const act = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: clock.now(),
  actor: { kind: 'staff', id: newUuid(clock.now()), role: 'risk' },
  action: 'cases.claim',
  subject: 'A-000001',
  ...more,
});

async function exported(): Promise<string> {
  let text = '';
  for await (const line of audit.export()) text += line;
  return text;
}

const differences = (text: string): readonly string[] =>
  checkAudit({ text })
    .differences()
    .map(({ rule, what, detail }) => `${rule} ${what} ${detail}`);

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
  owner = openDatabase(database.ownerConfig);
  const secret = async (name: string) => name;
  const signer = createSigner({ db, clock, secrets: { find: secret, get: secret } });
  await signer.refresh();
  audit = createAudit({ db, clock, signer });
});
afterAll(async () => {
  await Promise.all([db.end(), owner.end()]);
  await database.drop();
});
beforeEach(() => clock.advance(1_000));

describe('the log', () => {
  test('is empty at first, and says so', async () => {
    expect((await audit.head()).count).toBe(0);
    expect(differences(await exported())).toEqual([]);
  });

  test('of many that write at once is one chain without a gap', async () => {
    const writes = Array.from({ length: 40 }, (_, index) =>
      audit.write(act({ subject: `${index}` })),
    );
    await Promise.all(writes);
    const { count } = await audit.head();
    expect(count).toBe(40);
    const rows = await audit.list({ limit: 100 });
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
    expect(differences(await exported())).toEqual([]);
  });

  test('hashes every text as JSON has it, whatever is in it', async () => {
    const odd = 'é 日本 😀 "q" \\ / \b\f\n\r\t \u0001 \u007f \u2028 \u0000 \ud800';
    await audit.write(
      act({
        actor: { kind: 'terminal', name: odd },
        subject: odd.repeat(9),
        details: { odd, n: 7, list: [odd] },
      }),
    );
    expect(differences(await exported())).toEqual([]);
  });

  test.each([
    '{"a":1,"a":2}',
    '{"b":1,"a":2}',
    '{"a": 1}',
    '{"a":1.0}',
    '{"a":9007199254740993}',
    '{"a":1e3}',
    '{"a":"\\u0041"}',
    '{"a":["x", "y"]}',
    '{"a":[1]}',
    '{"a":{"b":1}}',
    '[]',
  ])('takes no details a reader would write otherwise: %s', async (details) => {
    const write = `select audit.write($1, 'system', 'candor', null, 'a.b', null, null, $2, true)`;
    const state = await db.query(write, [clock.now(), details]).catch(sqlState);
    expect(state).toBe('23514');
    const late = await db.query(write, [8_640_000_000_000_000, '{}']).catch(sqlState);
    expect(late).toBe('23514');
    expect(await audit.verify()).toMatchObject({ fault: null });
  });

  test('has nothing of an act that was rolled back', async () => {
    const { count } = await audit.head();
    const failing = db.transaction(async (tx) => {
      await writeAudit(tx, act());
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect((await audit.head()).count).toBe(count);
  });

  test('has a row of every command at the terminal, and no word of a text to a user', async () => {
    const said = { words: ['support', 'reply', 'S-1'], by: 'root@here' } as const;
    const options = { name: 'Anna', text: 'Your password is fine' };
    const broken = async (): Promise<void> => {
      // It is in the log before it is done.
      expect(await audit.list({ action: 'terminal.', limit: 9 })).toHaveLength(1);
      throw new Error('no such conversation');
    };
    await expect(auditTerminal({ db, clock }, { ...said, options }, broken)).rejects.toThrow(
      'no such',
    );
    const rows = await audit.list({ action: 'terminal.support', limit: 9 });
    expect(rows.map(({ details }) => details['outcome'])).toEqual(['failed', 'begun']);
    expect(rows[0]).toMatchObject({
      actorKind: 'terminal',
      actor: 'root@here',
      subject: 'reply',
      details: { words: ['reply', 'S-1'], name: 'Anna', text: '21 characters' },
    });
  });

  test('is found by actor, action, subject, user and time', async () => {
    const userId = newUuid(clock.now()) as UserId;
    const actor = { kind: 'staff', id: newUuid(clock.now()), role: 'support' } as const;
    const { at } = act();
    await audit.write(act({ actor, userId, action: 'users.read', subject: 'anna' }));
    await audit.write(act({ actor, userId, action: 'users.freeze', isToldElsewhere: true }));
    const asked = [
      { actor: actor.id },
      { userId },
      { actor: actor.id, action: 'users.' },
      { from: at, to: unixMs(at + 1), action: 'users.' },
    ];
    for (const one of asked) {
      const rows = await audit.list({ ...one, limit: 10 });
      expect(rows.map(({ action }) => action)).toEqual(['users.freeze', 'users.read']);
    }
    const [newest] = await audit.list({ subject: 'anna', limit: 10 });
    expect(await audit.list({ actor: actor.id, before: newest?.seq ?? 0, limit: 10 })).toEqual([]);
    const own = await listAuditOfUser(db, { userId, limit: 10 });
    expect([own.total, own.records.map(({ action }) => action)]).toEqual([1, ['users.read']]);
  });
});

describe('a rare action', () => {
  test('is found without the rest of the log being read', async () => {
    const plan = await owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `insert into audit.record (seq, at, actor_kind, actor, action, details, is_shown, previous,
           hash)
         select 1000000 + n, now(), 'system', 'candor', 'cases.read', '{}', false,
           decode(repeat('00', 32), 'hex'), sha256(n::text::bytea) from generate_series(1, 20000) n`,
      );
      await tx.query('analyze audit.record');
      const rows = await tx.query<{ 'QUERY PLAN': string }>(
        `explain select seq from audit.record where starts_with(action, 'nobody.did')
         order by record.seq desc limit 100`,
      );
      await tx.query('delete from audit.record where seq > 1000000');
      return rows.map((row) => row['QUERY PLAN']).join(' ');
    });
    expect(plan).toContain('record_of_action');
  });
});

describe('the application’s role', () => {
  test.each([
    ['insert into audit.record select * from audit.record limit 1'],
    [`update audit.record set actor = 'x'`],
    ['delete from audit.record'],
    ['truncate audit.record'],
    ['update audit.head set count = count - 1'],
    ['delete from audit.signed_head'],
    ['alter table audit.record disable trigger all'],
  ])('may not: %s', async (statement) => {
    const refused = await db.query(statement).catch((error: unknown) => sqlState(error));
    expect(refused).toBe('42501');
  });
});

describe('what even the database’s owner changes', () => {
  /** Changes the log past its guards, exports it and puts it back. */
  async function tampered(statement: string): Promise<readonly string[]> {
    const undo = new Error('undo');
    let found: readonly string[] = [];
    await audit.sign();
    await owner
      .transaction(async (tx) => {
        await tx.query(`set local session_replication_role = replica`);
        await tx.query(statement);
        const inside = {
          ...owner,
          ...tx,
          transaction: (work: never) => (work as (t: unknown) => never)(tx),
        };
        const secret = async (name: string) => name;
        const signer = createSigner({ db, clock, secrets: { find: secret, get: secret } });
        await signer.refresh();
        const seen = createAudit({ db: inside as Database, clock, signer });
        let text = '';
        try {
          for await (const line of seen.export()) text += line;
          found = differences(text);
        } catch (error) {
          found = [String(error)];
        }
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  }

  test.each([
    ['one text', `update audit.record set actor = actor || ' ' where seq = 3`],
    ['one time', `update audit.record set at = at + interval '1 ms' where seq = 3`],
    [
      'whether the user reads of it',
      'update audit.record set is_shown = not is_shown where seq = 3',
    ],
    ['a row in the middle', 'delete from audit.record where seq = 3'],
    ['the last row', 'delete from audit.record where seq = (select count from audit.head)'],
    [
      'the last row and the head',
      `with cut as (delete from audit.record where seq = (select count from audit.head))
       update audit.head set count = count - 1,
         hash = (select previous from audit.record where seq = audit.head.count)`,
    ],
    ['the head', `update audit.head set hash = sha256('x')`],
  ])('is found: %s', async (_what, statement) => {
    expect(await tampered(statement)).not.toEqual([]);
    expect(differences(await exported())).toEqual([]);
  });
});

test('a log that grows and is signed while it is looked over is sound', async () => {
  await audit.write(act());
  let isFirst = true;
  const growing: Database = {
    ...db,
    async query(text, values) {
      const rows = await db.query(text, values);
      if (!isFirst) return rows as never;
      isFirst = false;
      await audit.write(act());
      await audit.sign();
      return rows as never;
    },
  };
  expect(await walkToEnd(createChainWalk(growing))).toMatchObject({ fault: null });
});
