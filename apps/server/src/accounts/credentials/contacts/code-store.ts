import { createHash } from 'node:crypto';
import type { UnixMs } from '@candor/kernel';
import type { CodePurpose } from '@candor/protocol';
import type { Row, Sql, Tx } from '../../../platform/postgres/db.ts';
import type { Contact } from '../../account/index.ts';

/** One code: what it is for, where it went, and whose change it confirms. */
export type CodeKey = Contact & {
  /** `support`: of a visitor of support, who is asked for one by support alone. */
  readonly purpose: CodePurpose | 'support';
  /** A user, or `NOBODY` where nobody is signed in. */
  readonly owner: string;
};

/** Owner of codes that go to a visitor who is not signed in. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Who keeps the codes of a browser in which the account was entered before: apart from those that
 * visitors ask for, guess at and use up. The shape of an id, and nobody's.
 */
export function ownerOfDevice(hash: string): string {
  const hex = createHash('sha256').update(hash).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 20))';
// The time of the owner's own code, the number of every account's: a target is one phone, however
// many accounts write to it. Requests without a session are counted apart, so that a visitor cannot
// use up an owner's.
const FIND = `
  select max(sent_at) filter (where owner = $4) as sent_at,
    coalesce(sum(sends) filter (where counted_from > platform.from_ms($5)), 0)::int as sends,
    min(counted_from) filter (where counted_from > platform.from_ms($5)) as counted_from
  from accounts.code
  where purpose = $1 and channel = $2 and target = $3 and (owner = $6) = ($4 = $6)`;

/** What is known of the codes of a purpose that went to a target. */
export type LastSendRow = {
  /** When this owner's last one went; null when none did. */
  sent_at: number | null;
  /** How many went, for all callers. */
  sends: number;
  counted_from: number | null;
};

/** The last codes to this target; another request at the same moment waits here. */
export async function lockLastSend(
  tx: Tx,
  key: CodeKey,
  countedSince: UnixMs,
): Promise<LastSendRow> {
  const { purpose, channel, target, owner } = key;
  await tx.query(LOCK, [`${purpose} ${channel} ${target}`]);
  const values = [purpose, channel, target, owner, countedSince, NOBODY];
  const [row] = await tx.query<Row & LastSendRow>(FIND, values);
  return row ?? { sent_at: null, sends: 0, counted_from: null };
}

const PUT = `
  insert into accounts.code as c
    (purpose, channel, target, owner, salt, hash, sent_at, expires_at, counted_from)
  values ($1, $2, $3, $4, $5, $6, platform.from_ms($7), platform.from_ms($8), platform.from_ms($7))
  on conflict (purpose, channel, target, owner) do update
  set salt = excluded.salt, hash = excluded.hash, sent_at = excluded.sent_at,
    expires_at = excluded.expires_at, tries = 0, used_at = null,
    sends = case when c.counted_from <= platform.from_ms($9) then 1 else c.sends + 1 end,
    counted_from = case
      when c.counted_from <= platform.from_ms($9) then excluded.counted_from
      else c.counted_from end`;

/** Puts a new code in the place of the last. */
export async function putCode(
  tx: Tx,
  key: CodeKey,
  code: { salt: string; hash: string; at: UnixMs; until: UnixMs; countedSince: UnixMs },
): Promise<void> {
  const { purpose, channel, target, owner } = key;
  const { salt, hash, at, until, countedSince } = code;
  await tx.query(PUT, [purpose, channel, target, owner, salt, hash, at, until, countedSince]);
}

// Counting a try and using the code up is one statement: of fifty that come at once with the right
// code the first takes it, and each wrong one is counted.
const TRY = `
  update accounts.code
  set tries = tries + 1,
    used_at = case
      when hash = encode(sha256(convert_to(salt || $5, 'UTF8')), 'hex') then platform.from_ms($6)
      else used_at end
  where purpose = $1 and channel = $2 and target = $3 and owner = $4
    and used_at is null and tries < $7 and expires_at > platform.from_ms($6)
  returning used_at is not null as is_right`;

/** Tries a code; true when it was right, and then nobody can use it again. */
export async function tryCode(
  tx: Tx,
  key: CodeKey,
  tried: { code: string; at: UnixMs; triesMax: number },
): Promise<boolean> {
  const { purpose, channel, target, owner } = key;
  const { code, at, triesMax } = tried;
  const rows = await tx.query<Row & { is_right: boolean }>(TRY, [
    purpose,
    channel,
    target,
    owner,
    code,
    at,
    triesMax,
  ]);
  return rows[0]?.is_right === true;
}

const PENDING = `
  select channel, target from accounts.code
  where purpose = 'security' and owner = $1 and used_at is null
    and expires_at > platform.from_ms($2)
  order by sent_at desc limit 1`;

/** The change of mail or phone that a user began last and has not confirmed. */
export async function findPending(tx: Tx, owner: string, at: UnixMs): Promise<Contact | null> {
  return (await tx.query<Row & Contact>(PENDING, [owner, at]))[0] ?? null;
}

// A code without a user is stored too, and must not pass for a user's.
const OWNERS = `
  select owner from accounts.code
  where purpose = 'security' and channel = $1 and target = $2 and used_at is null
    and expires_at > platform.from_ms($3) and owner <> $4
  order by sent_at desc limit 1`;

/** Who began the latest change to this target; null when nobody did. */
export async function findPendingOwner(
  tx: Tx,
  { channel, target }: Contact,
  at: UnixMs,
): Promise<string | null> {
  const rows = await tx.query<{ owner: string }>(OWNERS, [channel, target, at, NOBODY]);
  return rows[0]?.owner ?? null;
}

const SWEEP = 'delete from accounts.code where sent_at <= platform.from_ms($1)';

/** Forgets codes sent before `at`. */
export async function sweepCodes(sql: Sql, at: UnixMs): Promise<void> {
  await sql.query(SWEEP, [at]);
}
