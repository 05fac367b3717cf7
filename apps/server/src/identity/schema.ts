import type {
  DocumentType,
  IdentityDocument,
  IdentityDocumentState,
  IdentityRejectReason,
  IdentityState,
} from '@candor/protocol';

/** Where a user stands. */
export type PersonRow = {
  user_id: string;
  state: IdentityState;
  address_state: IdentityState;
};

/** What a user sent in at once. */
export type SubmissionRow = {
  user_id: string;
  id: string;
  level: 1 | 2;
  state: Exclude<IdentityState, 'none'>;
  /** Sealed; null once it was destroyed. */
  details: Buffer | null;
  document_type: DocumentType | null;
  /** Keyed hash of the document's number; null while nobody read it. */
  number_hash: Buffer | null;
  case_id: string;
  submitted_at: number;
  deadline: number;
  decided_at: number | null;
  message: string | null;
};

/** A document of a submission. */
export type DocumentRow = {
  kind: IdentityDocument;
  file_id: string;
  replaces: string | null;
  state: IdentityDocumentState;
  reason: IdentityRejectReason | null;
};
