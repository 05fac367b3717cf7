import type { PlanOrder } from '@candor/protocol/light';
import type { QueryClient } from '@tanstack/react-query';
import { isOwnedBy } from '../lib/own-query.ts';
import type { Asker } from '../lib/session.ts';
import { queryKeys } from './keys.ts';
import { besideCache } from './order-cache.ts';

type PlanPage = { readonly records: readonly PlanOrder[]; readonly total: number };

const isPage = (value: unknown): value is PlanPage =>
  typeof value === 'object' && value !== null && 'records' in value;

/** What is only known by reading: a day that was settled, a plan that began or ended. */
const isTurn = (before: PlanOrder | undefined, now: PlanOrder): boolean =>
  before?.state !== now.state || before.settledDays !== now.settledDays;

/**
 * Hears of a plan by a frame: lists and its page show its newest figures. What a frame does not
 * hold (its days, a list it moves into) is read.
 */
export function tellPlan(client: QueryClient, owner: Asker, now: PlanOrder): void {
  const { mode } = owner;
  let before: PlanOrder | undefined;
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.plans(mode) })) {
    if (!isOwnedBy(query, owner)) continue;
    const known = query.state.data;
    if (isPage(known)) {
      const found = known.records.find(({ id }) => id === now.id);
      if (found === undefined) continue;
      before = found;
      const records = known.records.map((one) => (one.id === now.id ? now : one));
      client.setQueryData(query.queryKey, { ...known, records });
    } else if (query.queryKey[3] === now.id && known !== undefined) {
      before = known as PlanOrder;
      client.setQueryData(query.queryKey, { ...(known as object), ...now });
    }
  }
  const { soon } = besideCache(client);
  if (!isTurn(before, now)) return;
  soon.mark(queryKeys.plans(mode));
  soon.mark(queryKeys.transactions(mode));
}
