import { fail } from '@candor/kernel';
import type { ErrorName, Failure } from '@candor/protocol';

/** A refusal at the field it belongs to, with the figures of its sentence. */
export function refuse(
  name: ErrorName,
  field: string | undefined,
  facts: Record<string, string> = {},
): { ok: false; failure: Failure } {
  return fail({ name, facts, ...(field === undefined ? {} : { field }) });
}
