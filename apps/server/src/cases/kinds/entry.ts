import { type EntryId, type Mode, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Entry, EntryKind, Posting } from '../../ledger/index.ts';
import type { DecidedCase } from '../case/index.ts';

/** The entry a decided case is carried out by; its id in the books is the case's. */
export function caseEntry(
  of: {
    readonly decided: DecidedCase;
    readonly at: UnixMs;
    readonly userId: UserId;
    readonly mode: Mode;
    readonly kind: EntryKind;
  },
  postings: readonly Posting[],
): Entry {
  const { decided, at, userId, mode, kind } = of;
  return {
    id: newUuid(at) as EntryId,
    userId,
    mode,
    kind,
    requestId: `case:${decided.id}`,
    part: 0,
    cause: 'case',
    subject: decided.id,
    reverses: null,
    at,
    postings,
  };
}
