import type { WalletChain } from '@candor/protocol';

/** A wallet that lets its owner in. */
export type WalletRow = {
  id: string;
  user_id: string;
  chain: WalletChain;
  address: string;
  created_at: number;
};
