/**
 * Writes the picture of who may see whom between its marks in ARCHITECTURE.md, from
 * `architecture.json`. With `--verify` it only says whether the picture is what it would write.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Architecture, readArchitecture } from './boundaries/architecture.ts';

/** What stands before and after the picture. */
export const MARKS = { from: '<!-- diagram:from -->', to: '<!-- diagram:to -->' };

/** The picture: apps over packages, highest layer first, then the server's tiers. */
export function diagramOf(table: Architecture): string {
  const { packages, apps, serverTiers, composition } = table;
  const seenBy = (name: string): string =>
    Object.keys(apps)
      .filter((app) => apps[app]?.includes(name))
      .join(', ');
  const layer = (names: readonly string[]): string[] => [
    row(names.join(' · '), `seen by ${seenBy(names[0] ?? '')}`),
    ...(names.length > 1 ? [row('', 'side by side: neither sees the other')] : []),
  ];
  const layers = packages.layers.toReversed().map(layer);
  const tiers = serverTiers.map(
    (tier, at) => `  ${String(at + 1).padStart(2)}  ${tier.join(' · ')}`,
  );
  return [
    '```text',
    row(Object.keys(apps).join(' · '), 'programs: they never import one another'),
    ...layers.flatMap((lines) => ['    ▼', ...lines]),
    '',
    ...packages.devOnly.map((name) =>
      row(`${name} → ${packages.testkitMaySee.join(', ')}`, 'in tests only'),
    ),
    '',
    'inside the server, each sees only what stands below it:',
    '',
    `      ${composition.join(' · ')}`,
    ...tiers.toReversed(),
    '```',
  ].join('\n');
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(38)}${right}`.trimEnd();
}

/** A page with the picture between its marks; null when it has no marks. */
export function pageWith(page: string, picture: string): string | null {
  const from = page.indexOf(MARKS.from);
  const to = page.indexOf(MARKS.to);
  if (from === -1 || to < from) return null;
  return `${page.slice(0, from + MARKS.from.length)}\n${picture}\n${page.slice(to)}`;
}

function main(): void {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const path = `${root}ARCHITECTURE.md`;
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const wanted = pageWith(page, diagramOf(readArchitecture(root)));
  if (wanted === page) return;
  if (wanted !== null && !process.argv.includes('--verify')) {
    writeFileSync(path, wanted);
    return;
  }
  const wrong =
    wanted === null
      ? `ARCHITECTURE.md has no ${MARKS.from} and ${MARKS.to}`
      : 'the picture in ARCHITECTURE.md is old: node scripts/write-diagram.ts';
  process.stdout.write(`${wrong}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main();
