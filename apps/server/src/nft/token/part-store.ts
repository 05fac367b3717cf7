import type { UnixMs, UserId } from '@candor/kernel';
import type { nft as protocol } from '@candor/protocol';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Statement } from '../../platform/postgres/db.ts';
import type { PartRow } from './schema.ts';
import { usdt } from './token-store.ts';
import type { Part } from './token.ts';

const COLUMNS = `
  p.user_id, p.token_id, p.bidder, p.bid_id, p.amount::text, p.state, p.address, p.at, p.moved_at, p.ended_at`;

function partFrom(row: PartRow): Part {
  return {
    userId: row.user_id as UserId,
    tokenId: row.token_id,
    bidder: row.bidder,
    bidId: row.bid_id,
    amount: usdt(row.amount),
    state: row.state as protocol.NftBidState,
    address: row.address,
    at: row.at as UnixMs,
    movedAt: row.moved_at as UnixMs,
    endedAt: row.ended_at as UnixMs | null,
  };
}

/** Names what a user has of a token. */
export type NamedPart = { readonly userId: UserId; readonly tokenId: string };

const NAMED = columnsOf<NamedPart>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['token_id', 'uuid', ({ tokenId }) => tokenId],
]);
const FIND = `
  select ${COLUMNS} from nft.part p
  join ${NAMED.rows('asked')} on asked.user_id = p.user_id and asked.token_id = p.token_id`;

/** What users have of tokens. */
export async function findParts(sql: Sql, named: readonly NamedPart[]): Promise<Part[]> {
  if (named.length === 0) return [];
  return (await sql.query<Row & PartRow>(FIND, NAMED.values(named))).map(partFrom);
}

const FIRST = `
  select ${COLUMNS} from nft.part p
  where p.token_id = any($1::uuid[]) and p.state in ('leading', 'won')`;

/** Who leads on tokens, or owns them. */
export async function findFirst(sql: Sql, tokenIds: readonly string[]): Promise<Part[]> {
  if (tokenIds.length === 0) return [];
  return (await sql.query<Row & PartRow>(FIRST, [tokenIds])).map(partFrom);
}

const LIST = `
  select ${COLUMNS} from nft.part p where p.user_id = $1
  order by p.moved_at desc, p.token_id limit $2 offset $3`;
const LIST_ROLE = `
  select ${COLUMNS} from nft.part p where p.user_id = $1 and p.role = $4
  order by p.moved_at desc, p.token_id limit $2 offset $3`;
const ONE = `
  select ${COLUMNS} from nft.part p
  where p.user_id = $1 and p.token_id = $2 and ($3::text is null or p.role = $3)`;
const COUNT = 'select role, count(*)::int as count from nft.part where user_id = $1 group by role';

/** How many tokens of each role a user has. */
export type RoleCounts = Readonly<Record<protocol.NftRole, number>>;

/** A page of what a user has of tokens, the last moved first, or what they have of one; how many of each role. */
export async function listParts(
  sql: Sql,
  asked: {
    readonly userId: UserId;
    readonly role: protocol.NftRole | undefined;
    /** Of this token alone. */
    readonly id?: string | undefined;
    readonly page: number;
    readonly size: number;
  },
): Promise<{ readonly parts: Part[]; readonly counts: RoleCounts }> {
  const { userId, role, id, page, size } = asked;
  const paged = [userId, size, (page - 1) * size];
  const read = (): Promise<(Row & PartRow)[]> => {
    if (id !== undefined) return sql.query(ONE, [userId, id, role ?? null]);
    return role === undefined ? sql.query(LIST, paged) : sql.query(LIST_ROLE, [...paged, role]);
  };
  const [rows, counted] = await Promise.all([
    read(),
    sql.query<{ role: string; count: number }>(COUNT, [userId]),
  ]);
  const of = (one: protocol.NftRole) => counted.find((row) => row.role === one)?.count ?? 0;
  const counts = { owned: of('owned'), leading: of('leading'), outbid: of('outbid') };
  return { parts: rows.map(partFrom), counts };
}

// What leads, or is owned and has to be sent yet.
const HELD = `
  select count(*)::int as count from nft.part p join nft.token t on t.id = p.token_id
  where p.user_id = $1 and (p.state = 'leading'
    or (p.state = 'won' and t.state = 'sold' and t.chain is not null))`;

/** On how many tokens a user leads, or waits for. */
export async function countHeld(sql: Sql, userId: UserId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(HELD, [userId]);
  return row?.count ?? 0;
}

const PARTS = columnsOf<Part>([
  ['user_id', 'uuid', (p) => p.userId],
  ['token_id', 'uuid', (p) => p.tokenId],
  ['bidder', 'int', (p) => p.bidder],
  ['bid_id', 'uuid', (p) => p.bidId],
  ['amount', 'numeric', (p) => p.amount.units.toString()],
  ['state', 'text', (p) => p.state],
  ['address', 'text', (p) => p.address],
  ['at', 'moment', (p) => p.at],
  ['moved_at', 'moment', (p) => p.movedAt],
  ['ended_at', 'moment', (p) => p.endedAt],
]);
const PUT = `
  ${PARTS.insertInto('nft.part')}
  on conflict (user_id, token_id) do update set bid_id = excluded.bid_id, amount = excluded.amount,
    state = excluded.state, address = excluded.address, at = excluded.at,
    moved_at = excluded.moved_at, ended_at = excluded.ended_at`;

/** What writes down what users have: who does not lead any more first, so that a token never has two. */
export function partStatements(parts: readonly Part[]): Statement[] {
  const isFirst = ({ state }: Part): boolean => state === 'leading' || state === 'won';
  return [
    ...PARTS.statements(
      PUT,
      parts.filter((part) => !isFirst(part)),
    ),
    ...PARTS.statements(PUT, parts.filter(isFirst)),
  ];
}
