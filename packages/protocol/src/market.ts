import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CodeText, DecimalText, QueryMs, UnixMsNumber, queryInt } from './scalars.ts';
import { SPARKLINE_POINTS_MAX, WIRE_FIELDS } from './wire/fields.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

/** Lengths of bars on offer. */
export const BAR_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;

/** Market types. 1 forex, 2 crypto, 3 stocks, 4 futures, 5 metals and ETF. @source seed §3 */
export const MarketTypeNumber = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
]);

/**
 * Whether an instrument can be traded this moment: `open` with a fresh price, `stale` with an old
 * one, `disputed` while its two sources contradict each other, `closed` outside its hours,
 * `noSource` when the running feed has no prices for it, `closeOnly` and `suspended` by the operator.
 */
export const MARKET_STATUSES = [
  'open',
  'stale',
  'disputed',
  'closed',
  'noSource',
  'closeOnly',
  'suspended',
] as const;

/** One line of the market list. */
export const MarketItem = z.strictObject({
  id: z.string(),
  code: CodeText,
  type: MarketTypeNumber,
  appName: z.string(),
  /** Empty: instruments carry a neutral letter disc, no brand pictures. */
  logo: z.string(),
  price: DecimalText.nullable(),
  [WIRE_FIELDS.changePercent]: DecimalText.nullable(),
  /** Chart points, oldest first. */
  [WIRE_FIELDS.sparkline]: z.array(z.number()).max(SPARKLINE_POINTS_MAX),
  bid: DecimalText.nullable(),
  ask: DecimalText.nullable(),
  source: z.string().nullable(),
  sourceTime: UnixMsNumber.nullable(),
  receivedAt: UnixMsNumber.nullable(),
  status: z.enum(MARKET_STATUSES),
  tickSize: DecimalText,
});
export type MarketItem = z.infer<typeof MarketItem>;

/** Everything a fill depends on besides the price. */
export const Specification = z.strictObject({
  class: z.string(),
  base: z.string(),
  quoteCurrency: z.string(),
  contractSize: DecimalText,
  tickSize: DecimalText,
  lotStep: DecimalText,
  lotsMin: DecimalText,
  lotsMax: DecimalText,
  leverageMax: z.int(),
  feeRate: DecimalText,
  financingRate: DecimalText,
  spreadRate: DecimalText,
  freshForMs: z.int(),
  bandRate: DecimalText,
  hours: z.array(z.strictObject({ fromMs: z.int(), toMs: z.int() })),
  sources: z.array(z.string()),
  /** USDT per unit of the quote currency now; "1" for USDT and USD; null without a fresh pair. */
  link: DecimalText.nullable(),
});

/** What an operator decided about an instrument, in the operator's words. */
export const Restriction = z.strictObject({ reason: z.string(), since: UnixMsNumber });

export const MarketInfo = MarketItem.extend({
  specification: Specification,
  /** Why an operator suspended it or set it to close-only; null while neither. */
  restriction: Restriction.nullable(),
  tickId: z.string().nullable(),
  high24h: DecimalText.nullable(),
  low24h: DecimalText.nullable(),
  volume24h: DecimalText.nullable(),
});
export type MarketInfo = z.infer<typeof MarketInfo>;

const listOf = (item: z.ZodString): z.ZodType<string[], string | string[]> =>
  z.union([item.transform((one) => [one]), z.array(item).max(500)]);

export const listMarkets = endpoint({
  name: 'market.list',
  summary: 'The catalogue, of one type or whole, with the latest prices.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listMarkets,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({
    type: z.enum(['1', '2', '3', '4', '5']).optional(),
    codes: listOf(CodeText).optional(),
    /** Points of the sparkline, 0 for none. */
    points: queryInt(0, SPARKLINE_POINTS_MAX).optional(),
  }),
  params: none,
  result: z.array(MarketItem),
  failures: ['unreadable'],
});

export const marketInfo = endpoint({
  name: 'market.info',
  summary: 'One instrument with its specification.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.marketInfo,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ id: z.string().min(1).max(40) }),
  result: MarketInfo,
  failures: ['not-found'],
});

export const Bar = z.strictObject({
  time: UnixMsNumber,
  open: DecimalText,
  high: DecimalText,
  low: DecimalText,
  close: DecimalText,
  volume: DecimalText,
});

export type Bar = z.infer<typeof Bar>;

export const listBars = endpoint({
  name: 'market.bars',
  summary: 'Bars of one instrument, oldest first, at most 1,000; missing time is a gap.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.bars,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({
    code: CodeText,
    interval: z.enum(BAR_INTERVALS),
    from: QueryMs.optional(),
    to: QueryMs.optional(),
  }),
  params: none,
  result: z.array(Bar),
  failures: ['not-found', 'unreadable'],
});

