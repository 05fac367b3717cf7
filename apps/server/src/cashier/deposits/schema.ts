/** A payment in, as it stands; numbers of money are text, times Unix milliseconds. */
export type DepositRow = {
  user_id: string;
  id: string;
  network: string;
  asset: string;
  tx_hash: string;
  ordinal: number;
  address: string;
  units: string;
  height: string;
  block_hash: string;
  state: 'seen' | 'credited' | 'reversed';
  is_orphan: boolean;
  round: number;
  needed: number | null;
  seen_at: number;
  credited_at: number | null;
  reversed_at: number | null;
};

/** A state a payment came to. */
export type StepRow = { deposit_id: string; state: DepositRow['state']; at: number };

/** Up to which block a network was read. */
export type WatcherRow = { network: string; height: string; hash: string; at: number };
