import type { CaseDetail } from '@candor/protocol/desk-light';

/** What a member chose for each part of a case: approved, or why it is rejected; absent while it is open. */
export type Parts = Readonly<Record<string, 'approved' | (string & {})>>;

/** Ids of the parts a case is decided by; none where it is decided as a whole. */
export const partIds = ({ parts }: Pick<CaseDetail, 'parts'>): readonly string[] =>
  parts?.records.map(({ id }) => id) ?? [];

/** Why the parts do not allow a verdict yet; null where they do, and where there are none. */
export function partsProblem(
  ids: readonly string[],
  chosen: Parts,
  verdict: 'approved' | 'rejected',
): 'case.parts-open' | 'case.parts-not-all' | 'case.parts-none' | null {
  if (ids.length === 0) return null;
  const said = ids.map((id) => chosen[id]);
  if (verdict === 'approved') {
    return said.every((one) => one === 'approved') ? null : 'case.parts-not-all';
  }
  if (said.some((one) => one === undefined)) return 'case.parts-open';
  return said.every((one) => one === 'approved') ? 'case.parts-none' : null;
}

/** The parts as the decision names them. */
export function saidParts(
  ids: readonly string[],
  chosen: Parts,
): { id: string; reason: string | null }[] {
  return ids.map((id) => {
    const said = chosen[id] ?? 'approved';
    return { id, reason: said === 'approved' ? null : said };
  });
}
