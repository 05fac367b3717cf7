import { Busy } from '../../platform/postgres/unavailable.ts';

/** Orders of one capped instrument that may wait for one another. */
const WAITING_MAX = 500;

/** Lets what adds to a capped instrument go one after another, so that a sum stays true until it is used. */
export type Turns = {
  /** @throws Busy when too many wait; the work was not begun then */
  take<Value>(code: string, work: () => Promise<Value>): Promise<Value>;
};

/** Opens the turns of one process; one alone writes, so they count for all orders there are. */
export function createTurns(): Turns {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return {
    async take(code, work) {
      const line = lines.get(code) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting >= WAITING_MAX) throw new Busy();
      lines.set(code, line);
      line.waiting += 1;
      const turn = line.last.then(work, work);
      line.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(code);
      }
    },
  };
}
