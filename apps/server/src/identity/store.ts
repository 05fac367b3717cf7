import type { UnixMs, UserId } from '@candor/kernel';
import type { DocumentType, IdentityRejectReason, IdentityState } from '@candor/protocol';
import type { Row, Sql, Tx } from '../platform/postgres/db.ts';
import { behindId } from '../platform/postgres/keyset.ts';
import type { PlannedDocument } from './rules.ts';
import type { DocumentRow, PersonRow, SubmissionRow } from './schema.ts';

export type { DocumentRow, PersonRow, SubmissionRow } from './schema.ts';

const ENTER = `
  insert into identity.person (user_id) values ($1) on conflict (user_id) do nothing`;
const PERSON = 'select user_id, state, address_state from identity.person where user_id = $1';

/** Where a user stands; null for one who never sent anything in. */
export async function findPerson(sql: Sql, userId: UserId): Promise<PersonRow | null> {
  return (await sql.query<Row & PersonRow>(PERSON, [userId]))[0] ?? null;
}

/** The same, held until the transaction ends: what one user sends in follows one another. */
export async function lockPerson(tx: Tx, userId: UserId): Promise<PersonRow> {
  await tx.query(ENTER, [userId]);
  const [row] = await tx.query<Row & PersonRow>(`${PERSON} for update`, [userId]);
  if (row === undefined) throw new Error('who sends something in has a row');
  return row;
}

/** The same, shared: a caller that relies on it keeps it as it is until its own transaction ends. */
export async function sharePerson(tx: Tx, userId: UserId): Promise<PersonRow | null> {
  return (await tx.query<Row & PersonRow>(`${PERSON} for share`, [userId]))[0] ?? null;
}

const COLUMNS = `user_id, id, level, state, details, document_type, number_hash, case_id, submitted_at, deadline,
    decided_at, message`;
const LATEST = `
  select ${COLUMNS} from identity.submission where user_id = $1 and level = $2
  order by place desc limit 1`;
const BY_ID = `select ${COLUMNS} from identity.submission where user_id = $1 and id = $2`;

/** What a user sent in last for a level; null for nothing. */
export async function findLatest(
  sql: Sql,
  userId: UserId,
  level: 1 | 2,
): Promise<SubmissionRow | null> {
  return (await sql.query<Row & SubmissionRow>(LATEST, [userId, level]))[0] ?? null;
}

/** A submission of a user; null for none. */
export async function findSubmission(
  sql: Sql,
  userId: UserId,
  id: string,
): Promise<SubmissionRow | null> {
  return (await sql.query<Row & SubmissionRow>(BY_ID, [userId, id]))[0] ?? null;
}

const DOCUMENTS = `
  select kind, file_id, replaces, state, reason from identity.document
  where user_id = $1 and submission_id = $2 order by kind`;

/** The documents of a submission. */
export function listDocuments(sql: Sql, userId: UserId, id: string): Promise<DocumentRow[]> {
  return sql.query<Row & DocumentRow>(DOCUMENTS, [userId, id]);
}

const INSERT = `
  insert into identity.submission (user_id, id, level, details, document_type, number_hash, case_id,
    submitted_at, deadline)
  values ($1, $2, $3, $4, $5, $6, $7, platform.from_ms($8), platform.from_ms($9))`;
const INSERT_DOCUMENTS = `
  insert into identity.document (user_id, submission_id, kind, file_id, replaces, state)
  select $1, $2, d.kind, d.file_id, d.replaces, d.state
  from unnest($3::text[], $4::uuid[], $5::uuid[], $6::text[]) as d (kind, file_id, replaces, state)`;

/** Writes down what a user sent in. */
export async function insertSubmission(
  tx: Tx,
  made: {
    readonly userId: UserId;
    readonly id: string;
    readonly level: 1 | 2;
    readonly details: Buffer;
    readonly documentType: DocumentType | null;
    readonly numberHash: Buffer | null;
    readonly caseId: string;
    readonly at: UnixMs;
    readonly deadline: UnixMs;
    readonly documents: readonly PlannedDocument[];
  },
): Promise<void> {
  const { userId, id, level, details, documentType, numberHash, caseId, at, deadline } = made;
  const facts = [userId, id, level, details, documentType, numberHash, caseId, at, deadline];
  await tx.query(INSERT, facts);
  const { documents } = made;
  await tx.query(INSERT_DOCUMENTS, [
    userId,
    id,
    documents.map(({ kind }) => kind),
    documents.map(({ fileId }) => fileId),
    documents.map(({ replaces }) => replaces),
    documents.map(({ state }) => state),
  ]);
}

