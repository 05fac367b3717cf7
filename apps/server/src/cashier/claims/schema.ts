/** A claim as it stands; numbers of money are text, times Unix milliseconds. */
export type ClaimRow = {
  id: string;
  asset: string;
  network: string;
  units: string;
  tx_hash_tail: string;
  state: string;
  /** Staff found its payment: it waits for the network. */
  is_found: boolean;
  deadline: number;
  created_at: number;
  decided_at: number | null;
};

/** A payment that a claim could be about. */
export type SeenRow = { units: string; state: string; tx_hash: string };

/** A claim that a picture was brought for. */
export type ProofRow = { case_id: string; proof_id: string; user_id: string };
