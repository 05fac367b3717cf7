import { z } from 'zod';
import { CASE_KINDS, CASE_STATES, CASE_STEPS, CASE_VERDICTS } from '../case-terms.ts';
import { HashText, Id, ModeText, UnixMsNumber } from '../scalars.ts';
import { STAFF_ROLES } from './roles.ts';
import { ParameterUnitName } from './units.ts';

const Asset = z.enum(['USDT', 'BTC', 'ETH']);

/** A person in a case: a member of staff, the user it is about, the terminal or the product. */
export const CasePerson = z.strictObject({
  kind: z.enum(['staff', 'user', 'terminal', 'system']),
  /** Of a member or user; null for the terminal and the product. */
  id: Id.nullable(),
  /** The member's name, the user's name, who was at the terminal. */
  name: z.string(),
});
export type CasePerson = z.infer<typeof CasePerson>;

/** The user a case is about, as those who decide need to know one. */
export const CaseUser = z.strictObject({
  username: z.string(),
  /** Wire value of the language messages are written in. */
  language: z.string(),
  createdAt: UnixMsNumber,
});
export type CaseUser = z.infer<typeof CaseUser>;

/** A case as the queue shows it. */
export const CaseItem = z.strictObject({
  id: Id,
  /** "A-000123": letter of its kind and a number no other case has. */
  number: z.string(),
  kind: z.enum(CASE_KINDS),
  state: z.enum(CASE_STATES),
  verdict: z.enum(CASE_VERDICTS).nullable(),
  subject: z.string(),
  /** Decimal text, signed: what the user or the house gets. */
  amount: z.string().nullable(),
  asset: Asset.nullable(),
  userId: Id.nullable(),
  /** Null where the case is about no user. */
  user: CaseUser.nullable(),
  openedBy: CasePerson,
  openedAt: UnixMsNumber,
  deadline: UnixMsNumber,
  /** Its deadline passed and nobody decided. */
  isOverdue: z.boolean(),
  /** How many people have to approve it. */
  people: z.union([z.literal(1), z.literal(2)]),
  /** Who works on it now; null where nobody does, also after half an hour without a move. */
  claimedBy: CasePerson.nullable(),
  claimedAt: UnixMsNumber.nullable(),
  firstBy: CasePerson.nullable(),
  firstAt: UnixMsNumber.nullable(),
  decidedBy: CasePerson.nullable(),
  decidedAt: UnixMsNumber.nullable(),
  /** When what was decided was done; null while it is being carried out. */
  appliedAt: UnixMsNumber.nullable(),
});
export type CaseItem = z.infer<typeof CaseItem>;

/** One thing the decision is about, as a row of the page. */
export const CaseFact = z.strictObject({
  /** Id of its label in the desk's catalogue: `case.fact-<key>`. */
  key: z.string(),
  /** How the value is written: amounts are decimal text, times Unix milliseconds as text. */
  as: z.enum([
    'text',
    'amount',
    'time',
    'user',
    'parameter',
    'mode',
    'asset',
    'account',
    'country',
    'number',
    'status',
    'class',
    'calendar',
    'share',
  ]),
  value: z.string(),
  /** What it is until then, written the same way; absent where nothing is changed. */
  before: z.string().optional(),
  /** What a number counts; absent where the label says it. */
  unit: ParameterUnitName.optional(),
});
export type CaseFact = z.infer<typeof CaseFact>;

/** What a case writes to the books: the entry as it would be written at this moment. */
export const CaseEntry = z.strictObject({
  /** Kind of the entry in the books: "adjustment". */
  kind: z.string(),
  mode: ModeText,
  /** False: the books cannot take it now; approved it would wait until they can. */
  isPossible: z.boolean(),
  postings: z.array(
    z.strictObject({ from: z.string(), to: z.string(), amount: z.string(), asset: Asset }),
  ),
  /** Accounts of the user and the house it moves, as the books have them now and after it. */
  balances: z.array(
    z.strictObject({ account: z.string(), asset: Asset, before: z.string(), after: z.string() }),
  ),
});
export type CaseEntry = z.infer<typeof CaseEntry>;

/** A member who could give a yes that is still missing. */
export const CaseDecider = z.strictObject({
  id: Id,
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** Approving money needs one. */
  hasPasskey: z.boolean(),
});
export type CaseDecider = z.infer<typeof CaseDecider>;

/** One line of a case's timeline. */
export const CaseStepItem = z.strictObject({
  id: Id,
  at: UnixMsNumber,
  kind: z.enum(CASE_STEPS),
  by: CasePerson,
  /** A note, or the message to the user; null where the kind says it all. */
  text: z.string().nullable(),
  reason: z.string().nullable(),
  /** The user the case is about reads this line too. */
  isForUser: z.boolean(),
});
export type CaseStepItem = z.infer<typeof CaseStepItem>;

/** What a decision says of each part of a case: null approved, else why it is rejected. */
export const SaidParts = z
  .array(z.strictObject({ id: Id, reason: z.string().max(60).nullable() }))
  .min(1)
  .max(20)
  .refine((parts) => new Set(parts.map(({ id }) => id)).size === parts.length);

/** Why the caller cannot decide a case now; null where nothing stands in the way. */
const CASE_HINDRANCES = [
  /** Another member claimed it. */
  'claimed',
  'decided',
  /** The caller opened it. */
  'own',
  /** The caller gave the first yes: another member has to give the second. */
  'first-was-yours',
  /** None of the caller's roles may. */
  'role',
] as const;

/** A case with everything its page shows. */
export const CaseDetail = CaseItem.extend({
  facts: z.array(CaseFact),
  /** Null where the case moves no money, and once it was carried out or ended without. */
  entry: CaseEntry.nullable(),
  /** Files that were put to it. */
  evidence: z.array(Id),
  /** SHA-256 of what is decided on; a decision names it, and is refused when it is another by then. */
  rowHash: HashText,
  reasons: z.strictObject({ approved: z.array(z.string()), rejected: z.array(z.string()) }),
  /**
   * Things one decision is about, each approved or rejected with it, and the reasons one may be rejected for;
   * null where the case is decided as a whole.
   */
  parts: z
    .strictObject({
      reasons: z.array(z.string()),
      records: z.array(
        z.strictObject({
          id: Id,
          /** Null until it is decided. */
          isApproved: z.boolean().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** Approving needs a passkey whose challenge is made from `rowHash`. */
  needsPasskey: z.boolean(),
  hindrance: z.enum(CASE_HINDRANCES).nullable(),
  /** The caller opened it and may take it back. */
  mayWithdraw: z.boolean(),
  /**
   * A case for two people that too few members can decide: how many could, besides who opened it.
   * Null where enough can.
   */
  waitsForSecond: z
    .strictObject({ eligible: z.int().nonnegative(), roles: z.array(z.enum(STAFF_ROLES)) })
    .nullable(),
  /** Members who could give a yes that is missing; none once it is decided. */
  deciders: z.array(CaseDecider),
  /** Carrying it out failed, and is tried again: nothing of it was done. Null where it did not. */
  stuck: z
    .strictObject({
      tries: z.int().positive(),
      since: UnixMsNumber,
      nextAt: UnixMsNumber,
      /** When it is void; null for a rejection, which is tried until it is done. */
      voidAt: UnixMsNumber.nullable(),
      /** What the product said of the last try. */
      why: z.string(),
    })
    .nullable(),
  reason: z.string().nullable(),
  /** What the user was told beside the reason. */
  message: z.string().nullable(),
  steps: z.array(CaseStepItem),
});
export type CaseDetail = z.infer<typeof CaseDetail>;
