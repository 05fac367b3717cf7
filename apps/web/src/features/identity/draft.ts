import { useCallback, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import type { KeptPicture } from '../../lib/use-upload.ts';
import { keepInWindow, readInWindow } from '../../lib/window-storage.ts';
import { DETAIL_FIELDS, type Details, NO_DETAILS } from './details/details.ts';

/** Pictures that are brought: those of the document, and a drawn signature. */
const PICTURES = ['front', 'back', 'holding', 'signature'] as const;
type PictureName = (typeof PICTURES)[number];

/**
 * What is filled in and brought, and not sent yet. Pictures are on the server already, sealed: here
 * are their ids alone.
 */
export type Draft = {
  readonly details: Details;
  readonly pictures: Partial<Readonly<Record<PictureName, KeptPicture>>>;
  /** The name typed in place of a signature; empty text for none. */
  readonly signatureName: string;
};

/** What of a draft is kept in the window, for whom and for which submission. */
type Kept = Draft & { readonly userId: string; readonly round: number };

/** A picture about to be destroyed is none to go on with. @units milliseconds */
const SPARE_MS = 15 * 60_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Pictures as they were kept, without those the server has destroyed or is about to. */
function picturesIn(value: unknown, now: number): Draft['pictures'] {
  if (!isObject(value)) return {};
  const found = PICTURES.flatMap((name): [PictureName, KeptPicture][] => {
    const one = value[name];
    if (!isObject(one)) return [];
    const { fileId, expiresAt } = one;
    if (typeof fileId !== 'string' || typeof expiresAt !== 'number') return [];
    return expiresAt - SPARE_MS > now ? [[name, { fileId, expiresAt }]] : [];
  });
  return Object.fromEntries(found);
}

/** What this window keeps of a user's submission; null when it keeps nothing of it. */
function readDraft(of: Pick<Kept, 'userId' | 'round'>, now: number): Draft | null {
  const kept = readInWindow('identityDraft');
  if (!isObject(kept) || kept['userId'] !== of.userId || kept['round'] !== of.round) return null;
  const { details, pictures, signatureName } = kept;
  if (!isObject(details)) return null;
  const texts = DETAIL_FIELDS.map((field) => [field, details[field]] as const);
  return {
    details: {
      ...NO_DETAILS,
      ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
    },
    pictures: picturesIn(pictures, now),
    signatureName: typeof signatureName === 'string' ? signatureName : '',
  };
}

/** A draft, how it is written, and how it is forgotten once it was sent. */
export type DraftState = {
  readonly draft: Draft;
  readonly write: (change: (draft: Draft) => Draft) => void;
  readonly clear: () => void;
};

/**
 * What a user has filled in of a submission, kept in this window: over its steps, a reload and the
 * end of a session. Another user, another submission and another window find nothing of it.
 */
export function useDraft(round: number, begin: Details): DraftState {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [draft, setDraft] = useState<Draft>(
    () =>
      readDraft({ userId, round }, wallNow()) ?? {
        details: begin,
        pictures: {},
        signatureName: '',
      },
  );
  const write = useCallback(
    (change: (draft: Draft) => Draft) => {
      setDraft((last) => {
        const next = change(last);
        const kept: Kept = { ...next, userId, round };
        keepInWindow('identityDraft', kept);
        return next;
      });
    },
    [userId, round],
  );
  const clear = useCallback(() => keepInWindow('identityDraft', null), []);
  return { draft, write, clear };
}
