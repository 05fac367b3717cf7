import { z } from 'zod';
import { MARKET_STATUSES } from '../market.ts';
import { CodeText, DecimalText, Id, ModeText, UnixMsNumber, queryInt } from '../scalars.ts';
import { HouseDay } from '../transparency.ts';
import { deskEndpoint } from './endpoint.ts';
import { LADDER_GROUPS, LADDER_PERCENTS, RISK_ACCOUNTS_SHOWN } from './risk-terms.ts';

const none = z.strictObject({});
const READERS = ['risk', 'auditor', 'admin'] as const;
const count = z.int().nonnegative();

/** What users hold of an instrument together; figures are null while it has no mark. */
export const ExposureRow = z.strictObject({
  /** Null: all instruments together. */
  code: CodeText.nullable(),
  contracts: count,
  /** Notional at the marks in force, in USDT. */
  long: DecimalText.nullable(),
  short: DecimalText.nullable(),
  /** Long − short. */
  net: DecimalText.nullable(),
  /** Long + short. */
  gross: DecimalText.nullable(),
  /** What users have won or lost so far: the house stands on the other side of it. */
  floatingPnl: DecimalText.nullable(),
});
export type ExposureRow = z.infer<typeof ExposureRow>;

/** How many accounts would be closed out when the prices of a group fell at once. */
export const LadderRung = z.strictObject({
  group: z.enum(LADDER_GROUPS),
  /** In the order of `LADDER_PERCENTS`. */
  accounts: z.array(count).length(LADDER_PERCENTS.length),
});
export type LadderRung = z.infer<typeof LadderRung>;

/** One mode: what is open, and who would be closed out. */
export const RiskOfMode = z.strictObject({
  total: ExposureRow,
  instruments: z.array(ExposureRow),
  ladder: z.array(LadderRung),
  /** Accounts with open contracts. */
  accounts: count,
  /** Those of them below the close-out level at the marks in force. */
  below: count,
  /** Those that cannot be judged: a contract of theirs has no mark. */
  unjudged: count,
});
export type RiskOfMode = z.infer<typeof RiskOfMode>;

/** Exposure and margin ladder as they were looked at last. */
export const RiskView = z.strictObject({
  at: UnixMsNumber,
  ageMs: count,
  tookMs: count,
  real: RiskOfMode,
  demo: RiskOfMode,
});
export type RiskView = z.infer<typeof RiskView>;

