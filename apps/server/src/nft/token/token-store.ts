import {
  type Money,
  type UnixMs,
  type UserId,
  type UtcDay,
  ensure,
  formatMoney,
  money,
} from '@candor/kernel';
import type { nft as protocol } from '@candor/protocol';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Statement, Tx } from '../../platform/postgres/db.ts';
import type { BidRow, TokenRow } from './schema.ts';
import type { Bid, ShownBid, Token } from './token.ts';

/** An amount as the database tells it. */
export const usdt = (units: string): Money => money('USDT', BigInt(units));

const TOKEN_COLUMNS = `
  t.id, t.title, t.text, t.creator_id, c.name as creator, t.beneficiary_id, b.name, b.country, b.register,
  b.register_number, b.register_url, b.agreement, b.agreed_on::text as agreed_on, b.is_sample,
  b.raised::text, t.art_id, a.images, a.seed, t.chain, t.address, t.number, t.price::text, t.step::text,
  t.charity_basis, t.creator_basis, t.house_basis, t.starts_at, t.ends_at, t.extend_minutes,
  t.extensions_max, t.extensions, t.state, t.current::text, t.leader, t.bids, t.bidders, t.version,
  t.cancel_reason, t.closed_at`;
/** What a token is shown with. */
const TOKEN_PARTS = `
  join nft.creator c on c.id = t.creator_id
  join nft.beneficiary b on b.id = t.beneficiary_id
  join nft.art a on a.id = t.art_id`;

/** A token of its row. */
function tokenFrom(row: TokenRow): Token {
  const chain = row.chain as protocol.NftChain | null;
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    creatorId: row.creator_id,
    creator: row.creator,
    charity: {
      id: row.beneficiary_id,
      name: row.name,
      country: row.country,
      register: row.register,
      registerNumber: row.register_number,
      registerUrl: row.register_url,
      agreement: row.agreement,
      agreedOn: row.agreed_on as UtcDay,
      isSample: row.is_sample,
      raised: usdt(row.raised),
    },
    artId: row.art_id,
    images: row.images,
    seed: row.seed,
    place:
      chain === null
        ? null
        : {
            chain,
            address: ensure(row.address, 'a token on a chain has an address'),
            number: ensure(row.number, 'and a number'),
          },
    price: usdt(row.price),
    split: { charity: row.charity_basis, creator: row.creator_basis, house: row.house_basis },
    startsAt: row.starts_at as UnixMs,
    auction:
      row.step === null
        ? null
        : {
            step: usdt(row.step),
            endsAt: ensure(row.ends_at, 'an auction has an end') as UnixMs,
            extension: {
              minutes: ensure(row.extend_minutes, 'an auction has its rule'),
              most: ensure(row.extensions_max, 'an auction has its rule'),
            },
          },
    state: row.state as protocol.NftState,
    current: row.current === null ? null : usdt(row.current),
    leader: row.leader,
    bids: row.bids,
    bidders: row.bidders,
    extended: row.extensions,
    version: row.version,
    cancelReason: row.cancel_reason,
    closedAt: row.closed_at as UnixMs | null,
  };
}

const FIND = `select ${TOKEN_COLUMNS} from nft.token t ${TOKEN_PARTS} where t.id = any($1::uuid[])`;
// In one order, so that two batches never wait for one another.
const LOCK = 'select id from nft.token where id = any($1::uuid[]) order by id for update';

/** Tokens by their ids. */
export async function findTokens(sql: Sql, ids: readonly string[]): Promise<Token[]> {
  if (ids.length === 0) return [];
  return (await sql.query<Row & TokenRow>(FIND, [ids])).map(tokenFrom);
}

/** The same, and nobody else bids on them, ends or cancels them until the transaction ends. */
export async function lockTokens(tx: Tx, ids: readonly string[]): Promise<Token[]> {
  if (ids.length === 0) return [];
  await tx.query(LOCK, [ids]);
  // Read behind the lock: who waited for it would join a changed row to the artist and charity before the change.
  return (await tx.query<Row & TokenRow>(`${FIND} order by t.id`, [ids])).map(tokenFrom);
}

