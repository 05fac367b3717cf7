import type { UnixMs, UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { AddressRow } from './schema.ts';

export type { AddressRow } from './schema.ts';

type KeyId = { readonly network: Network; readonly fingerprint: string };

// Any number will do as long as every copy of the product uses the same.
const LOCK = 'select pg_advisory_xact_lock(4210200)';

/** Lets one transaction at a time give numbers and ask for keys. */
export async function holdKeys(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

const ASK = `
  insert into cashier.key_question (network, fingerprint, at)
  select $1, $2, platform.from_ms($3)
  where not exists (select from cashier.pay_in_key where network = $1 and fingerprint = $2)
  on conflict do nothing returning network`;

/** Notes that two people are asked about a key; false where they were already, or confirmed it. */
export async function noteQuestion(tx: Tx, { network, fingerprint }: KeyId, at: UnixMs) {
  return (await tx.query(ASK, [network, fingerprint, at])).length > 0;
}

const FORGET = 'delete from cashier.key_question where network = $1 and fingerprint = $2';

/** Lets a rejected key be asked about again at another start. */
export async function forgetQuestion(tx: Tx, { network, fingerprint }: KeyId): Promise<void> {
  await tx.query(FORGET, [network, fingerprint]);
}

const CONFIRM = `
  insert into cashier.pay_in_key (network, fingerprint, at, case_id, case_number)
  values ($1, $2, platform.from_ms($3), $4, $5) on conflict do nothing`;

/** Writes down that two people confirmed a key; the database asks for their case. */
export async function insertKey(
  tx: Tx,
  key: KeyId & { readonly caseId: string; readonly number: string },
  at: UnixMs,
): Promise<void> {
  await tx.query(CONFIRM, [key.network, key.fingerprint, at, key.caseId, key.number]);
}

const IS_CONFIRMED = 'select from cashier.pay_in_key where network = $1 and fingerprint = $2';

/** Whether two people confirmed a key. */
export async function isConfirmed(sql: Sql, { network, fingerprint }: KeyId): Promise<boolean> {
  return (await sql.query(IS_CONFIRMED, [network, fingerprint])).length > 0;
}

const COLUMNS = 'user_id, network, fingerprint, number, address, since';
const OF_USER = `
  select ${COLUMNS} from cashier.deposit_address
  where user_id = $1 and network = $2 order by since desc limit 50`;

/** Addresses a user was given on a network, the newest first. */
export function listAddresses(
  sql: Sql,
  asked: { readonly userId: UserId; readonly network: Network },
): Promise<AddressRow[]> {
  return sql.query<Row & AddressRow>(OF_USER, [asked.userId, asked.network]);
}

const NEXT = `
  select coalesce(max(number) + 1, 0) as number from cashier.deposit_address
  where network = $1 and fingerprint = $2`;

/** The number no address below a key has; under `holdKeys`. */
export async function nextNumber(tx: Tx, { network, fingerprint }: KeyId): Promise<number> {
  const rows = await tx.query<Row & { number: number }>(NEXT, [network, fingerprint]);
  return rows[0]?.number ?? 0;
}

const GIVE = `
  insert into cashier.deposit_address (user_id, network, fingerprint, number, address, since)
  values ($1, $2, $3, $4, $5, platform.from_ms($6))`;

/** Gives a user an address, for good. */
export async function insertAddress(tx: Tx, row: AddressRow): Promise<void> {
  const { user_id, network, fingerprint, number, address, since } = row;
  await tx.query(GIVE, [user_id, network, fingerprint, number, address, since]);
}

const BY_ADDRESS = `
  select ${COLUMNS} from cashier.deposit_address where network = $1 and address = any($2)`;

/** Whose addresses these are. */
export function findByAddress(
  sql: Sql,
  network: Network,
  addresses: readonly string[],
): Promise<AddressRow[]> {
  return sql.query<Row & AddressRow>(BY_ADDRESS, [network, addresses]);
}

/** Addresses read at once; the whole list may be of millions. */
const PART = 10_000;
const ALL_OF = `
  select address from cashier.deposit_address
  where network = $1 and address > $2 order by address limit ${PART}`;

/** Every address of a network, part by part. */
export async function eachAddress(
  sql: Sql,
  network: Network,
  take: (address: string) => void,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await sql.query<Row & { address: string }>(ALL_OF, [network, after]);
    for (const { address } of rows) take(address);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return;
    after = last.address;
  }
}
