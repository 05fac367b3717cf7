/** Documents a user may show to be who they are. @source seed §3 */
export const DOCUMENT_TYPES = ['idCard', 'passport', 'driverLicence'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** As documents name it; `x` where they do not say it. */
export const SEXES = ['male', 'female', 'x'] as const;

/** Where an identification stands. @source WIRE 7 */
export const IDENTITY_STATES = ['none', 'pending', 'verified', 'failed'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** What a user brings; `address` is for the second level alone. */
export const IDENTITY_DOCUMENTS = ['front', 'back', 'holding', 'signature', 'address'] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

/** Where a document stands. */
export const IDENTITY_DOCUMENT_STATES = ['pending', 'approved', 'rejected'] as const;
export type IdentityDocumentState = (typeof IDENTITY_DOCUMENT_STATES)[number];

/** Why a document is rejected; their texts are `identity.reason-<reason>`. */
export const IDENTITY_REJECT_REASONS = [
  /** Blurred, too dark, or with a reflection over it. */
  'unreadable',
  /** Not all of it is in the picture. */
  'cut-off',
  'expired',
  /** Not what was asked for. */
  'wrong-document',
  /** What was filled in differs from what it says: both may be corrected. */
  'details-differ',
  /** The face of who holds it cannot be compared with it. */
  'face-differs',
  /** A screen, a copy, or a picture that was worked on. */
  'not-original',
  /** A proof of address older than three months. */
  'too-old',
  /** Without more: who may not be told why is not told. */
  'not-accepted',
] as const;
export type IdentityRejectReason = (typeof IDENTITY_REJECT_REASONS)[number];

/** What proves an address. */
export const ADDRESS_PROOFS = ['utilityBill', 'bankStatement', 'taxNotice', 'residence'] as const;
export type AddressProofKind = (typeof ADDRESS_PROOFS)[number];

/** Within what users say of themselves has to stay. */
export const IDENTITY_LIMITS = {
  /** Youngest a user may be, and oldest one is believed to be. @units years */
  ageMin: 18,
  ageMax: 120,
  /** How old a proof of address may be. @units days */
  proofDays: 92,
  /** Characters. */
  nameMax: 60,
  address: { min: 8, max: 200 },
  documentNumber: { min: 4, max: 24 },
  /** Lines a machine reads. */
  mrzMax: 100,
} as const;
