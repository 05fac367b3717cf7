// One game: some venues, one of which belongs to an adversary who wants a price to act that the
// honest ones never said. He hears everything at once and may say anything at any moment.
import { type InstrumentCode, type UnixMs, MINUTE_MS } from '@candor/kernel';
import { type Random, createRandom } from '@candor/testkit';
import { type Seen, type Stage, bandOf, createStage } from './venues.ts';

const START = 50_000_000;
const MILLION = 1_000_000;
const STEPS = 120;

type Said = { bid: number; ask: number; at: UnixMs };

/** What the adversary does for a while. */
const WAYS = [
  'honest',
  'jump',
  'walk',
  'edge',
  'freeze',
  'repeat',
  'delay',
  'burst',
  'alternate',
  'garbage',
  'wide',
  'hangUp',
] as const;
type Way = (typeof WAYS)[number];

/** What a game came to. */
export type Outcome = {
  /** Ticks of the adversary that could set something off. */
  readonly acted: number;
  /** Ticks that acted while no honest one had said anything for a minute: nobody to compare with. */
  readonly alone: number;
  /** Those of the first outside the band of what the honest ones said. */
  readonly outside: readonly string[];
  /** Ticks of his that could not. */
  readonly held: number;
  /** Ticks of the honest ones that could set something off. */
  readonly honest: number;
};

const share = (price: number, millionths: number): number =>
  Math.max(1, Math.round((price * (MILLION + millionths)) / MILLION));

/** The price of the world: a walk that sometimes falls or rises for a while. */
function createWorld(random: Random, band: number) {
  let price = START;
  let drift = 0;
  return {
    price: () => price,
    step(): void {
      if (random.between(0, 19) === 0) drift = random.between(-1, 1) * Math.floor(band / 12);
      const noise = Math.floor(band / 40);
      price = share(price, drift + random.between(-noise, noise));
    },
  };
}

/** The adversary, who remembers all he heard and said. */
function createAdversary(facts: {
  readonly stage: Stage;
  readonly name: string;
  readonly random: Random;
  readonly band: number;
  readonly world: () => number;
  readonly honest: ReadonlyMap<string, Said>;
}) {
  const { stage, name, random, band, world, honest } = facts;
  const past: number[] = [];
  let way: Way = 'honest';
  let own = START;
  let target = START;

  function pick(): void {
    way = WAYS[random.between(0, WAYS.length - 1)] ?? 'jump';
    target = share(world(), random.between(-20, 20) * band);
  }

  /** A price of his: the middle he wants, and how far apart the sides are. */
  function say(middle: number, spread = 2, time: UnixMs | null = null): Seen[] {
    own = Math.max(spread + 1, middle);
    const tick = stage.say(name, {
      bid: own - Math.floor(spread / 2),
      ask: own + Math.ceil(spread / 2),
      time,
    });
    return tick === null ? [] : [tick];
  }

  function act(): Seen[] {
    const sign = target < own ? -1 : 1;
    switch (way) {
      case 'honest':
        return say(world());
      case 'jump':
        return say(target + random.between(0, 9));
      case 'walk':
        return say(share(own, sign * random.between(1, band)));
      case 'edge': {
        const [heard] = honest.values();
        const from = heard === undefined ? own : (heard.bid + heard.ask) / 2;
        return say(share(Math.round(from), sign * random.between(band - 400, band + 400)));
      }
      case 'freeze':
        return [];
      case 'repeat':
        return say(past[random.between(0, past.length - 1)] ?? own);
      case 'delay':
        return say(past[Math.max(0, past.length - random.between(1, 40))] ?? own, 2, null);
      case 'burst':
        return Array.from({ length: random.between(4, 40) }, (_, count) => {
          stage.clock.advance(random.between(0, 3));
          return say(target + count);
        }).flat();
      case 'alternate':
        return say(share(world(), (random.between(0, 1) * 2 - 1) * random.between(1, 2 * band)));
      case 'garbage':
        stage.babble(name, random);
        return say(target);
      case 'wide':
        return say(world(), Math.round((own * random.between(1, 4 * band)) / MILLION));
      case 'hangUp':
        if (random.between(0, 9) === 0) stage.tape().lose(name);
        return say(target);
    }
  }
  return {
    turn(): Seen[] {
      past.push(world());
      if (random.between(0, 11) === 0) pick();
      return act();
    },
  };
}

