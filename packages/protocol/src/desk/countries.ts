import { z } from 'zod';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

/** What a case decided of a country. */
const Decision = z.strictObject({
  isEnabled: z.boolean(),
  since: UnixMsNumber,
  caseId: Id,
  caseNumber: z.string(),
});

/** A country some case was about. */
export const OptionCountry = z.strictObject({
  /** ISO 3166 alpha-2. */
  country: z.string(),
  /** What counts now; null before the first decision counts. */
  now: Decision.nullable(),
  /** What is announced. */
  next: Decision.nullable(),
});
export type OptionCountry = z.infer<typeof OptionCountry>;

export const listOptionCountries = deskEndpoint({
  name: 'countries.list',
  summary: 'Countries in which options on real accounts are or were enabled; no other has them.',
  method: 'GET',
  path: '/desk/countries',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'countries.list',
  body: none,
  query: none,
  params: none,
  result: z.array(OptionCountry),
  failures: ['session-over', 'forbidden', 'too-many'],
});

const proposal = {
  country: z.string().regex(/^[A-Z]{2}$/),
  reason: z.string().trim().min(1).max(400),
  /** From when it is to count at the soonest; absent: once it is decided. */
  from: UnixMsNumber.optional(),
};

export const enableOptionCountry = deskEndpoint({
  name: 'countries.enable',
  summary: 'Proposes to enable options on real accounts in a country; two members approve it.',
  method: 'POST',
  path: '/desk/countries/enable',
  access: 'session',
  roles: ['risk'],
  audits: 'countries.enable',
  perMinute: 30,
  body: z.strictObject({
    ...proposal,
    /** The licence, or the legal opinion it stands on, as text. */
    evidence: z.string().trim().min(20).max(2_000),
  }),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many', 'case-impossible'],
});

export const endOptionCountry = deskEndpoint({
  name: 'countries.end',
  summary: 'Proposes to end them for new options; another member approves it, what runs settles.',
  method: 'POST',
  path: '/desk/countries/end',
  access: 'session',
  roles: ['risk', 'kyc'],
  audits: 'countries.end',
  perMinute: 30,
  body: z.strictObject(proposal),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many', 'case-impossible'],
});