// The page is cut before anything is joined, by the index alone.
const LIST_OPEN = `
  select ${TOKEN_COLUMNS}
  from (select id from nft.token where state = 'open'
        order by coalesce(ends_at, 'infinity'), id limit $1 offset $2) paged
  join nft.token t on t.id = paged.id ${TOKEN_PARTS}
  order by coalesce(t.ends_at, 'infinity'), t.id`;
const LIST_SOLD = `
  select ${TOKEN_COLUMNS}
  from (select id from nft.token where state in ('sold', 'delivered')
        order by closed_at desc, id desc limit $1 offset $2) paged
  join nft.token t on t.id = paged.id ${TOKEN_PARTS}
  order by t.closed_at desc, t.id desc`;
const TALLY =
  'select coalesce(sum(tokens), 0)::int as total from nft.tally where state = any($1::text[])';

/** A page of tokens: on sale, those that end soonest first, or sold, the newest first. */
export async function listTokens(
  sql: Sql,
  asked: { readonly status: 'open' | 'sold'; readonly page: number; readonly size: number },
): Promise<{ readonly records: Token[]; readonly total: number }> {
  const { status, page, size } = asked;
  const states = status === 'open' ? ['open'] : ['sold', 'delivered'];
  const [rows, [counted]] = await Promise.all([
    sql.query<Row & TokenRow>(status === 'open' ? LIST_OPEN : LIST_SOLD, [size, (page - 1) * size]),
    sql.query<{ total: number }>(TALLY, [states]),
  ]);
  return { records: rows.map(tokenFrom), total: counted?.total ?? 0 };
}

const LIST_STATE = `
  select ${TOKEN_COLUMNS}
  from (select id from nft.token where state = $3 order by ordinal desc limit $1 offset $2) paged
  join nft.token t on t.id = paged.id ${TOKEN_PARTS} order by t.ordinal desc`;

const LIST_TO_DELIVER = `
  select ${TOKEN_COLUMNS}
  from (select id from nft.token where state = 'sold' and chain is not null
        order by closed_at, id limit $1 offset $2) paged
  join nft.token t on t.id = paged.id ${TOKEN_PARTS} order by t.closed_at, t.id`;
const COUNT_TO_DELIVER =
  "select count(*)::int as total from nft.token where state = 'sold' and chain is not null";

/** A page of the tokens that were sold on a chain and not sent yet, the longest waiting first. */
export async function listToDeliver(
  sql: Sql,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly records: Token[]; readonly total: number }> {
  const [rows, [counted]] = await Promise.all([
    sql.query<Row & TokenRow>(LIST_TO_DELIVER, [size, (page - 1) * size]),
    sql.query<{ total: number }>(COUNT_TO_DELIVER),
  ]);
  return { records: rows.map(tokenFrom), total: counted?.total ?? 0 };
}

/** A page of the tokens in a state, the newest first. */
export async function listInState(
  sql: Sql,
  asked: { readonly state: protocol.NftState; readonly page: number; readonly size: number },
): Promise<{ readonly records: Token[]; readonly total: number }> {
  const { state, page, size } = asked;
  const [rows, [counted]] = await Promise.all([
    sql.query<Row & TokenRow>(LIST_STATE, [size, (page - 1) * size, state]),
    sql.query<{ total: number }>(TALLY, [[state]]),
  ]);
  return { records: rows.map(tokenFrom), total: counted?.total ?? 0 };
}

const CALENDAR = `
  select ${TOKEN_COLUMNS} from nft.token t ${TOKEN_PARTS}
  where t.state = 'open' and t.kind = 'auction'
    and t.ends_at >= platform.from_ms($1) and t.ends_at < platform.from_ms($2)
  order by t.ends_at limit $3`;

/** Auctions on sale that end within a span, by their end. */
export async function listEnding(
  sql: Sql,
  span: { readonly from: UnixMs; readonly to: UnixMs; readonly most: number },
): Promise<Token[]> {
  const rows = await sql.query<Row & TokenRow>(CALENDAR, [span.from, span.to, span.most]);
  return rows.map(tokenFrom);
}

const DUE = `
  select id from nft.token where state = 'open' and kind = 'auction' and ends_at <= platform.from_ms($1)
    and id <> all($3::uuid[])
  order by ends_at limit $2`;

