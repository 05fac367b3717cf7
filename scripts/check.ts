/**
 * `npm run check`: everything that can be said about the tree without running the product — types,
 * boundaries, lint, format, names, what is generated, what is unused, sizes, the bundle's budget.
 * One line a step; with `--json FILE` the same as data. Ends with 1 when a step failed.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runSteps } from './check/run.ts';
import { stepsOf } from './check/steps.ts';
import type { Outcome } from './names/outcome.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({ options: { json: { type: 'string' } } });

function tell({ name, ok, detail }: Outcome): void {
  const [first = '', ...more] = detail === '' ? [] : detail.split('\n');
  const inline = ok && more.length === 0 && first !== '' ? ` · ${first}` : '';
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}${inline}\n`);
  if (inline !== '' || first === '') return;
  for (const line of [first, ...more]) process.stdout.write(`       ${line}\n`);
}

const outcomes = await runSteps(stepsOf(root), tell);
const failed = outcomes.filter(({ ok }) => !ok);
const seconds = Math.round(performance.now() / 100) / 10;
process.stdout.write(`${outcomes.length - failed.length} of ${outcomes.length} in ${seconds} s\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(outcomes, null, 2)}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
