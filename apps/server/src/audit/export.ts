import type { UnixMs } from '@candor/kernel';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import type { Database } from '../platform/postgres/db.ts';
import type { Signer } from '../platform/secrets/signing.ts';
import { verifierKeyOf } from '../platform/secrets/signed-note.ts';
import type { Heads } from './heads.ts';
import { type RecordRow, listAfter } from './store.ts';

const ROWS = 1_000;

/** A row as it is hashed and written out, without its hashes. */
export function hashedFields(row: RecordRow): Record<string, unknown> {
  return {
    action: row.action,
    actor: row.actor,
    actorKind: row.actor_kind,
    at: row.at as UnixMs,
    details: JSON.parse(row.details) as unknown,
    isShown: row.is_shown,
    role: row.role,
    seq: Number.parseInt(row.seq, 10),
    subject: row.subject,
    userId: row.user_id,
  };
}

/**
 * The log as a file of lines, each of them canonical JSON: what it is and the key that signs it, every
 * row with its hashes, and the signed head. Read part by part, so that a long log needs no room.
 *
 * @throws Error where the log is not what was signed of it
 */
export async function* exportLines(deps: {
  readonly db: Database;
  readonly heads: Heads;
  readonly signer: Signer;
}): AsyncGenerator<string> {
  const { db, heads, signer } = deps;
  const signed = await heads.sign();
  const count = signed?.count ?? 0;
  const key = signer.keys().find(({ number }) => number === signed?.key) ?? signer.keys().at(-1);
  const verifier = key === undefined ? null : verifierKeyOf(signer.name(), key.publicKey);
  yield `${canonicalJson({ count, key: verifier, schema: 'candor-audit/1' })}\n`;
  for (let after = 0; after < count;) {
    const rows = await listAfter(db, { after, upTo: count, limit: ROWS });
    if (rows.length === 0) break;
    for (const row of rows) {
      const hashes = { previous: row.previous.toString('hex'), hash: row.hash.toString('hex') };
      yield `${canonicalJson({ ...hashedFields(row), ...hashes })}\n`;
    }
    after = Number.parseInt(rows.at(-1)?.seq ?? '0', 10);
  }
  yield `${canonicalJson({ head: signed === null ? null : heads.noteOf(signed) })}\n`;
}
