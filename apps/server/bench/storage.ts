import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestId, UserId } from '@candor/kernel';
import type { App } from '../src/app.ts';
import type { Sql } from '../src/platform/postgres/db.ts';

const CALLERS = 32;
const LOOK_MS = 200;
const CONTRACTS = 4_096;

const SIZES = `
  select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::text as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('platform', 'ledger', 'contracts', 'receipts')`;
const WRITTEN = `select pg_current_wal_insert_lsn()::text as at`;
const BETWEEN = `select ($1::pg_lsn - $2::pg_lsn)::text as bytes`;

async function sizes(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ name: string; bytes: string }>(SIZES);
  return new Map(rows.map(({ name, bytes }) => [name, Number.parseInt(bytes, 10)]));
}

async function ask(app: App, command: object, userId: UserId): Promise<string> {
  const requestId = randomUUID() as RequestId;
  const request = { userId, requestId, call: 'bench', bodyHash: 'A'.repeat(43) };
  const body = { ...(command as { body?: object }).body, requestId };
  const { kept } = await app.contracts.commands.ask({
    userId,
    mode: 'demo',
    request,
    ...command,
    body,
  } as never);
  return kept;
}

/** Contracts opened and closed by callers side by side, each with a reason to be kept. */
async function trade(app: App, users: readonly UserId[], code: string): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (turn < CONTRACTS) {
        const userId = users[(turn += 1) % users.length] as UserId;
        const order = { code, direction: 'buy', orderType: 'market', lots: '0.001', leverage: 2 };
        const opened = await ask(app, { kind: 'open', body: order }, userId);
        const { result } = JSON.parse(opened) as { result: { id?: string } };
        if (result.id === undefined) throw new Error(opened);
        await ask(app, { kind: 'close', contractId: result.id, body: {} }, userId);
      }
    }),
  );
}

const RECEIPTS_LEFT = `
  select (select count(*) from contracts.closing)
         - (select count(*) from receipts.receipt where kind = 'contract') as left_over`;

async function receiptsWritten(owner: Sql): Promise<void> {
  for (;;) {
    const [row] = await owner.query<{ left_over: string }>(RECEIPTS_LEFT);
    if (row?.left_over === '0') return;
    await delay(LOOK_MS);
  }
}

// A month later: answers are let go, facts dropped, and what was freed is used by what came since.
const LATER = [
  `update platform.answers set at = at - interval '31 days'`,
  'select platform.forget_answers(now(), 1000000)',
  'delete from platform.outbox',
  'vacuum full',
];

/** What grew, the most first, as a line. */
function grownOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const each = (bytes: number): number => Math.round(bytes / CONTRACTS);
  const grown = [...after]
    .map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)] as const)
    .filter(([, bytes]) => bytes >= CONTRACTS)
    .toSorted(([, a], [, b]) => b - a);
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  return `${each(total)} bytes (${grown.map(([name, bytes]) => `${name} ${each(bytes)}`).join(', ')})`;
}

/**
 * What a contract that is opened and closed takes in the database at once, by table, how much is
 * written for it, and what of it stays after a month.
 */
export async function* benchStorage(params: {
  readonly app: App;
  /** As the superuser, who sees sizes. */
  readonly owner: Sql;
  readonly users: readonly UserId[];
  readonly code: string;
}): AsyncGenerator<string> {
  const { app, owner } = params;
  await owner.query('vacuum full');
  const before = await sizes(owner);
  const [from] = await owner.query<{ at: string }>(WRITTEN);
  await trade(app, params.users, params.code);
  await receiptsWritten(owner);
  const [to] = await owner.query<{ at: string }>(WRITTEN);
  const [log] = await owner.query<{ bytes: string }>(BETWEEN, [to?.at, from?.at]);
  const written = Math.round(Number.parseInt(log?.bytes ?? '0', 10) / CONTRACTS);
  yield (
    `a contract opened and closed: at once ${grownOf(before, await sizes(owner))}, ` +
      `write-ahead log ${written} bytes`
  );
  for (const text of LATER) await owner.query(text);
  yield `a contract opened and closed, a month later: ${grownOf(before, await sizes(owner))}`;
}
