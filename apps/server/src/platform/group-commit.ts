/** Runs one command, together with others that arrived meanwhile. */
export type GroupCommit<Command, Answer> = {
  run(command: Command): Promise<Answer>;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
};

type Waiting<Command, Answer> = {
  command: Command;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** Most commands that share a transaction: past it the shared cost is already small. */
const SIZE_MAX = 64;
/** Transactions at once: while one waits for the disk, the other decides and writes. */
const LANES = 2;

/**
 * Gathers commands and runs each gathering in one transaction. Nothing waits for a timer: an idle
 * lane takes what is there, and while all lanes are busy the queue grows into the next gathering.
 * Two commands with one key never share a gathering and never run at once, so that each sees what
 * the one before it did. When a gathering fails as a whole its commands run one by one, so that
 * one poisoned command cannot fail its neighbours.
 */
export function createGroupCommit<Command, Answer>(options: {
  keyOf(command: Command): string;
  runAll(commands: readonly Command[]): Promise<readonly Answer[]>;
}): GroupCommit<Command, Answer> {
  const queue: Waiting<Command, Answer>[] = [];
  const busyKeys = new Set<string>();
  let running = 0;
  let scheduled = false;
  let idleWaiters: (() => void)[] = [];

  /** What waits is shared evenly among the lanes that are free, so that they work side by side. */
  function take(): Waiting<Command, Answer>[] {
    const share = Math.min(SIZE_MAX, Math.ceil(queue.length / (LANES - running)));
    const taken: Waiting<Command, Answer>[] = [];
    const left: Waiting<Command, Answer>[] = [];
    for (const waiting of queue) {
      const key = options.keyOf(waiting.command);
      if (taken.length < share && !busyKeys.has(key)) {
        busyKeys.add(key);
        taken.push(waiting);
      } else left.push(waiting);
    }
    queue.splice(0, queue.length, ...left);
    return taken;
  }

  async function alone(waiting: Waiting<Command, Answer>): Promise<void> {
    try {
      const [answer] = await options.runAll([waiting.command]);
      waiting.resolve(answer as Answer);
    } catch (error) {
      waiting.reject(error);
    }
  }

  async function together(gathering: Waiting<Command, Answer>[]): Promise<void> {
    const [first] = gathering;
    if (gathering.length === 1 && first !== undefined) return alone(first);
    let answers: readonly Answer[];
    try {
      answers = await options.runAll(gathering.map((waiting) => waiting.command));
    } catch {
      for (const waiting of gathering) await alone(waiting);
      return;
    }
    for (const [index, waiting] of gathering.entries()) waiting.resolve(answers[index] as Answer);
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(pump);
  }

  function pump(): void {
    scheduled = false;
    while (running < LANES && queue.length > 0) {
      const gathering = take();
      if (gathering.length === 0) return;
      running += 1;
      void together(gathering).finally(() => {
        running -= 1;
        for (const waiting of gathering) busyKeys.delete(options.keyOf(waiting.command));
        // A turn later, so that whoever was just answered and asks again is gathered too.
        if (queue.length > 0) schedule();
        else if (running === 0) {
          for (const resolve of idleWaiters) resolve();
          idleWaiters = [];
        }
      });
    }
  }

  return {
    run(command) {
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject });
        schedule();
      });
    },
    idle() {
      if (running === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
      });
    },
  };
}