/** Auctions whose end has come but some, the longest over first. */
export async function listDue(
  sql: Sql,
  asked: { readonly now: UnixMs; readonly most: number; readonly but: readonly string[] },
): Promise<string[]> {
  const { now, most, but } = asked;
  return (await sql.query<{ id: string }>(DUE, [now, most, but])).map(({ id }) => id);
}

const BIDS = `
  select id, token_id, bidder, amount::text, extended, at from nft.bid
  where token_id = $1 order by seq desc limit $2`;

/** The newest bids of a token. */
export async function listBids(sql: Sql, tokenId: string, most: number): Promise<ShownBid[]> {
  const rows = await sql.query<Row & BidRow>(BIDS, [tokenId, most]);
  return rows.map(({ id, bidder, amount, at, extended }) => ({
    ...{ id, bidder, extended },
    amount: usdt(amount),
    at: at as UnixMs,
  }));
}

const OWN_BIDS = `
  select id, token_id, kind, amount::text, taken::text, extended, at from nft.bid
  where user_id = $1 order by at, token_id, seq`;

/** Every bid of a user, the oldest first, as it is handed out to them. */
export async function listOwnBids(sql: Sql, userId: UserId): Promise<object[]> {
  type OwnRow = Omit<BidRow, 'bidder'> & { kind: string; taken: string };
  const rows = await sql.query<Row & OwnRow>(OWN_BIDS, [userId]);
  return rows.map(({ id, token_id: tokenId, kind, amount, taken, extended, at }) => ({
    ...{ id, tokenId, kind, extended, at },
    amount: formatMoney(usdt(amount)),
    taken: formatMoney(usdt(taken)),
  }));
}

const MOVED = columnsOf<Token>([
  ['id', 'uuid', (t) => t.id],
  ['state', 'text', (t) => t.state],
  ['ends_at', 'bigint', (t) => t.auction?.endsAt ?? null],
  ['extensions', 'int', (t) => t.extended],
  ['current', 'numeric', (t) => t.current?.units.toString() ?? null],
  ['leader', 'int', (t) => t.leader],
  ['bids', 'int', (t) => t.bids],
  ['bidders', 'int', (t) => t.bidders],
  ['version', 'int', (t) => t.version],
  ['closed_at', 'bigint', (t) => t.closedAt],
]);
const MOVE = `
  with moved as (
    update nft.token t set state = r.state, ends_at = platform.from_ms(r.ends_at),
      extensions = r.extensions, current = r.current, leader = r.leader, bids = r.bids,
      bidders = r.bidders, version = r.version, closed_at = platform.from_ms(r.closed_at)
    from ${MOVED.rows('r')} where t.id = r.id and t.version < r.version
    returning t.id
  )
  select platform.require(count(*) = ${MOVED.behind(1)}::int, 'a token moves on') from moved`;

/** What writes tokens down as bids and sales left them. */
export function tokenStatements(tokens: readonly Token[]): Statement[] {
  return MOVED.statements(MOVE, tokens, tokens.length);
}

const BID_COLUMNS = columnsOf<Bid>([
  ['user_id', 'uuid', (b) => b.userId],
  ['id', 'uuid', (b) => b.id],
  ['token_id', 'uuid', (b) => b.tokenId],
  ['seq', 'int', (b) => b.seq],
  ['bidder', 'int', (b) => b.bidder],
  ['kind', 'text', (b) => b.kind],
  ['amount', 'numeric', (b) => b.amount.units.toString()],
  ['taken', 'numeric', (b) => b.taken.units.toString()],
  ['raises', 'uuid', (b) => b.raises],
  ['extended', 'boolean', (b) => b.extended],
  ['request_id', 'text', (b) => b.requestId],
  ['at', 'moment', (b) => b.at],
]);
const INSERT_BIDS = BID_COLUMNS.insertInto('nft.bid');

/** What writes bids down that were taken. */
export function bidStatements(bids: readonly Bid[]): Statement[] {
  return BID_COLUMNS.statements(INSERT_BIDS, bids);
}

const BID_ON = `
  select b.id, t.title from nft.bid b join nft.token t on t.id = b.token_id
  where b.user_id = $1 and b.id = any($2::uuid[])`;

/** Titles of the tokens a user's bids were placed on, by the bids' ids. */
export async function findTitles(
  sql: Sql,
  userId: UserId,
  bidIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; title: string }>(BID_ON, [userId, bidIds]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
