import { isAmong, isTest } from './architecture.ts';
import type { Fault } from './fault.ts';
import { type Tree, fileOf, targetOf } from './tree.ts';

/**
 * Rule 22: what stands apart shares no code with the product, so that neither can be wrong in the
 * way the other is: it imports nothing but Node's own modules and itself, and nobody imports it but
 * what the table names: a page that runs the very same rules before the reader's eyes.
 */
export function checkApart(tree: Tree): Fault[] {
  const { apart, apartReaders } = tree.architecture;
  return [...tree.sources.values()].flatMap((source) => {
    if (isTest(source.path, tree.architecture)) return [];
    if (isAmong(source.path, apartReaders)) return [];
    const home = apart.find((folder) => isAmong(source.path, [folder]));
    return source.imports.flatMap((one) => {
      const fault = (text: string): Fault[] => [
        { rule: 22, file: source.path, line: one.line, text },
      ];
      const target = targetOf(source, one, tree);
      if (home !== undefined && target?.kind === 'builtin') return [];
      const to = fileOf(target, tree);
      if (home !== undefined) {
        if (to !== null && to.startsWith(home)) return [];
        return fault(`${home} stands alone: no ${one.specifier ?? 'path nobody can read'}`);
      }
      const other = to === null ? undefined : apart.find((folder) => to.startsWith(folder));
      return other === undefined ? [] : fault(`${other} stands apart: nobody imports it`);
    });
  });
}
