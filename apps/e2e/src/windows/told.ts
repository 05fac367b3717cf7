import type { Finding } from './walk.ts';

/** What a fault is whatever the words in it say. */
const kindOf = ({ fault }: Finding): string =>
  fault.replaceAll(/“[^”]*”/g, '“…”').replaceAll(/\b\d+ × \d+\b/g, '');

const listOf = (all: readonly (string | number)[]): string => [...new Set(all)].join(' ');

/**
 * Findings as lines, by page and fault: each fault once, with the words of the first look that met it and every
 * window and language it was met in.
 */
export function toldByPage(findings: readonly Finding[]): string[] {
  const pages = Map.groupBy(findings, ({ page }) => page);
  return [...pages].flatMap(([page, onPage]) => [
    page,
    ...[...Map.groupBy(onPage, kindOf).values()].map((same) => {
      const widths = listOf(same.map(({ width }) => width).toSorted((a, b) => b - a));
      const languages = listOf(same.map(({ language }) => language));
      const by = listOf(same.map(({ who }) => who));
      return `  ${same[0]?.fault ?? ''} [${widths} · ${languages} · ${by}]`;
    }),
  ]);
}
