/**
 * Addresses of ours, as 64 bits of each: whether a payment is ours is asked for every payment of a
 * chain. Two addresses in a thousand million share their bits by chance; whose one is, the
 * database says.
 */
export type AddressSet = {
  add(address: string): void;
  has(address: string): boolean;
  size(): number;
};

const START = 1_024;
const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [65, 90, 32] as const;

/** Two independent sums of a text, of 32 bits each. */
function bitsOf(text: string, isCaseless: boolean): readonly [number, number] {
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    const said = text.charCodeAt(at);
    const isCapital = isCaseless && said >= CAPITAL_A && said <= CAPITAL_Z;
    const code = isCapital ? said + TO_SMALL : said;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13);
  }
  // Zero in both is an empty place.
  return [first >>> 0, (second | 1) >>> 0];
}

/**
 * An empty set; it takes 16 to 32 bytes an address, and a question costs the same however many. Without
 * case an address is found in whichever way its letters are written: of Ethereum's they are a checksum.
 */
export function createAddressSet({ isCaseless = false } = {}): AddressSet {
  let places = new Uint32Array(2 * START);
  let count = 0;

  /** Where these bits stand, or would. */
  function placeOf(table: Uint32Array, [first, second]: readonly [number, number]): number {
    const mask = table.length / 2 - 1;
    let place = (first ^ Math.imul(second, 0x9e3779b1)) & mask;
    while (table[2 * place + 1] !== 0) {
      if (table[2 * place] === first && table[2 * place + 1] === second) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  function grow(): void {
    const wider = new Uint32Array(2 * places.length);
    for (let at = 0; at < places.length; at += 2) {
      const bits = [places[at] ?? 0, places[at + 1] ?? 0] as const;
      if (bits[1] !== 0) wider.set(bits, 2 * placeOf(wider, bits));
    }
    places = wider;
  }

  return {
    add(address) {
      const bits = bitsOf(address, isCaseless);
      const place = placeOf(places, bits);
      if (places[2 * place + 1] !== 0) return;
      places.set(bits, 2 * place);
      count += 1;
      // Half full at most, so that a question looks at one or two places.
      if (4 * count > places.length) grow();
    },
    has(address) {
      return places[2 * placeOf(places, bitsOf(address, isCaseless)) + 1] !== 0;
    },
    size: () => count,
  };
}
