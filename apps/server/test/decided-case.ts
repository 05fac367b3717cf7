import { randomUUID } from 'node:crypto';
import type { Asset, UnixMs, UserId } from '@candor/kernel';
import { HOUSE, type Entry, commitEntries } from '../src/ledger/index.ts';
import type { Database, Sql } from '../src/platform/postgres/db.ts';
import { entryOf, pays } from './books.ts';

/** What a case decided. */
export type Decided = {
  readonly kind: 'adjustment' | 'houseFunding' | 'takeOut' | 'exchangeCover' | 'planSubsidy';
  readonly userId?: UserId;
  readonly units: bigint;
  readonly asset?: Asset;
  readonly facts?: Readonly<Record<string, string>>;
  /** When; now by the database's clock where it does not matter. */
  readonly at?: UnixMs;
};

/** A case that two people approved and nobody carried out, written by the database's owner. */
export async function decidedCase(owner: Sql, decided: Decided): Promise<string> {
  const { kind, userId = null, units, asset = 'USDT', facts = {}, at = null } = decided;
  const id = randomUUID();
  const said = JSON.stringify({ account: 'outside', mode: 'real', ...facts });
  await owner.query(
    `insert into cases.case (id, letter, kind, user_id, subject, amount, asset, facts, people,
       opened_by, opened_at, deadline)
     values ($1, 'Z', $2, $3, 'a test', $4, $5, $6, 2, 'a', now(), now())`,
    [id, kind, userId, units.toString(), asset, said],
  );
  await owner.query(
    `update cases.case set state = 'firstYes', first_by = 'b', first_at = now() where id = $1`,
    [id],
  );
  await owner.query(
    `update cases.case set state = 'decided', verdict = 'approved', decided_by = 'c',
       decided_at = coalesce(platform.from_ms($2), now()) where id = $1`,
    [id, at],
  );
  return id;
}

/** Money into or, below zero, out of the real capital of the house, each by a case of its own. */
export async function capitalEntry(
  owner: Sql,
  units: bigint,
  at?: UnixMs,
  asset: Asset = 'USDT',
): Promise<Entry> {
  const isIn = units > 0n;
  const amount = isIn ? units : -units;
  const kind = isIn ? 'houseFunding' : 'takeOut';
  const subject = await decidedCase(owner, { kind, units: amount, asset });
  const paid = isIn
    ? pays('world:outside', 'house:capital', amount, asset)
    : pays('house:capital', 'world:outside', amount, asset);
  const rest = { cause: 'case', subject, ...(at === undefined ? {} : { at }) } as const;
  return entryOf(isIn ? 'house-funding' : 'house-takeout', HOUSE, [paid], rest);
}

/** Gives the house real capital, as a case of house funding does. */
export async function fundHouse(
  databases: { readonly db: Database; readonly owner: Sql },
  units: bigint,
  at: UnixMs,
  asset: Asset = 'USDT',
): Promise<void> {
  const entry = await capitalEntry(databases.owner, units, at, asset);
  const open = 'select from cases.case where id = $1 and applied_at is null for update';
  const done = 'update cases.case set applied_at = platform.from_ms($2) where id = $1';
  await databases.db.transaction(async (tx) => {
    // A product that runs may carry the case out itself: who holds it first does.
    if ((await tx.query(open, [entry.subject])).length === 0) return;
    await commitEntries(tx, [entry], at);
    await tx.query(done, [entry.subject, at]);
  });
}
