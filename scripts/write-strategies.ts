/**
 * `node scripts/write-strategies.ts`: writes down the SHA-256 of each strategy's own text and of what all of
 * them run on, so that no plan can change its rules and keep its version. `--verify` says whether what
 * is committed is what would be written.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STRATEGY_CODES } from '@candor/advisor';

const SOURCE = fileURLToPath(new URL('../packages/advisor/src', import.meta.url));
const TARGET = join(SOURCE, 'strategies', 'sources.ts');
/** What decides and trades for every strategy. */
const SHARED = [
  'strategies/strategy.ts',
  'strategies/signals.ts',
  'backtest/bar-clock.ts',
  'run/run.ts',
  'fund/position.ts',
  'fund/fund.ts',
];

const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

function digestOf(code: string): string {
  const hash = createHash('sha256');
  for (const file of [`strategies/${code}.ts`, ...SHARED]) {
    const text = textOf(file);
    hash.update(`${file} ${text.length}\n${text}`);
  }
  return hash.digest('hex');
}

const rows = STRATEGY_CODES.map((code) => `  ${code}: '${digestOf(code)}',\n`);
const written = `// Written by scripts/write-strategies.ts.
import type { StrategyCode } from './strategy.ts';

/** SHA-256 of the text of each strategy and of what all of them run on. */
export const STRATEGY_SOURCES: Readonly<Record<StrategyCode, string>> = {
${rows.join('')}};
`;

if (!process.argv.includes('--verify')) writeFileSync(TARGET, written);
else if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== written) {
  process.stdout.write('A strategy changed: node scripts/write-strategies.ts\n');
  process.exitCode = 1;
}
