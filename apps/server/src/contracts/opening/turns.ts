import { Busy } from '../../platform/postgres/unavailable.ts';

/** Orders of one capped instrument that may wait for one another. */
const WAITING_MAX = 500;

/** Of these, so many of one user: nobody alone keeps all others from an instrument. */
export const TURNS_OF_ONE = 20;

/** Lets what adds to a capped instrument go one after another, so that a sum stays true until it is used. */
export type Turns = {
  /** @throws Busy when too many wait; the work was not begun then */
  take<Value>(
    of: { readonly code: string; readonly userId: string },
    work: () => Promise<Value>,
  ): Promise<Value>;
};

/** Opens the turns of one process; one alone writes, so they count for all orders there are. */
export function createTurns(): Turns {
  type Line = { last: Promise<unknown>; waiting: number; readonly byUser: Map<string, number> };
  const lines = new Map<string, Line>();
  return {
    async take({ code, userId }, work) {
      const line = lines.get(code) ?? { last: Promise.resolve(), waiting: 0, byUser: new Map() };
      const own = line.byUser.get(userId) ?? 0;
      if (line.waiting >= WAITING_MAX || own >= TURNS_OF_ONE) throw new Busy();
      lines.set(code, line);
      line.waiting += 1;
      line.byUser.set(userId, own + 1);
      const turn = line.last.then(work, work);
      line.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        line.waiting -= 1;
        const left = (line.byUser.get(userId) ?? 1) - 1;
        if (left === 0) line.byUser.delete(userId);
        else line.byUser.set(userId, left);
        if (line.waiting === 0) lines.delete(code);
      }
    },
  };
}
