import { z } from 'zod';
import { PLAN_STRATEGIES, PlanBacktest, PlanRange, PlanSummary } from '../plans-view.ts';
import {
  CodeText,
  DecimalText,
  HashText,
  Id,
  ModeText,
  PositiveText,
  UnixMsNumber,
} from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });
const count = z.int().nonnegative();
const Day = z.iso.date();
const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;
const Reason = z.string().trim().min(1).max(400);
const Opened = z.strictObject({ id: Id, number: z.string() });

/** What a fund of a version holds. */
export const DeskPlanFund = z.strictObject({
  id: Id,
  mode: ModeText,
  /** At the marks in force; null while something it holds has none. */
  value: DecimalText.nullable(),
  /** After the last midnight. */
  settled: DecimalText,
  /** What waits for the next one. */
  waiting: DecimalText,
  running: count,
  pending: count,
  day: Day,
});
export type DeskPlanFund = z.infer<typeof DeskPlanFund>;

/** What a backtest says, without its days and points. */
const DeskBacktest = PlanBacktest.omit({ equity: true, daily: true });

/** A version of a plan as the registry shows it. */
export const DeskPlanVersion = z.strictObject({
  version: count,
  /** Closed: its orders run on, and nobody buys it any more. */
  state: z.enum(['offered', 'closed', 'ended']),
  strategy: z.enum(PLAN_STRATEGIES),
  parameters: z.record(z.string(), z.int()),
  interval: z.string(),
  codes: z.array(CodeText),
  /** SHA-256 of the strategy's text, and of everything the version runs. */
  source: HashText,
  versionHash: HashText,
  amountMin: DecimalText,
  amountMax: DecimalText,
  days: z.array(z.int()),
  cycleDays: z.int(),
  capacity: DecimalText,
  since: UnixMsNumber,
  funds: z.array(DeskPlanFund),
  /** Of its published backtest; null where none is made yet. */
  backtest: z
    .strictObject({
      from: Day,
      to: Day,
      isGenerated: z.boolean(),
      summary: PlanSummary,
      range30: PlanRange.nullable(),
    })
    .nullable(),
});
export type DeskPlanVersion = z.infer<typeof DeskPlanVersion>;

/** A plan with its newest versions and what was decided of it. */
export const DeskPlan = z.strictObject({
  id: Id,
  name: z.string(),
  status: z.enum(['open', 'paused', 'ended']),
  versions: z.array(DeskPlanVersion),
  decisions: z.array(
    z.strictObject({
      caseId: Id,
      caseNumber: z.string(),
      version: count,
      act: z.enum(['version', 'offer', 'withdraw', 'end', 'capacity']),
      at: UnixMsNumber,
    }),
  ),
});
export type DeskPlan = z.infer<typeof DeskPlan>;

export const listDeskPlans = deskEndpoint({
  name: 'plans.registry',
  summary:
    'Plans that are or were offered, with their versions, terms, funds and what was decided.',
  method: 'GET',
  path: '/desk/plans',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'plans.registry',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    /** Whether real money may be put into plans at all. */
    isEnabled: z.boolean(),
    /** Of what an order wins above its high-water mark, and of its amount when it is left early. */
    shareRate: DecimalText,
    earlyExitRate: DecimalText,
    plans: z.array(DeskPlan),
  }),
  failures: read,
});

/** What funds of plans hold of an instrument together; figures are null while one has no mark. */
const PlanExposureRow = z.strictObject({
  mode: ModeText,
  code: CodeText,
  /** Funds that hold it. */
  funds: count,
  /** At the marks in force, in USDT. */
  long: DecimalText.nullable(),
  short: DecimalText.nullable(),
  net: DecimalText.nullable(),
  /** Since the last midnight: trades and what is held. */
  today: DecimalText.nullable(),
});
export type PlanExposureRow = z.infer<typeof PlanExposureRow>;

