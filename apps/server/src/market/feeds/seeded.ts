/** A repeatable stream of whole numbers of 32 bits. */
export type Seeded = () => number;

/** A 32-bit number that stands for a text. @source FNV-1a */
export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash >>> 0;
}

/** Scatters a number over 32 bits: the same one always gives the same one. @source MurmurHash3 */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The stream of a seed. */
export function seeded(seed: number): Seeded {
  let state = seed;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    return scatter(state);
  };
}

/** Its spread: the standard deviation of four uniform bytes around their middle, times four. */
export const BELL_SIGMA = 591;

/**
 * A whole number around zero, small ones likelier: the sum of the four bytes of a draw, stretched
 * so that its standard deviation is `BELL_SIGMA`.
 */
export function bell(draw: number): number {
  const sum = (draw & 255) + ((draw >>> 8) & 255) + ((draw >>> 16) & 255) + (draw >>> 24);
  return (sum - 510) * 4;
}
