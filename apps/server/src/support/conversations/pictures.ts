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

async function opens({ db, clock }: Deps, { id, caller }: PictureParams): Promise<boolean> {
  const row = await findConversation(db, id);
  return opensTo(row, caller, clock.now()) && row.user_id === null;
}

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
  if (!(await opens(deps, asked))) return fail({ name: 'not-found' });
  return deps.files.keep({ userId: ownerOf(asked.id), purpose: 'support', bytes: asked.bytes });
}

/** An address that opens a visitor's picture for a while. @failure not-found — none of theirs */
export async function linkPicture(
  deps: Deps,
  asked: PictureParams & { readonly fileId: string },
): ReturnType<Files['link']> {
  if (!(await opens(deps, asked))) return fail({ name: 'not-found' });
  return deps.files.link({ userId: ownerOf(asked.id), id: asked.fileId });
}
