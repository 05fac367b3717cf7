import { type HeldCheckpoint, listHeld, readCheckpoint } from '../../lib/checkpoints.ts';
import { call } from '../../lib/http.ts';
import { isSignedByAny } from '../../lib/signed-note.ts';
import { beginsWith } from './consistency.ts';

/** What checking the checkpoints of this browser came to. */
export type HeldCheck =
  /** The tape begins with everything that was signed in each of them. */
  | { readonly kind: 'holds'; readonly count: number }
  /** This one is contradicted by what the server says now: keep it. */
  | { readonly kind: 'contradicted'; readonly held: HeldCheckpoint }
  /** Nobody answered, or this browser cannot check signatures. */
  | { readonly kind: 'unchecked' };

const UNCHECKED = { kind: 'unchecked' } as const;

/** Compares each checkpoint this browser was given with the newest one of the server. */
export async function checkHeld(): Promise<HeldCheck> {
  const held = listHeld();
  // Only over https and on this machine do browsers hash.
  const canHash = (globalThis.crypto?.subtle as SubtleCrypto | undefined) !== undefined;
  const [keys, latest] = await Promise.all([call('market.keys'), call('market.checkpoint')]);
  const now = latest.ok ? readCheckpoint(latest.value.note) : null;
  if (!canHash || !keys.ok || now === null) return UNCHECKED;
  const verifiers = keys.value.keys.map(({ verifier }) => verifier);
  for (const one of held) {
    // What is no base64 is no signature.
    const signed = await isSignedByAny(one.note, verifiers).catch(() => false);
    if (signed === null) return UNCHECKED;
    // Given to this page with an answer, and now signed by no key the server knows.
    if (!signed || one.origin !== now.origin) return { kind: 'contradicted', held: one };
    const isLarger = one.size > now.size;
    const range = { from: one.size, to: now.size };
    const isSameSize = one.size === now.size;
    if (isLarger) return { kind: 'contradicted', held: one };
    const proof = isSameSize ? null : await call('market.consistency', { query: range });
    if (proof !== null && !proof.ok && proof.failure.name !== 'not-found') return UNCHECKED;
    const path = proof?.ok === true ? proof.value.path : [];
    const begins = await beginsWith({ old: one, now }, path).catch(() => false);
    if (!begins) return { kind: 'contradicted', held: one };
  }
  const isNowSigned = await isSignedByAny(now.note, verifiers);
  return isNowSigned === true ? { kind: 'holds', count: held.length } : UNCHECKED;
}
