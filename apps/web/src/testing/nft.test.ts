// Promise: what tests show of tokens is what the server may say of them.
import { live, nft } from '@candor/protocol';
import { expect, it } from 'vitest';
import {
  FIXED_NFT,
  LEADING_NFT,
  NFT_LEDGER,
  OUTBID_NFT,
  OWNED_NFT,
  myNfts,
  nftDetail,
  nftNews,
  nftToken,
} from './nft.ts';

it('follows the protocol', () => {
  const page = { records: [nftToken(), FIXED_NFT], total: 2 };
  expect(() => nft.listNft.result.parse(page)).not.toThrow();
  expect(() => nft.getNft.result.parse(nftDetail())).not.toThrow();
  expect(() => nft.getNft.result.parse(nftDetail(FIXED_NFT))).not.toThrow();
  expect(() => nft.donations.result.parse(NFT_LEDGER)).not.toThrow();
  const mine = myNfts([OUTBID_NFT, LEADING_NFT, OWNED_NFT]);
  expect(() => nft.listMyNft.result.parse(mine)).not.toThrow();
  expect(() => live.ServerFrame.parse({ type: 'NFT_BID', data: nftNews() })).not.toThrow();
  const own = { type: 'NFT_UPDATE', seq: 1, mode: 'real', data: OUTBID_NFT };
  expect(() => live.ServerFrame.parse(own)).not.toThrow();
});
