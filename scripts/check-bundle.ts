import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scanForPseudoTexts } from './pseudo-texts.ts';
import { scanForWalletWords } from './wallet-words.ts';

/**
 * What a page loads before it is idle, measured on the built web app and the built desk: the entry,
 * the page's own chunk, the texts it comes with, and all that these import statically; and that no
 * file of them asks a wallet for more than a signature.
 */

const DISTS = ['apps/web/dist', 'apps/desk/dist'] as const;
const KILOBYTE = 1000;

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** One page's first load and the most it may weigh. */
export type Budget = {
  readonly name: string;
  readonly dist: (typeof DISTS)[number];
  /** Modules, or names of shared files, loaded for it besides the entry; a missing one is an error. */
  readonly modules: readonly string[];
  readonly maxKb: number;
};

/** What the market's page shows in either frame. */
const CHART = [
  'src/features/market/PriceChart.tsx',
  '../../packages/locales/src/en.po?lingui',
  '../../packages/locales/src/en.po?market?lingui',
];

/** The budgets. @source issue "The spine", Figures */
export const BUDGETS: readonly Budget[] = [
  {
    // Its own code is part of the entry.
    name: 'Home',
    dist: 'apps/web/dist',
    modules: ['../../packages/locales/src/en.po?lingui'],
    maxKb: 100,
  },
  {
    name: 'detail with chart and ticket, wide window',
    dist: 'apps/web/dist',
    modules: ['src/pages/MarketDesk.tsx', ...CHART],
    maxKb: 230,
  },
  {
    name: 'detail with chart and ticket, phone',
    dist: 'apps/web/dist',
    modules: ['market-parts', 'ticket-parts', ...CHART],
    maxKb: 230,
  },
  {
    name: 'desk: queue and case',
    dist: 'apps/desk/dist',
    modules: [
      'src/pages/Cases.tsx',
      '../../packages/locales/src/desk/en.po',
      '../../packages/locales/src/en.po?desk?lingui',
    ],
    maxKb: 200,
  },
];

/** What one page weighs, and its heaviest files. @units kB of 1,000 bytes, gzip */
export type Weight = {
  readonly name: string;
  readonly kb: number;
  readonly maxKb: number;
  readonly files: readonly { readonly file: string; readonly kb: number }[];
};

function chunksOf(manifest: Manifest, budget: Budget): Set<string> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
    if (chunk === undefined) throw new Error(`${budget.name}: the build has no ${key}`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  [...entries, ...budget.modules].forEach(visit);
  return found;
}

/** Weighs the pages of a build. @throws Error when a page's module is not in the build */
export function weigh(root: string, budgets: readonly Budget[] = BUDGETS): Weight[] {
  return budgets.map((budget) => {
    const dist = join(root, budget.dist);
    const manifest = JSON.parse(
      readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
    ) as Manifest;
    const files = [...chunksOf(manifest, budget)]
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, kb: gzipSync(readFileSync(join(dist, file))).length / KILOBYTE }))
      .toSorted((a, b) => b.kb - a.kb);
    const kb = files.reduce((sum, file) => sum + file.kb, 0);
    return { name: budget.name, kb, maxKb: budget.maxKb, files };
  });
}

/** Whether web app and desk were built. */
export function isBuilt(root: string): boolean {
  return DISTS.every((dist) => existsSync(join(root, dist, '.vite', 'manifest.json')));
}

/** Modules of a build that are for the desk's members alone. */
function deskTextsIn(root: string): string[] {
  const text = readFileSync(join(root, 'apps/web/dist', '.vite', 'manifest.json'), 'utf8');
  return Object.keys(JSON.parse(text) as Manifest).filter((key) =>
    key.includes('locales/src/desk/'),
  );
}

const tenths = (kb: number): string => (Math.round(kb * 10) / 10).toString();

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  if (!isBuilt(root)) {
    process.stderr.write('There is no build to weigh: npm run build\n');
    process.exitCode = 1;
  } else {
    for (const { name, kb, maxKb, files } of weigh(root)) {
      const verdict = kb <= maxKb ? 'ok' : 'TOO HEAVY';
      process.stdout.write(`${name}: ${tenths(kb)} kB gzip of ${maxKb} · ${verdict}\n`);
      if (kb > maxKb || process.argv.includes('--files')) {
        for (const one of files) process.stdout.write(`  ${tenths(one.kb)}  ${one.file}\n`);
      }
      if (kb > maxKb) process.exitCode = 1;
    }
    const scans = DISTS.map((dist) => scanForWalletWords(join(root, dist)));
    const found = scans.flatMap((scan) => scan.found);
    const files = scans.reduce((sum, scan) => sum + scan.files, 0);
    process.stdout.write(
      `Wallets: ${files} files ask for signatures alone · ${found.length === 0 ? 'ok' : 'NOT SO'}\n`,
    );
    for (const one of found) process.stdout.write(`  ${one}\n`);
    if (found.length > 0) process.exitCode = 1;
    const desk = deskTextsIn(root);
    process.stdout.write(`Texts of the desk: ${desk.length === 0 ? 'none · ok' : 'NOT SO'}\n`);
    if (desk.length > 0) process.exitCode = 1;
    const pseudo = DISTS.flatMap((dist) => scanForPseudoTexts(join(root, dist)));
    process.stdout.write(`Pseudo texts: ${pseudo.length === 0 ? 'none · ok' : 'NOT SO'}\n`);
    for (const one of pseudo) process.stdout.write(`  ${one}\n`);
    if (pseudo.length > 0) process.exitCode = 1;
  }
}
