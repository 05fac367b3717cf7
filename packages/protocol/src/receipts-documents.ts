import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CodeText, DecimalText, HashText, UnixMsNumber } from './scalars.ts';

const none = z.strictObject({});

/**
 * What decides a price, a time or an amount of an instrument and is no parameter. Its hash is
 * SHA-256 over its canonical JSON.
 */
export const SpecificationDocument = z.strictObject({
  schema: z.literal('candor-specification/1'),
  code: CodeText,
  name: z.string(),
  class: z.string(),
  quoteCurrency: z.string(),
  contractSize: DecimalText,
  tickSize: DecimalText,
  lotStep: DecimalText,
  lotsMin: DecimalText,
  lotsMax: DecimalText,
  /** Age since receipt past which nothing fills. */
  freshForMs: z.int(),
  /** Windows of the week since Monday 00:00 UTC; none for around the clock. */
  hours: z.array(z.strictObject({ fromMs: z.int(), toMs: z.int() })),
  /** The pair by which the quote currency becomes USDT; null for USDT and USD. */
  link: z
    .strictObject({ code: CodeText, direction: z.enum(['direct', 'inverse']), freshForMs: z.int() })
    .nullable(),
});
export type SpecificationDocument = z.infer<typeof SpecificationDocument>;

/** Every version of the parameters receipts cite. */
export const ScheduleDocument = z.strictObject({
  schema: z.literal('candor-fee-schedule/1'),
  parameters: z.array(
    z.strictObject({
      key: z.string(),
      versions: z.array(
        z.strictObject({ version: z.int().positive(), value: z.string(), from: UnixMsNumber }),
      ),
    }),
  ),
});
export type ScheduleDocument = z.infer<typeof ScheduleDocument>;

export const PublishedDocument = z.discriminatedUnion('schema', [
  SpecificationDocument,
  ScheduleDocument,
]);
export type PublishedDocument = z.infer<typeof PublishedDocument>;

const Publication = z.strictObject({ hash: HashText, since: UnixMsNumber });

/** What was published of an instrument, each oldest first, and what operators decided about it. */
export const PublishedHistory = z.strictObject({
  schema: z.literal('candor-published/1'),
  code: CodeText,
  specifications: z.array(Publication),
  /** Fee schedules are for all instruments. */
  schedules: z.array(Publication),
  restrictions: z.array(
    z.strictObject({ status: z.enum(['open', 'closeOnly', 'suspended']), at: UnixMsNumber }),
  ),
});
export type PublishedHistory = z.infer<typeof PublishedHistory>;

export const publishedDocument = endpoint({
  name: 'receipts.document',
  summary: 'A specification or fee schedule by its hash, SHA-256 of its canonical JSON.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/document/:hash',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 300,
  body: none,
  query: none,
  params: z.strictObject({ hash: HashText }),
  result: PublishedDocument,
  failures: ['not-found', 'unreadable'],
});

export const publishedHistory = endpoint({
  name: 'receipts.published',
  summary: 'Hashes of all specifications and fee schedules of an instrument, and since when.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/published',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 300,
  body: none,
  query: z.strictObject({ code: CodeText }),
  params: none,
  result: PublishedHistory,
  failures: ['not-found', 'unreadable'],
});
