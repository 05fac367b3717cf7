import { z } from 'zod';

/** What a number of a parameter counts; `none` for texts and plain counts. */
export const ParameterUnitName = z.enum([
  ...['USDT', 'BTC', 'ETH', 'share', 'times', 'days', 'hours', 'years', 'bytes', 'messages'],
  'none',
] as const);
export type ParameterUnitName = z.infer<typeof ParameterUnitName>;
