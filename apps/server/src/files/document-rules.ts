import { HOUR_MS, type Result, type UnixMs, fail, ok, plusMs } from '@candor/kernel';
import type { Failure } from '@candor/protocol';

/** Documents a member may look at within an hour. @source RELIABILITY P35 */
export const DOCUMENT_VIEWS_AN_HOUR = 30;

/** Roles that decide what documents are sent in for. Support sees none. @source RELIABILITY P35 */
const MAY_SEE: ReadonlySet<string> = new Set(['kyc', 'cashierMaker', 'cashierChecker', 'risk']);

/** A member of staff who asks for a document. */
export type Viewer = {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
};

/** What is known when a document is asked for. */
export type ViewFacts = {
  readonly viewer: Viewer;
  readonly fileId: string;
  /** The user whose file it is; null where there is none. */
  readonly owner: string | null;
  readonly claim: {
    readonly holder: string | null;
    readonly userId: string | null;
    readonly evidence: readonly string[];
  } | null;
  /** The member’s views of the last hour, and the first of them. */
  readonly views: { readonly count: number; readonly first: UnixMs | null };
};

/** Why a document is not shown. */
export type ViewRefusal = Failure<'forbidden' | 'not-found' | 'case-claimed' | 'limit-reached'>;

/**
 * Whether a member may look at a document now; the role they do it in.
 *
 * @failure forbidden — none of their roles decides by documents, or they did not claim the case
 * @failure case-claimed — another member works on it
 * @failure not-found — no such case, or the document was not put to it by the user it is about
 * @failure limit-reached — thirty within the last hour
 */
export function decideView(facts: ViewFacts): Result<string, ViewRefusal> {
  const { viewer, fileId, owner, claim, views } = facts;
  const role = viewer.roles.find((one) => MAY_SEE.has(one));
  if (role === undefined) return fail({ name: 'forbidden' });
  if (claim === null) return fail({ name: 'not-found' });
  if (claim.holder !== viewer.id) {
    return fail({ name: claim.holder === null ? 'forbidden' : 'case-claimed' });
  }
  const isOfCase = claim.evidence.includes(fileId) && owner !== null && owner === claim.userId;
  if (!isOfCase) return fail({ name: 'not-found' });
  if (views.count < DOCUMENT_VIEWS_AN_HOUR || views.first === null) return ok(role);
  const until = String(plusMs(views.first, HOUR_MS));
  const max = String(DOCUMENT_VIEWS_AN_HOUR);
  return fail({ name: 'limit-reached', facts: { what: 'documents', max, until } });
}

/** How many views of the hour a member has left, and when the next one comes back. */
export function viewsLeft({ count, first }: ViewFacts['views']): {
  readonly left: number;
  readonly max: number;
  readonly nextAt: UnixMs | null;
} {
  const max = DOCUMENT_VIEWS_AN_HOUR;
  const nextAt = first === null ? null : plusMs(first, HOUR_MS);
  return { left: Math.max(0, max - count), max, nextAt };
}

/** The line over a document: who looks at it, when, and for which case. */
export function watermarkText(viewer: Viewer, said: { at: string; number: string }): string {
  return `${viewer.name} \u00B7 ${said.at} \u00B7 ${said.number}`;
}
