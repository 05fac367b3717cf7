/** A line of two versions: in both, in the newer alone, in the older alone. */
export type LineChange = { readonly kind: 'same' | 'added' | 'removed'; readonly line: string };

/** Lines of either side that are compared; a longer text is compared as far as that. */
const LINES_MAX = 400;

const linesOf = (text: string): string[] => text.split('\n').slice(0, LINES_MAX);

/** What changed from one version to another: the longest common lines stay, all others come or go. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const width = now.length + 1;
  // common[i * width + j]: how many lines the rests from i and j have in common.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [line = '', next = ''] = [old[i], now[j]];
    if (i < old.length && j < now.length && line === next) {
      changes.push({ kind: 'same', line });
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'removed', line });
      i += 1;
    } else {
      changes.push({ kind: 'added', line: next });
      j += 1;
    }
  }
  return changes;
}
