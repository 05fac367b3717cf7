import type { UserId } from '@candor/kernel';
import { type Fifo, createFifo } from '../../platform/commit/fifo.ts';

/** What a command is for: what lowers risk, or filling an order that waited. */
export type Purpose = 'protects' | 'fills';

/**
 * Commands on their way at once, in all and of one account. Each purpose has places of its own: ten
 * thousand orders whose price came must not hold back a stop or a close-out. Those that protect are
 * more than the commit path takes into its batches, and never a pile.
 */
const PLACES: Readonly<Record<Purpose, { readonly inAll: number; readonly ofUser: number }>> = {
  protects: { inAll: 512, ofUser: 8 },
  fills: { inAll: 128, ofUser: 8 },
};

/** Sends commands to the commit path without waiting for their answers. */
export type Sender = {
  /** Takes a command over; those of one account and purpose begin in the order in which they came. */
  push(command: {
    readonly userId: UserId;
    readonly purpose: Purpose;
    readonly run: () => Promise<void>;
  }): void;
  /** Commands that were not begun yet. */
  waiting(): number;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
  /** Lets go of what was not begun; resolves when nothing is on its way. */
  end(): Promise<void>;
};

type Job = () => Promise<void>;
/** What one account waits for. */
type Queue = { readonly jobs: Fifo<Job>; onWay: number };

/** The commands of one purpose. */
type Places = {
  push(userId: UserId, run: Job): void;
  waiting(): number;
  isIdle(): boolean;
  drop(): void;
};

function createPlaces(
  { inAll, ofUser }: { readonly inAll: number; readonly ofUser: number },
  said: { failed(error: unknown): void; done(): void },
): Places {
  const queues = new Map<UserId, Queue>();
  /** Accounts with something to begin, the one whose turn it is first. */
  const ready = new Set<UserId>();
  let onWay = 0;
  let waiting = 0;

  const isReady = ({ jobs, onWay: own }: Queue): boolean => jobs.size() > 0 && own < ofUser;

  function done(userId: UserId, queue: Queue): void {
    onWay -= 1;
    queue.onWay -= 1;
    if (isReady(queue)) ready.add(userId);
    else if (queue.jobs.size() === 0 && queue.onWay === 0) queues.delete(userId);
    pump();
    said.done();
  }

  function begin(userId: UserId, queue: Queue): void {
    const run = queue.jobs.shift();
    if (run === undefined) return;
    waiting -= 1;
    onWay += 1;
    queue.onWay += 1;
    if (isReady(queue)) ready.add(userId);
    run()
      .catch(said.failed)
      .finally(() => done(userId, queue));
  }

  function pump(): void {
    while (onWay < inAll) {
      const [userId] = ready;
      if (userId === undefined) return;
      ready.delete(userId);
      const queue = queues.get(userId);
      if (queue !== undefined) begin(userId, queue);
    }
  }

  return {
    push(userId, run) {
      const queue = queues.get(userId) ?? { jobs: createFifo<Job>(), onWay: 0 };
      queues.set(userId, queue);
      queue.jobs.push(run);
      waiting += 1;
      if (isReady(queue)) ready.add(userId);
      pump();
    },
    waiting: () => waiting,
    isIdle: () => onWay === 0 && waiting === 0,
    drop() {
      for (const { jobs } of queues.values()) while (jobs.shift() !== undefined);
      waiting = 0;
      ready.clear();
    },
  };
}

/**
 * Makes a sender. Accounts take turns, so that one with hundreds of closings holds nobody up; what
 * is given costs the same however much waits. `failed` hears of a command that threw.
 */
export function createSender(failed: (error: unknown) => void): Sender {
  let isEnding = false;
  let idlers: (() => void)[] = [];
  const said = { failed, done: tellIdle };
  const places = {
    protects: createPlaces(PLACES.protects, said),
    fills: createPlaces(PLACES.fills, said),
  };

  const isIdle = (): boolean => places.protects.isIdle() && places.fills.isIdle();

  function tellIdle(): void {
    if (!isIdle()) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  function idle(): Promise<void> {
    if (isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      idlers.push(resolve);
    });
  }

  return {
    push({ userId, purpose, run }) {
      if (!isEnding) places[purpose].push(userId, run);
    },
    waiting: () => places.protects.waiting() + places.fills.waiting(),
    idle,
    end() {
      isEnding = true;
      places.protects.drop();
      places.fills.drop();
      return idle();
    },
  };
}
