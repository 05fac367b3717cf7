import { type Clock, type Result, type UnixMs, fail, isoText, ok } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { Failure, SupportConversation, SupportNews } from '@candor/protocol';
import type { InstallationKind } from '../../platform/postgres/installation.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { mailWord } from '../../messaging/index.ts';
import { type ConversationRow, type MessageRow } from '../store/store.ts';
import { findConversation, findMessage, listMessages } from '../store/store.ts';
import { type Caller, conversationOf, messageOf, opensTo } from './view.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  /** A file of a rehearsal begins with what it is; real where nothing is said. */
  readonly installation?: InstallationKind;
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
  return ok(conversationOf(row, await listMessages(deps.db, row.id, params.after)));
}

/** "2026-11-21 23:05 UTC": a file is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A conversation as a text file, its own words in its language.
 *
 * @shape a head, then for each message who and when, its text, how many pictures, its reference
 */
function transcriptOf(
  { installation }: Pick<Deps, 'installation'>,
  row: ConversationRow,
  messages: readonly MessageRow[],
): string {
  const { language, number, subject } = row;
  const write = (key: MessageKey, values: Record<string, string> = {}): string =>
    mailWord(language, key, values);
  const parts = messages.map(({ by, name, text, files, reference, at }) => {
    const who =
      by === 'asker' ? write('support.by-you') : write('support.by-staff', { name: name ?? '' });
    const lines = [`${who}, ${momentText(at as UnixMs)}`, text];
    if (files.length > 0) lines.push(write('support.pictures', { count: String(files.length) }));
    if (reference !== null) lines.push(write('support.reference', { reference }));
    return lines.join('\n');
  });
  const head = write('support.transcript', { number, subject });
  const mark = installation === 'rehearsal' ? [write('rehearsal.mark')] : [];
  return `${[...mark, head, ...parts].join('\n\n')}\n`;
}

/** The file of a conversation of the caller. @failure not-found — none of theirs */
export async function readTranscript(
  deps: Deps,
  params: ConversationParams,
): Promise<Result<{ name: string; content: string }, Failure<'not-found'>>> {
  const row = await findOpen(deps, params);
  if (row === null) return fail({ name: 'not-found' });
  const messages = await listMessages(deps.db, row.id, 0);
  return ok({ name: `candor-${row.number}.txt`, content: transcriptOf(deps, row, messages) });
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
