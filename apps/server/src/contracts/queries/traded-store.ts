import {
  type Decimal,
  type Mode,
  MINUTE_MS,
  add,
  decimal,
  formatDecimal,
  sub,
} from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';

/**
 * The contract of a closing, looked up one by one: planned for any moment, a join would read every
 * contract there ever was.
 */
const SIZE_OF = `lateral (
      select contract_size from contracts.contract
      where user_id = k.user_id and id = k.contract_id limit 1
    ) c`;

/** Every fill with its notional in USDT: each is rounded to the six places it is shown with. */
const fillsWhere = (opened: string, closed: string): string => `
    select opened_at as at, round(lots * contract_size * abs(open_price) * open_link, 6) as turnover
    from contracts.contract where mode = $1 and ${opened}
    union all
    select k.at, round(k.lots * c.contract_size * abs(k.price) * k.link, 6)
    from contracts.closing k
    cross join ${SIZE_OF}
    where k.mode = $1 and ${closed} and k.price is not null`;

const since = (column: string): string => `${column} > platform.from_ms($2)`;
/** What is published: anyone with the database can run it. */
const TRADED = `
  select coalesce(sum(turnover), 0)::text as turnover from (${fillsWhere(since('opened_at'), since('k.at'))}
  ) fills`;

const within = (column: string): string =>
  `${column} >= platform.from_ms($2) and ${column} < platform.from_ms($3)`;
const FILLS = fillsWhere(within('opened_at'), within('k.at'));
const BY_MINUTE = `
  select floor(extract(epoch from at) / 60)::bigint::text as minute, sum(turnover)::text as turnover
  from (${FILLS}) fills group by 1`;
const EACH = `select at, turnover::text as turnover from (${FILLS}) fills`;
// Of both modes at once: each is asked whenever the other is, and they share what is looked through.
const TAIL = `
  select mode, sum(turnover)::text as turnover from (
    select mode, round(lots * contract_size * abs(open_price) * open_link, 6) as turnover
    from contracts.contract where opened_at >= platform.from_ms($1)
    union all
    select k.mode, round(k.lots * c.contract_size * abs(k.price) * k.link, 6)
    from contracts.closing k
    cross join ${SIZE_OF}
    where k.at >= platform.from_ms($1) and k.price is not null
  ) fills group by mode`;

/** What is asked: all fills of a mode after a moment. */
export type TradedParams = {
  readonly mode: Mode;
  readonly since: number;
  readonly now: number;
};

/** Notional of those fills, opening and closing, in USDT; and the statement that says the same. */
export type Traded = { readonly turnover: string; readonly statement: string };

/**
 * A minute this old gets no fill any more: a command is written within seconds of its time, or not
 * at all.
 */
const SETTLED_MS = 5 * MINUTE_MS;

/** Whole minutes that are settled, added up, and the fills of the minute the window begins in. */
type Window = {
  readonly minutes: Map<number, Decimal>;
  total: Decimal;
  first: number;
  end: number;
  edge: { minute: number; fills: readonly { at: number; turnover: Decimal }[] };
};

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

/**
 * Adds up what was traded in a window that moves on. Settled minutes are read once and kept, so a
 * look costs the last minutes and not the day; one at a time for each mode.
 */
export function createTraded(sql: Sql): (params: TradedParams) => Promise<Traded> {
  const windows = new Map<Mode, Window>();
  const statement = TRADED.trim().replaceAll(/\s+/g, ' ');
  const none = decimal('0');

  async function eachOf(mode: Mode, minute: number): Promise<Window['edge']> {
    const range = [mode, minute * MINUTE_MS, (minute + 1) * MINUTE_MS];
    const rows = await sql.query<{ at: number; turnover: string }>(EACH, range);
    const fills = rows.map(({ at, turnover }) => ({ at, turnover: decimal(turnover) }));
    return { minute, fills };
  }

  function windowOf(mode: Mode, first: number, end: number): Window {
    const known = windows.get(mode);
    // A clock that was set back begins anew.
    if (known !== undefined && known.first <= first && known.end <= end) return known;
    const edge = { minute: -1, fills: [] };
    const fresh: Window = { minutes: new Map(), total: none, first, end: first, edge };
    windows.set(mode, fresh);
    return fresh;
  }

  async function moveOn(mode: Mode, window: Window, params: { first: number; end: number }) {
    const { first, end } = params;
    for (const [minute, turnover] of window.minutes) {
      if (minute >= first) continue;
      window.minutes.delete(minute);
      window.total = sub(window.total, turnover);
    }
    window.first = first;
    window.end = Math.max(window.end, first);
    if (window.end >= end) return;
    const range = [mode, window.end * MINUTE_MS, end * MINUTE_MS];
    const rows = await sql.query<{ minute: string; turnover: string }>(BY_MINUTE, range);
    for (const row of rows) {
      const turnover = decimal(row.turnover);
      window.minutes.set(Number.parseInt(row.minute, 10), turnover);
      window.total = add(window.total, turnover);
    }
    window.end = end;
  }

  type Tail = { readonly end: number; readonly found: Promise<ReadonlyMap<string, Decimal>> };
  let tail: Tail | null = null;

  /** Fills since the settled minutes, by mode; who asks while they are read gets the same. */
  function tailSince(end: number): Promise<ReadonlyMap<string, Decimal>> {
    if (tail?.end === end) return tail.found;
    const found = sql
      .query<{ mode: string; turnover: string }>(TAIL, [end * MINUTE_MS])
      .then((rows) => new Map(rows.map(({ mode, turnover }) => [mode, decimal(turnover)])))
      .finally(() => {
        tail = null;
      });
    tail = { end, found };
    return found;
  }

  async function look({ mode, since, now }: TradedParams): Promise<Traded> {
    const first = minuteOf(since) + 1;
    const end = minuteOf(now - SETTLED_MS);
    if (first >= end) {
      const [row] = await sql.query<{ turnover: string }>(TRADED, [mode, since]);
      return { turnover: row?.turnover ?? '0', statement };
    }
    const window = windowOf(mode, first, end);
    await moveOn(mode, window, { first, end });
    if (window.edge.minute !== first - 1) window.edge = await eachOf(mode, first - 1);
    const newest = await tailSince(end);
    const edge = window.edge.fills.filter(({ at }) => at > since);
    const total = edge.reduce(
      (sum, { turnover }) => add(sum, turnover),
      add(window.total, newest.get(mode) ?? none),
    );
    return { turnover: formatDecimal(total), statement };
  }

  const running = new Map<Mode, Promise<unknown>>();
  return (params) => {
    const before = running.get(params.mode) ?? Promise.resolve();
    const next = before.then(() => look(params));
    running.set(
      params.mode,
      next.catch(() => {
        windows.delete(params.mode);
      }),
    );
    return next;
  };
}
