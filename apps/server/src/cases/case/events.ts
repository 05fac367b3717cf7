import type { Asset, UnixMs, UserId } from '@candor/kernel';
import type { CaseKind, CaseVerdict } from '@candor/protocol';

/** A case ended, and what was decided is done. */
export type CaseClosed = {
  readonly caseId: string;
  readonly number: string;
  readonly userId: UserId | null;
  readonly kind: CaseKind;
  readonly verdict: CaseVerdict;
  readonly reason: string | null;
  readonly message: string | null;
  /** In units of the asset, signed. */
  readonly amount: string | null;
  readonly asset: Asset | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly at: UnixMs;
};

/** Topic of `CaseClosed`. */
export const CASE_CLOSED = 'cases.CaseClosed';
