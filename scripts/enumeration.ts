/**
 * `npm run enumeration`: whether an observer who asks a thousand times about accounts and a thousand
 * times about nobody can tell them apart by the answer or by how long it takes. It fails when he
 * can, and when it does not notice a fault that is planted for it. Call limits are raised on the
 * installation it makes for itself. `--tries 200` asks less often, `--only resetPassword` one question.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureEnumeration } from '../apps/server/bench/enumeration.ts';

/** More than this tells the kinds apart; less on the planted fault means nothing was measured. */
const AUC_MAX = 0.55;
const PLANTED_MIN = 0.9;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const thousandths = (figure: number): number => Math.round(figure * 1_000) / 1_000;

/** What stands behind a flag; null without it. */
function flagged(name: string): string | null {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : (process.argv[at + 1] ?? '');
}

const tries = Number.parseInt(flagged('--tries') ?? '1000', 10);
const only = flagged('--only') ?? '';
const dataDir = await mkdtemp(join(tmpdir(), 'candor-enumeration-'));
let isTold = false;
try {
  const all = measureEnumeration({ dataDir, tries, plantedAttempts: Math.min(100, tries), only });
  for await (const { name, auc, planted, answers } of all) {
    const isGood = auc <= AUC_MAX && planted > PLANTED_MIN && answers === 1;
    isTold ||= !isGood;
    say(
      `${isGood ? 'ok' : 'NOT ok'} · ${name}: AUC ${thousandths(auc)} of ${tries} tries each ` +
        `(at most ${AUC_MAX}), ${answers} different answer${answers === 1 ? '' : 's'}, ` +
        `with an early return planted AUC ${thousandths(planted)} (above ${PLANTED_MIN})`,
    );
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = isTold ? 1 : 0;
