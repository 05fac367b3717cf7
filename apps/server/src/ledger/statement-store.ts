import type { Asset, EntryId, Mode, Money, UnixMs, UserId } from '@candor/kernel';
import { money } from '@candor/kernel';
import type { Sql } from '../platform/postgres/db.ts';
import type { AccountClass } from './chart.ts';
import { idBound } from './entries-store.ts';

/** What a user may use of an asset, and what is owed for it: moves among these are no payment. */
const OWN = `'{user:cash,user:deficit,user:reversed}'::ledger.class[]`;

/** A payment into or out of what a user may use of an asset. */
export type StatementLine = {
  readonly entryId: EntryId;
  /** Place of the payment in its entry. */
  readonly line: number;
  readonly at: UnixMs;
  readonly kind: string;
  readonly asset: Asset;
  /** The account on the other side. */
  readonly other: AccountClass;
  /** Signed. */
  readonly amount: Money;
  /** Cash, deficit and reversed deposits together, after it. */
  readonly after: Money;
  /** What the entry was about, as its capability names it. */
  readonly subject: string | null;
};

/** Which payments are asked for; `others` null means any counterparty. */
export type StatementFilter = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly asset: Asset | null;
  readonly others: readonly AccountClass[] | null;
  readonly from: UnixMs | null;
  readonly to: UnixMs | null;
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Whether a payment is asked for; the key of a mark's counts and a line are told apart alike. */
const WANTED = `($3::text is null or asset = $3) and ($4::text[] is null or other = any ($4))`;
const IN_TIME = `at >= platform.from_ms($9) and at < platform.from_ms($10)`;

/**
 * Entries numbered between two marks, as 'e', with their payments, as 'p'. The planner cannot know
 * how few they are: 'offset 0' makes it look each up by its key.
 */
const linesBetween = (low: string, high: string): string => `
      (select * from ledger.entry
       where user_id = $1 and mode = $2::text::ledger.mode and seq > ${low} and seq <= ${high}
       offset 0) e
      cross join lateral (
        select * from ledger.posting
        where user_id = $1 and entry_id = e.id
          and (to_class = any (${OWN})) <> (from_class = any (${OWN}))
        offset 0) p`;

/** The seq of the first or the last entry of a span of ids. */
const entryAt = (bound: string, order: 'asc' | 'desc'): string => `
      (select e.seq from ledger.entry e
       where e.user_id = $1 and e.mode = $2::text::ledger.mode and e.id ${bound}
       order by e.id ${order} limit 1)`;

const ENDS = `ends as (
    select (select min(n) from numbered where high >= ${entryAt('>= $7', 'asc')}) as first,
           (select min(n) from numbered where high >= ${entryAt('<= $8', 'desc')}) as last
  ), `;

