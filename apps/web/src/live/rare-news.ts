import type { Mode } from '@candor/kernel';
import type { ServerFrame } from '@candor/protocol/light';
import type { QueryClient } from '@tanstack/react-query';
import type { Asker } from '../lib/session.ts';
import { queryKeys } from './keys.ts';
import { tellMine, tellToken } from './nft-news.ts';
import { besideCache } from './order-cache.ts';
import { tellPlan } from './plan-news.ts';

/** A frame that comes seldom, or to few pages. */
export type RareFrame = Extract<
  ServerFrame,
  { type: 'PLAN_UPDATE' | 'NFT_UPDATE' | 'NFT_BID' | 'OPTION_UPDATE' | 'SUPPORT_MESSAGE' }
>;

/** An option moves between lists and pays; the figures come in frames of their own. */
function tellOption(client: QueryClient, mode: Mode): void {
  const { soon } = besideCache(client);
  soon.mark(queryKeys.options(mode));
  soon.mark(queryKeys.transactions(mode));
}

/** Hears of a token, a plan, an option or an answer of support; what is told to anyone has no owner. */
export function tellRare(client: QueryClient, owner: Asker | null, frame: RareFrame): void {
  if (frame.type === 'NFT_BID') tellToken(client, frame.data);
  else if (owner === null) return;
  else if (frame.type === 'NFT_UPDATE') tellMine(client, owner, frame.data);
  else if (frame.type === 'PLAN_UPDATE') tellPlan(client, owner, frame.data);
  else if (frame.type === 'OPTION_UPDATE') tellOption(client, owner.mode);
  // Read by asking: before it there may be something this page has not read yet.
  else void client.invalidateQueries({ queryKey: queryKeys.support() });
}
