import { z } from 'zod';
import { LOAN_PARTS, LOAN_REASONS, LOAN_SOURCES, LOAN_STATES, SALE_CAUSES } from './loan-terms.ts';
import { AssetText, DecimalText, HashText, Id, PositiveText, UnixMsNumber } from './scalars.ts';

const Day = z.iso.date().meta({ description: 'UTC day' });

/** How long an offer's figures are held before it has to be signed. @units milliseconds */
export const LOAN_OFFER_MS = 15 * 60_000;

/** An amount that secures a loan. */
export const LoanCollateral = z.strictObject({ asset: AssetText, amount: PositiveText });
export type LoanCollateral = z.infer<typeof LoanCollateral>;

/** Where a loan reaches a line of its collateral's value, when all its coins move alike. */
export const LoanLine = z.strictObject({
  /** The line, a share of one. */
  ltv: DecimalText,
  kind: z.enum(['notice', 'sale']),
  /** The share of today's prices at which it is reached. */
  ofToday: DecimalText,
  prices: z.array(z.strictObject({ asset: AssetText, price: DecimalText })),
});
export type LoanLine = z.infer<typeof LoanLine>;

/** One day of a loan from which nothing is repaid before. */
export const LoanDay = z.strictObject({ day: Day, interest: DecimalText, owed: DecimalText });
export type LoanDay = z.infer<typeof LoanDay>;

/** What loans are offered on now, and what the caller may borrow. @source PRODUCT 7, 14 */
export const LoanTerms = z.strictObject({
  days: z.array(z.int()),
  freeDays: z.int(),
  rateDaily: DecimalText,
  /** The share of the collateral up to which a loan is drawn, and to which a sale brings it back. */
  ltvMax: DecimalText,
  notices: z.array(DecimalText),
  saleLine: DecimalText,
  /** The house's share of what collateral brings when it is sold. */
  spreadRate: DecimalText,
  /** Days in which an approved loan has to be drawn. */
  offerDays: z.int(),
  /** Hours in which staff look at an application. */
  reviewHours: z.int(),
  amountMin: DecimalText,
  limits: z.array(z.strictObject({ level: z.int(), amount: DecimalText })),
  /** The caller's: the level of identification, and whether it was verified. */
  level: z.int(),
  identity: z.enum(['none', 'pending', 'verified', 'failed']),
  owed: DecimalText,
  /** What all the caller's debts may come to, by what is owned; null while it cannot be judged. */
  ownMax: DecimalText.nullable(),
  /** What of each asset can be pledged, and its bid while there is one that counts. */
  collateral: z.array(
    z.strictObject({
      asset: AssetText,
      available: DecimalText.nullable(),
      bid: DecimalText.nullable(),
    }),
  ),
});
export type LoanTerms = z.infer<typeof LoanTerms>;

/** What a loan would cost and when its collateral would be sold, held for some minutes. */
export const LoanOffer = z.strictObject({
  offerId: Id,
  agreementId: Id,
  amount: DecimalText,
  days: z.int(),
  collateral: z.array(LoanCollateral),
  freeDays: z.int(),
  rateDaily: DecimalText,
  /** Interest ÷ principal × 365 ÷ days. */
  apr: DecimalText,
  interest: DecimalText,
  total: DecimalText,
  /** The day it would be due if it were drawn today; interest counts from the day after `freeDays`. */
  due: Day,
  schedule: z.array(LoanDay),
  /** What the collateral is worth at the bids of now, and the loan as a share of it. */
  value: DecimalText,
  ltv: DecimalText,
  ltvMax: DecimalText,
  steps: z.array(LoanLine),
  /** SHA-256 of the agreement's facts, as they are signed. */
  agreementHash: HashText,
  expiresAt: UnixMsNumber,
  /** How long it is held from its answer on: a page counts by its own clock, which may be wrong. @units ms */
  heldMs: z.int().nonnegative(),
});
export type LoanOffer = z.infer<typeof LoanOffer>;

