import type { UnixMs, UserId } from '@candor/kernel';
import type { Channel, StaffFreezeReason } from '@candor/protocol';
import type { Row, Sql } from '../../platform/postgres/db.ts';

type ContactPart = { channel: Channel; target: string; confirmed_at: number };
type FactorPart = {
  language: string;
  has_password: boolean;
  totp: boolean;
  passkeys: number;
  recovery_left: number;
  wallets: ('ethereum' | 'tron')[];
  social: string[];
};
type FreezePart = { since: number; until: number; reason: StaffFreezeReason; by: string };
type DisablingPart = { since: number; until: number; reason: string; case_number: string };
type NotePart = { id: string; at: number; by: string; text: string };

/** What the tables say of a user beside what other rooms read. */
export type ProfileRows = {
  readonly contacts: readonly ContactPart[];
  readonly factors: FactorPart | null;
  readonly freeze: FreezePart | null;
  readonly disabling: DisablingPart | null;
  readonly notes: readonly NotePart[];
};

const CONTACTS = `
  select channel, target, confirmed_at from accounts.contact where user_id = $1 order by channel`;
const FACTORS = `
  select a.language, a.has_password,
         exists (select from accounts.totp t where t.user_id = a.user_id) as totp,
         (select count(*)::int from accounts.passkey p where p.user_id = a.user_id) as passkeys,
         (select count(*)::int from accounts.recovery_code r
          where r.user_id = a.user_id and r.used_at is null) as recovery_left,
         array(select w.chain from accounts.wallet w
               where w.user_id = a.user_id and w.unlinked_at is null order by w.chain) as wallets,
         array(select s.issuer from accounts.social_key s
               where s.user_id = a.user_id order by s.issuer) as social
  from accounts.account a where a.user_id = $1`;
const FREEZE = `
  select since, until, reason, by from accounts.staff_freeze
  where user_id = $1 and until > platform.from_ms($2)`;
const DISABLING = `
  select since, until, reason, case_number from accounts.disabling where user_id = $1`;
const NOTES = `
  select id, at, by, text from accounts.staff_note
  where user_id = $1 order by id desc limit $2`;

/** Notes a page shows; older ones stay kept. */
const NOTES_SHOWN = 100;

/** Reads a user for a member of staff; as the desk's role. */
export async function readProfile(sql: Sql, userId: UserId, at: UnixMs): Promise<ProfileRows> {
  const [contacts, [factors], [freeze], [disabling], notes] = await Promise.all([
    sql.query<Row & ContactPart>(CONTACTS, [userId]),
    sql.query<Row & FactorPart>(FACTORS, [userId]),
    sql.query<Row & FreezePart>(FREEZE, [userId, at]),
    sql.query<Row & DisablingPart>(DISABLING, [userId]),
    sql.query<Row & NotePart>(NOTES, [userId, NOTES_SHOWN]),
  ]);
  return {
    contacts,
    factors: factors ?? null,
    freeze: freeze ?? null,
    disabling: disabling ?? null,
    notes,
  };
}
