import { hash } from 'node:crypto';
import { type RequestId, type UnixMs, type UserId, ensure } from '@candor/kernel';
import { type Row, type Sql, type Statement, type Tx, sendAll } from '../postgres/db.ts';
import { longTexts } from '../postgres/sql-values.ts';
import { pack, unpack } from './packing.ts';

/** One request that moves money: who asked what, under which id. */
export type IdempotencyKey = {
  readonly userId: UserId;
  readonly requestId: RequestId;
  /** Name of the endpoint. */
  readonly call: string;
  /** Hash of everything that was asked, mode and path included. */
  readonly bodyHash: string;
};

/**
 * An answer as it was first given, byte for byte; after thirty days what the command made instead,
 * to be read anew.
 */
export type Kept = { readonly bodyHash: string; readonly call: string } & (
  | { readonly answer: string }
  | { readonly answer: null; readonly made: string }
);

/** Hash of what was asked: same text, same hash, whatever the order of the keys. */
export function hashOf(params: object): string {
  return hash('sha256', canonical(params), 'base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(inner)}`;
  }
  return `{${text}}`;
}

type KeptRow = Row & {
  user_id: string;
  request_id: string;
  call: string;
  body_hash: Buffer;
  answer: string | null;
  made: string | null;
  packed: Buffer | null;
  line: number | null;
};

const FIND = `
  select request.user_id, request.request_id, call, body_hash, answer, made, packed, line
  from platform.request
  join unnest($1::uuid[], $2::uuid[]) as asked (user_id, request_id)
    on asked.user_id = request.user_id and asked.request_id = request.request_id
  left join platform.answers on answers.id = request.kept_in`;

const KEEP = `
  with apart as (
    insert into platform.answers (packed, at)
    select $8::bytea, platform.from_ms($9) where $8::bytea is not null returning id
  )
  insert into platform.request
    (user_id, request_id, call, body_hash, answer, made, kept_in, line, at)
  select user_id, request_id, call, decode(body_hash, 'hex'), answer, made,
         case when line is not null then (select id from apart) end, line, platform.from_ms($9)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[],
              $7::smallint[])
    as kept (user_id, request_id, call, body_hash, answer, made, line)`;

/** Between the answers of a batch; none holds one, because JSON escapes it. */
const BREAK = '\n';
/** The answer of a row that keeps it, or null once it was let go. */
function answerOf({ answer, packed, line }: KeptRow): string | null {
  if (answer !== null || packed === null) return answer;
  const lines = unpack(packed).split(BREAK);
  return ensure(lines[ensure(line, 'a packed answer has a line')], 'a line of a batch is there');
}

function keyOf(request: Pick<IdempotencyKey, 'userId' | 'requestId'>): string {
  return `${request.userId}/${request.requestId}`;
}

/** What a request that was annulled was asked as: no name of a call, no hash of what is asked. */
const ANNULLED = { call: 'annulled', bodyHash: Buffer.alloc(32) } as const;

const ANNUL = `
  insert into platform.request (user_id, request_id, call, body_hash, answer, at)
  values ($1, $2, $3, $4, '', platform.from_ms($5))
  on conflict (user_id, request_id) do nothing`;

/**
 * Sees to it that a request without an answer never acts: one that arrives later finds its id used.
 * What was answered before stays.
 */
export async function annulRequest(
  sql: Sql,
  { userId, requestId }: Pick<IdempotencyKey, 'userId' | 'requestId'>,
  at: UnixMs,
): Promise<void> {
  await sql.query(ANNUL, [userId, requestId, ANNULLED.call, ANNULLED.bodyHash, at]);
}

/** Whether that is no answer but the word that there will never be one. */
export const isAnnulled = ({ call }: Pick<Kept, 'call'>): boolean => call === ANNULLED.call;

/** Answers kept for these requests, by `${userId}/${requestId}`. */
export async function findKept(
  sql: Sql,
  requests: readonly Pick<IdempotencyKey, 'userId' | 'requestId'>[],
): Promise<ReadonlyMap<string, Kept>> {
  const rows = await sql.query<KeptRow>(FIND, [
    requests.map((request) => request.userId),
    requests.map((request) => request.requestId),
  ]);
  return new Map(
    rows.map((row) => {
      const { user_id: userId, request_id: requestId, call } = row;
      const bodyHash = row.body_hash.toString('base64url');
      const answer = answerOf(row);
      return [
        `${userId}/${requestId}`,
        answer === null
          ? { bodyHash, call, answer, made: ensure(row.made, 'an act made something') }
          : { bodyHash, call, answer },
      ];
    }),
  );
}

/** The answer kept for one request among those `findKept` found. */
export function keptFor(
  kept: ReadonlyMap<string, Kept>,
  request: Pick<IdempotencyKey, 'userId' | 'requestId'>,
): Kept | undefined {
  return kept.get(keyOf(request));
}

/** An answer to keep; `made` names the record it says, for when its bytes are let go. */
export type Answered = {
  readonly request: IdempotencyKey;
  readonly answer: string;
  readonly made?: string;
};

/** What keeps answers; it fails where one of the requests was answered before. */
export function keepStatements(answers: readonly Answered[], at: UnixMs): Statement[] {
  if (answers.length === 0) return [];
  // Those that will be let go, together; the others stay with their requests.
  const apart = answers.filter(({ made }) => made !== undefined);
  let line = 0;
  const lines = answers.map(({ made }) => (made === undefined ? null : line++));
  const values = [
    answers.map(({ request }) => request.userId),
    answers.map(({ request }) => request.requestId),
    answers.map(({ request }) => request.call),
    answers.map(({ request }) => Buffer.from(request.bodyHash, 'base64url').toString('hex')),
    longTexts(answers.map(({ answer, made }) => (made === undefined ? answer : null))),
    answers.map(({ made }) => made ?? null),
    lines,
    apart.length === 0 ? null : pack(apart.map(({ answer }) => answer).join(BREAK)),
    at,
  ];
  return [{ text: KEEP, values }];
}

/** Keeps answers in the transaction of their commands. */
export function keepAnswers(tx: Tx, answers: readonly Answered[], at: UnixMs): Promise<void> {
  return sendAll(tx, keepStatements(answers, at));
}
