import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DecimalText, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/** Keys of the figures on the home page. */
export const STATISTIC_KEYS = [
  'accounts',
  'traded24h',
  'traded24hDemo',
  'markets',
  'cryptoMarkets',
  'feeRate',
  'feeRateCap',
  'demoBalance',
] as const;

/** A figure, how it is counted and the query that counted it. */
export const Statistic = z.strictObject({
  key: z.enum(STATISTIC_KEYS),
  value: DecimalText.nullable(),
  unit: z.enum(['accounts', 'USDT', 'markets', 'share']),
  definition: z.string(),
  query: z.string(),
  asOf: UnixMsNumber,
});
export type Statistic = z.infer<typeof Statistic>;

export const statistics = endpoint({
  name: 'transparency.statistics',
  summary: 'The figures of the home page: each a query, with its definition and time.',
  origin: 'candor',
  method: 'GET',
  path: '/index/statistics',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(Statistic),
  failures: [],
});
