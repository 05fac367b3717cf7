import {
  type Clock,
  DAY_MS,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  fail,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import {
  type Failure,
  SUPPORT_MESSAGES_MAX,
  SUPPORT_VISITOR_MS,
  type SupportItem,
  type SupportMessage,
} from '@candor/protocol';
import type { Files } from '../files/index.ts';
import { hostOf, networkOf } from '../platform/address.ts';
import type { Database, Tx } from '../platform/db.ts';
import { hashOf } from '../platform/idempotency.ts';
import { hashSecret } from '../platform/session.ts';
import { type Keyed, newNumber } from './keyed.ts';
import { OPENED_A_DAY, OPENED_A_DAY_BY_VISITORS, decideRoom, keptLine, keptText } from './rules.ts';
import { giveSent } from './sent-store.ts';
import {
  type ConversationRow,
  claimConversation,
  countBegun,
  findBegun,
  findConversation,
  findWritten,
  insertConversation,
  insertMessage,
  lockAsker,
} from './store.ts';
import { type Caller, itemOf, messageOf, opensTo } from './view.ts';

/** What writing to support needs. */
export type SupportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyed: Keyed;
  readonly files: Pick<Files, 'use'>;
  /** Factor on how many conversations may begin in a day; more than 1 only in a test. */
  readonly limitScale: number;
};

/** What somebody asks about. */
export type Opening = {
  readonly requestId: string;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
  readonly files?: readonly string[] | undefined;
};

/** What somebody adds. */
export type Addition = Pick<Opening, 'requestId' | 'text' | 'files'>;

type Opened = { id: string; number: string; visitorToken?: string };
type WriteFailure = Failure<
  'incomplete' | 'forbidden' | 'not-found' | 'limit-reached' | 'request-reused'
>;

/** Ends a transaction without a trace of it. */
class Undone extends Error {
  readonly failure: WriteFailure;
  constructor(failure: WriteFailure) {
    super(failure.name);
    this.failure = failure;
  }
}

/** Does all of an act or nothing: a refusal leaves nothing of it behind. */
async function allOrNothing<Value>(
  db: Database,
  act: (tx: Tx) => Promise<Result<Value, WriteFailure>>,
): Promise<Result<Value, WriteFailure>> {
  try {
    return await db.transaction(async (tx) => {
      const done = await act(tx);
      if (!done.ok) throw new Undone(done.failure);
      return done;
    });
  } catch (error) {
    if (error instanceof Undone) return fail(error.failure);
    throw error;
  }
}

const missing = (field: string): Result<never, WriteFailure> => fail({ name: 'incomplete', field });

/** Pictures are an account's: a visitor has none to bring. */
async function useFiles(
  { files }: Pick<SupportDeps, 'files'>,
  tx: Tx,
  asked: { userId: UserId | null; ids: readonly string[] },
): Promise<Result<null, Failure<'forbidden' | 'not-found'>>> {
  const { userId, ids } = asked;
  if (ids.length === 0) return ok(null);
  if (userId === null) return fail({ name: 'forbidden', field: 'files' });
  const used = await files.use(tx, { userId, ids, purpose: 'support' });
  return used.ok ? used : fail({ ...used.failure, field: 'files' });
}

/** Where a visitor comes from, as it is kept for a day. */
function placesOf({ keyed }: Pick<SupportDeps, 'keyed'>, { userId, address }: Caller) {
  if (userId !== null) return { host: null, network: null };
  return {
    host: keyed.placeHash(`host ${hostOf(address)}`),
    network: keyed.placeHash(`network ${networkOf(address)}`),
  };
}

async function decideQuota(
  deps: SupportDeps,
  tx: Tx,
  caller: Caller,
): Promise<Result<null, Failure<'limit-reached'>>> {
  const { host, network } = placesOf(deps, caller);
  const since = plusMs(deps.clock.now(), -DAY_MS);
  const counted = [
    ['user', caller.userId, OPENED_A_DAY],
    ['host', host, OPENED_A_DAY_BY_VISITORS.host],
    ['network', network, OPENED_A_DAY_BY_VISITORS.network],
  ] as const;
  for (const [by, value, most] of counted) {
    if (value === null) continue;
    const { count, first } = await countBegun(tx, { by, value, since });
    if (count < most * deps.limitScale || first === null) continue;
    const until = String(plusMs(first, DAY_MS));
    const facts = { what: 'conversations', max: String(most), until };
    return fail({ name: 'limit-reached', facts });
  }
  return ok(null);
}

/** What a request was answered with, again. */
function answerAgain(
  { keyed }: SupportDeps,
  begun: ConversationRow,
  asked: { caller: Caller; bodyHash: string },
): Result<Opened, Failure<'request-reused'>> {
  if (begun.body_hash !== asked.bodyHash) return fail({ name: 'request-reused' });
  const { id, number } = begun;
  if (asked.caller.userId !== null) return ok({ id, number });
  return ok({ id, number, visitorToken: keyed.visitorToken(id) });
}

async function begin(
  deps: SupportDeps,
  tx: Tx,
  asked: { caller: Caller; requestHash: string; bodyHash: string; opening: Opening },
): Promise<ConversationRow | null> {
  const { caller, requestHash, bodyHash, opening } = asked;
  const { userId } = caller;
  const at = deps.clock.now();
  const id = newUuid(at);
  const { host, network } = placesOf(deps, caller);
  return insertConversation(tx, {
    id,
    number: newNumber(),
    userId,
    tokenHash: userId === null ? hashSecret(deps.keyed.visitorToken(id)) : null,
    requestHash,
    bodyHash,
    subject: opening.subject,
    language: opening.language,
    at,
    expiresAt: userId === null ? plusMs(at, SUPPORT_VISITOR_MS) : null,
    hostHash: host,
    networkHash: network,
  });
}

