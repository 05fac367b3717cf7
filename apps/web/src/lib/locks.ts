/** Whether this browser has locks: in a secure context all do. */
export const hasLocks = (): boolean => 'locks' in navigator;

/**
 * Runs while no page of this browser holds the name; null when one does. A page that dies holds
 * nothing any more.
 */
export function whileFree<Value>(name: string, work: () => Promise<Value>): Promise<Value | null> {
  return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null ? null : work(),
  );
}
