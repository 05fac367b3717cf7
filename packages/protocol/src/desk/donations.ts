import { z } from 'zod';
import { COUNTRY_CODES } from '../countries.ts';
import { CharityFigures, CharityPayout, payout } from '../nft-view.ts';
import { DecimalText, HashText, Id, PositiveText, UnixMsNumber } from '../scalars.ts';
import { READS_PER_HOUR, deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';
import { byId, line, look, note, paged, propose, read } from './token-fields.ts';

/** Of a payment: signs every keyboard has, a letter or a figure among them, so that two that look alike are alike. */
const reference = z
  .string()
  .trim()
  .max(120)
  .regex(/^[ -~]*$/)
  .regex(/[0-9A-Za-z]/);

/** A beneficiary with its figures and its agreement. */
export const DeskCharity = z.strictObject({
  ...CharityFigures.shape,
  agreement: z.string(),
  agreedOn: z.iso.date(),
});
export type DeskCharity = z.infer<typeof DeskCharity>;

export const listCharities = deskEndpoint({
  ...look,
  name: 'tokens.charities',
  summary: 'Beneficiaries with what was raised for each, paid out and is held.',
  path: '/desk/charities',
  roles: STAFF_ROLES,
  audits: 'tokens.charities',
  result: z.strictObject({ records: z.array(DeskCharity) }),
  failures: read,
});

export const listPayouts = deskEndpoint({
  ...look,
  name: 'tokens.payouts',
  summary: 'Pay-outs to charities, the newest first.',
  path: '/desk/charity-payouts',
  roles: STAFF_ROLES,
  audits: 'tokens.payouts',
  query: z.strictObject({ ...paged, charity: Id.optional() }),
  result: z.strictObject({ records: z.array(CharityPayout), total: z.int() }),
  failures: read,
});

export const proposeCharity = deskEndpoint({
  ...propose,
  name: 'tokens.propose-charity',
  summary: 'Proposes a registered charity; two others look at its register and agreement.',
  path: '/desk/charities/propose',
  roles: ['content', 'risk'],
  audits: 'tokens.propose-charity',
  body: z.strictObject({
    name: line(120).min(2),
    country: z.string().refine((code) => COUNTRY_CODES.includes(code)),
    register: line(120).min(2),
    registerNumber: line(60),
    registerUrl: z
      .url({ protocol: /^https$/ })
      .max(300)
      .nullable(),
    agreement: line(120),
    agreedOn: z.iso.date(),
    note,
  }),
  failures: [...read, 'case-impossible'],
});

/** Who looks at what single people are owed and were paid. */
const CREATOR_ROLES = ['content', 'risk', 'cashierMaker', 'cashierChecker', 'auditor'] as const;

/** The creator of tokens with what sales brought them. */
export const DeskCreator = z.strictObject({
  id: Id,
  name: z.string(),
  earned: DecimalText,
  paidOut: DecimalText,
  /** The difference. */
  owed: DecimalText,
  /** Sales they have a part of. */
  sales: z.int().nonnegative(),
  payouts: z.int().nonnegative(),
  /** Since when something is owed; null: nothing is. */
  owedSince: UnixMsNumber.nullable(),
});
export type DeskCreator = z.infer<typeof DeskCreator>;

/** Money that was paid out to the creator of tokens: outside the chains, by a bank's reference. */
export const CreatorPayout = z.strictObject({ ...payout, creatorId: Id, creator: z.string() });
export type CreatorPayout = z.infer<typeof CreatorPayout>;

export const listCreators = deskEndpoint({
  ...look,
  name: 'tokens.creators',
  summary:
    'Artists something is owed to, those who wait longest first; with `id` that one, whatever is owed.',
  path: '/desk/creators',
  roles: CREATOR_ROLES,
  audits: 'tokens.creators',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  query: z.strictObject({ ...paged, id: Id.optional() }),
  result: z.strictObject({ records: z.array(DeskCreator), total: z.int() }),
  failures: read,
});

export const listCreatorPayouts = deskEndpoint({
  ...look,
  name: 'tokens.creator-payouts',
  summary: 'Pay-outs to artists, the newest first.',
  path: '/desk/creator-payouts',
  roles: CREATOR_ROLES,
  audits: 'tokens.creator-payouts',
  readsPersonalData: true,
  perHour: READS_PER_HOUR,
  query: z.strictObject({ ...paged, creator: Id.optional() }),
  result: z.strictObject({ records: z.array(CreatorPayout), total: z.int() }),
  failures: read,
});

/** What is said of a payment that was made, with the receipt of who was paid. */
const paid = {
  amount: PositiveText,
  reference,
  receipt: line(120),
  receiptSha256: HashText.nullable(),
  note,
};

export const proposePayout = deskEndpoint({
  ...propose,
  name: 'tokens.propose-payout',
  summary: 'Proposes to write down what was paid to a charity, with its receipt.',
  path: '/desk/charities/:id/propose-payout',
  roles: ['cashierMaker'],
  audits: 'tokens.propose-payout',
  body: z.strictObject({ ...paid, account: z.enum(['outside', 'tron']) }),
  params: byId,
  failures: [...read, 'not-found', 'case-impossible'],
});

export const proposeCreatorPayout = deskEndpoint({
  ...propose,
  name: 'tokens.propose-creator-payout',
  summary: 'Proposes to write down what was paid to an artist, with their receipt.',
  path: '/desk/creators/:id/propose-payout',
  roles: ['cashierMaker'],
  audits: 'tokens.propose-creator-payout',
  body: z.strictObject(paid),
  params: byId,
  failures: [...read, 'not-found', 'case-impossible'],
});
