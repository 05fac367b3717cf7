import { useState } from 'react';
import { useSession } from './session.ts';
import { keepInWindow, readInWindow } from './window-storage.ts';

/** What one user typed and did not send, by the form it stands in. */
type Drafts = Readonly<Record<string, unknown>>;

function readDrafts(): Drafts {
  const read = readInWindow('drafts');
  return typeof read === 'object' && read !== null ? (read as Drafts) : {};
}

/** What a user typed in a form; null where nothing is kept, or nothing that the form knows. */
export function keptDraft<Draft>(
  userId: string | undefined,
  { form, read }: { readonly form: string; readonly read: (kept: unknown) => Draft | null },
): Draft | null {
  return userId === undefined ? null : read(readDrafts()[`${userId}/${form}`]);
}

function keep(userId: string | undefined, form: string, draft: unknown): void {
  if (userId === undefined) return;
  const { [`${userId}/${form}`]: _, ...others } = readDrafts();
  keepInWindow('drafts', draft === null ? others : { ...others, [`${userId}/${form}`]: draft });
}

/**
 * What is typed in a form, kept in this window for its user until it was sent: it outlives a reload
 * and a session that ended. Another user does not find it. @source seed §8 "Token expiry"
 */
export function useKeptDraft<Draft>(
  form: string,
  { nothing, read }: { readonly nothing: Draft; readonly read: (kept: unknown) => Draft | null },
): readonly [Draft, (change: Partial<Draft>) => void, () => void] {
  const { user } = useSession();
  const [draft, setDraft] = useState(() => keptDraft(user?.id, { form, read }) ?? nothing);
  const set = (change: Partial<Draft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    keep(user?.id, form, next);
  };
  const clear = (): void => {
    setDraft(nothing);
    keep(user?.id, form, null);
  };
  return [draft, set, clear];
}
