import { z } from 'zod';
import { MARKET_STATUSES } from '../market.ts';
import { DecimalText, Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

/** Trading weeks an instrument may have. */
export const CALENDAR_NAMES = ['always', 'forex', 'usStocks', 'globex'] as const;

/** Classes an instrument may be of; fees, financing, freshness and leverage follow it. */
export const INSTRUMENT_CLASSES = [
  'forexMajor',
  'forex',
  'crypto',
  'stock',
  'etf',
  'future',
  'index',
  'gold',
  'metal',
  'energy',
] as const;

const InstrumentSource = z.strictObject({
  venue: z.string().trim().min(1).max(40),
  /** What the venue calls it. */
  symbol: z.string().trim().min(1).max(24),
});

/** What may be changed of an instrument. */
const ChangeableTerms = z.strictObject({
  /** Least of this and of its class's leverage counts; null: its class's. */
  leverageCap: z.int().positive().max(1_000).nullable(),
  /** Most lots of one order. */
  lotsMax: DecimalText,
  /** Most lots open and waiting in one trading account; null: no such cap. */
  accountLotsMax: DecimalText.nullable(),
  /** Most lots open and waiting in all accounts of a mode; null: no such cap. */
  totalLotsMax: DecimalText.nullable(),
  calendar: z.enum(CALENDAR_NAMES),
  sources: z.array(InstrumentSource).min(1).max(4),
});

/** All that an operator says of an instrument. There is no price among it. */
const InstrumentTerms = ChangeableTerms.extend({
  code: z.string().trim().min(1).max(24),
  name: z.string().trim().min(1).max(80),
  class: z.enum(INSTRUMENT_CLASSES),
  contractSize: DecimalText,
  tickSize: DecimalText,
  lotStep: DecimalText,
});

/** An instrument as the desk shows it. */
export const DeskInstrument = z.strictObject({
  code: z.string(),
  name: z.string(),
  class: z.string(),
  /** Whether an order can fill now, and why not. */
  status: z.enum(MARKET_STATUSES),
  /** What the operator decided; null for one that is traded as usual. */
  restriction: z
    .strictObject({
      status: z.enum(['closeOnly', 'suspended']),
      reason: z.string(),
      since: UnixMsNumber,
    })
    .nullable(),
  /** Leverage in force: the class's, or its own cap where that is lower. */
  leverageMax: z.int().positive(),
  terms: InstrumentTerms,
  /** It comes with the product; the operator added the others. */
  isCompiled: z.boolean(),
  /** When a price of it last came; null while none was seen since the start. */
  lastPriceAt: UnixMsNumber.nullable(),
  /** What two members decided of it and is not in force yet. */
  announced: z.array(
    z.strictObject({ from: UnixMsNumber, number: z.string(), terms: InstrumentTerms }),
  ),
});
export type DeskInstrument = z.infer<typeof DeskInstrument>;

export const listInstruments = deskEndpoint({
  name: 'instruments.list',
  summary: 'Every instrument: whether it can be traded now, its sources, caps and restriction.',
  method: 'GET',
  path: '/desk/instruments',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'instruments.list',
  body: none,
  query: none,
  params: none,
  result: z.array(DeskInstrument),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const restrictInstrument = deskEndpoint({
  name: 'instruments.restrict',
  summary:
    'Suspends an instrument or lets it be closed only, at once; another confirms or lifts it. Opening it again, or restricting it less, waits for another.',
  method: 'POST',
  path: '/desk/instruments/restrict',
  access: 'session',
  roles: ['risk'],
  audits: 'instruments.restrict',
  perMinute: 60,
  body: z.strictObject({
    code: z.string().max(40),
    status: z.enum(['open', 'closeOnly', 'suspended']),
    /** Every user who looks at the instrument reads it. */
    reason: z.string().trim().min(1).max(400),
  }),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many', 'not-found'],
});

const proposed = z.strictObject({ id: Id, number: z.string() });
const refusals = [
  'session-over',
  'forbidden',
  'unreadable',
  'too-many',
  'case-impossible',
] as const;

export const addInstrument = deskEndpoint({
  name: 'instruments.add',
  summary:
    'Proposes a new instrument to two others; it is traded once a source said a price of it.',
  method: 'POST',
  path: '/desk/instruments/add',
  access: 'session',
  roles: ['risk'],
  audits: 'instruments.add',
  perMinute: 30,
  body: InstrumentTerms.extend({ note: z.string().trim().min(1).max(400) }),
  query: none,
  params: none,
  result: proposed,
  failures: [...refusals],
});

export const changeInstrument = deskEndpoint({
  name: 'instruments.change',
  summary:
    'Proposes other caps, hours or sources of an instrument to two others, a day ahead at least. Open orders keep their terms.',
  method: 'POST',
  path: '/desk/instruments/change',
  access: 'session',
  roles: ['risk'],
  audits: 'instruments.change',
  perMinute: 30,
  body: ChangeableTerms.extend({
    code: z.string().max(40),
    from: UnixMsNumber,
    note: z.string().trim().min(1).max(400),
  }),
  query: none,
  params: none,
  result: proposed,
  failures: [...refusals, 'not-found'],
});
