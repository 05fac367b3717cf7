import type { Translate } from '@candor/locales';
import type { CallResult, IdentityDocument, IdentityRejectReason } from '@candor/protocol/light';

/** What a member of staff looked at: a picture by what it was brought for, null for what the user said. */
type Purpose = CallResult<'accounts.access-log'>['records'][number]['document'];

const DOCUMENTS: Partial<Record<NonNullable<Purpose>, IdentityDocument>> = {
  kycFront: 'front',
  kycBack: 'back',
  kycHolding: 'holding',
  kycAddress: 'address',
  signature: 'signature',
};

/** Why a document was rejected, and what to do about it. */
export const reasonText = (reason: IdentityRejectReason, t: Translate): string =>
  t(`identity.reason-${reason}`);

/** What a document is called. */
export const documentText = (kind: IdentityDocument, t: Translate): string =>
  t(`identity.document-${kind}`);

/** What was looked at. */
export function purposeText(purpose: Purpose, t: Translate): string {
  if (purpose === null) return t('identity.looks-details');
  const document = DOCUMENTS[purpose];
  return document === undefined ? t('identity.looks-proof') : documentText(document, t);
}
