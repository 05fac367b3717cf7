import { type Fifo, createFifo } from './fifo.ts';
import { Busy, isAwayForAll } from '../postgres/unavailable.ts';

/**
 * How a command waits: `first` goes before the others, `kept` in its order, and neither is ever
 * refused; `limited` in its order, and refused while too many like it wait or when it waited too
 * long.
 */
export type Admission = 'first' | 'kept' | 'limited';

/** Runs one command, together with others that arrived meanwhile. */
export type GroupCommit<Command, Answer> = {
  /**
   * Takes a command over; `since` is when it arrived, where it waited for something before.
   *
   * @throws Busy when too many wait, or it waited too long; the command was not looked at then
   */
  run(command: Command, since?: number): Promise<Answer>;
  /** The moment of an arrival, by the clock of this queue. @units milliseconds */
  arrival(): number;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Commands that wait. */
  waiting(): number;
};

type Waiting<Command, Answer> = {
  readonly command: Command;
  readonly admission: Admission;
  /** By the clock of this queue. @units milliseconds */
  readonly since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** What waits under one key, and where the key stands among those that may run. */
type Line<Command, Answer> = {
  readonly key: string;
  readonly first: Fifo<Waiting<Command, Answer>>;
  readonly kept: Fifo<Waiting<Command, Answer>>;
  readonly rest: Fifo<Waiting<Command, Answer>>;
  limited: number;
  isBusy: boolean;
  listed: 'first' | 'rest' | null;
};

/** Most commands that share a transaction: past it the shared cost is already small. */
const SIZE_MAX = 64;
/** Transactions at once: while one waits for the disk, the other decides and writes. */
const LANES = 2;
/**
 * From how many commands on a transaction costs little more than its commands: beside one that runs
 * already, fewer wait for more to share theirs.
 */
const WORTH_A_LANE = 16;
/**
 * How long they wait at most: a transaction beside them may stand at a lock or at the disk for much
 * longer. What goes first never waits.
 *
 * @units milliseconds
 */
const SHARE_WAIT_MS = 5;
/**
 * Of a batch, what goes first takes three places of four while others wait: a crash that closes ten
 * thousand positions must not keep other users from closing theirs.
 */
const FIRST_SHARE = { of: 4, seats: 3 };
/** Callers' commands that may wait: some seconds of work, well within the time of a call. */
const LIMITED_MAX = 4_000;
/** And of one key. */
const LIMITED_PER_KEY_MAX = 500;
/**
 * Of a key that has fewer than these waiting, commands are taken also when the queue is full, up to a
 * second bound: a few accounts with hundreds of calls keep nobody from closing a position.
 */
const FEW = 4;
const LIMITED_OF_FEW_MAX = 8_000;
/**
 * How long a caller's command may wait before it is decided: with 20 s for a connection it is
 * decided or refused within the 30 s of a call. The caller has gone by then, and a market order
 * would fill at a price no user looked at.
 *
 * @units milliseconds
 */
const LIMITED_AGE_MAX_MS = 10_000;

/**
 * Takes commands together and runs each batch in one transaction. An idle queue waits for nothing. While
 * a transaction runs the queue grows into the next batch, which begins beside it once it is worth a
 * transaction of its own, or some milliseconds later. Two
 * commands with one key never share a batch and never run at once, so that each sees what the one
 * before it did. When a batch fails as a whole its commands run one by one, so that one poisoned
 * command cannot fail its neighbours; not while the database is away, where each would only wait
 * for its own time-out and hold the lane. Each command costs the same, however many wait.
 */
export function createGroupCommit<Command, Answer>(options: {
  keyOf(command: Command): string;
  admissionOf?(command: Command): Admission;
  runAll(commands: readonly Command[]): Promise<readonly Answer[]>;
  /** What time has passed; no clock of the wall, which may be set. @units milliseconds */
  elapsedMs?(): number;
}): GroupCommit<Command, Answer> {
  type One = Waiting<Command, Answer>;
  type OneLine = Line<Command, Answer>;
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  const lines = new Map<string, OneLine>();
  /** Keys that may run, those with a command that goes first apart; a key that moved is passed by. */
  const ready = { first: createFifo<OneLine>(), rest: createFifo<OneLine>() };
  let waiting = 0;
  let limited = 0;
  let running = 0;
  let scheduled = false;
  /** Runs while commands wait for more to share a transaction with. */
  let sharing: NodeJS.Timeout | null = null;
  let idleWaiters: (() => void)[] = [];

  function lineOf(key: string): OneLine {
    const known = lines.get(key);
    if (known !== undefined) return known;
    const queues = { first: createFifo<One>(), kept: createFifo<One>(), rest: createFifo<One>() };
    const line: OneLine = { key, ...queues, limited: 0, isBusy: false, listed: null };
    lines.set(key, line);
    return line;
  }

  /** Puts a key where its next command belongs. */
  function list(line: OneLine): void {
    if (line.isBusy) return;
    const place = line.first.size() > 0 ? 'first' : 'rest';
    const waits = place === 'first' ? line.first.size() : line.kept.size() + line.rest.size();
    if (line.listed === place || waits === 0) return;
    line.listed = place;
    ready[place].push(line);
  }

  /** The next key of a list, and its next command. */
  function next(place: 'first' | 'rest'): { line: OneLine; one: One } | null {
    for (let line = ready[place].shift(); line !== undefined; line = ready[place].shift()) {
      if (line.listed !== place || line.isBusy) continue;
      const one = place === 'first' ? line.first.shift() : (line.kept.shift() ?? line.rest.shift());
      line.listed = null;
      if (one !== undefined) return { line, one };
    }
    return null;
  }

  /** Whether nobody waits for its answer any more; it is refused then, and nothing of it was done. */
  function isRefusedAsOld(one: One, now: number): boolean {
    if (one.admission !== 'limited' || now - one.since <= LIMITED_AGE_MAX_MS) return false;
    one.reject(new Busy());
    return true;
  }

  /** What is worth it is shared evenly among the lanes that are free, so that they work side by side. */
  function take(): { taken: One[]; held: OneLine[] } {
    const evenly = Math.ceil(waiting / (LANES - running));
    const share = Math.min(SIZE_MAX, Math.max(WORTH_A_LANE, evenly));
    const taken: One[] = [];
    const held: OneLine[] = [];
    const now = elapsedMs();
    const takeFrom = (place: 'first' | 'rest', until: number): void => {
      while (taken.length < until) {
        const found = next(place);
        if (found === null) return;
        const { line, one } = found;
        waiting -= 1;
        if (one.admission === 'limited') {
          limited -= 1;
          line.limited -= 1;
        }
        if (isRefusedAsOld(one, now)) {
          release(line);
          continue;
        }
        line.isBusy = true;
        taken.push(one);
        held.push(line);
      }
    };
    takeFrom('first', Math.ceil((share * FIRST_SHARE.seats) / FIRST_SHARE.of));
    takeFrom('rest', share);
    takeFrom('first', share);
    return { taken, held };
  }

  /** Runs one command by itself; answers what it failed with, or null. */
  async function alone(one: One): Promise<unknown> {
    try {
      const [answer] = await options.runAll([one.command]);
      one.resolve(answer as Answer);
      return null;
    } catch (error) {
      one.reject(error);
      return error;
    }
  }

  async function oneByOne(batch: readonly One[]): Promise<void> {
    let away: unknown = null;
    for (const one of batch) {
      if (away !== null) one.reject(away);
      else if (!isRefusedAsOld(one, elapsedMs())) {
        const failure = await alone(one);
        if (isAwayForAll(failure)) away = failure;
      }
    }
  }

  async function together(batch: readonly One[]): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) {
      await alone(only);
      return;
    }
    let answers: readonly Answer[];
    try {
      answers = await options.runAll(batch.map((one) => one.command));
    } catch (error) {
      // Whether it went through is found by a caller that asks again: the engine does so by itself,
      // and callers under their request id.
      if (isAwayForAll(error)) for (const one of batch) one.reject(error);
      else await oneByOne(batch);
      return;
    }
    for (const [index, one] of batch.entries()) one.resolve(answers[index] as Answer);
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => pump());
  }

  function release(line: OneLine): void {
    line.isBusy = false;
    if (line.first.size() + line.kept.size() + line.rest.size() === 0) lines.delete(line.key);
    else list(line);
  }

  /** Whether what waits is left to grow; sees to it that it is looked at again in time. */
  function isLeftToGrow(): boolean {
    if (running === 0 || waiting >= WORTH_A_LANE || ready.first.size() > 0) return false;
    sharing ??= setTimeout(() => pump(true), SHARE_WAIT_MS);
    return true;
  }

  function pump(isDue = false): void {
    scheduled = false;
    while (running < LANES && waiting > 0) {
      if (!isDue && isLeftToGrow()) return;
      const { taken, held } = take();
      if (sharing !== null) clearTimeout(sharing);
      sharing = null;
      if (taken.length === 0) break;
      running += 1;
      void together(taken).finally(() => {
        running -= 1;
        for (const line of held) release(line);
        // A turn later, so that a caller that was just answered and asks again is in the batch too.
        if (waiting > 0) schedule();
        else tellIdle();
      });
    }
    // What was taken may all have been too old.
    if (waiting === 0) tellIdle();
  }

  function tellIdle(): void {
    if (running > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function isFull(key: string): boolean {
    const own = lines.get(key)?.limited ?? 0;
    if (limited >= LIMITED_MAX) return own >= FEW || limited >= LIMITED_OF_FEW_MAX;
    return own >= LIMITED_PER_KEY_MAX;
  }

  return {
    arrival: elapsedMs,
    run(command, since = elapsedMs()) {
      const key = options.keyOf(command);
      const admission = options.admissionOf?.(command) ?? 'limited';
      if (admission === 'limited' && isFull(key)) return Promise.reject(new Busy());
      return new Promise((resolve, reject) => {
        const line = lineOf(key);
        const queue = { first: line.first, kept: line.kept, limited: line.rest }[admission];
        queue.push({ command, admission, since, resolve, reject });
        waiting += 1;
        if (admission === 'limited') {
          limited += 1;
          line.limited += 1;
        }
        list(line);
        schedule();
      });
    },
    idle() {
      if (running === 0 && waiting === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
    waiting: () => waiting,
  };
}
