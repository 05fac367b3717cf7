import { hash, verify } from '@node-rs/argon2';
import { Busy } from '../postgres/unavailable.ts';

/** What one hash costs and how many may run or wait. */
export type HashingCost = {
  readonly memoryKib: number;
  readonly passes: number;
  /** Hashes at once; each holds `memoryKib`. */
  readonly atOnce: number;
  /** Hashes that may wait; past it a caller is turned away. */
  readonly queueMax: number;
};

/** OWASP's minimum for argon2id; two at once leave the other cores free. */
export const HASHING_COST: HashingCost = { memoryKib: 19_456, passes: 2, atOnce: 2, queueMax: 50 };

/** Hashes passwords slowly on purpose. */
export type Hashing = {
  /** @throws Busy when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hash's. Without a hash it takes the same time and says no.
   *
   * @throws Busy when too many wait
   */
  verify(password: string, known: string | null): Promise<boolean>;
  /** Passwords that wait. */
  waiting(): number;
};

/** Text that looks the same is the same password on every keyboard. */
const normal = (password: string): string => password.normalize('NFKC');

/** Argon2id behind a queue, so that a flood of log-ins cannot take the machine's memory. */
export function createHashing(cost: HashingCost = HASHING_COST): Hashing {
  // The library's default algorithm is argon2id; the table of accounts takes no other.
  const options = {
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  };
  const waiting: (() => void)[] = [];
  let running = 0;
  // The hash of a text nobody can know: verifying against it costs what any other costs.
  const nobody = hash(crypto.randomUUID(), options);

  async function queued<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= cost.atOnce) {
      if (waiting.length >= cost.queueMax) throw new Busy();
      // A finished task hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => queued(() => hash(normal(password), options)),
    verify: (password, known) =>
      queued(async () => {
        const right = await verify(known ?? (await nobody), normal(password), options);
        return right && known !== null;
      }),
    waiting: () => waiting.length,
  };
}
