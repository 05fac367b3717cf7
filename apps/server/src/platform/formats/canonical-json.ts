/** JSON with its keys sorted and no spaces: the same text whichever program writes it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value as Record<string, unknown>)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}
