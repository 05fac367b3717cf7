import { SECOND_MS } from '@candor/kernel';
import type { Cases } from '../cases/index.ts';
import type { Mailer } from '../messaging/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type Offers, createOffers } from './index.ts';

/** Opens offers in a process: a batch a second while there is one to be sent. */
export function wireOffers(
  host: Host,
  deps: {
    readonly cases: Cases;
    readonly mailer: Mailer;
    readonly notifications: Notifications;
    readonly parameters: Parameters;
  },
): Offers {
  const { parameters } = deps;
  const offers = createOffers({
    ...host,
    ...deps,
    committed: () => host.committed(),
    operator: () => parameters.text('operator.name'),
    isRehearsal: host.installation === 'rehearsal',
  });
  if (host.turns === 'byTimer') host.every(SECOND_MS, () => offers.sendBatch());
  return offers;
}
