/** A repeatable stream of whole numbers of 32 bits; never for secrets. */
export type Seeded = () => number;

/** Scatters a number over 32 bits: the same one always gives the same one. @source MurmurHash3 */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The stream of a seed: the same one on every machine. */
export function seeded(seed: number): Seeded {
  let state = seed;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    return scatter(state);
  };
}
