import { type Clock, type Result, fail, ok } from '@candor/kernel';
import type { Failure, SupportConversation, SupportNews, TranscriptFormat } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { findComplaint } from '../store/complaint-store.ts';
import { findConversation, findMessage, listMessages } from '../store/store.ts';
import { type TranscriptDeps, type TranscriptFile, transcriptFile } from './transcript.ts';
import { type Caller, conversationOf, messageOf, opensTo } from './view.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
};
type ConversationParams = { readonly id: string; readonly caller: Caller };

async function findOpen({ db, clock }: Deps, { id, caller }: ConversationParams) {
  const row = await findConversation(db, id);
  return opensTo(row, caller, clock.now()) ? row : null;
}

/** A conversation of the caller, its messages behind a place. @failure not-found — none of theirs */
export async function readConversation(
  deps: Deps,
  params: ConversationParams & { readonly after: number },
): Promise<Result<SupportConversation, Failure<'not-found'>>> {
  const row = await findOpen(deps, params);
  if (row === null) return fail({ name: 'not-found' });
  const messages = await listMessages(deps.db, row.id, params.after);
  return ok(conversationOf(row, messages, await findComplaint(deps.db, row.id)));
}

/** The file of a conversation of the caller. @failure not-found — none of theirs · as `transcriptFile` */
export async function readTranscript(
  deps: Deps & TranscriptDeps,
  params: ConversationParams & { readonly format: TranscriptFormat },
): Promise<Result<TranscriptFile, Failure<'not-found' | 'unreadable' | 'too-many'>>> {
  const row = await findOpen(deps, params);
  if (row === null) return fail({ name: 'not-found' });
  const messages = await listMessages(deps.db, row.id, 0);
  return transcriptFile(deps, { row, messages }, params.format);
}

/** What the owner of a conversation is told of a message; null when it is nobody's any more. */
export async function readNews(
  { db }: Pick<Deps, 'db'>,
  params: { readonly conversationId: string; readonly messageId: string },
): Promise<(SupportNews & { readonly number: string }) | null> {
  const row = await findConversation(db, params.conversationId);
  const message = await findMessage(db, params.messageId);
  if (row === null || message === null) return null;
  return { id: row.id, state: row.state, number: row.number, message: messageOf(message) };
}
