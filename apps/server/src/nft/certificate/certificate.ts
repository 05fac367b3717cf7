import type { Beneficiary, Delivery, Sale, Token } from '../token/token.ts';

/** What a certificate states; none of it changes once a token is sold, but that it was sent. */
export type CertificateFacts = {
  readonly token: Pick<Token, 'title' | 'creator' | 'place' | 'seed' | 'split'>;
  readonly charity: Beneficiary;
  readonly sale: Sale;
  /** Null until a token on a chain was sent; of a certificate alone always. */
  readonly delivery: Delivery | null;
};
