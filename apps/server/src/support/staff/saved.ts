import { type Clock, type Result, fail, newUuid, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { type AuditActor, writeAudit } from '../../audit/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import {
  type SavedRow,
  countSaved,
  insertSaved,
  lastVersion,
  lockSaved,
} from '../store/saved-store.ts';
import { SAVED_MAX, VERSIONS_MAX, keptLine, keptText } from '../text/rules.ts';

/** A version of a saved reply as a member writes it. */
export type SavedVersion = {
  /** None for a new one. */
  readonly id?: string | undefined;
  readonly language: string;
  /** The version that was shown; 0 for none. */
  readonly after: number;
  readonly title: string;
  readonly text: string;
  readonly isRetired: boolean;
};

/**
 * Keeps a version of a saved reply in a language.
 *
 * @failure incomplete — nothing is left of title or text
 * @failure support-changed — another version came since `after` was shown
 * @failure limit-reached — as many as are kept
 */
export function keepSavedReply(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  params: SavedVersion & {
    readonly by: Extract<AuditActor, { readonly kind: 'staff' }>;
    readonly action: string;
  },
): Promise<Result<SavedRow, Failure<'incomplete' | 'support-changed' | 'limit-reached'>>> {
  const { by, action, language, after, isRetired } = params;
  const title = keptLine(params.title);
  const text = keptText(params.text);
  if (title === '') return Promise.resolve(fail({ name: 'incomplete', field: 'title' }));
  if (text === '') return Promise.resolve(fail({ name: 'incomplete', field: 'text' }));
  const full = (what: string, max: number) =>
    fail({ name: 'limit-reached', facts: { what, max: String(max) } } as const);
  return db.transaction(async (tx) => {
    await lockSaved(tx);
    const at = clock.now();
    const isNew = params.id === undefined;
    const id = params.id ?? newUuid(at);
    if (isNew && (await countSaved(tx)) >= SAVED_MAX) return full('messages', SAVED_MAX);
    const last = await lastVersion(tx, id, language);
    if (last !== after) return fail({ name: 'support-changed' });
    if (last >= VERSIONS_MAX) return full('messages', VERSIONS_MAX);
    const row: SavedRow = {
      id,
      language,
      version: last + 1,
      title,
      text,
      is_retired: isRetired,
      member_id: by.id,
      at,
    };
    await insertSaved(tx, row);
    const details = { language, version: row.version, isRetired };
    await writeAudit(tx, { at, actor: by, action, subject: title, details });
    return ok(row);
  });
}
