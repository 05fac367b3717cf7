export function leafHash(leaf: Buffer): Buffer;
export function readPath(path: unknown): readonly Buffer[] | null;
export function rootByInclusion(proof: {
  index: number;
  size: number;
  leaf: Buffer;
  path: readonly Buffer[];
}): Buffer | null;
export function rootsByConsistency(proof: {
  from: number;
  to: number;
  fromRoot: Buffer;
  path: readonly Buffer[];
}): { readonly old: Buffer; readonly now: Buffer } | null;
export function createRoot(): { add(leaf: Buffer): void; size(): number; root(): Buffer };