// The entries of one trading account are numbered in the order in which they were committed,
// because each command holds the trading account's lock. Marks say how many payments of which
// accounts stand between them: what has none that is asked for is passed over, and the balances of
// a page are counted back from the marks above its payments. What lies behind the newest mark is
// little and counted each time, and so is what stands around the two ends of a span of time: an
// entry's id begins with its time, but two entries of nearly one time may be numbered the other way
// round.
const statementOf = (order: 'asc' | 'desc', isSpan: boolean): string => `
  with own as (
    select b.asset, sum(b.amount) as amount from ledger.balance b
    where b.user_id = $1 and b.mode = $2::text and b.class = any (${OWN}::text[]) group by b.asset
  ), marks as (
    select m.seq as high, m.usdt, m.btc, m.eth, m.counts
    from ledger.mark m where m.user_id = $1 and m.mode = $2::text
    union all
    select 9223372036854775807, coalesce(sum(amount) filter (where asset = 'USDT'), 0),
           coalesce(sum(amount) filter (where asset = 'BTC'), 0),
           coalesce(sum(amount) filter (where asset = 'ETH'), 0), null
    from own
  ), numbered as (
    select *, lag(high, 1, 0::bigint) over (order by high) as low,
           row_number() over (order by high) as n
    from marks
  ), ${isSpan ? ENDS : ''} blocks as (
    select low, high, usdt, btc, eth,
           case
             ${isSpan ? 'when (n between first - 1 and last + 1) is not true then 0' : ''}
             when counts is null ${isSpan ? 'or n <= first + 1 or n >= last - 1' : ''} then (
               select count(*) from (
                 select p.asset::text as asset, e.at,
                        (case when p.to_class = any (${OWN})
                           then p.from_class else p.to_class end)::text as other
                 from ${linesBetween('low', 'high')}
               ) counted where ${WANTED} ${isSpan ? `and ${IN_TIME}` : ''})
             else (
               select coalesce(sum(k.lines), 0)
               from (select split_part(key, ' ', 1) as asset, split_part(key, ' ', 2) as other,
                            value::bigint as lines from jsonb_each_text(counts)) k
               where ${WANTED})
           end as lines
    from numbered ${isSpan ? 'cross join ends' : ''}
  ), placed as (
    select *, sum(lines) over (order by high ${order}) - lines as before from blocks
    where lines > 0
  ), chosen as (
    select * from placed where before < $5::bigint + $6::bigint and before + lines > $5::bigint
  ), legs as (
    select c.high, c.usdt, c.btc, c.eth, e.seq, e.id, e.at, e.kind, e.subject, p.line,
           p.asset::text as asset,
           (case when p.to_class = any (${OWN}) then p.from_class else p.to_class end)::text as other,
           case when p.to_class = any (${OWN}) then p.amount else -p.amount end as amount
    from chosen c cross join lateral ${linesBetween('c.low', 'c.high')}
  ), lines as (
    select *, case asset when 'USDT' then usdt when 'BTC' then btc else eth end
                - coalesce(sum(amount) over (
                    partition by high, asset order by seq desc, line desc
                    rows between unbounded preceding and 1 preceding), 0) as after
    from legs
  ), found as (
    select *, (select min(before) from chosen)
                + row_number() over (order by seq ${order}, line ${order}) as place
    from lines where ${WANTED} ${isSpan ? `and ${IN_TIME}` : ''}
  )
  select f.id, f.at, f.kind, f.subject, f.line, f.asset, f.other, f.amount::text as amount,
         f.after::text as after, c.total::text as total
  from (select coalesce(sum(lines), 0) as total from blocks) c
  left join found f on f.place > $5::bigint and f.place <= $5::bigint + $6::bigint
  order by f.seq ${order}, f.line ${order}`;

// The newest first, with nothing left out, is counted from the nearest mark above the page: the lines
// between them are few, however long the history. `entries` says how many entries are read for it.
const PAGE = `
  with own as (
    select b.asset, sum(b.amount) as amount, sum(b.lines) as lines from ledger.balance b
    where b.user_id = $1 and b.mode = $2::text and b.class = any (${OWN}::text[]) group by b.asset
  ), now as (
    select coalesce(sum(lines), 0) as total,
           coalesce(sum(amount) filter (where asset = 'USDT'), 0) as usdt,
           coalesce(sum(amount) filter (where asset = 'BTC'), 0) as btc,
           coalesce(sum(amount) filter (where asset = 'ETH'), 0) as eth
    from own
  ), start as (
    select * from (
      (select m.place, m.seq, m.usdt, m.btc, m.eth from ledger.mark m
       where m.user_id = $1 and m.mode = $2::text and m.place >= (select total - $3 from now)
       order by m.place limit 1)
      union all
      (select total, 9223372036854775807, usdt, btc, eth from now)
    ) known order by seq limit 1
  ), found as (
    select e.seq, e.id, e.at, e.kind, e.subject, p.line, p.asset,
           case when p.to_class = any (${OWN}) then p.from_class else p.to_class end as other,
           case when p.to_class = any (${OWN}) then p.amount else -p.amount end as amount
    from (
      select * from ledger.entry
      where user_id = $1 and mode = $2::text::ledger.mode and seq <= (select seq from start)
      order by seq desc limit $5
    ) e
    join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
    where (p.to_class = any (${OWN})) <> (p.from_class = any (${OWN}))
  ), lines as (
    select found.*,
           (select place from start) - row_number() over (order by seq desc, line desc) + 1 as place,
           coalesce(sum(amount) over (
             partition by asset order by seq desc, line desc
             rows between unbounded preceding and 1 preceding), 0) as behind
    from found
  )
  select l.id, l.at, l.kind, l.subject, l.line, l.asset, l.other, l.amount::text as amount,
         (case l.asset when 'USDT' then s.usdt when 'BTC' then s.btc else s.eth end
           - l.behind)::text as after,
         n.total::text as total
  from now n cross join start s
  left join lines l on l.place <= n.total - $3 and l.place > n.total - $3 - $4
  order by l.seq desc, l.line desc`;