/** A message of the asker, into a conversation that is held. */
async function write(
  deps: SupportDeps,
  tx: Tx,
  row: Pick<ConversationRow, 'id' | 'messages'>,
  said: { text: string; files: readonly string[]; requestHash: string; bodyHash: string },
): Promise<SupportMessage> {
  const at = deps.clock.now();
  const message = {
    ...said,
    conversationId: row.id,
    place: row.messages + 1,
    id: newUuid(at),
    by: 'asker',
    name: null,
    reference: null,
    at,
  } as const;
  const turn = { state: 'open', expiresAt: plusMs(at, SUPPORT_VISITOR_MS) } as const;
  return messageOf(await insertMessage(tx, message, turn));
}

/**
 * Begins a conversation. The same request again gets the same answer, its token included.
 *
 * @failure incomplete — nothing is left of a text once what controls and turns it is gone
 * @failure forbidden — pictures of a visitor · not-found — pictures that are not the caller's
 * @failure limit-reached — so many within a day · request-reused — another text came under this id
 */
export function openConversation(
  deps: SupportDeps,
  caller: Caller,
  asked: Opening,
): Promise<Result<Opened, WriteFailure>> {
  const subject = keptLine(asked.subject);
  const text = keptText(asked.text);
  if (subject === '') return Promise.resolve(missing('subject'));
  if (text === '') return Promise.resolve(missing('text'));
  const { userId } = caller;
  const { requestId, language, files = [] } = asked;
  const opening = { requestId, subject, text, language, files };
  const requestHash = hashSecret(`open/${userId ?? 'visitor'}/${requestId}`);
  const bodyHash = hashOf({ subject, text, language, files });
  return allOrNothing<Opened>(deps.db, async (tx) => {
    await lockAsker(tx, userId ?? networkOf(caller.address));
    const before = await findBegun(tx, requestHash);
    if (before !== null) return answerAgain(deps, before, { caller, bodyHash });
    const quota = await decideQuota(deps, tx, caller);
    if (!quota.ok) return quota;
    const row = await begin(deps, tx, { caller, requestHash, bodyHash, opening });
    if (row === null) {
      // From another network, at the same moment: that one was first.
      const first = ensure(await findBegun(tx, requestHash), 'what stood in the way is there');
      return answerAgain(deps, first, { caller, bodyHash });
    }
    const used = await useFiles(deps, tx, { userId, ids: files });
    if (!used.ok) return used;
    const wroteAs = hashSecret(`reply/${row.id}/${requestId}`);
    await write(deps, tx, row, { text, files, requestHash: wroteAs, bodyHash });
    return answerAgain(deps, row, { caller, bodyHash });
  });
}

/**
 * Writes into a conversation of the caller; one that was closed is open again.
 *
 * @failure not-found — none, not theirs, a token that is wrong or over; or foreign pictures
 * @failure limit-reached — as many messages as a conversation may have
 */
export function replyTo(
  deps: SupportDeps,
  caller: Caller,
  asked: Addition & { readonly id: string },
): Promise<Result<SupportMessage, WriteFailure>> {
  const text = keptText(asked.text);
  if (text === '') return Promise.resolve(missing('text'));
  const { id, requestId, files = [] } = asked;
  const requestHash = hashSecret(`reply/${id}/${requestId}`);
  const bodyHash = hashOf({ text, files });
  return allOrNothing<SupportMessage>(deps.db, async (tx) => {
    const row = await findConversation(tx, id, { forUpdate: true });
    if (!opensTo(row, caller, deps.clock.now())) return fail({ name: 'not-found' });
    const before = await findWritten(tx, requestHash);
    if (before !== null) {
      if (before.body_hash !== bodyHash) return fail({ name: 'request-reused' });
      return ok(messageOf(before));
    }
    const room = decideRoom(row.messages, SUPPORT_MESSAGES_MAX);
    if (!room.ok) return room;
    const used = await useFiles(deps, tx, { userId: caller.userId, ids: files });
    if (!used.ok) return used;
    return ok(await write(deps, tx, row, { text, files, requestHash, bodyHash }));
  });
}

/**
 * Makes a visitor's conversation one of the account whose owner has its token; the token ends.
 *
 * @failure not-found — none, one of an account, or a token that is wrong or over
 */
export function claimFor(
  { db, clock }: Pick<SupportDeps, 'db' | 'clock'>,
  asked: { userId: UserId; id: string; visitorToken: string },
): Promise<Result<SupportItem, Failure<'not-found'>>> {
  const { userId, id, visitorToken } = asked;
  return db.transaction(async (tx) => {
    const row = await findConversation(tx, id, { forUpdate: true });
    // Sent again after it went through: its owner is told the same.
    if (row !== null && row.user_id === userId) return ok(itemOf(row));
    const at: UnixMs = clock.now();
    if (!opensTo(row, { userId: null, visitorToken }, at)) return fail({ name: 'not-found' });
    const claimed = ensure(await claimConversation(tx, { id, userId }), 'a held row is there');
    await giveSent(tx, id, userId);
    return ok(itemOf(claimed));
  });
}
