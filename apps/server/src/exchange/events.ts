import type { UserId } from '@candor/kernel';
import type { ConversionId } from './conversion.ts';

/** Something was converted. */
export type ConvertedFact = {
  readonly changed: readonly { readonly userId: UserId; readonly conversionId: ConversionId }[];
};

export const CONVERTED = 'exchange.Converted';
