import type { Translate } from '@candor/locales';
import type { IdentityDocument, IdentityRejectReason } from '@candor/protocol/light';

/** Why a document was rejected, and what to do about it. */
export const reasonText = (reason: IdentityRejectReason, t: Translate): string =>
  t(`identity.reason-${reason}`);

/** What a document is called. */
export const documentText = (kind: IdentityDocument, t: Translate): string =>
  t(`identity.document-${kind}`);