const SET_STATE = 'update identity.person set state = $2 where user_id = $1';
const SET_ADDRESS = 'update identity.person set address_state = $2 where user_id = $1';

/** Where a user stands from now on, at a level. */
export async function setState(
  tx: Tx,
  userId: UserId,
  to: { readonly level: 1 | 2; readonly state: IdentityState },
): Promise<void> {
  await tx.query(to.level === 1 ? SET_STATE : SET_ADDRESS, [userId, to.state]);
}

const END = `
  update identity.submission
  set state = $3, decided_at = platform.from_ms($4), message = $5
  where user_id = $1 and id = $2 and state = 'pending' returning id`;
const JUDGE = `
  update identity.document d set state = case when j.reason is null then 'approved' else 'rejected' end,
    reason = j.reason
  from unnest($3::uuid[], $4::text[]) as j (file_id, reason)
  where d.user_id = $1 and d.submission_id = $2 and d.file_id = j.file_id and d.state = 'pending'`;

/** Writes down what was decided of a submission; whether it waited. */
export async function endSubmission(
  tx: Tx,
  ended: {
    readonly userId: UserId;
    readonly id: string;
    readonly state: 'verified' | 'failed';
    readonly at: UnixMs;
    readonly message: string | null;
    /** Files that were judged, and why each was rejected; null for one that was approved. */
    readonly verdicts: readonly (readonly [fileId: string, reason: IdentityRejectReason | null])[];
  },
): Promise<boolean> {
  const { userId, id, state, at, message, verdicts } = ended;
  if ((await tx.query(END, [userId, id, state, at, message])).length === 0) return false;
  const files = verdicts.map(([fileId]) => fileId);
  await tx.query(JUDGE, [userId, id, files, verdicts.map(([, reason]) => reason)]);
  return true;
}

const WRITTEN = 'select id from identity.submission where id = any ($1::uuid[])';

/** Those of some submissions that were written. */
export async function listWritten(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(WRITTEN, [ids]);
  return new Set(rows.map(({ id }) => id));
}

const COUNT = `
  select count(*)::int as count from (
    select 1 from identity.submission where user_id = $1 and level = $2 limit 100) sent`;

/** How often a user sent something in for a level, up to a hundred. */
export async function countSubmissions(sql: Sql, userId: UserId, level: 1 | 2): Promise<number> {
  return (await sql.query<{ count: number }>(COUNT, [userId, level]))[0]?.count ?? 0;
}

const OF_CASE = `select ${COLUMNS} from identity.submission where case_id = $1`;

/** What a case is about; null for a case about something else. */
export async function findOfCase(sql: Sql, caseId: string): Promise<SubmissionRow | null> {
  return (await sql.query<Row & SubmissionRow>(OF_CASE, [caseId]))[0] ?? null;
}

/** Of each kind of finding so many are shown: the newest say enough. */
const FOUND_MAX = 5;
const SAME_NUMBER = `
  select distinct on (user_id) user_id, case_id, submitted_at from (
    (select user_id, case_id, submitted_at from identity.submission
     where number_hash = any ($2::bytea[]) and user_id <> $1 order by place desc limit 50)
    union all
    (select s.user_id, s.case_id, s.submitted_at from identity.reading r
     join identity.submission s on s.id = r.submission_id
     where r.hash = any ($2::bytea[]) and s.user_id <> $1 order by r.at desc limit 50)) newest
  order by user_id, submitted_at desc limit ${FOUND_MAX}`;

/** Other users who sent a document of one of some numbers, each with the last case of it. */
export function listSameNumber(
  sql: Sql,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<{ user_id: string; case_id: string; submitted_at: number }[]> {
  return sql.query(SAME_NUMBER, [userId, hashes]);
}

const CASES_OF_FILES = `
  select d.file_id, s.case_id from identity.document d
  join identity.submission s on s.user_id = d.user_id and s.id = d.submission_id
  where d.file_id = any ($1::uuid[]) order by s.place`;

/** The last case each of some files was sent to. */
export async function listCasesOfFiles(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ file_id: string; case_id: string }>(CASES_OF_FILES, [ids]);
  return new Map(rows.map((row) => [row.file_id, row.case_id]));
}

