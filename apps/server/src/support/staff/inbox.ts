import { maskedContact } from '../../accounts/index.ts';
import type { Mailer } from '../../messaging/index.ts';
import { type Clock, type Result, type UserId, fail, ok } from '@candor/kernel';
import type { Failure, SupportMessage, TranscriptFormat } from '@candor/protocol';
import type { InboxItem, SavedReply, SupportNote } from '@candor/protocol/desk';
import type { AuditActor } from '../../audit/index.ts';
import { cursorText, readCursor } from '../../cases/index.ts';
import type { Files, OpenFile } from '../../files/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import {
  type InboxFilter,
  type InboxRow,
  type NoteRow,
  countInbox,
  findInbox,
  hasPicture,
  isByWaiting,
  listHistory,
  listInbox,
  listNotes,
} from '../store/inbox-store.ts';
import { type SavedRow, listSaved, listVersions } from '../store/saved-store.ts';
import type { Keyed } from '../text/keyed.ts';
import { messageOf } from '../conversations/view.ts';
import {
  type TranscriptDeps,
  type TranscriptFile,
  transcriptFile,
} from '../conversations/transcript.ts';
import { keepSavedReply, type SavedVersion } from './saved.ts';
import {
  type StaffCommand,
  answerAsStaff,
  assignAsStaff,
  closeAsStaff,
  noteAsStaff,
  reopenAsStaff,
} from './staff.ts';

type Named = { readonly id: string; readonly name: string };
type Member = Extract<AuditActor, { readonly kind: 'staff' }>;
type NotFound = Failure<'not-found'>;
type Stale = Failure<'not-found' | 'support-changed'>;

/** What a member asks the inbox for. */
export type InboxQuery = Pick<InboxFilter, 'state'> & {
  readonly q?: string | undefined;
  /** The user a search named; null for none. */
  readonly userId: string | null;
  readonly cursor?: string | undefined;
  readonly size: number;
};

/** A conversation as staff read it. */
export type InboxRead = {
  readonly item: InboxItem;
  readonly history: readonly SupportMessage[];
  readonly notes: readonly SupportNote[];
};

/** The inbox of support, as the desk uses it. */
export type Inbox = {
  list(memberId: string, query: InboxQuery): Promise<{ records: InboxItem[]; next: string | null }>;
  counts(memberId: string): Promise<{
    open: number;
    unassigned: number;
    mine: number;
    oldestWaitingSince: number | null;
  }>;
  /** A conversation with its history and notes. @failure not-found */
  read(id: string): Promise<Result<InboxRead, NotFound>>;
  /** A picture of a conversation; who looked is written down. @failure not-found — none of it */
  picture(asked: {
    readonly id: string;
    readonly fileId: string;
    readonly viewer: string;
  }): Promise<
    Result<OpenFile & { readonly number: string; readonly userId: UserId | null }, NotFound>
  >;
  /** The file its user can have: no note is in it. @failure not-found · unreadable · too-many */
  transcript(asked: {
    readonly id: string;
    readonly format: TranscriptFormat;
  }): Promise<
    Result<
      { readonly item: InboxItem; readonly file: TranscriptFile },
      Failure<'not-found' | 'unreadable' | 'too-many'>
    >
  >;
  /** Answers, and tells the user. @failure incomplete, support-changed, not-found */
  answer(
    said: StaffCommand & { readonly name: string; readonly text: string; readonly after: number },
  ): ReturnType<typeof answerAsStaff>;
  /** Takes, gives or gives back. @failure support-changed, not-found */
  assign(
    said: StaffCommand & { readonly from: string | null; readonly to: string | null },
  ): Promise<Result<null, Stale>>;
  close(said: StaffCommand & { readonly after: number }): ReturnType<typeof closeAsStaff>;
  reopen(said: StaffCommand): Promise<Result<null, Stale>>;
  /** Keeps a note no user reads. @failure incomplete, limit-reached, not-found */
  note(
    said: StaffCommand & { readonly by: Member; readonly text: string },
  ): Promise<Result<SupportNote, Failure<'incomplete' | 'limit-reached' | 'not-found'>>>;
  /** One conversation as the list shows it. @failure not-found */
  item(id: string): Promise<Result<InboxItem, NotFound>>;
  saved(): Promise<SavedReply[]>;
  /** Each version of a saved reply. @failure not-found */
  savedVersions(id: string): Promise<Result<SavedReply[], NotFound>>;
  /** Keeps a version. @failure incomplete, support-changed, limit-reached */
  keepSaved(
    said: SavedVersion & { readonly by: Member; readonly action: string },
  ): Promise<Result<SavedReply, Failure<'incomplete' | 'support-changed' | 'limit-reached'>>>;
};

