/**
 * Recomputes a receipt from the tape and the fee schedule, without the server and without its code.
 *
 *   node verify.mjs RECEIPT.json [FOLDER]             the files it cites lie in FOLDER
 *   node verify.mjs NUMBER --from ORIGIN [FOLDER]     fetches them first (--whole: whole days)
 *
 * Every line is one thing recomputed. Ends with 0 when all are as the receipt says, with 1 when
 * one differs, with 2 when something could not be read. Needs Node 20 and nothing else.
 */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkReceipt } from './check.mjs';
import { fetchAll } from './fetch.mjs';
import { readFolder, readJson, textOf } from './files.mjs';

const HELP =
  'Usage: node verify.mjs RECEIPT.json [FOLDER] · NUMBER --from ORIGIN [FOLDER] [--whole]';

const say = (line) => process.stdout.write(`${line}\n`);

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, whole: { type: 'boolean', default: false } },
  });
  const [asked, folder] = positionals;
  if (asked === undefined) throw new Error(HELP);
  const path =
    values.from === undefined
      ? resolve(asked)
      : await fetchAll({
          origin: values.from,
          number: asked,
          folder: resolve(folder ?? `receipt-${asked}`),
          whole: values.whole,
        });
  const receipt = readJson(textOf(path));
  const files = readFolder(folder === undefined ? dirname(path) : resolve(folder));
  const report = checkReceipt(receipt, files);
  for (const line of report.text()) say(line);
  const wrong = report.differences();
  say('');
  if (wrong.length === 0) {
    say(`Receipt ${receipt.number}: ${report.lines.length} checks, nothing differs.`);
    return 0;
  }
  say(`Receipt ${String(receipt?.number)}: ${wrong.length} of ${report.lines.length} differ:`);
  for (const { what, detail } of wrong) say(`  ${what}: ${detail}`);
  return 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
