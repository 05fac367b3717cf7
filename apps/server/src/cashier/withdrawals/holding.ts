import type { UnixMs } from '@candor/kernel';
import type { WithdrawalBrakes } from '../../accounts/index.ts';
import { type HoldDecision, decideHold } from './rules.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Where a withdrawal goes that was not handed over for signing; null: it stays where it is. */
export function nextOf(
  one: Withdrawal,
  { holds, freeze }: Pick<WithdrawalBrakes, 'holds' | 'freeze'>,
  at: UnixMs,
): HoldDecision | null {
  const next = decideHold({
    now: at,
    screening: one.screening,
    causes: one.causes,
    isApproved: one.approvedCase !== null && one.approvedCase === one.caseId,
    reviewSince: one.caseId === null ? null : (one.reviewSince ?? one.requestedAt),
    holds,
    freeze,
    askedAgainAt: one.reason === 'frozen' ? one.deadline : null,
  });
  const isSame =
    next.state === 'held'
      ? one.reason === next.reason && one.deadline === next.deadline
      : one.state === next.state;
  return isSame ? null : next;
}