/** Opens the inbox. */
export function createInbox(
  deps: TranscriptDeps & {
    /** The product's role, which answers. */
    readonly db: Database;
    /** The desk's role, which reads. */
    readonly deskDb: Database;
    readonly clock: Clock;
    readonly keyed: Pick<Keyed, 'textHash'>;
    readonly mailer: Pick<Mailer, 'enqueue'>;
    readonly files: Pick<Files, 'open'>;
    /** Names of members, by id. */
    readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): Inbox {
  const { deskDb, files } = deps;

  async function naming(ids: readonly (string | null)[]): Promise<(id: string) => Named> {
    const names = await deps.namesOf([...new Set(ids.filter((id) => id !== null))]);
    return (id) => ({ id, name: names.get(id) ?? '' });
  }

  const itemsOf = async (rows: readonly InboxRow[]): Promise<InboxItem[]> => {
    const named = await naming(rows.map(({ assigned_to: id }) => id));
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      subject: row.subject,
      language: row.language as InboxItem['language'],
      state: row.state,
      messages: row.messages,
      userId: row.user_id,
      mail:
        row.mail === null || row.mail_proven_at === null
          ? null
          : { address: maskedContact('email', row.mail), provenAt: row.mail_proven_at },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      waitingSince: row.waiting_since,
      assignedTo: row.assigned_to === null ? null : named(row.assigned_to),
    }));
  };

  async function find(id: string): Promise<Result<InboxItem, NotFound>> {
    const row = await findInbox(deskDb, id);
    const [item] = row === null ? [] : await itemsOf([row]);
    return item === undefined ? fail({ name: 'not-found' }) : ok(item);
  }

  const notesOf = async (rows: readonly NoteRow[]): Promise<SupportNote[]> => {
    const named = await naming(rows.map(({ member_id: id }) => id));
    return rows.map(({ id, at, text, member_id: by }) => ({ id, at, text, by: named(by) }));
  };

  const savedOf = async (rows: readonly SavedRow[]): Promise<SavedReply[]> => {
    const named = await naming(rows.map(({ member_id: id }) => id));
    return rows.map(({ is_retired: isRetired, member_id: by, language, ...row }) => ({
      ...row,
      language: language as SavedReply['language'],
      isRetired,
      by: named(by),
    }));
  };

  return {
    async list(memberId, { state, q, userId, cursor, size }) {
      const rows = await listInbox(deskDb, {
        state,
        by: memberId,
        q: q ?? null,
        userId,
        after: cursor === undefined ? null : readCursor(cursor),
        limit: size + 1,
      });
      const shown = rows.slice(0, size);
      const last = rows.length > size ? shown.at(-1) : undefined;
      const at = isByWaiting(state) ? last?.waiting_since : last?.updated_at;
      return {
        records: await itemsOf(shown),
        next: last === undefined ? null : cursorText({ at: at ?? 0, id: last.id }),
      };
    },
    async counts(memberId) {
      const { oldest, ...counts } = await countInbox(deskDb, memberId);
      return { ...counts, oldestWaitingSince: oldest };
    },
    async read(id) {
      const item = await find(id);
      if (!item.ok) return item;
      const [history, notes] = await Promise.all([listHistory(deskDb, id), listNotes(deskDb, id)]);
      const messages = history.map(messageOf);
      return ok({ item: item.value, history: messages, notes: await notesOf(notes) });
    },
    async picture({ id, fileId, viewer }) {
      const row = await findInbox(deskDb, id);
      if (row === null || !(await hasPicture(deskDb, { id, fileId }))) {
        return fail({ name: 'not-found' });
      }
      const opened = await files.open({ id: fileId, viewer });
      if (!opened.ok) return opened;
      return ok({ ...opened.value, number: row.number, userId: row.user_id as UserId | null });
    },
    async transcript({ id, format }) {
      const row = await findInbox(deskDb, id);
      const item = await find(id);
      if (row === null || !item.ok) return fail({ name: 'not-found' });
      const messages = await listHistory(deskDb, id);
      const file = await transcriptFile(deps, { row, messages }, format);
      return file.ok ? ok({ item: item.value, file: file.value }) : file;
    },
    item: find,
    answer: (said) => answerAsStaff(deps, said),
    assign: (said) => assignAsStaff(deps, said),
    close: (said) => closeAsStaff(deps, said),
    reopen: (said) => reopenAsStaff(deps, said),
    async note(said) {
      const kept = await noteAsStaff(deps, said);
      if (!kept.ok) return kept;
      const [note] = await notesOf([kept.value]);
      return note === undefined ? fail({ name: 'not-found' }) : ok(note);
    },
    saved: async () => savedOf(await listSaved(deskDb)),
    async savedVersions(id) {
      const rows = await listVersions(deskDb, id);
      return rows.length === 0 ? fail({ name: 'not-found' }) : ok(await savedOf(rows));
    },
    async keepSaved(said) {
      const kept = await keepSavedReply(deps, said);
      if (!kept.ok) return kept;
      const [row] = await savedOf([kept.value]);
      return row === undefined ? fail({ name: 'support-changed' }) : ok(row);
    },
  };
}
