/** An address as it was given; times are Unix milliseconds. */
export type AddressRow = {
  user_id: string;
  network: string;
  fingerprint: string;
  number: number;
  address: string;
  since: number;
};

/** A key that two people confirmed, with how many addresses it made. */
export type KeyRow = {
  network: string;
  fingerprint: string;
  at: number;
  case_number: string;
  addresses: string;
};
