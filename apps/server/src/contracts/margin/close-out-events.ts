import type { Mode, UserId } from '@candor/kernel';
import type { NotificationItem } from '@candor/protocol';

/** What the socket says of a margin level. */
export type MarginNotice = Extract<NotificationItem, { kind: 'marginLevel' }>;

/** The margin level of a trading account fell through one of the levels a trader is told of. */
export type MarginLevelFell = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly item: MarginNotice;
};

export const MARGIN_LEVEL_FELL = 'contracts.MarginLevelFell';
