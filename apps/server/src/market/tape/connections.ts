import { type UnixMs, SECOND_MS } from '@candor/kernel';

/** A connection over which nothing at all came for this long is not one. */
const DEAD_AFTER_MS = 15 * SECOND_MS;

/**
 * Tells a source that is silent from one that is disconnected. Over a live connection silence means
 * that the price stands; without one, what was said last says nothing about now.
 */
export function createConnections() {
  type Connection = { number: number; heardAt: UnixMs };
  const known = new Map<string, Connection>();
  const of = (source: string): Connection => {
    const connection = known.get(source) ?? { number: 0, heardAt: 0 as UnixMs };
    known.set(source, connection);
    return connection;
  };
  return {
    /** Which of its connections a source speaks over now. */
    numberOf: (source: string): number => of(source).number,
    noteHeard(source: string, now: UnixMs): void {
      const connection = of(source);
      if (now > connection.heardAt) connection.heardAt = now;
    },
    noteLost(source: string): void {
      known.set(source, { number: of(source).number + 1, heardAt: 0 as UnixMs });
    },
    isAlive: (source: string, now: UnixMs): boolean => now - of(source).heardAt <= DEAD_AFTER_MS,
  };
}
