import type { MyNft, NftToken } from '@candor/protocol/light';
import { StatusChip, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { BID_LOOKS, STATE_LOOKS } from './words.ts';

/** Where a token stands. @source WIRE 7 */
export function TokenState({ state }: { readonly state: NftToken['state'] }): ReactElement {
  const t = useT();
  return <StatusChip {...STATE_LOOKS[state]}>{t('nft.state', { state })}</StatusChip>;
}

/** What one's own part of a token comes to now: while it is on sale, by who was told to lead last. */
export function ownState(
  { state, leader }: Pick<NftToken, 'state' | 'leader'>,
  { mine }: Pick<MyNft, 'mine'>,
): MyNft['mine']['state'] {
  if (state !== 'open') return mine.state;
  return leader === mine.bidder ? 'leading' : 'outbid';
}

/** What became of one's own bid. */
export function BidState({ state }: { readonly state: MyNft['mine']['state'] }): ReactElement {
  const t = useT();
  return <StatusChip {...BID_LOOKS[state]}>{t('nft.bid-state', { state })}</StatusChip>;
}