export const riskNow = deskEndpoint({
  name: 'risk.now',
  summary:
    'Exposure by instrument and in total at the marks in force, and the margin ladder, of both modes; looked at in the background while it is asked for.',
  method: 'GET',
  path: '/desk/risk',
  access: 'session',
  roles: READERS,
  audits: 'risk.now',
  body: none,
  query: none,
  params: none,
  result: RiskView,
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const riskAccounts = deskEndpoint({
  name: 'risk.accounts',
  summary: 'Accounts that would be closed out when the prices of a group fell at once.',
  method: 'GET',
  path: '/desk/risk/accounts',
  access: 'session',
  roles: READERS,
  audits: 'risk.accounts',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    mode: ModeText,
    group: z.enum(LADDER_GROUPS),
    /** One of `LADDER_PERCENTS`. */
    percent: queryInt(1, 10),
  }),
  params: none,
  result: z.strictObject({
    at: UnixMsNumber,
    total: count,
    /** The first of them. */
    records: z
      .array(
        z.strictObject({
          userId: Id,
          contracts: count,
          /** Trading equity ÷ margin held after the fall; a share of one. */
          marginLevel: DecimalText,
          tradingEquity: DecimalText,
        }),
      )
      .max(RISK_ACCOUNTS_SHOWN),
  }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const riskHouse = deskEndpoint({
  name: 'risk.house',
  summary:
    'What each of the last days brought the house, by its accounts, as the ledger sums it; covers, funding and take-outs are not results.',
  method: 'GET',
  path: '/desk/risk/house',
  access: 'session',
  roles: READERS,
  audits: 'risk.house',
  body: none,
  query: z.strictObject({ mode: ModeText.default('real') }),
  params: none,
  result: z.strictObject({
    at: UnixMsNumber,
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(HouseDay),
  }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

/** Who proposes and decides the house's money, and who watches it. */
const HOUSE_READERS = ['cashierMaker', 'cashierChecker', 'risk', 'auditor', 'admin'] as const;

export const houseBalances = deskEndpoint({
  name: 'risk.house-balances',
  summary: 'What each account of the house holds now, what the house is worth, and its floor.',
  method: 'GET',
  path: '/desk/risk/house/balances',
  access: 'session',
  roles: HOUSE_READERS,
  audits: 'risk.house-balances',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    at: UnixMsNumber,
    /** Real accounts that moved, by asset. */
    balances: z.array(
      z.strictObject({ account: z.string(), asset: z.string(), amount: z.string() }),
    ),
    /** Capital, trading result and bad debt. @units USDT */
    worth: z.string(),
    /** What a take-out leaves at least. @units USDT */
    floor: z.string(),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

/** A check that runs in the background: when it ran last and what it found. */
export const RiskCheck = z.strictObject({
  name: z.enum(['books', 'audit']),
  isRunning: z.boolean(),
  /** Null: not since the start of the process. */
  lastAt: UnixMsNumber.nullable(),
  tookMs: count.nullable(),
  /** `failed`: it could not be carried out. */
  result: z.enum(['sound', 'faults', 'failed']).nullable(),
  /** The first of what it found. */
  faults: z.array(z.string()).max(20),
});
export type RiskCheck = z.infer<typeof RiskCheck>;

/** How the sources, the engine and what carries things out are doing. */
export const HealthView = z.strictObject({
  at: UnixMsNumber,
  feed: z.strictObject({ mode: z.enum(['live', 'replay', 'simulated']) }),
  sources: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(['ok', 'stale', 'unhealthy', 'connecting', 'ended']),
      ageMs: count.nullable(),
    }),
  ),
  instruments: z.array(
    z.strictObject({
      code: CodeText,
      status: z.enum(MARKET_STATUSES),
      /** Source of the price in force. */
      source: z.string().nullable(),
      /** Age of the price in force; null before the first. */
      ageMs: count.nullable(),
      freshForMs: count,
    }),
  ),
  stuck: z.strictObject({
    /** Orders a tick set off that are not committed yet, and those of them that could not be done. */
    due: count,
    stuck: count,
    /** Age of the oldest tick that has not done all it should. */
    unactedMs: count,
    /** Spans of ticks that could not act and are tried again. */
    aside: count,
    unjudged: count,
    casesOverdue: count,
    /** How long the oldest decided case waits to be carried out. */
    casesUndoneMs: count,
    listenersFailing: count,
    listenersFailingMs: count,
    outboxLagMs: count,
    mailsWaiting: count,
    /** How long the oldest message that is due waits. */
    mailsWaitingMs: count,
    mailsFailed: count,
    /** Keys of destroyed documents, and former users' details, that could not be destroyed. */
    keysUndestroyed: count,
    usersUndestroyed: count,
  }),
  checks: z.array(RiskCheck),
});
export type HealthView = z.infer<typeof HealthView>;

export const riskHealth = deskEndpoint({
  name: 'risk.health',
  summary: 'Sources and instruments with the age of their prices, what is stuck, and the checks.',
  method: 'GET',
  path: '/desk/risk/health',
  access: 'session',
  roles: READERS,
  audits: 'risk.health',
  body: none,
  query: none,
  params: none,
  result: HealthView,
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const runChecks = deskEndpoint({
  name: 'risk.check',
  summary: 'Has the books and the audit log checked in the background, one check at a time.',
  method: 'POST',
  path: '/desk/risk/check',
  access: 'session',
  roles: ['risk', 'admin'],
  audits: 'risk.check',
  perMinute: 5,
  body: none,
  query: none,
  params: none,
  result: z.null(),
  failures: ['session-over', 'forbidden', 'too-many'],
});
