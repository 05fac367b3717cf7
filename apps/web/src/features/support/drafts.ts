import { newUuid, unixMs } from '@candor/kernel';
import { useCallback, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { keepInWindow, readInWindow } from '../../lib/window-storage.ts';

/** What was written and not sent yet, and under which request it was tried last. */
type Draft = {
  readonly subject: string;
  readonly text: string;
  readonly isComplaint: boolean;
  readonly tried: { readonly content: string; readonly requestId: string } | null;
};

type Drafts = Readonly<Record<string, Draft>>;

const NONE: Draft = { subject: '', text: '', isComplaint: false, tried: null };

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { subject, text, isComplaint, tried } = value as Partial<Record<keyof Draft, unknown>>;
  const isWritten = typeof subject === 'string' && typeof text === 'string';
  return isWritten && typeof isComplaint === 'boolean' && typeof tried === 'object';
}

function readDrafts(): Drafts {
  const read = readInWindow('supportDrafts');
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(Object.entries(read).filter(([, one]) => isDraft(one))) as Drafts;
}

function keep(place: string, draft: Draft): void {
  const { [place]: _, ...others } = readDrafts();
  const isEmpty = draft.subject === '' && draft.text === '' && !draft.isComplaint;
  keepInWindow('supportDrafts', isEmpty ? others : { ...others, [place]: draft });
}

/** A text on its way to being sent: it outlives a failure and a reload of this window. */
export type DraftText = Omit<Draft, 'tried'> & {
  readonly write: (change: Partial<Omit<Draft, 'tried'>>) => void;
  /** The request under which it is sent: the same content goes under the same one. */
  readonly requestFor: (content: string) => string;
  readonly clear: () => void;
};

/**
 * What a user is writing at a place: a new conversation, or the answer in one. A user who logs in
 * after them does not find it.
 */
export function useDraft(conversationId: string | null): DraftText {
  const { user } = useSession();
  const place = `${user?.id ?? 'visitor'}/${conversationId ?? 'new'}`;
  const [state, setState] = useState(() => ({ place, draft: readDrafts()[place] ?? NONE }));
  // Another place: what was written there, if anything was.
  const now = state.place === place ? state : { place, draft: readDrafts()[place] ?? NONE };
  const change = useCallback(
    (draft: Draft) => {
      keep(place, draft);
      setState({ place, draft });
    },
    [place],
  );
  return {
    subject: now.draft.subject,
    text: now.draft.text,
    isComplaint: now.draft.isComplaint,
    write: (written) => change({ ...now.draft, ...written }),
    requestFor(content) {
      if (now.draft.tried?.content === content) return now.draft.tried.requestId;
      const requestId = newUuid(unixMs(wallNow()));
      change({ ...now.draft, tried: { content, requestId } });
      return requestId;
    },
    clear: () => change(NONE),
  };
}