/** A state a loan came to. */
const LoanStep = z.strictObject({
  state: z.enum(LOAN_STATES),
  at: UnixMsNumber,
  by: z.enum(LOAN_PARTS),
  reason: z.enum(LOAN_REASONS).optional(),
});

/** Collateral that was sold, and what it paid off. */
export const LoanSale = z.strictObject({
  id: Id,
  at: UnixMsNumber,
  cause: z.enum(SALE_CAUSES),
  sold: z.array(
    z.strictObject({
      asset: AssetText,
      amount: DecimalText,
      /** The bid it was sold at; null for USDT. */
      price: DecimalText.nullable(),
      received: DecimalText,
    }),
  ),
  spread: DecimalText,
  paid: DecimalText,
  debtBefore: DecimalText,
  debtAfter: DecimalText,
  /** A share of one; null where nothing was worth anything. */
  ltvBefore: DecimalText.nullable(),
  ltvAfter: DecimalText.nullable(),
  /** What no collateral was left for: the house's loss. */
  shortfall: DecimalText,
  receiptNo: z.string(),
});
export type LoanSale = z.infer<typeof LoanSale>;

/** What repaying from collateral would sell at the bids of now; nothing is held. */
export const LoanSaleQuote = LoanSale.pick({
  sold: true,
  spread: true,
  paid: true,
  debtBefore: true,
  debtAfter: true,
  ltvBefore: true,
  ltvAfter: true,
})
  .extend({
    /** What the last unit of a coin brings above what is owed: the owner's. */
    over: DecimalText,
    /** The collateral that stays, or goes back where nothing is owed any more. */
    left: z.array(LoanCollateral),
  })
  .strict();
export type LoanSaleQuote = z.infer<typeof LoanSaleQuote>;

/** A loan as its owner sees it. */
export const Loan = z.strictObject({
  id: Id,
  number: z.string(),
  state: z.enum(LOAN_STATES),
  reason: z.enum(LOAN_REASONS).nullable(),
  amount: DecimalText,
  days: z.int(),
  freeDays: z.int(),
  rateDaily: DecimalText,
  apr: DecimalText,
  /** Interest and total when it is repaid on its due day. */
  interest: DecimalText,
  total: DecimalText,
  ltvMax: DecimalText,
  /** What is pledged now; before it is drawn, what will be. */
  collateral: z.array(LoanCollateral),
  principalOwed: DecimalText,
  interestOwed: DecimalText,
  owed: DecimalText,
  principalPaid: DecimalText,
  interestPaid: DecimalText,
  /** Null while the collateral cannot be judged. */
  value: DecimalText.nullable(),
  ltv: DecimalText.nullable(),
  steps: z.array(LoanLine),
  drawnOn: Day.nullable(),
  due: Day.nullable(),
  /** Until when staff look at it, or until when it can be drawn; null otherwise. */
  deadline: UnixMsNumber.nullable(),
  canCancel: z.boolean(),
  canDraw: z.boolean(),
  canRepay: z.boolean(),
  agreementId: Id,
  agreementHash: HashText,
  createdTime: UnixMsNumber,
  updatedTime: UnixMsNumber,
});
export type Loan = z.infer<typeof Loan>;

/** A loan with everything that happened to it. */
export const LoanDetail = Loan.extend({
  /** As it was agreed, from the day it was drawn; empty before. */
  schedule: z.array(LoanDay),
  /** Days interest was charged, newest first, at most a hundred. */
  charges: z.array(z.strictObject({ day: Day, principal: DecimalText, interest: DecimalText })),
  payments: z.array(
    z.strictObject({
      at: UnixMsNumber,
      source: z.enum(LOAN_SOURCES),
      interest: DecimalText,
      principal: DecimalText,
    }),
  ),
  sales: z.array(LoanSale),
  timeline: z.array(LoanStep),
}).strict();
export type LoanDetail = z.infer<typeof LoanDetail>;
