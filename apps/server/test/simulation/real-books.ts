import type { Asset } from '@candor/kernel';
import type { Database } from '../../src/platform/postgres/db.ts';

export type Posting = {
  from: string;
  to: string;
  units: bigint;
  asset: Asset;
  /** Which of the accounts of its class, where the house has several. */
  sub: string | null;
};
export type Entry = {
  id: string;
  userId: string;
  mode: string;
  kind: string;
  subject: string | null;
  requestId: string;
  at: number;
  postings: Posting[];
};

/** The accounts of a mode as they stand. */
export type Books = {
  readonly entries: readonly Entry[];
  /** Stored balances: "user asset class" → units. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Sums over every posting: "mode asset class" → units. */
  readonly totals: ReadonlyMap<string, bigint>;
};

/** A moment as a column, in milliseconds. */
export const ms = (column: string): string =>
  `(extract(epoch from ${column}) * 1000)::bigint::text`;

export const entriesIn = (mode: 'demo' | 'real'): string => `select e.id, e.user_id, e.mode, e.kind,
    e.request_id, e.subject, ${ms('e.at')} as at, p.from_class, p.to_class, p.amount::text, p.asset,
    nullif(p.from_sub || p.to_sub, '') as sub
  from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where e.mode = '${mode}' order by e.seq, p.line`;
export const balancesIn = (
  mode: 'demo' | 'real',
): string => `select user_id || ' ' || asset || ' ' || class as account, amount::text
  from ledger.balance where mode = '${mode}'`;
export const ENTRIES = entriesIn('real');
export const BALANCES = balancesIn('real');
export const TOTALS = `select mode || ' ' || asset || ' ' || class as account,
    sum(amount)::text as amount
  from (select mode, asset, to_class as class, amount from ledger.posting
    union all select mode, asset, from_class, -amount from ledger.posting) as moved
  group by 1`;

/** A row as it was read: every column a text. */
export type Found = Record<string, string | null>;
export const text = (row: Found, name: string): string => row[name] ?? '';
export const units = (row: Found, name: string): bigint => BigInt(text(row, name));
export const number = (row: Found, name: string): number => Number.parseInt(text(row, name), 10);

/** A number that may not be there. */
export const maybeNumber = (row: Found, name: string): number | null =>
  row[name] == null ? null : number(row, name);

/** What statements read at one moment: the timers of the product go on beside it. */
export function readAtOnce(db: Database, statements: readonly string[]): Promise<Found[][]> {
  return db.snapshot(async (tx) => {
    const found: Found[][] = [];
    for (const sql of statements) found.push(await tx.query<Found>(sql));
    return found;
  });
}

/** The one text a statement answers, as `digest`. */
export async function readDigest(db: Database, statement: string): Promise<string> {
  const [row] = await db.query<Found>(statement);
  return text(row ?? {}, 'digest');
}

/** Entries with their postings, in their order. */
export function entriesOf(rows: readonly Found[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const row of rows) {
    const id = text(row, 'id');
    const entry = found.get(id) ?? {
      id,
      userId: text(row, 'user_id'),
      mode: text(row, 'mode'),
      kind: text(row, 'kind'),
      subject: row['subject'] ?? null,
      requestId: text(row, 'request_id'),
      at: number(row, 'at'),
      postings: [],
    };
    found.set(id, entry);
    entry.postings.push({
      from: text(row, 'from_class'),
      to: text(row, 'to_class'),
      units: units(row, 'amount'),
      asset: text(row, 'asset') as Asset,
      sub: row['sub'] ?? null,
    });
  }
  return [...found.values()];
}

/** Amounts by their account. */
export const sumsOf = (rows: readonly Found[]): Map<string, bigint> =>
  new Map(rows.map((row) => [text(row, 'account'), units(row, 'amount')]));
