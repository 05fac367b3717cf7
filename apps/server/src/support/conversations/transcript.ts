import { type Result, type UnixMs, fail, isoText, ok } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { Failure, TranscriptFormat } from '@candor/protocol';
import { mailWord, paperWords } from '../../messaging/index.ts';
import { type PdfPaper, type Pdfs, leftToRight } from '../../platform/formats/pdf/pdf.ts';
import type { InstallationKind } from '../../platform/postgres/installation.ts';
import type { ConversationRow, MessageRow } from '../store/store.ts';

/** "2026-11-21 23:05 UTC": a file is read anywhere, at any time. */
const momentText = (at: UnixMs): string => `${isoText(at).slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A conversation as a text file, its own words in its language.
 *
 * @shape a head, then for each message who and when, its text, how many pictures, its reference
 */
function transcriptOf(
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

/** What a conversation is written as a file with. */
export type TranscriptDeps = {
  readonly pdfs: Pick<Pdfs, 'write'>;
  /** Address of the product's pages, which every page of a document ends with. */
  readonly origin: () => string;
  /** A file of a rehearsal begins with what it is; real where nothing is said. */
  readonly installation?: InstallationKind;
};

type Head = Pick<ConversationRow, 'language' | 'number' | 'subject' | 'updated_at'>;
type Said = Omit<MessageRow, 'body_hash'>;

/** The same as a document: a part for each message. Equal messages make equal bytes. */
function transcriptPaper(row: Head, messages: readonly Said[], origin: string): PdfPaper {
  const { language, number, subject, updated_at: at } = row;
  const { say, moment } = paperWords(language);
  const parts = messages.map(({ by, name, text, files, reference, at: when }) => {
    const who =
      by === 'asker' ? say('support.by-you') : say('support.by-staff', { name: name ?? '' });
    const pictures = { count: String(files.length) };
    return {
      title: `${who}, ${moment(when)}`,
      paragraphs: [
        ...text.split('\n').filter((line) => line !== ''),
        ...(files.length === 0 ? [] : [say('support.pictures', pictures)]),
        ...(reference === null ? [] : [say('support.reference', { reference })]),
      ],
    };
  });
  return {
    language,
    title: say('support.transcript', { number, subject }),
    lead: [],
    parts,
    footer: [leftToRight(origin)],
    pageWords: say('paper.page', { page: '{page}', pages: '{pages}' }),
    at: at as UnixMs,
  };
}

/** A conversation as a file. */
export type TranscriptFile = {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer;
};

/**
 * A conversation as the file that was asked for.
 *
 * @failure unreadable — more text than a document has; as a text file it has room
 * @failure too-many — more documents are being written than may wait
 */
export async function transcriptFile(
  deps: TranscriptDeps,
  of: { readonly row: Head; readonly messages: readonly Said[] },
  format: TranscriptFormat,
): Promise<Result<TranscriptFile, Failure<'unreadable' | 'too-many'>>> {
  const { row, messages } = of;
  const name = `candor-${row.number}.${format}`;
  if (format === 'txt') {
    const content = transcriptOf(deps, row, messages);
    return ok({ name, type: 'text/plain; charset=utf-8', content });
  }
  const made = await deps.pdfs.write(transcriptPaper(row, messages, deps.origin()), row.number);
  if (made.ok) return ok({ name, type: 'application/pdf', content: made.value });
  if (made.failure.name === 'busy') return fail({ name: 'too-many' });
  return fail({ name: 'unreadable', field: 'format' });
}
