import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql } from '../../platform/postgres/db.ts';
import type { AccountStatus, Contact } from '../account/index.ts';

/** A user as a search finds one. */
export type FoundUser = {
  readonly id: UserId;
  readonly username: string;
  readonly status: AccountStatus;
  readonly demoDisabled: boolean;
  readonly createdAt: UnixMs;
};

type FoundRow = Row & {
  user_id: string;
  username: string;
  status: AccountStatus;
  demo_disabled: boolean;
  created_at: number;
};

const COLUMNS = 'a.user_id, a.username, a.status, a.demo_disabled, a.created_at';

function foundOf(row: FoundRow): FoundUser {
  return {
    id: row.user_id as UserId,
    username: row.username,
    status: row.status,
    demoDisabled: row.demo_disabled,
    createdAt: row.created_at as UnixMs,
  };
}

const BY_ID = `select ${COLUMNS} from accounts.account a where a.user_id = $1`;

/** The user of an id; null for none. */
export async function findUserById(sql: Sql, userId: UserId): Promise<FoundUser | null> {
  const [row] = await sql.query<FoundRow>(BY_ID, [userId]);
  return row === undefined ? null : foundOf(row);
}

// A name is letters, digits and ". _ -": "~" comes after all of them.
const BY_BEGINNING = `
  select ${COLUMNS} from accounts.account a
  where a.username collate "C" >= $1 and a.username collate "C" < $1 || '~'
  order by a.username collate "C" limit $2`;

/** Users whose names begin so, in the order of their names. */
export async function findByBeginning(
  sql: Sql,
  prefix: string,
  limit: number,
): Promise<FoundUser[]> {
  return (await sql.query<FoundRow>(BY_BEGINNING, [prefix, limit])).map(foundOf);
}

const BY_CONTACT = `
  select user_id from accounts.contact where channel = $1 and target = $2`;

/** Whose mailbox or phone it is; null for nobody's. */
export async function findUserOfContact(sql: Sql, contact: Contact): Promise<UserId | null> {
  const { channel, target } = contact;
  const [row] = await sql.query<{ user_id: string }>(BY_CONTACT, [channel, target]);
  return (row?.user_id ?? null) as UserId | null;
}

// As the index has it.
const BY_WALLET = `
  select user_id from accounts.wallet
  where chain = $1 and (case chain when 'ethereum' then lower(address) else address end) = $2
    and unlinked_at is null`;

/** Whose account a wallet opens now; null for nobody's. */
export async function findUserOfWallet(
  sql: Sql,
  wallet: { readonly chain: 'ethereum' | 'tron'; readonly address: string },
): Promise<UserId | null> {
  const [row] = await sql.query<{ user_id: string }>(BY_WALLET, [wallet.chain, wallet.address]);
  return (row?.user_id ?? null) as UserId | null;
}