const PlanExposure = z.strictObject({
  instruments: z.array(PlanExposureRow),
  /** Of plans that are or were offered. */
  funds: z.array(
    z.strictObject({
      fundId: Id,
      name: z.string(),
      version: count,
      mode: ModeText,
      code: CodeText,
      /** Base units, negative for a short. */
      quantity: DecimalText,
      value: DecimalText.nullable(),
      today: DecimalText.nullable(),
    }),
  ),
});
export type PlanExposure = z.infer<typeof PlanExposure>;

export const planExposure = deskEndpoint({
  name: 'plans.exposure',
  summary:
    'What funds of plans hold of each instrument, each fund and together, at the marks in force; looked at in the background while it is asked for.',
  method: 'GET',
  path: '/desk/plans/exposure',
  access: 'session',
  roles: ['risk', 'auditor', 'admin'],
  audits: 'plans.exposure',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ ageMs: count, ...PlanExposure.shape }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

/** What a proposed version runs, and the terms it is offered on. */
export const PlanVersionTerms = z.strictObject({
  strategy: z.enum(PLAN_STRATEGIES),
  parameters: z.record(z.string().max(32), z.int()),
  interval: z.string().max(4),
  codes: z.array(CodeText).min(1).max(8),
  amountMin: PositiveText,
  amountMax: PositiveText,
  days: z.array(z.int().positive().max(365)).min(1).max(12),
  cycleDays: z.int().positive().max(365),
  capacity: PositiveText,
});
export type PlanVersionTerms = z.infer<typeof PlanVersionTerms>;

export const proposePlanVersion = deskEndpoint({
  name: 'plans.propose-version',
  summary:
    'Puts a new version of a plan before two people; what was bought stays with its version.',
  method: 'POST',
  path: '/desk/plans/:id/version',
  access: 'session',
  roles: ['risk'],
  audits: 'plans.propose-version',
  perMinute: 30,
  body: z.strictObject({
    ...PlanVersionTerms.shape,
    /** The version it replaces. */
    replaces: z.int().positive(),
    reason: Reason,
  }),
  query: none,
  params: byId,
  result: Opened,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const proposePlanChange = deskEndpoint({
  name: 'plans.propose-change',
  summary:
    'Proposes to offer a plan, to withdraw the offer, to end it at the next midnight, or another capacity.',
  method: 'POST',
  path: '/desk/plans/:id/change',
  access: 'session',
  roles: ['risk'],
  audits: 'plans.propose-change',
  perMinute: 30,
  body: z.strictObject({
    act: z.enum(['offer', 'withdraw', 'end', 'capacity']),
    /** Of `capacity` alone. */
    capacity: PositiveText.optional(),
    reason: Reason,
  }),
  query: none,
  params: byId,
  result: Opened,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const proposePlanSubsidy = deskEndpoint({
  name: 'plans.propose-subsidy',
  summary:
    'Proposes that the house pays into the real fund of a version; amount, day and reason are published once it is decided.',
  method: 'POST',
  path: '/desk/plans/:id/subsidy',
  access: 'session',
  roles: ['cashierMaker', 'risk'],
  audits: 'plans.propose-subsidy',
  perMinute: 30,
  body: z.strictObject({
    version: z.int().positive(),
    amount: PositiveText,
    /** The day it is paid for. */
    day: Day,
    /** Anyone reads it, as it is written. */
    reason: Reason,
  }),
  query: none,
  params: byId,
  result: Opened,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const casePlan = deskEndpoint({
  name: 'plans.of-case',
  summary: 'Backtests of what a case about a plan proposes and of the version in force then.',
  method: 'GET',
  path: '/desk/cases/:id/plan',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'plans.of-case',
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({
    /** Null where the case proposes nothing that runs. */
    proposed: z
      .strictObject({ versionHash: HashText, backtest: DeskBacktest.nullable() })
      .nullable(),
    inForce: z.strictObject({
      version: count,
      versionHash: HashText,
      backtest: DeskBacktest.nullable(),
    }),
  }),
  failures: [...read, 'not-found'],
});
export type CasePlan = z.infer<(typeof casePlan)['result']>;
export type DeskBacktest = z.infer<typeof DeskBacktest>;
