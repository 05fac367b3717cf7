import { useSyncExternalStore } from 'react';
import { type Asker, currentAsker, onSessionChange } from './session.ts';

/**
 * User and mode what is on screen was begun for, and how often they changed since the start.
 */
type State = { holder: Asker; turn: number };

const state: State = { holder: currentAsker(), turn: 0 };

function note(): void {
  const next = currentAsker();
  const { userId, mode } = state.holder;
  // Who signs in, or is restored, goes on with what they began before.
  const isSame = mode === next.mode && (userId === null || userId === next.userId);
  if (!isSame) state.turn += 1;
  state.holder = next;
}

// Before any component hears of it: each then finds the turn as it is.
onSessionChange(note);

/**
 * A number that changes with the user and with the mode. What is keyed by it begins anew: a dialog,
 * an amount half typed or a held price is about the account it was opened for.
 */
export function useAccountTurn(): number {
  return useSyncExternalStore(onSessionChange, () => state.turn);
}
