import type { UnixMs, UserId } from '@candor/kernel';
import type { SecurityKind } from '@candor/protocol';

/** Something changed how an account can be entered or what it may do; its owner is told. */
export type SecurityChanged = {
  readonly userId: UserId;
  readonly id: string;
  readonly kind: SecurityKind;
  readonly device: string | null;
  readonly address: string | null;
  readonly facts: Readonly<Record<string, string>>;
  /**
   * Where the owner read mail before it happened: a person who changes that too must not get the
   * message.
   */
  readonly mailbox: string | null;
  readonly at: UnixMs;
};

/** Topic of `SecurityChanged`. */
export const SECURITY_CHANGED = 'accounts.SecurityChanged';
