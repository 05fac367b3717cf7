// Promise: whatever is changed in an export of the audit log is found: a byte, a row removed, the
// last row removed, two swapped, one inserted, the head of another log.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../apps/server/src/platform/formats/canonical-json.ts';
import {
  signedNote,
  verifierKeyOf,
} from '../../../apps/server/src/platform/secrets/signed-note.ts';
import { headText } from '../../../apps/server/src/audit/rules.ts';
import { checkAudit } from '../audit.mjs';

const AT = 1_795_446_000_000;

/** A log as the product exports it, of so many rows, under a key of its own. */
function makeLog(count, name = 'candor-tape/0011223344556677') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url');
  const rows = [];
  let previous = Buffer.alloc(32);
  for (let seq = 1; seq <= count; seq += 1) {
    const row = {
      action: 'cases.decide',
      actor: `member ${seq % 3}`,
      actorKind: 'staff',
      at: AT + seq,
      details: { reason: 'goodwill', note: 'é "quoted" \\ \n', count: seq },
      isShown: true,
      role: 'risk',
      seq,
      subject: `A-${seq}`,
      userId: null,
    };
    const hash = createHash('sha256')
      .update(Buffer.from([6]))
      .update(previous)
      .update(canonicalJson(row))
      .digest();
    rows.push(
      canonicalJson({ ...row, previous: previous.toString('hex'), hash: hash.toString('hex') }),
    );
    previous = hash;
  }
  const text = headText(name, { count, hash: previous, at: AT });
  const signature = sign(null, Buffer.from(text), privateKey);
  const note = signedNote(text, { name, publicKey: raw, signature });
  const key = verifierKeyOf(name, raw);
  const first = canonicalJson({ count, key, schema: 'candor-audit/1' });
  const lines = [first, ...rows, canonicalJson({ head: note })];
  return { key, note, lines, text: `${lines.join('\n')}\n` };
}

const found = (log) => checkAudit(log).differences();
const textOf = (lines) => `${lines.join('\n')}\n`;

const COUNT = 12;
const LOG = makeLog(COUNT);
const OTHER = makeLog(COUNT);
const without = (lines, index) => lines.filter((_, place) => place !== index);
/** A number below `limit`, spread by the number of the try. */
const spread = (tried, limit) =>
  createHash('sha256').update(`try ${tried}`).digest().readUInt32BE() % limit;

/** One forgery for each number. */
const FORGERIES = {
  'a byte flipped'(tried) {
    const bytes = Buffer.from(LOG.text);
    const place = spread(tried, bytes.length);
    bytes[place] ^= 1 << spread(`${tried} bit`, 7);
    return bytes.toString();
  },
  'a row removed': (tried) => textOf(without(LOG.lines, 1 + spread(tried, COUNT))),
  'the last row removed, and the count said anew'() {
    const lines = without(LOG.lines, COUNT);
    return textOf([
      lines[0].replace(`"count":${COUNT}`, `"count":${COUNT - 1}`),
      ...lines.slice(1),
    ]);
  },
  'two rows swapped'(tried) {
    const lines = [...LOG.lines];
    const one = 1 + spread(tried, COUNT - 1);
    [lines[one], lines[one + 1]] = [lines[one + 1], lines[one]];
    return textOf(lines);
  },
  'a row inserted'(tried) {
    const place = 1 + spread(tried, COUNT);
    return textOf([...LOG.lines.slice(0, place), OTHER.lines[place], ...LOG.lines.slice(place)]);
  },
  'the head of another log': () => textOf([...LOG.lines.slice(0, -1), OTHER.lines.at(-1)]),
  'a row changed and every hash after it made anew'(tried) {
    const changed = 1 + spread(tried, COUNT);
    let previous = Buffer.alloc(32);
    const rows = LOG.lines.slice(1, -1).map((line, index) => {
      const { previous: _, hash: __, ...row } = JSON.parse(line);
      if (index + 1 >= changed && index + 1 === changed) row.actor = 'somebody else';
      const hash = createHash('sha256')
        .update(Buffer.from([6]))
        .update(previous)
        .update(canonicalJson(row))
        .digest();
      const made = { ...row, previous: previous.toString('hex'), hash: hash.toString('hex') };
      previous = hash;
      return canonicalJson(made);
    });
    return textOf([LOG.lines[0], ...rows, LOG.lines.at(-1)]);
  },
};

describe('an export of the audit log', () => {
  test('as the product writes it holds, by its own key and by the one given', () => {
    expect(found({ text: LOG.text })).toEqual([]);
    expect(found({ text: LOG.text, key: LOG.key, kept: LOG.note })).toEqual([]);
    const empty = textOf([
      canonicalJson({ count: 0, key: LOG.key, schema: 'candor-audit/1' }),
      '{"head":null}',
    ]);
    expect(found({ text: empty, key: LOG.key })).toEqual([]);
  });

  test('of another installation is not the one a key was given for', () => {
    expect(found({ text: OTHER.text, key: LOG.key })).not.toEqual([]);
  });

  test('that was cut and signed anew is found by a head kept earlier', () => {
    const shorter = makeLog(COUNT - 1);
    expect(found({ text: shorter.text, kept: LOG.note })).not.toEqual([]);
  });

  test('1,000 of 1,000 forgeries are found', () => {
    const kinds = Object.entries(FORGERIES);
    const missed = [];
    let tried = 0;
    for (; tried < 1_000; tried += 1) {
      // Half of them flip a byte: of those there are most.
      const [kind, forge] =
        tried % 2 === 0 ? kinds[0] : kinds[1 + ((tried >> 1) % (kinds.length - 1))];
      const text = forge(tried);
      expect(text).not.toBe(LOG.text);
      if (found({ text }).length === 0) missed.push(`${kind} ${tried}`);
    }
    expect({ tried, missed }).toEqual({ tried: 1_000, missed: [] });
  }, 120_000);

  test('is checked by the command, which ends with 1 when something differs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    const run = async (name, text) => {
      const path = join(folder, name);
      await writeFile(path, text);
      const command = new URL('../verify.mjs', import.meta.url).pathname;
      return spawnSync(process.execPath, [command, 'audit', path, '--key', LOG.key], {
        encoding: 'utf8',
      });
    };
    const whole = await run('whole', LOG.text);
    expect([whole.status, whole.stderr]).toEqual([0, '']);
    expect(whole.stdout).toContain('nothing differs');
    const cut = await run('cut', FORGERIES['a row removed'](7));
    expect(cut.status).toBe(1);
    expect(cut.stdout).toContain('DIFFERS [audit.chain]');
    await rm(folder, { recursive: true });
  });
});
