import { type Seeded, seeded } from '@candor/kernel';

const SIDE = 1280;
/** Papers and inks that go together: background, far, near, and two that stand out. */
const PALETTES = [
  ['#f4e8d0', '#c9d8c5', '#5f8a72', '#d9593d', '#2b3a55'],
  ['#1f2f4d', '#2f4a78', '#16233b', '#f2c14e', '#f5efe0'],
  ['#f7d9c9', '#e9a08a', '#8c3f46', '#33415c', '#f9f3ea'],
  ['#d8eef2', '#8fc7d1', '#2f7a85', '#f08a4b', '#1c3144'],
  ['#efe6f5', '#c3a9dc', '#6b4a94', '#f0c94d', '#2a2140'],
  ['#e6f0d8', '#a9cf7d', '#4f7f3a', '#e2574c', '#23351f'],
] as const;

type Palette = (typeof PALETTES)[number];
type Hand = {
  /** A whole number from one to another. */
  between(from: number, to: number): number;
  readonly ink: Palette;
};

const blob = (hand: Hand, at: { x: number; y: number; r: number; fill: string }): string => {
  const { x, y, r, fill } = at;
  const points = Array.from({ length: 14 }, (_, turn) => {
    const angle = (turn / 14) * 2 * Math.PI;
    const far = (r * hand.between(86, 112)) / 100;
    return `${Math.round(x + far * Math.cos(angle))},${Math.round(y + far * Math.sin(angle))}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`;
};

function hill(hand: Hand, height: number, fill: string): string {
  const steps = 8;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const y = SIDE - height + hand.between(-70, 70);
    return `${Math.round((step * SIDE) / steps)},${y}`;
  });
  return `<polygon points="0,${SIDE} ${points.join(' ')} ${SIDE},${SIDE}" fill="${fill}"/>`;
}

const SCENES: readonly ((hand: Hand) => string)[] = [
  // A sun over hills.
  (hand) => {
    const [, far, near, bright] = hand.ink;
    const sun = { x: hand.between(300, 980), y: hand.between(260, 460), r: 170, fill: bright };
    return blob(hand, sun) + hill(hand, 560, far) + hill(hand, 340, near);
  },
  // Kites on their strings.
  (hand) => {
    const [, far, near, bright, dark] = hand.ink;
    const kites = [bright, near, dark].map((fill, place) => {
      const [x, y, r] = [260 + place * 360, hand.between(220, 620), hand.between(90, 150)];
      const end = x + hand.between(-160, 160);
      const line = `<path d="M${x} ${y + r} Q${end} ${y + 380} ${end} ${SIDE}" stroke="${dark}" stroke-width="6" fill="none"/>`;
      return `${line}<polygon points="${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}" fill="${fill}"/>`;
    });
    return hill(hand, 220, far) + kites.join('');
  },
  // A tower of stones.
  (hand) => {
    const [, far, near, bright, dark] = hand.ink;
    const fills = [dark, near, bright, far, near, bright];
    let y = SIDE - 180;
    const stones = fills.map((fill) => {
      const r = hand.between(80, 130);
      const stone = blob(hand, { x: SIDE / 2 + hand.between(-50, 50), y, r, fill });
      y -= Math.round(r * 1.3);
      return stone;
    });
    return hill(hand, 160, far) + stones.join('');
  },
  // Waves and three sails.
  (hand) => {
    const [, far, near, bright, dark] = hand.ink;
    const sails = [bright, dark, bright].map((fill, place) => {
      const [x, high] = [250 + place * 380, hand.between(240, 400)];
      return `<polygon points="${x},${760 - high} ${x + 150},760 ${x - 20},760" fill="${fill}"/>`;
    });
    return sails.join('') + hill(hand, 520, far) + hill(hand, 330, near) + hill(hand, 150, dark);
  },
];

/**
 * A picture drawn from a number alone, as SVG: the same one always gives the same picture.
 *
 * @source PRODUCT 8 "sample art"
 */
export function drawSample(seed: number): string {
  const next: Seeded = seeded(seed);
  const ink = PALETTES[next() % PALETTES.length] ?? PALETTES[0];
  const hand: Hand = { between: (from, to) => from + (next() % (to - from + 1)), ink };
  const scene = SCENES[seed % SCENES.length] ?? SCENES[0];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${ink[0]}"/>${scene?.(hand) ?? ''}</svg>`
  );
}
