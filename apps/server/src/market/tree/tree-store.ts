import { type UnixMs, type UtcDay, isoText } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import type { Subtree } from './merkle.ts';

/** A link of the tape with its place: what a leaf is made of. */
export type ChainHash = { readonly day: UtcDay; readonly seq: number; readonly hash: Buffer };

/** How far the tree has followed the tape: its size, and the tick of its last leaf. */
export type TreePlace = { readonly size: number; readonly day: UtcDay; readonly seq: number };

/** A whole subtree with its hash. */
export type TreeNode = Subtree & { readonly hash: Buffer };

/** A day of the tape with the number of leaves before its first tick. */
export type TreeDay = { readonly day: UtcDay; readonly before: number };

/** What was signed of the tape. */
export type CheckpointRecord = {
  readonly number: number;
  readonly size: number;
  readonly root: Buffer;
  readonly at: UnixMs;
  readonly key: number;
  readonly signature: Buffer;
};

const count = (text: string): number => Number.parseInt(text, 10);

/** Where the tree stands; null before its first leaf. */
export async function findTreePlace(sql: Sql): Promise<TreePlace | null> {
  const [row] = await sql.query<{ size: string; day: UtcDay; seq: string }>(
    'select size, day, seq from market.tree_place',
  );
  return row === undefined ? null : { size: count(row.size), day: row.day, seq: count(row.seq) };
}

/** Adds what a step of the tree made, and its new place: one transaction, or nothing. */
export async function growTree(
  sql: Sql,
  step: {
    readonly place: TreePlace;
    readonly days: readonly TreeDay[];
    readonly nodes: readonly TreeNode[];
  },
): Promise<void> {
  const { place, days, nodes } = step;
  if (days.length > 0) {
    await sql.query(
      'insert into market.tree_day (day, before) select * from unnest($1::date[], $2::bigint[])',
      [days.map(({ day }) => day), days.map(({ before }) => before)],
    );
  }
  if (nodes.length > 0) {
    await sql.query(
      `insert into market.tree_node (level, place, hash)
       select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])`,
      [
        nodes.map(({ level }) => level),
        nodes.map((node) => node.place),
        nodes.map(({ hash }) => hash),
      ],
    );
  }
  await sql.query(
    `insert into market.tree_place (size, day, seq) values ($1, $2, $3)
     on conflict (single) do update
       set size = excluded.size, day = excluded.day, seq = excluded.seq`,
    [place.size, place.day, place.seq],
  );
}

/** The hashes of whole subtrees that are kept, those there are, by `level/place`. */
export async function findNodes(
  sql: Sql,
  wanted: readonly Subtree[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (wanted.length === 0) return new Map();
  const rows = await sql.query<{ level: number; place: string; hash: Buffer }>(
    `select node.level, node.place, node.hash from market.tree_node as node
     join unnest($1::smallint[], $2::bigint[]) as wanted (level, place)
       on wanted.level = node.level and wanted.place = node.place`,
    [wanted.map(({ level }) => level), wanted.map(({ place }) => place)],
  );
  return new Map(rows.map(({ level, place, hash }) => [`${level}/${place}`, hash]));
}

/** How many leaves stand before a day's first; null for a day the tree has not reached. */
export async function findTreeDay(sql: Sql, day: UtcDay): Promise<number | null> {
  const [row] = await sql.query<{ before: string }>(
    'select before from market.tree_day where day = $1',
    [day],
  );
  return row === undefined ? null : count(row.before);
}

// Days are found by their first leaf, and ticks by their key: as many rows as leaves are asked for.
const LINKS_BETWEEN = `
  select found.day, found.seq, found.hash
  from market.tree_day as known
  cross join lateral (
    select tick.day, tick.seq, tick.hash from market.tick as tick
    where tick.day = known.day
      and tick.seq > $1::bigint - known.before and tick.seq <= $2::bigint - known.before
    order by tick.seq limit $2::bigint - $1::bigint
  ) as found
  where known.before < $2::bigint and known.before >= (
    select max(first.before) from market.tree_day as first where first.before <= $1::bigint
  )
  order by found.day, found.seq`;

type ChainHashRow = { day: UtcDay; seq: string; hash: Buffer };

const linkOf = ({ day, seq, hash }: ChainHashRow): ChainHash => ({ day, seq: count(seq), hash });

/** The links that are leaves `from` up to, not including, `to`, in their order. */
export async function listChainHashes(
  sql: Sql,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ChainHash[]> {
  return (await sql.query<ChainHashRow>(LINKS_BETWEEN, [from, to])).map(linkOf);
}

/** The next links of a day of the tape, in their order. */
export async function listNextChainHashes(
  sql: Sql,
  params: { readonly day: UtcDay; readonly after: number; readonly limit: number },
): Promise<ChainHash[]> {
  const rows = await sql.query<ChainHashRow>(
    `select day, seq, hash from market.tick
     where day = $1 and seq > $2 order by day, seq limit $3`,
    [params.day, params.after, params.limit],
  );
  return rows.map(linkOf);
}

/** The first day of the tape after a day; of all with null. */
export async function findNextDay(sql: Sql, after: UtcDay | null): Promise<UtcDay | null> {
  const [row] = await sql.query<{ day: UtcDay }>(
    after === null
      ? 'select day from market.tick order by day, seq limit 1'
      : 'select day from market.tick where day > $1 order by day, seq limit 1',
    after === null ? [] : [after],
  );
  return row?.day ?? null;
}

type CheckpointRow = {
  number: string;
  size: string;
  root: Buffer;
  at: UnixMs;
  key: number;
  signature: Buffer;
};

const recordOf = ({ number, size, ...rest }: CheckpointRow): CheckpointRecord => ({
  ...rest,
  number: count(number),
  size: count(size),
});

const COLUMNS = 'number, size, root, at, key, signature';

/** The newest checkpoint; null before the first. */
export async function findLastCheckpoint(sql: Sql): Promise<CheckpointRecord | null> {
  const [row] = await sql.query<CheckpointRow>(
    `select ${COLUMNS} from market.checkpoint order by number desc limit 1`,
  );
  return row === undefined ? null : recordOf(row);
}

/** The newest checkpoint of a tree of a size; null where none was signed. */
export async function findCheckpointOf(sql: Sql, size: number): Promise<CheckpointRecord | null> {
  const [row] = await sql.query<CheckpointRow>(
    `select ${COLUMNS} from market.checkpoint where size = $1 order by number desc limit 1`,
    [size],
  );
  return row === undefined ? null : recordOf(row);
}

/** Keeps what was signed; nobody hears of it before. */
export async function insertCheckpoint(sql: Sql, record: CheckpointRecord): Promise<void> {
  const { number, size, root, at, key, signature } = record;
  await sql.query(`insert into market.checkpoint (${COLUMNS}) values ($1, $2, $3, $4, $5, $6)`, [
    number,
    size,
    root,
    isoText(at),
    key,
    signature,
  ]);
}
