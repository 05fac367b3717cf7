import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';

/** Has answers read again that news made old. */
export type Refresher = {
  /** Has what is kept under a name, and under all that begin with it, read again in a moment. */
  readonly mark: (queryKey: QueryKey) => void;
  /** Nothing of it is to be read any more. */
  readonly drop: (queryKey: QueryKey) => void;
  readonly dropAll: () => void;
};

/**
 * Reads again what was marked, `momentMs` after the first mark: however many marks come meanwhile are
 * one reading, and the next one is a moment away again.
 */
export function createRefresher(client: QueryClient, momentMs: number): Refresher {
  const marked = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dropAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    marked.clear();
  };
  const read = (): void => {
    const keys = [...marked.values()];
    dropAll();
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  return {
    mark: (queryKey) => {
      marked.set(hashKey(queryKey), queryKey);
      timer ??= setTimeout(read, momentMs);
    },
    drop: (queryKey) => {
      marked.delete(hashKey(queryKey));
    },
    dropAll,
  };
}
