import type { UserId } from '@candor/kernel';

/** Staff wrote into the conversation of an account. */
export type SupportAnswered = {
  readonly userId: UserId;
  readonly conversationId: string;
  readonly messageId: string;
};

/** Topic of `SupportAnswered`. */
export const SUPPORT_ANSWERED = 'support.SupportAnswered';