const OF_ALL = { asc: statementOf('asc', false), desc: statementOf('desc', false) } as const;
const OF_SPAN = { asc: statementOf('asc', true), desc: statementOf('desc', true) } as const;

type Row = {
  id: string | null;
  at: number;
  kind: string;
  subject: string | null;
  line: number;
  asset: string;
  other: string;
  amount: string;
  after: string;
  total: string;
};

/** Entries between a page and the mark above it, as a rule: marks are some 64 payments apart. */
const MARK_ENTRIES = 72;

/** Whether nothing is left out and the newest comes first. */
const isWhole = (filter: StatementFilter): boolean =>
  filter.newestFirst &&
  filter.asset === null &&
  filter.others === null &&
  filter.from === null &&
  filter.to === null;

/** Later than every entry. @source PostgreSQL manual, the largest time is in the year 294276 */
const FAR_MS = 9_000_000_000_000;

const totalOf = ([row]: readonly Row[]): number => Number.parseInt(row?.total ?? '0', 10);

async function pageOf(sql: Sql, filter: StatementFilter): Promise<Row[]> {
  const { userId, mode, offset, limit } = filter;
  for (let entries = limit + MARK_ENTRIES; ; entries *= 8) {
    const rows = await sql.query<Row>(PAGE, [userId, mode, offset, limit, entries]);
    const wanted = Math.max(0, Math.min(limit, totalOf(rows) - offset));
    // Entries that say nothing in a statement stood in between.
    if (rows.filter(({ id }) => id !== null).length >= wanted) return rows;
  }
}

async function rowsOf(sql: Sql, filter: StatementFilter): Promise<Row[]> {
  if (isWhole(filter)) return pageOf(sql, filter);
  const { userId, mode, asset, others, from, to, offset, limit, newestFirst } = filter;
  const order = newestFirst ? 'desc' : 'asc';
  const asked = [userId, mode, asset, others, offset, limit];
  if (from === null && to === null) return sql.query<Row>(OF_ALL[order], asked);
  // `to` is not part of the span: the last id before it.
  const [first, end] = [Math.min(from ?? 0, FAR_MS), Math.min(to ?? FAR_MS, FAR_MS)];
  const [low, high] = [idBound(first as UnixMs, '0'), idBound((end - 1) as UnixMs, 'f')];
  return sql.query<Row>(OF_SPAN[order], [...asked, low, high, first, end]);
}

/** Payments of one user and mode in the order of the journal, and how many there are in all. */
export async function listStatement(
  sql: Sql,
  filter: StatementFilter,
): Promise<{ lines: StatementLine[]; total: number }> {
  const rows = await rowsOf(sql, filter);
  const lines = rows.flatMap((row): StatementLine[] => {
    if (row.id === null) return [];
    const asset = row.asset as Asset;
    return [
      {
        entryId: row.id as EntryId,
        line: row.line,
        at: row.at as UnixMs,
        kind: row.kind,
        asset,
        other: row.other as AccountClass,
        amount: money(asset, BigInt(row.amount)),
        after: money(asset, BigInt(row.after)),
        subject: row.subject,
      },
    ];
  });
  return { lines, total: totalOf(rows) };
}

const FEES = `
  select e.subject, e.kind, sum(p.amount)::text as amount
  from ledger.entry e
  join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where e.user_id = $1 and e.mode = $2 and e.subject = any ($3::uuid[])
    and p.to_class = 'house:fees'
  group by e.subject, e.kind`;

/** What was paid as fees by one kind of entry about one subject. */
export type SubjectFee = { readonly subject: string; readonly kind: string; readonly fee: Money };

/** Fees a user paid in entries about these subjects, by kind of entry. @units USDT units */
export async function listFees(
  sql: Sql,
  params: { readonly userId: UserId; readonly mode: Mode; readonly subjects: readonly string[] },
): Promise<SubjectFee[]> {
  const rows = await sql.query<{ subject: string; kind: string; amount: string }>(FEES, [
    params.userId,
    params.mode,
    params.subjects,
  ]);
  return rows.map(({ subject, kind, amount }) => ({
    subject,
    kind,
    fee: money('USDT', BigInt(amount)),
  }));
}