/** Which feed runs, in words a band can show. */
export const FeedsResult = z.strictObject({
  mode: z.enum(['live', 'replay', 'simulated']),
  label: z.string(),
  /** Day of the recording, for replays. */
  recordedDay: z.string().nullable(),
  recordedSource: z.string().nullable(),
  speed: z.number().optional(),
  /** Market time now; differs from wall time in a replay. */
  marketTime: UnixMsNumber,
  /** Why live prices are not running although they were asked for; null otherwise. */
  notice: z.enum(['noVenueAnswered', 'recordingEnded']).nullable(),
  /** The installation is a rehearsal: nothing here is money, whatever the prices are. */
  rehearsal: z.literal(true).optional(),
  sources: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(['ok', 'stale', 'unhealthy', 'connecting', 'ended']),
      lastTickAt: UnixMsNumber.nullable(),
    }),
  ),
});
export type FeedsResult = z.infer<typeof FeedsResult>;

export const feeds = endpoint({
  name: 'market.feeds',
  summary: 'The running feed and the health of its sources.',
  origin: 'candor',
  method: 'GET',
  path: '/index/feeds',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: FeedsResult,
  failures: [],
});

export const Tick = z.strictObject({
  id: z.string(),
  time: UnixMsNumber,
  bid: DecimalText,
  ask: DecimalText,
  source: z.string(),
  receivedAt: UnixMsNumber,
});

/** Ticks one answer of `market.ticks` carries at most. */
export const TICKS_MAX = 10_000;

export const listTicks = endpoint({
  name: 'market.ticks',
  summary:
    'The tape of one instrument over at most ten minutes of receipt, whole: a span with more than ' +
    '10,000 ticks is refused (400 at `to`), to be asked for in shorter ones.',
  origin: 'candor',
  method: 'GET',
  path: '/index/ticks/:code',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 60,
  body: none,
  query: z.strictObject({ from: QueryMs, to: QueryMs }),
  params: z.strictObject({ code: CodeText }),
  result: z.array(Tick),
  failures: ['not-found', 'unreadable'],
});

/** Codes a user marked, the first marked first. */
const Favourites = z.strictObject({ codes: z.array(CodeText) });

export const favourites = endpoint({
  name: 'market.favourites',
  summary: 'The instruments a user marked.',
  origin: 'candor',
  method: 'GET',
  path: '/user/favourites',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: Favourites,
  failures: ['session-over'],
});

export const setFavourite = endpoint({
  name: 'market.set-favourite',
  summary: 'Marks an instrument, or takes the mark away; answers all that are marked.',
  origin: 'candor',
  method: 'POST',
  path: '/user/favourite',
  access: 'session',
  mode: 'free',
  money: false,
  body: z.strictObject({ code: CodeText, on: z.boolean() }),
  query: none,
  params: none,
  result: Favourites,
  failures: ['session-over', 'unreadable', 'not-found'],
});

/** A day of the tape in a file of its own: its header, a line a tick, its end. */
export const TAPE_CONTENT_TYPE = 'text/plain; charset=utf-8';

/** A part of a day of the tape with more places than this counts as a large one. */
const PART_MAX = 100_000;

const Place = queryInt(1, Number.MAX_SAFE_INTEGER);

/** Whether a call asks for more of a day than a part of it; so does one that cannot be read. */
function isLargePart({ from = '1', to }: Readonly<Record<string, unknown>>): boolean {
  const [first, last] = [Place.safeParse(from), Place.safeParse(to)];
  return !first.success || !last.success || last.data - first.data >= PART_MAX;
}

export const tapeDay = endpoint({
  name: 'market.tapeDay',
  summary:
    'A UTC day of the tape as a text file: the very text each link covers, a tab and the link. ' +
    'With `from` and `to` only those places of the day.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/tape/:day',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 120,
  large: { perMinute: 6, isLarge: isLargePart },
  body: none,
  query: z.strictObject({
    from: Place.optional(),
    to: Place.optional(),
  }),
  params: z.strictObject({ day: z.iso.date() }),
  result: none,
  file: TAPE_CONTENT_TYPE,
  failures: ['not-found', 'unreadable'],
});

/** The last link of each day of the tape; keep it, and a day that is rewritten is found. */
export const TapeRoot = z.strictObject({
  day: z.iso.date(),
  ticks: z.int(),
  root: z.string(),
  /** The day is over: nothing is added to it any more. */
  final: z.boolean(),
});

export const tapeRoots = endpoint({
  name: 'market.tapeRoots',
  summary: 'The last link of each of the newest 60 days of the tape, newest first.',
  origin: 'candor',
  method: 'GET',
  path: '/trust/roots',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ tape: z.array(TapeRoot) }),
  failures: [],
});
