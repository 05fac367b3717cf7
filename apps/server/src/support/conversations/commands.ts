import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  ensure,
  fail,
  ok,
} from '@candor/kernel';
import {
  type Failure,
  SUPPORT_MESSAGES_MAX,
  type SupportItem,
  type SupportMessage,
} from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { hashOf } from '../../platform/commit/idempotency.ts';
import { hashSecret } from '../../platform/secrets/session.ts';
import type { Opening } from './opening.ts';
import { decideRoom, keptText } from '../text/rules.ts';
import { giveSent } from '../store/sent-store.ts';
import { claimConversation, findConversation, findWritten } from '../store/store.ts';
import { ownerOf } from './pictures.ts';
import { type Caller, itemOf, messageOf, opensTo } from './view.ts';
import {
  type SupportDeps,
  type WriteFailure,
  allOrNothing,
  missing,
  useFiles,
  writeMessage,
} from './writing.ts';

/** What a user adds. */
export type Addition = Pick<Opening, 'requestId' | 'text' | 'files'>;

/**
 * Writes into a conversation of the caller; one that was closed is open again.
 *
 * @failure not-found — none, not theirs, a token that is wrong or over; or foreign pictures
 * @failure limit-reached — as many messages as a conversation may have
 */
export function replyTo(
  deps: SupportDeps,
  caller: Caller,
  params: Addition & { readonly id: string },
): Promise<Result<SupportMessage, WriteFailure>> {
  const text = keptText(params.text);
  if (text === '') return Promise.resolve(missing('text'));
  const { id, requestId, files = [] } = params;
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
    const used = await useFiles(deps, tx, {
      owner: row.user_id === null ? ownerOf(id) : caller.userId,
      ids: files,
    });
    if (!used.ok) return used;
    return ok(await writeMessage(deps, tx, row, { text, files, requestHash, bodyHash }));
  });
}

/**
 * Makes a visitor's conversation one of the account whose owner has its token; the token ends.
 *
 * @failure not-found — none, one of an account, or a token that is wrong or over
 */
export function claimFor(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  params: { userId: UserId; id: string; visitorToken: string },
): Promise<Result<SupportItem, Failure<'not-found'>>> {
  const { userId, id, visitorToken } = params;
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
