/** A 32-bit number that stands for a text. @source FNV-1a */
export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash >>> 0;
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
