/** An address as it was given; times are Unix milliseconds. */
export type AddressRow = {
  user_id: string;
  network: string;
  fingerprint: string;
  number: number;
  address: string;
  since: number;
};
