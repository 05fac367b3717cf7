/**
 * Recomputes a receipt from the tape and the fee schedule, without the server and without its code.
 *
 *   node verify.mjs RECEIPT.json [FOLDER]             the files it cites lie in FOLDER
 *   node verify.mjs NUMBER --from ORIGIN [FOLDER]     fetches them first (--whole: whole days)
 *   CANDOR_TOKEN=… node verify.mjs ORDER --from ORIGIN [FOLDER] [--real]
 *                                                     all receipts of an order of one's own
 *   … --checkpoint FILE                               proves its ticks under a checkpoint kept earlier
 *   node verify.mjs checkpoint FILE · consistency OLD NEW · inclusion TICK FILE [FOLDER]
 *     [--from ORIGIN]                                 checks checkpoints of the tape: see log.mjs
 *   node verify.mjs audit FILE [--key KEY] [--head FILE]
 *                                                     checks an export of the audit log: see audit.mjs
 *
 * Every line is one thing recomputed. Ends with 0 when all are as the receipt says, with 1 when
 * one differs, with 2 when something could not be read. Needs Node 20 and nothing else.
 */
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAudit } from './audit.mjs';
import { checkReceipt } from './check.mjs';
import { checkEvidence } from './evidence.mjs';
import { heldText } from './fetch-evidence.mjs';
import { fetchAll, getFrom, isOrderNumber, numbersOf } from './fetch.mjs';
import { readFolder, readJson, textOf } from './files.mjs';
import { LOG_COMMANDS, checkLog } from './log.mjs';

const HELP =
  'Usage: node verify.mjs RECEIPT.json [FOLDER] · NUMBER --from ORIGIN [FOLDER] [--whole] · ' +
  'CANDOR_TOKEN=… node verify.mjs ORDER --from ORIGIN [FOLDER] [--whole] [--real] · ' +
  'checkpoint FILE [FOLDER] [--from ORIGIN] · consistency OLD NEW … · inclusion TICK FILE … · ' +
  'audit FILE [--key KEY] [--head FILE]';

const say = (line) => process.stdout.write(`${line}\n`);

/** Says every line of a receipt; answers 0 when nothing differs, else 1. */
function check(path, folder) {
  const receipt = readJson(textOf(path));
  const report = checkReceipt(receipt, readFolder(folder), checkEvidence);
  for (const line of report.text()) say(line);
  const wrong = report.differences();
  say('');
  if (wrong.length === 0) {
    const said = report.said().length;
    const word = said === 0 ? '' : ` Not proven, the word of the product alone: ${said}.`;
    say(`Receipt ${receipt.number}: ${report.lines.length} checks, nothing differs.${word}`);
    return 0;
  }
  say(`Receipt ${String(receipt?.number)}: ${wrong.length} of ${report.lines.length} differ:`);
  for (const { what, detail } of wrong) say(`  ${what}: ${detail}`);
  return 1;
}

/** Says what was checked; answers 0 when nothing differs, else 1. */
function sayReport(report) {
  for (const line of report.text()) say(line);
  const wrong = report.differences();
  say('');
  say(`${report.lines.length} checks, ${wrong.length === 0 ? 'nothing' : wrong.length} differs.`);
  return wrong.length === 0 ? 0 : 1;
}

/** Says what became of checkpoints. */
async function checkKept(command, words, origin) {
  const get = origin === undefined ? null : getFrom(origin);
  return sayReport(await checkLog({ command, words, origin, get }));
}

/** Says whether an export of the audit log holds, and by whose key. */
function checkExport([path], { key, head }) {
  if (path === undefined) throw new Error(HELP);
  const kept = head === undefined ? null : textOf(resolve(head));
  const code = sayReport(checkAudit({ text: textOf(resolve(path)), key: key ?? null, kept }));
  if (key === undefined) {
    say(
      'By the key the file itself names: compare it with the one published, or give it as --key.',
    );
  }
  return code;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      checkpoint: { type: 'string' },
      head: { type: 'string' },
      key: { type: 'string' },
      whole: { type: 'boolean', default: false },
      real: { type: 'boolean', default: false },
    },
  });
  const { from: origin, whole, real: isReal } = values;
  const [asked, folder] = positionals;
  if (asked === undefined) throw new Error(HELP);
  if (asked === 'audit') return checkExport(positionals.slice(1), values);
  if (LOG_COMMANDS.includes(asked)) return checkKept(asked, positionals.slice(1), origin);
  const held = values.checkpoint === undefined ? [] : [heldText(resolve(values.checkpoint))];
  if (origin === undefined) {
    return check(resolve(asked), folder === undefined ? dirname(resolve(asked)) : resolve(folder));
  }
  const token = process.env.CANDOR_TOKEN;
  const isOrder = isOrderNumber(asked);
  const numbers = isOrder ? await numbersOf({ origin, orderNo: asked, token, isReal }) : [asked];
  let worst = 0;
  for (const number of numbers) {
    const usual = folder ?? `receipt-${asked}`;
    // Each receipt of an order has a folder of its own: files are read by what they hold.
    const own = resolve(isOrder ? join(usual, number) : usual);
    const path = await fetchAll({ origin, number, folder: own, whole, held });
    worst = Math.max(worst, check(path, own));
  }
  return worst;
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
