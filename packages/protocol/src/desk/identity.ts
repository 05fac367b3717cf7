import { z } from 'zod';
import {
  ADDRESS_PROOFS,
  DOCUMENT_TYPES,
  IDENTITY_DOCUMENTS,
  IDENTITY_LIMITS,
  SEXES,
} from '../identity-terms.ts';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** What the machine's lines of a document say beside what the user said. */
export const LinesCheck = z.strictObject({
  /** All check digits fit: it was typed as it stands there. */
  isWhole: z.boolean(),
  format: z.string(),
  /** The day it ends, "2031-10-20"; null where it does not say it. */
  expiresOn: z.string().nullable(),
  isExpired: z.boolean(),
  fields: z.array(
    z.strictObject({
      field: z.enum(['firstName', 'lastName', 'birthdate', 'sex', 'documentNumber']),
      said: z.string(),
      read: z.string(),
      agrees: z.boolean(),
    }),
  ),
});
export type LinesCheck = z.infer<typeof LinesCheck>;

/** Another account with the same number or the same picture; it decides nothing by itself. */
export const IdentityFinding = z.strictObject({
  kind: z.enum(['same-number', 'same-picture']),
  userId: Id,
  username: z.string(),
  /** The case it was sent to; null for a picture that was sent to none. */
  caseId: Id.nullable(),
  at: UnixMsNumber,
});
export type IdentityFinding = z.infer<typeof IdentityFinding>;

/** What a case of an identification is about, for the member who claimed it. */
export const IdentityReview = z.strictObject({
  /** What the user said; null for a proof of address, and once it was destroyed. */
  details: z
    .strictObject({
      firstName: z.string(),
      lastName: z.string(),
      birthdate: z.string(),
      sex: z.enum(SEXES),
      country: z.string(),
      address: z.string(),
      phone: z.string(),
      documentType: z.enum(DOCUMENT_TYPES),
      documentNumber: z.string().nullable(),
      /** Typed in place of a drawn signature. */
      signatureName: z.string().nullable(),
    })
    .nullable(),
  proof: z.strictObject({ proof: z.enum(ADDRESS_PROOFS), issuedOn: z.string() }).nullable(),
  /** Versions that were rejected before, and by what each was replaced. */
  replaced: z.array(z.strictObject({ kind: z.enum(IDENTITY_DOCUMENTS), fileId: Id, by: Id })),
  /** The number is known, as the user typed it or as staff read it: duplicates were looked for. */
  isNumberKnown: z.boolean(),
  findings: z.array(IdentityFinding),
  /** Of the lines the user typed; null where there are none. */
  lines: LinesCheck.nullable(),
});
export type IdentityReview = z.infer<typeof IdentityReview>;

const shared = {
  access: 'session',
  roles: ['kyc'],
  readsPersonalData: true,
  query: none,
  params: byId,
} as const;
const failures = [
  'session-over',
  'forbidden',
  'unreadable',
  'too-many',
  'not-found',
  'case-claimed',
] as const;

export const readIdentity = deskEndpoint({
  ...shared,
  name: 'identity.review',
  summary:
    'What the user said, and what stands against it, of a case the caller claimed. Each reading is written down and read by its user.',
  method: 'GET',
  path: '/desk/cases/:id/identity',
  audits: 'identity.read-details',
  perHour: 120,
  body: none,
  result: IdentityReview,
  failures,
});

export const checkIdentity = deskEndpoint({
  ...shared,
  name: 'identity.check',
  summary:
    'Compares a document as the caller read it, its number or its lines for machines, with what the user said and with other accounts.',
  method: 'POST',
  path: '/desk/cases/:id/identity/check',
  audits: 'identity.read-number',
  perHour: 120,
  body: z.strictObject({
    documentNumber: z.string().trim().max(40).optional(),
    mrz: z.string().trim().max(IDENTITY_LIMITS.mrzMax).optional(),
  }),
  result: z.strictObject({
    lines: LinesCheck.nullable(),
    /** Whether the number is the one the user typed; null where the user typed none. */
    isSameNumber: z.boolean().nullable(),
    findings: z.array(IdentityFinding),
  }),
  failures: [...failures, 'incomplete', 'detail-refused', 'limit-reached'],
});