const READ = `
  insert into identity.reading (submission_id, place, member, at, hash)
  select s.id, 1 + (select count(*) from identity.reading r where r.submission_id = s.id), $3,
    platform.from_ms($4), $5
  from identity.submission s where s.user_id = $1 and s.id = $2 and s.state = 'pending'`;
const READINGS = `
  select hash from identity.reading where submission_id = $1 order by place`;

/** Numbers staff read in the document of a submission, hashed, in the order in which they did. */
export async function listReadings(sql: Sql, submissionId: string): Promise<Buffer[]> {
  const rows = await sql.query<Row & { hash: Buffer }>(READINGS, [submissionId]);
  return rows.map(({ hash }) => hash);
}

/** Writes down what a member read; what the user typed stays beside it. */
export async function insertReading(
  tx: Tx,
  of: Pick<SubmissionRow, 'user_id' | 'id'>,
  read: { readonly member: string; readonly at: UnixMs; readonly hash: Buffer },
): Promise<void> {
  await tx.query(READ, [of.user_id, of.id, read.member, read.at, read.hash]);
}

const LACKS = `
  select 1 as one from identity.submission s
  join identity.document d on d.user_id = s.user_id and d.submission_id = s.id and d.kind = 'front'
  where s.case_id = $1 and s.level = 1 and d.state = 'pending'
    and not exists (select from identity.reading r where r.submission_id = s.id)`;

/** Whether a case judges a document whose number nobody read. */
export async function lacksNumber(sql: Sql, caseId: string): Promise<boolean> {
  return (await sql.query(LACKS, [caseId])).length > 0;
}

const END_RELATION = `
  update identity.person set ended_at = platform.from_ms($2)
  where user_id = $1 and ended_at is null`;

/** Says that the relationship with a user ended. */
export async function endRelation(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(END_RELATION, [userId, at]);
}

const OVER = `
  select user_id from identity.person
  where ended_at <= platform.from_ms($1) - make_interval(years => $2) and shredded_at is null
    and user_id > ${behindId('$3')}
  order by user_id limit 100`;

/** Some users whose relationship ended so many years ago and of whom something is kept, after one of them. */
export async function listOver(
  sql: Sql,
  asked: { readonly now: UnixMs; readonly years: number; readonly after: UserId | null },
): Promise<UserId[]> {
  const rows = await sql.query<{ user_id: UserId }>(OVER, [asked.now, asked.years, asked.after]);
  return rows.map(({ user_id: userId }) => userId);
}

const SUBMISSIONS = `
  select id, details from identity.submission where user_id = $1 order by place`;

/** What a user ever sent in, as it is sealed. */
export function listSubmissions(
  sql: Sql,
  userId: UserId,
): Promise<{ id: string; details: Buffer | null }[]> {
  return sql.query(SUBMISSIONS, [userId]);
}

const FILES_OF = 'select distinct file_id from identity.document where user_id = $1';

/** Every picture a user sent in, former versions too. */
export async function listFilesOf(sql: Sql, userId: UserId): Promise<string[]> {
  const rows = await sql.query<{ file_id: string }>(FILES_OF, [userId]);
  return rows.map(({ file_id: fileId }) => fileId);
}

const DROP = `
  with readings as (
    delete from identity.reading r using identity.submission s
    where s.id = r.submission_id and s.user_id = $1)
  update identity.submission set details = null, number_hash = null where user_id = $1`;

/** Drops what was said; where it stood and what was decided of it stays. */
export async function dropDetails(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(DROP, [userId]);
}

const SHREDDED = `
  update identity.person set shredded_at = platform.from_ms($2) where user_id = $1`;

/** Writes down that nothing of a user can be opened any more. */
export async function markShredded(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await tx.query(SHREDDED, [userId, at]);
}

const KEPT = `
  select s.id, s.level, s.state, s.submitted_at, s.decided_at, s.message,
    (select coalesce(json_agg(json_build_object('kind', d.kind, 'file', d.file_id, 'state', d.state,
       'reason', d.reason) order by d.kind), '[]') from identity.document d
     where d.user_id = s.user_id and d.submission_id = s.id) as documents
  from identity.submission s where s.user_id = $1 order by s.place`;

/** What is kept of a user's submissions, for the copy of one's data. */
export function listKept(
  sql: Sql,
  userId: UserId,
): Promise<({ readonly id: string } & Readonly<Record<string, unknown>>)[]> {
  return sql.query(KEPT, [userId]);
}
