import { type UnixMs, isoText } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { mailWord } from '../../messaging/index.ts';
import type { InstallationKind } from '../../platform/postgres/installation.ts';
import type { ConversationRow, MessageRow } from '../store/store.ts';

/** "2026-11-21 23:05 UTC": a file is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A conversation as a text file, its own words in its language.
 *
 * @shape a head, then for each message who and when, its text, how many pictures, its reference
 */
export function transcriptOf(
  { installation }: { readonly installation?: InstallationKind },
  row: Pick<ConversationRow, 'language' | 'number' | 'subject'>,
  messages: readonly Omit<MessageRow, 'body_hash'>[],
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
