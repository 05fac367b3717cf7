import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ADDRESS_PROOFS,
  DOCUMENT_TYPES,
  IDENTITY_DOCUMENTS,
  IDENTITY_DOCUMENT_STATES,
  IDENTITY_REJECT_REASONS,
  IDENTITY_STATES,
  IDENTITY_LIMITS as LIMITS,
  SEXES,
} from './identity-terms.ts';
import { Id, UnixMsNumber } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

/** Longer than any of them may be: what is too long is told at its field, what is absurd is not read. */
const text = (max: number) => z.string().max(max * 4);

/** A day as documents write it: "1990-02-28". */
const DayText = z.string().max(10);

/** Who a user says to be, as it stands in the document. */
const details = {
  firstName: text(LIMITS.nameMax).optional(),
  lastName: text(LIMITS.nameMax).optional(),
  birthdate: DayText.optional(),
  sex: z.enum(SEXES).optional(),
  /** ISO 3166 alpha-2: where the user lives. */
  country: z.string().max(2).optional(),
  address: text(LIMITS.address.max).optional(),
  /** With the country's code, "+49…". */
  phone: z.string().max(40).optional(),
  documentType: z.enum(DOCUMENT_TYPES).optional(),
  /** As printed; staff compare it. */
  documentNumber: z.string().max(40).optional(),
  /** The lines a machine reads, as typed by the user; staff compare them. */
  mrz: z.string().max(LIMITS.mrzMax).optional(),
} as const;

/**
 * What the form of an identification says. At first everything but `backId` (a passport has none), the number and
 * the machine's lines is needed; after a rejection only what was rejected.
 *
 * @source WIRE 2
 */
export const IdentificationBody = z.strictObject({
  ...details,
  frontId: Id.optional(),
  backId: Id.optional(),
  holdingId: Id.optional(),
  /** A picture of the signature… */
  signatureId: Id.optional(),
  /** …or the user's first and last name, typed. */
  signatureName: text(LIMITS.nameMax * 2).optional(),
});
export type IdentificationBody = z.infer<typeof IdentificationBody>;

/** One document, as its user sees it. */
export const IdentificationDocument = z.strictObject({
  kind: z.enum(IDENTITY_DOCUMENTS),
  state: z.enum(IDENTITY_DOCUMENT_STATES),
  /** Why it was rejected; its text is `identity.reason-<reason>`. */
  reason: z.enum(IDENTITY_REJECT_REASONS).optional(),
});

/** Where a user's identification stands. @source WIRE 3 */
export const Identification = z.strictObject({
  state: z.enum(IDENTITY_STATES),
  /** 0 nobody knows who it is, 1 documents verified, 2 address too. */
  level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  documents: z.array(IdentificationDocument),
  submittedAt: UnixMsNumber.optional(),
  /** Until when staff decide; a passed one decides nothing, and staff are told. */
  deadline: UnixMsNumber.optional(),
  decidedAt: UnixMsNumber.optional(),
  /** What staff wrote beside the reasons. */
  message: z.string().optional(),
  /** The proof of address, which the second level needs. */
  address: z.strictObject({
    state: z.enum(IDENTITY_STATES),
    reason: z.enum(IDENTITY_REJECT_REASONS).optional(),
    submittedAt: UnixMsNumber.optional(),
    deadline: UnixMsNumber.optional(),
    decidedAt: UnixMsNumber.optional(),
    message: z.string().optional(),
  }),
  /** What was filled in, while it may be corrected: after a rejection. */
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
      documentNumber: z.string().optional(),
      mrz: z.string().optional(),
    })
    .optional(),
  /** How long staff take at most. @units hours */
  deadlineHours: z.int().positive(),
  /** Largest picture that is taken. @units bytes */
  imageBytesMax: z.int().positive(),
});
export type Identification = z.infer<typeof Identification>;

const free = { access: 'session', mode: 'free', money: false, query: none, params: none } as const;

export const identification = endpoint({
  ...free,
  name: 'identity.get',
  summary: 'Where the caller’s identification stands, document by document.',
  origin: 'candor',
  method: 'GET',
  path: PATHS.identification,
  body: none,
  result: Identification,
  failures: ['session-over'],
});

export const identify = endpoint({
  ...free,
  name: 'identity.submit',
  summary:
    'Sends who the caller is with pictures of a document to be reviewed; after a rejection what was rejected again, the rest may be left out.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.identification,
  perMinute: 10,
  body: IdentificationBody,
  result: Identification,
  success: 'submitted-for-review',
  failures: [
    'session-over',
    'too-many',
    'unreadable',
    'identification-state-forbids',
    'incomplete',
    'not-signed',
    'detail-refused',
    'not-found',
  ],
});

export const proveAddress = endpoint({
  ...free,
  name: 'identity.prove-address',
  summary: 'Sends a proof of the caller’s address to be reviewed, for the second level.',
  origin: 'candor',
  method: 'POST',
  path: '/user/proveAddress',
  perMinute: 10,
  body: z.strictObject({
    /** A picture that was brought as `kycAddress`. */
    addressId: Id.optional(),
    proof: z.enum(ADDRESS_PROOFS).optional(),
    /** The day it bears. */
    issuedOn: DayText.optional(),
  }),
  result: Identification,
  success: 'submitted-for-review',
  failures: [
    'session-over',
    'too-many',
    'unreadable',
    'identity-not-verified',
    'identification-state-forbids',
    'incomplete',
    'detail-refused',
    'not-found',
  ],
});
