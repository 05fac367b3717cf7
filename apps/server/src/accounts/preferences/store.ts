import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';

/** What is kept of how a user reads; all but the language is empty until it was said once. */
export type PreferencesRow = {
  language: string;
  theme: 'light' | 'dark' | null;
  up_down: 'green-up' | 'red-up' | null;
  asks_before_close: boolean;
  saved_at: UnixMs | null;
};

const FIND = `
  select a.language, p.theme, p.up_down, coalesce(p.asks_before_close, true) as asks_before_close,
         p.saved_at
  from accounts.account a left join accounts.preferences p using (user_id)
  where a.user_id = $1`;

/** How a user reads. */
export async function findPreferences(sql: Sql, userId: UserId): Promise<PreferencesRow | null> {
  return (await sql.query<Row & PreferencesRow>(FIND, [userId]))[0] ?? null;
}

const SAVE = `
  insert into accounts.preferences (user_id, theme, up_down, saved_at, asks_before_close)
  values ($1, $2, $3, platform.from_ms($4), $5)
  on conflict (user_id) do update
  set theme = excluded.theme, up_down = excluded.up_down, saved_at = excluded.saved_at,
      asks_before_close = excluded.asks_before_close`;
const SPEAK = 'update accounts.account set language = $2 where user_id = $1';

/** Keeps how a user reads, in place of what was kept before. */
export async function savePreferences(
  tx: Tx,
  saved: {
    userId: UserId;
    language: string;
    theme: string | null;
    upDown: string | null;
    asksBeforeClose: boolean;
    at: UnixMs;
  },
): Promise<void> {
  const { userId, language, theme, upDown, asksBeforeClose, at } = saved;
  await tx.query(SPEAK, [userId, language]);
  await tx.query(SAVE, [userId, theme, upDown, at, asksBeforeClose]);
}
