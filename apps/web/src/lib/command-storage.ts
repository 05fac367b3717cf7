/** Commands have a key each: tabs that write at once take nothing from one another. */
const ACT = 'act:';

/** A browser may close its storage (private mode, policy); the page works without it. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** Everything kept of commands whose answer was not seen, by their ids; it outlives the session. */
export function storedCommands(): { readonly id: string; readonly text: string }[] {
  const kept = storage();
  if (kept === null) return [];
  const names = Array.from({ length: kept.length }, (_, place) => kept.key(place) ?? '');
  return names
    .filter((name) => name.startsWith(ACT))
    .map((name) => ({ id: name.slice(ACT.length), text: kept.getItem(name) ?? '' }));
}

/** Keeps a command; a browser without storage forgets it with the page. */
export function storeCommand(id: string, text: string): void {
  try {
    storage()?.setItem(ACT + id, text);
  } catch {
    // Full or closed: what became of it is asked for as long as the page stands.
  }
}

/** Forgets a command. */
export function dropCommand(id: string): void {
  storage()?.removeItem(ACT + id);
}
