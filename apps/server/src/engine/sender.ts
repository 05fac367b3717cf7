import type { UserId } from '@candor/kernel';

/** Commands of one account on their way at once; they are decided one after the other. */
const OF_USER_MAX = 8;
/** Commands on their way at once: more than the commit path gathers, and never a pile. */
const ON_WAY_MAX = 512;

/** Sends commands to the commit path without anybody waiting for their answers. */
export type Sender = {
  /** Takes a command over; those of one account begin in the order in which they were given. */
  push(userId: UserId, run: () => Promise<void>): void;
  /** Commands that were not begun yet. */
  waiting(): number;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
  /** Lets go of what was not begun; resolves when nothing is on its way. */
  end(): Promise<void>;
};

type Job = () => Promise<void>;
/** What one account waits for: from `next` on. */
type Queue = { jobs: Job[]; next: number; onWay: number };

/** So many that were begun are let go together, so that each is moved once. */
const BEGUN_MAX = 256;

function takeFirst(queue: Queue): Job | undefined {
  const job = queue.jobs[queue.next];
  if (job === undefined) return undefined;
  queue.next += 1;
  if (queue.next >= BEGUN_MAX && queue.next * 2 > queue.jobs.length) {
    queue.jobs = queue.jobs.slice(queue.next);
    queue.next = 0;
  }
  return job;
}

const left = ({ jobs, next }: Queue): number => jobs.length - next;

/**
 * Makes a sender. Accounts take turns, so that one with hundreds of closings holds nobody up; what
 * is given costs the same however much waits. `failed` hears of a command that threw.
 */
export function createSender(failed: (error: unknown) => void): Sender {
  const queues = new Map<UserId, Queue>();
  /** Accounts with something to begin, the one whose turn it is first. */
  const ready = new Set<UserId>();
  let onWay = 0;
  let waiting = 0;
  let isEnding = false;
  let idlers: (() => void)[] = [];

  const isReady = (queue: Queue): boolean => left(queue) > 0 && queue.onWay < OF_USER_MAX;

  function done(userId: UserId, queue: Queue): void {
    onWay -= 1;
    queue.onWay -= 1;
    if (isReady(queue)) ready.add(userId);
    else if (left(queue) === 0 && queue.onWay === 0) queues.delete(userId);
    pump();
    if (onWay > 0 || waiting > 0) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  function begin(userId: UserId, queue: Queue): void {
    const run = takeFirst(queue);
    if (run === undefined) return;
    waiting -= 1;
    onWay += 1;
    queue.onWay += 1;
    if (isReady(queue)) ready.add(userId);
    run()
      .catch(failed)
      .finally(() => done(userId, queue));
  }

  function pump(): void {
    while (onWay < ON_WAY_MAX) {
      const [userId] = ready;
      if (userId === undefined) return;
      ready.delete(userId);
      const queue = queues.get(userId);
      if (queue !== undefined) begin(userId, queue);
    }
  }

  function idle(): Promise<void> {
    if (onWay === 0 && waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      idlers.push(resolve);
    });
  }

  return {
    push(userId, run) {
      if (isEnding) return;
      const queue = queues.get(userId) ?? { jobs: [], next: 0, onWay: 0 };
      queues.set(userId, queue);
      queue.jobs.push(run);
      waiting += 1;
      if (isReady(queue)) ready.add(userId);
      pump();
    },
    waiting: () => waiting,
    idle,
    end() {
      isEnding = true;
      for (const queue of queues.values()) {
        queue.jobs = [];
        queue.next = 0;
      }
      waiting = 0;
      ready.clear();
      return idle();
    },
  };
}
