import { type Result, type UserId, fail } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Files } from '../../files/index.ts';
import { findConversation } from '../store/store.ts';
import { type Caller, opensTo } from './view.ts';
import type { SupportDeps } from './writing.ts';

type Deps = Pick<SupportDeps, 'db' | 'clock' | 'files'>;
type PictureParams = { readonly id: string; readonly caller: Caller };

/** Under whose name pictures of a visitor are kept: the conversation's, an id that is no user's. */
export const ownerOf = (conversationId: string): UserId => conversationId as UserId;

/**
 * Takes a picture a visitor brings to a conversation. It goes the way of every picture, and counts for
 * the conversation as those of an account do for the account; conversations are counted by place.
 *
 * @failure not-found — no conversation of this visitor · and those of `Files.keep`
 */
export async function bringPicture(
  deps: Deps,
  asked: PictureParams & { readonly bytes: Buffer },
): Promise<Awaited<ReturnType<Files['keep']>> | Result<never, Failure<'not-found'>>> {
  const row = await findConversation(deps.db, asked.id);
  const opens = opensTo(row, asked.caller, deps.clock.now()) && row.user_id === null;
  if (!opens) return fail({ name: 'not-found' });
  return deps.files.keep({ userId: ownerOf(asked.id), purpose: 'support', bytes: asked.bytes });
}

/**
 * An address that opens a picture of a conversation for a while, for its visitor or its account.
 *
 * @failure not-found — none of theirs
 */
export async function linkPicture(
  { db, clock, files }: Deps,
  { id, caller, fileId }: PictureParams & { readonly fileId: string },
): ReturnType<Files['link']> {
  const row = await findConversation(db, id);
  if (!opensTo(row, caller, clock.now())) return fail({ name: 'not-found' });
  // What a visitor brought stays sealed under the conversation's name when that becomes an account's.
  const brought = await files.link({ userId: ownerOf(id), id: fileId });
  if (brought.ok || row.user_id === null) return brought;
  return files.link({ userId: row.user_id as UserId, id: fileId });
}
