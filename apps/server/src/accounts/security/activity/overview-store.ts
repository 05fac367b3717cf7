import type { UnixMs, UserId } from '@candor/kernel';
import type { Row, Sql } from '../../../platform/postgres/db.ts';

type AccountPart = {
  username: string;
  has_password: boolean;
  anti_phishing: string | null;
  totp: boolean;
  recovery_left: number;
};
type ContactPart = { channel: 'email' | 'phone'; target: string };
type PasskeyPart = { id: string; name: string; created_at: number; last_used_at: number | null };
type WalletPart = { id: string; chain: 'ethereum' | 'tron'; address: string; created_at: number };
type SocialPart = { id: string; issuer: string; linked_at: number };
type HoldPart = { reason: string; until: number };

/** What protects an account, as the tables have it. */
export type OverviewRows = {
  readonly account: AccountPart | null;
  readonly contacts: readonly ContactPart[];
  readonly passkeys: readonly PasskeyPart[];
  readonly wallets: readonly WalletPart[];
  readonly social: readonly SocialPart[];
  readonly holds: readonly HoldPart[];
};

const ACCOUNT = `
  select a.username, a.password_hash is not null as has_password, a.anti_phishing,
         exists (select from accounts.totp t where t.user_id = a.user_id) as totp,
         (select count(*)::int from accounts.recovery_code r
          where r.user_id = a.user_id and r.used_at is null) as recovery_left
  from accounts.account a where a.user_id = $1`;
const CONTACTS = 'select channel, target from accounts.contact where user_id = $1';
const PASSKEYS = `
  select id, name, created_at, last_used_at from accounts.passkey
  where user_id = $1 order by created_at, id`;
const WALLETS = `
  select id, chain, address, created_at from accounts.wallet
  where user_id = $1 and unlinked_at is null order by created_at, id`;
const SOCIAL = `
  select id, issuer, linked_at from accounts.social_key
  where user_id = $1 order by linked_at, id`;
const HOLDS = `
  select reason, until from accounts.hold
  where user_id = $1 and until > platform.from_ms($2) order by until desc`;

/** Everything that opens an account or protects it. */
export async function readOverview(sql: Sql, userId: UserId, at: UnixMs): Promise<OverviewRows> {
  const [[account], contacts, passkeys, wallets, social, holds] = await Promise.all([
    sql.query<Row & AccountPart>(ACCOUNT, [userId]),
    sql.query<Row & ContactPart>(CONTACTS, [userId]),
    sql.query<Row & PasskeyPart>(PASSKEYS, [userId]),
    sql.query<Row & WalletPart>(WALLETS, [userId]),
    sql.query<Row & SocialPart>(SOCIAL, [userId]),
    sql.query<Row & HoldPart>(HOLDS, [userId, at]),
  ]);
  return { account: account ?? null, contacts, passkeys, wallets, social, holds };
}
