import type { Asset } from '@candor/kernel';
import type { Network, WalletChain } from '@candor/protocol';

/** An address of the address book. */
export type AddressRow = {
  id: string;
  user_id: string;
  asset: Asset;
  network: Network;
  address: string;
  label: string;
  holder: string | null;
  created_at: number;
  usable_at: number;
  /** An authorization in force covers it. */
  is_signed: boolean;
};

/** How long new addresses wait. */
export type DelayRow = { hours: number; next_hours: number | null; next_at: number | null };

/** A wallet that was shown to be the user's. */
export type AuthorizationRow = {
  chain: WalletChain;
  address: string;
  signer: 'key' | 'contract';
  signed_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** The withdrawal a contract's signature is used by. */
  used_by: string | null;
};
