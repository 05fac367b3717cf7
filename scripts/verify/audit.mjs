/**
 * Checks an export of the operator's audit log:
 *
 *   node verify.mjs audit FILE [--key KEY] [--head FILE]
 *
 * KEY is the installation's key as it is published, "name+id+key"; without it the file's own is gone by,
 * and that is said. --head is a signed head kept from earlier: the log must still begin with it.
 * Every byte of the file counts: each line is the one text its content can have.
 */
import { createHash } from 'node:crypto';
import { isSigned, readKey, readNote } from './note.mjs';
import { createReport } from './report.mjs';

const SCHEMA = 'candor-audit/1';
const GENESIS = '0'.repeat(64);
/** Stands before what is hashed of a row. */
const ROW = Buffer.from([0x06]);

/** JSON with its keys in order and no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** What a line holds; null where it is not the one text of what it holds. */
function contentOf(line) {
  try {
    const held = JSON.parse(line);
    return canonical(held) === line && held !== null && typeof held === 'object' ? held : null;
  } catch {
    return null;
  }
}

/** The hash of a row behind the one before. */
function hashOf(row, previous) {
  const said = Object.fromEntries(
    Object.entries(row).filter(([key]) => key !== 'previous' && key !== 'hash'),
  );
  const hashed = createHash('sha256').update(ROW).update(Buffer.from(previous, 'hex'));
  return hashed.update(canonical(said)).digest('hex');
}

/** What a signed head says; null where it is none, or written in another way than the product writes. */
function readHead(said) {
  if (typeof said !== 'string') return null;
  try {
    const note = readNote(said);
    const [origin = '', count = '', hash64 = '', time = '', ...more] = note.text
      .slice(0, -1)
      .split('\n');
    const hash = Buffer.from(hash64, 'base64');
    const at = /^time ([1-9]\d{0,15})$/.exec(time)?.[1];
    const isHead = /^(0|[1-9]\d{0,15})$/.test(count) && at !== undefined && more.length === 0;
    if (!isHead || hash.length !== 32 || hash.toString('base64') !== hash64) return null;
    const [signature] = note.signatures;
    if (note.signatures.length !== 1 || signature === undefined) return null;
    const signed = Buffer.concat([Buffer.from(signature.id, 'hex'), signature.signature]);
    const line = `\u2014 ${signature.name} ${signed.toString('base64')}\n`;
    if (said !== `${note.text}\n${line}`) return null;
    return {
      origin,
      count: Number.parseInt(count, 10),
      hash: hash.toString('hex'),
      at: Number.parseInt(at, 10),
      text: note.text,
      ...signature,
    };
  } catch {
    return null;
  }
}

/** The key as it is written out; null where a text is none, or another way to write one. */
function keyOf(said) {
  try {
    const key = readKey(said);
    const bytes = Buffer.concat([Buffer.from([1]), key.raw]);
    return said === `${key.name}+${key.id}+${bytes.toString('base64')}` ? key : null;
  } catch {
    return null;
  }
}

function checkRows(report, rows) {
  let previous = GENESIS;
  const hashes = [previous];
  for (const [index, line] of rows.entries()) {
    const row = contentOf(line);
    const wrong =
      row === null
        ? 'is not a row of a log'
        : row.seq !== index + 1
          ? `says it is row ${row.seq}`
          : row.previous !== previous
            ? 'does not follow the row before'
            : row.hash !== hashOf(row, previous)
              ? 'was changed'
              : null;
    if (wrong !== null) {
      report.holds('audit.chain', `row ${index + 1}`, false, wrong);
      return null;
    }
    previous = row.hash;
    hashes.push(previous);
  }
  report.holds('audit.chain', 'every row follows the one before', true, `${rows.length} rows`);
  return hashes;
}

function checkHead(report, what, head, { key, hashes }) {
  if (head === null) {
    report.holds('audit.head', what, false, 'is none');
    return;
  }
  const isOfKey = head.name === key.name && head.id === key.id;
  const isByKey = isOfKey && isSigned(head.text, head.signature, key.raw);
  report.holds('audit.head', `${what}: signed`, isByKey, key.name);
  const isAudit = head.origin === `${key.name}/audit`;
  report.holds('audit.head', `${what}: of an audit log`, isAudit, head.origin);
  const isThere = hashes[head.count] === head.hash;
  const when = new Date(head.at).toISOString();
  report.holds('audit.head', `${what}: row ${head.count} is what was signed`, isThere, when);
}

/** Checks the text of an export; `key` and `kept` are what its reader has from elsewhere, or null. */
export function checkAudit({ text, key: givenKey = null, kept = null }) {
  const report = createReport();
  const lines = text.split('\n');
  const isWhole = lines.pop() === '' && lines.length >= 2;
  const first = contentOf(lines[0] ?? '');
  const last = contentOf(lines.at(-1) ?? '');
  const isExport = isWhole && first?.schema === SCHEMA && last !== null && 'head' in last;
  const isBare = isExport && Object.keys(first).length === 3 && Object.keys(last).length === 1;
  report.holds('audit.file', 'a whole export of an audit log', isBare, `${lines.length} lines`);
  if (!isBare) return report;
  const rows = lines.slice(1, -1);
  const hashes = checkRows(report, rows);
  if (hashes === null) return report;
  report.same('audit.count', 'rows', { said: String(first.count), is: String(rows.length) });
  const own = keyOf(first.key);
  report.holds('audit.key', 'the key the file names', own !== null, String(first.key));
  if (own === null) return report;
  if (givenKey !== null) {
    report.same('audit.key', 'it is the one given', { said: first.key, is: givenKey });
  }
  const key = givenKey === null ? own : (keyOf(givenKey) ?? own);
  if (last.head === null && rows.length === 0) {
    report.holds('audit.head', 'nothing was written, so nothing was signed', true, 'none');
  } else {
    const head = readHead(last.head);
    checkHead(report, 'the head', head, { key, hashes });
    report.same('audit.count', 'rows that were signed', {
      said: String(head?.count),
      is: String(rows.length),
    });
  }
  if (kept !== null) checkHead(report, 'the head kept earlier', readHead(kept), { key, hashes });
  return report;
}
