import { receiptNumber } from '../../contracts/index.ts';
import type { Sale } from './token.ts';

/** Number of the receipt of a sale. */
export const donationNumber = ({ userId, tokenId }: Pick<Sale, 'userId' | 'tokenId'>): string =>
  receiptNumber({ kind: 'donation', userId, subject: tokenId });
