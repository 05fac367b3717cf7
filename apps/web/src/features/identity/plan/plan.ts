import type {
  DocumentType,
  Identification,
  IdentityDocument,
  IdentityRejectReason,
} from '@candor/protocol/light';
import { DETAIL_FIELDS, type Details, NO_DETAILS, documentTypeOf } from '../details/details.ts';

/** Pictures of a document and of the user. */
export const PHOTOS = ['front', 'back', 'holding'] as const;
export type Photo = (typeof PHOTOS)[number];

/** Steps of an identification. */
export type StepName = 'details' | 'photos' | 'signature' | 'review';

/** Rejections that filled in details have to do with, or may have. */
const OF_DETAILS: readonly IdentityRejectReason[] = ['details-differ', 'wrong-document', 'expired'];

/** Pictures of a kind of document: a passport has no back. */
const photosOf = (type: DocumentType | null): readonly Photo[] =>
  type === 'passport' ? ['front', 'holding'] : PHOTOS;

/** What was rejected, and why. */
export function rejectionOf(
  { documents }: Identification,
  kind: IdentityDocument,
): IdentityRejectReason | null {
  const found = documents.find((one) => one.kind === kind);
  return found?.state === 'rejected' ? (found.reason ?? 'not-accepted') : null;
}

const isRejected = (identification: Identification, kind: IdentityDocument): boolean =>
  rejectionOf(identification, kind) !== null;

/** What was filled in before, where it may be corrected. */
export function detailsBefore({ details }: Identification): Details {
  if (details === undefined) return NO_DETAILS;
  const known = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, details[field] ?? '']));
  return known as Details;
}

/** What is asked for: everything at first, after a rejection what was rejected alone. */
export type Plan = {
  readonly steps: readonly StepName[];
  /** Pictures that are shown to be taken. */
  readonly photos: readonly Photo[];
  /** Those of them without which nothing can be sent. */
  readonly needed: readonly Photo[];
};

/**
 * What an identification asks for as it stands and is filled in. A picture whose details differed may
 * stay once they are corrected; another kind of document is taken whole.
 *
 * @source PRODUCT 7, WIRE 7 "KYC"
 */
export function planOf(identification: Identification, details: Details): Plan {
  const type = documentTypeOf(details);
  const all = photosOf(type);
  if (identification.state !== 'failed') {
    return { steps: ['details', 'photos', 'signature', 'review'], photos: all, needed: all };
  }
  const before = detailsBefore(identification);
  const isOtherType = before.documentType !== details.documentType;
  const hasChanged = DETAIL_FIELDS.some((field) => before[field] !== details[field]);
  const isAsked = (photo: Photo): boolean =>
    isRejected(identification, photo) || (isOtherType && photo !== 'holding');
  const photos = all.filter(isAsked);
  const mayStay = (photo: Photo): boolean =>
    !isOtherType && hasChanged && rejectionOf(identification, photo) === 'details-differ';
  const reasons = identification.documents.map(({ kind }) => rejectionOf(identification, kind));
  const ofDetails = reasons.some((reason) => reason !== null && OF_DETAILS.includes(reason));
  const isSignatureAsked = isRejected(identification, 'signature');
  const steps: readonly (readonly [StepName, boolean])[] = [
    ['details', ofDetails],
    ['photos', photos.length > 0],
    ['signature', isSignatureAsked],
    ['review', true],
  ];
  return {
    steps: steps.flatMap(([name, isIn]) => (isIn ? [name] : [])),
    photos,
    needed: photos.filter((photo) => !mayStay(photo)),
  };
}
