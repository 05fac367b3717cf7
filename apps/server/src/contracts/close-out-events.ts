import type { Mode, UserId } from '@candor/kernel';
import type { NotificationItem } from '@candor/protocol';

/** The margin level of a book fell through one of the levels a trader is told of. */
export type MarginLevelFell = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly item: NotificationItem;
};

export const MARGIN_LEVEL_FELL = 'contracts.MarginLevelFell';
