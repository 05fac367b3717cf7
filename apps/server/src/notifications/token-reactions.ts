import type { NotificationFacts, TokenNotice } from '@candor/protocol';
import { NFT_CHANGED, type NftChanged, type NftPartNews, type NftPlace } from '../nft/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Notifications } from './index.ts';

const sentTo = ({ chain: network, address }: NftPlace): NotificationFacts => ({ network, address });

/** What a piece of news is told as, and with what; null for a bid that leads: its press was answered. */
function toldOf(
  news: NftPartNews,
): { readonly kind: TokenNotice; readonly facts: NotificationFacts } | null {
  switch (news.kind) {
    case 'leading':
      return null;
    case 'outbid': {
      const { amount, by: highest, until } = news;
      return { kind: 'token-outbid', facts: { amount, highest, until } };
    }
    case 'won':
    case 'bought': {
      const { kind, amount, number, charity, charityAmount: part, to } = news;
      const sent = to === null ? {} : sentTo(to);
      return { kind: `token-${kind}`, facts: { amount, number, charity, part, ...sent } };
    }
    case 'cancelled': {
      const { amount, reason: message } = news;
      return { kind: 'token-cancelled', facts: { amount, message } };
    }
    case 'delivered': {
      const { amount, hash: transaction, to } = news;
      return { kind: 'token-delivered', facts: { amount, transaction, ...sentTo(to) } };
    }
    default:
      return news satisfies never;
  }
}

/**
 * What notifications hear of tokens. Each happens to an owner's part of a token once, but for being outbid: that is
 * once for a bid. Who was outbid is not told again when the auction ends: the telling said until when it runs.
 */
export function listenTokens(
  bus: Bus,
  parts: { readonly notifications: Pick<Notifications, 'tell'> },
): void {
  bus.subscribe(NFT_CHANGED, async ({ changed }: NftChanged) => {
    for (const { userId, tokenId, title: token, at, news } of changed) {
      for (const one of news) {
        const told = toldOf(one);
        if (told === null) continue;
        const { kind, facts } = told;
        const cause = `${one.kind === 'outbid' ? one.bidId : tokenId}:${kind}`;
        await parts.notifications.tell({
          ...{ userId, mode: 'real', cause, kind, at },
          facts: { tokenId, token, ...facts },
        });
      }
    }
  });
}