/**
 * Plays one game. The same seed is the same game on every machine.
 *
 * @shape class, seed, whether honest connections break and restarts are slow → what acted, and what
 *        of it nobody honest had said
 */
export function playGame(code: InstrumentCode, seed: number, isRough = false): Outcome {
  const random = createRandom(seed);
  // Apart, so that the games of before stay what they were.
  const troubles = createRandom(seed + 1_000_000_000);
  const band = bandOf(code);
  const stage = createStage(code, random.between(2, 3));
  const thief = stage.names[random.between(0, stage.names.length - 1)] ?? '';
  const honestNames = stage.names.filter((name) => name !== thief);
  const world = createWorld(random, band);
  const honest = new Map<string, Said>();
  const quietUntil = new Map<string, number>();
  const dialledUntil = new Map<string, number>();
  /** Honest ones whose connection broke, until they speak again. */
  const gone = new Map<string, Said>();
  const adversary = createAdversary({
    stage,
    name: thief,
    random,
    band,
    world: world.price,
    honest,
  });
  const outside: string[] = [];
  const counts = { acted: 0, alone: 0, held: 0, honest: 0 };

  function speakHonestly(name: string): void {
    const now = stage.clock.now();
    if (now >= (dialledUntil.get(name) ?? 0)) stage.live(name);
    if (now < (quietUntil.get(name) ?? 0)) return;
    // A market may be quiet for a while; the connection is not.
    if (random.between(0, 59) === 0) quietUntil.set(name, now + random.between(1_000, 30_000));
    if (random.between(0, 2) === 0) return;
    const middle = share(world.price(), random.between(-band, band) / 20);
    const price = { bid: middle - 3, ask: middle + 3 };
    honest.set(name, { ...price, at: now });
    gone.delete(name);
    if (stage.say(name, price)?.isActing === true) counts.honest += 1;
  }

  /** A connection is dialled, over which nothing comes before it stands. */
  function dial(name: string, mostMs: number): void {
    const until = stage.clock.now() + troubles.between(500, mostMs);
    dialledUntil.set(name, until);
    quietUntil.set(name, until);
  }

  /** One of two honest connections breaks, for longer than its venue is silent. */
  function breakOne(): void {
    if (honest.size < 2 || troubles.between(0, 29) > 0) return;
    const name = honestNames[troubles.between(0, 1)] ?? '';
    const said = honest.get(name);
    if (said === undefined) return;
    stage.tape().lose(name);
    honest.delete(name);
    gone.set(name, said);
    dial(name, 20_000);
  }

  /** The process is down for a while; of a connection it knows nothing after that. */
  function restart(): void {
    stage.clock.advance(random.between(200, 8_000));
    if (isRough) stage.clock.advance(troubles.between(0, 25_000));
    stage.restart();
    if (isRough) for (const name of honestNames) dial(name, 10_000);
    for (const [name, said] of gone) honest.set(name, said);
    gone.clear();
  }

  /** Whether a tick lies within the band of what the honest ones said last. */
  function judge(tick: Seen): void {
    if (!tick.isActing) {
      counts.held += 1;
      return;
    }
    // Silence stands for a price for a minute; past it he is alone, and measured alone.
    const heard = [...honest.values()].filter(({ at }) => tick.at - at <= MINUTE_MS);
    if (heard.length === 0) {
      counts.alone += 1;
      return;
    }
    counts.acted += 1;
    const middles = heard.map(({ bid, ask }) => (bid + ask) / 2);
    const low = (Math.min(...middles) * (MILLION - band)) / MILLION;
    const high = (Math.max(...middles) * (MILLION + band)) / MILLION;
    if (tick.bid >= Math.floor(low) && tick.ask <= Math.ceil(high)) return;
    outside.push(`${code} seed ${seed}: ${tick.bid}–${tick.ask}, honest ${middles.join(', ')}`);
  }

  for (let step = 0; step < STEPS; step += 1) {
    stage.clock.advance(random.between(20, 500));
    world.step();
    for (const name of honestNames) speakHonestly(name);
    // No source acts before every source has been heard once: who speaks alone is measured alone.
    if (honest.size + gone.size < honestNames.length) continue;
    if (isRough) breakOne();
    for (const tick of adversary.turn()) judge(tick);
    if (random.between(0, 99) === 0) restart();
  }
  return { ...counts, outside };
}
