import { type Result, type UtcDay, fail, ok } from '@candor/kernel';
import type {
  DocumentType,
  Failure,
  IdentificationBody,
  IdentityDocument,
  IdentityDocumentState,
  IdentityRejectReason,
  IdentityState,
  UploadPurpose,
} from '@candor/protocol';
import {
  type Details,
  FIELDS,
  type Refusal,
  checkDetails,
  isSaid,
  missing,
  tidied,
} from './details-rules.ts';

export { type AddressTerms, type Details, checkAddressProof } from './details-rules.ts';

/** A document of a submission as it stands. */
export type KnownDocument = {
  readonly kind: IdentityDocument;
  readonly fileId: string;
  readonly state: IdentityDocumentState;
  readonly reason: IdentityRejectReason | null;
};

/** A document of a submission that is to be written. */
export type PlannedDocument = {
  readonly kind: IdentityDocument;
  readonly fileId: string;
  /** The version in whose place it comes. */
  readonly replaces: string | null;
  readonly state: 'pending' | 'approved';
  /** It was brought now, and is used by this submission. */
  readonly isNew: boolean;
};

/** What a submission is made of. */
export type Plan = { readonly details: Details; readonly documents: readonly PlannedDocument[] };

/** What each document was brought as. */
export const PURPOSES: Readonly<Record<IdentityDocument, UploadPurpose>> = {
  front: 'kycFront',
  back: 'kycBack',
  holding: 'kycHolding',
  signature: 'signature',
  address: 'kycAddress',
};

/** What a passport has no back of is needed of every other document. */
const needed = (type: DocumentType): readonly IdentityDocument[] =>
  type === 'passport' ? ['front', 'holding'] : ['front', 'back', 'holding'];

/** Names as they are compared: without case, and in either order. */
const folded = (text: string): string => tidied(text).toLocaleLowerCase('en');

/** Whether a typed text is the name of who signs. */
function isSignature(typed: string, of: Pick<Details, 'firstName' | 'lastName'>): boolean {
  const { firstName, lastName } = of;
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, `${lastName}${firstName}`];
  return names.some((name) => folded(name) === folded(typed));
}

/** What was sent before, where something of it was rejected. */
export type Before = { readonly details: Details; readonly documents: readonly KnownDocument[] };

const isSame = (one: Details, other: Details): boolean =>
  [...FIELDS, 'documentNumber' as const].every((field) => one[field] === other[field]);

/** What is said now over what was said before. */
function merged(said: IdentificationBody, before: Before | null): IdentificationBody {
  if (before === null) return said;
  const { signatureName: _signed, ...known } = before.details;
  const now = Object.entries(said).filter(([, value]) => value !== undefined && value !== '');
  return { ...known, ...Object.fromEntries(now) };
}

type SaidIds = Readonly<Partial<Record<IdentityDocument, string | undefined>>>;

/** One document of a submission; null where it is not there and need not be. */
function planOne(
  kind: IdentityDocument,
  said: SaidIds,
  context: {
    readonly known: KnownDocument | undefined;
    readonly isNeeded: boolean;
    readonly hasChanged: boolean;
  },
): Result<PlannedDocument | null, Refusal> {
  const { known, isNeeded, hasChanged } = context;
  const fileId = said[kind];
  if (fileId !== undefined) {
    return ok({ kind, fileId, replaces: known?.fileId ?? null, state: 'pending', isNew: true });
  }
  if (known === undefined) return isNeeded ? missing(`${kind}Id`) : ok(null);
  // Where the details were wrong and are corrected, the picture may be right as it is.
  const mayStay = known.state !== 'rejected' || (known.reason === 'details-differ' && hasChanged);
  if (!mayStay) return missing(`${kind}Id`);
  const isApproved = known.state === 'approved' && !hasChanged;
  const state = isApproved ? 'approved' : 'pending';
  return ok({ kind, fileId: known.fileId, replaces: null, state, isNew: false });
}

/**
 * What a submission is made of. After a rejection only what was rejected is sent again; corrected details are
 * compared with every document anew, and another kind of document is sent whole.
 *
 * @failure incomplete — a field or a document is missing
 * @failure detail-refused — a detail that cannot be right
 * @failure not-signed — neither a picture of a signature nor the user's own name
 */
export function planSubmission(
  said: IdentificationBody,
  before: Before | null,
  today: UtcDay,
): Result<Plan, Refusal> {
  const checked = checkDetails(merged(said, before), today);
  if (!checked.ok) return checked;
  const details = checked.value;
  const hasChanged = before !== null && !isSame(details, before.details);
  const isOtherType = before?.details.documentType !== details.documentType;
  const known = (before?.documents ?? []).filter(
    ({ kind }) => !(isOtherType && (kind === 'front' || kind === 'back')),
  );
  const ids: SaidIds = {
    front: said.frontId,
    back: said.backId,
    holding: said.holdingId,
    signature: said.signatureId,
  };
  const documents: PlannedDocument[] = [];
  for (const kind of ['front', 'back', 'holding'] as const) {
    const isNeeded = needed(details.documentType).includes(kind);
    const one = planOne(kind, ids, {
      known: known.find((document) => document.kind === kind),
      isNeeded,
      hasChanged,
    });
    if (!one.ok) return one;
    if (one.value !== null) documents.push(one.value);
  }
  const typed = isSaid(said.signatureName) ? said.signatureName : undefined;
  const drawn = known.find(({ kind }) => kind === 'signature');
  const stays = typed ?? (ids.signature === undefined ? before?.details.signatureName : undefined);
  const isDrawn = ids.signature !== undefined || (typed === undefined && drawn !== undefined);
  if (isDrawn) {
    const one = planOne('signature', ids, { known: drawn, isNeeded: true, hasChanged });
    if (!one.ok) return fail({ name: 'not-signed', field: 'signatureId' });
    if (one.value !== null) documents.push(one.value);
    return ok({ details, documents });
  }
  if (stays === undefined) return fail({ name: 'not-signed', field: 'signatureId' });
  if (!isSignature(stays, details)) return fail({ name: 'not-signed', field: 'signatureName' });
  // A typed name in the place of a rejected drawing is no document: without one to judge no case could reject it.
  const judged = documents.some(({ state }) => state === 'pending')
    ? documents
    : documents.map((one) => ({ ...one, state: 'pending' as const }));
  return ok({ details: { ...details, signatureName: tidied(stays) }, documents: judged });
}

/**
 * Whether something may be sent in as things stand.
 *
 * @failure identification-state-forbids — it is being reviewed, or is verified
 */
export function decideSending(
  state: IdentityState,
): Result<null, Failure<'identification-state-forbids'>> {
  const isFree = state === 'none' || state === 'failed';
  return isFree ? ok(null) : fail({ name: 'identification-state-forbids', facts: { state } });
}

/** The level a user has: 0 nobody knows who it is, 1 documents verified, 2 address too. @source PRODUCT 7 */
export function levelOf(of: {
  readonly state: IdentityState;
  readonly addressState: IdentityState;
}): 0 | 1 | 2 {
  if (of.state !== 'verified') return 0;
  return of.addressState === 'verified' ? 2 : 1;
}
