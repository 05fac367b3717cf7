import type { UnixMs, UserId } from '@candor/kernel';
import type { IdentityRejectReason, IdentityDocument, IdentityState } from '@candor/protocol';

/** Where a user's identification came to stand. */
export type IdentityChanged = {
  readonly userId: UserId;
  readonly submissionId: string;
  /** 1: who the user is; 2: where the user lives. */
  readonly level: 1 | 2;
  readonly state: Exclude<IdentityState, 'none'>;
  /** Until when staff decide, while it waits. */
  readonly deadline: UnixMs | null;
  /** What was rejected, and why. */
  readonly rejected: readonly {
    readonly kind: IdentityDocument;
    readonly reason: IdentityRejectReason;
  }[];
  /** What staff wrote beside the reasons. */
  readonly message: string | null;
  readonly at: UnixMs;
};

/** Topic of `IdentityChanged`. */
export const IDENTITY_CHANGED = 'identity.IdentityChanged';
