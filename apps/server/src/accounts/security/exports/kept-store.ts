import type { UserId } from '@candor/kernel';
import type { Sql } from '../../../platform/postgres/db.ts';

/**
 * Everything kept about a person in this capability, as its owner may have it: no hash of a secret,
 * no other person. Times are written as ISO 8601.
 */
const PARTS = {
  account: `
    select username, status, demo_disabled, demo_reset_no, demo_reset_at, created_at, language,
           anti_phishing, invite_code, password_hash is not null as has_password
    from accounts.account where user_id = $1`,
  contacts: `
    select channel, target, confirmed_at from accounts.contact where user_id = $1 order by channel`,
  invited: `select at from accounts.invitation where user_id = $1`,
  sessions: `
    select id, client, way, device, address, created_at, last_at, ended_at, ended_by
    from accounts.session where user_id = $1 order by created_at`,
  logins: `
    select at, outcome, way, device, address, tries, is_new
    from accounts.login where user_id = $1 order by at`,
  changes: `
    select at, kind, device, address, facts
    from accounts.security_event where user_id = $1 order by at`,
  appropriateness: `
    select number, at, country, answers, is_enough, warning_accepted, risk_version, real_from
    from accounts.appropriateness where user_id = $1 order by number`,
  wallets: `
    select chain, address, created_at, last_at, unlinked_at
    from accounts.wallet where user_id = $1 order by created_at`,
  services: `
    select issuer, subject, linked_at
    from accounts.social_key where user_id = $1 order by linked_at`,
  code_app: `select created_at from accounts.totp where user_id = $1`,
  passkeys: `
    select name, is_synced, created_at, last_used_at
    from accounts.passkey where user_id = $1 order by created_at`,
  recovery_codes: `
    select count(*)::int as made, count(*) filter (where used_at is null)::int as left
    from accounts.recovery_code where user_id = $1`,
  holds: `select reason, at, until from accounts.hold where user_id = $1 order by at`,
  freeze: `select since, until from accounts.freeze where user_id = $1`,
  pauses: `select kind, since, until from accounts.pause where user_id = $1 order by kind`,
  limits: `
    select kind, period, amount::text as amount_units, next_amount::text as next_amount_units,
           next_at
    from accounts.self_limit where user_id = $1 order by kind, period`,
  freeze_by_staff: `
    select since, until, reason from accounts.staff_freeze where user_id = $1`,
  disabled: `
    select since, until, reason, case_number from accounts.disabling where user_id = $1`,
  notes_of_staff: `select at, text from accounts.staff_note where user_id = $1 order by id`,
  preferences: `
    select theme, up_down, asks_before_close, saved_at from accounts.preferences where user_id = $1`,
} as const;

/** Everything kept about a person here, part by part, as the data of a JSON file. */
export async function readKept(sql: Sql, userId: UserId): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(PARTS)) {
    const all = `select coalesce(json_agg(to_json(part)), '[]')::text as text from (${statement}) part`;
    const [row] = await sql.query<{ text: string }>(all, [userId]);
    kept[name] = JSON.parse(row?.text ?? '[]');
  }
  return kept;
}
