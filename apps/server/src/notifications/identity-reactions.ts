import type { IdentityNotice } from '@candor/protocol';
import { IDENTITY_CHANGED, type IdentityChanged } from '../identity/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Notifications } from './index.ts';

/** What is told of a state, at each of the two levels. */
const KINDS: Readonly<
  Record<IdentityChanged['level'], Readonly<Record<IdentityChanged['state'], IdentityNotice>>>
> = {
  1: { pending: 'identity-pending', verified: 'identity-verified', failed: 'identity-failed' },
  2: {
    pending: 'identity-address-pending',
    verified: 'identity-address-verified',
    failed: 'identity-address-failed',
  },
};

/** What notifications hear of identifications: nothing of what is in the documents. */
export function listenIdentity(
  bus: Bus,
  { notifications }: { readonly notifications: Pick<Notifications, 'tell'> },
): void {
  bus.subscribe(IDENTITY_CHANGED, async (changed: IdentityChanged) => {
    const { userId, submissionId, level, state, deadline, rejected, message, at } = changed;
    await notifications.tell({
      userId,
      mode: 'real',
      cause: `${submissionId}:${state}`,
      kind: KINDS[level][state],
      facts: {
        ...(deadline === null ? {} : { until: deadline }),
        ...(rejected.length === 0 ? {} : { rejected: [...rejected] }),
        ...(message === null ? {} : { message }),
      },
      at,
    });
  });
}
