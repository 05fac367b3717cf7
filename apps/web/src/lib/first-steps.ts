import { readStored, store } from './storage.ts';

/** A user who just opened an account here is led to the first receipt, once. */
export function beginFirstSteps(): void {
  store('firstSteps', readStored('sessionUser') ?? '');
}

/** Whether the user who is signed in is still on the way to the first receipt. */
export function isOnFirstSteps(): boolean {
  const of = readStored('firstSteps') ?? '';
  return of !== '' && of === readStored('sessionUser');
}

/** The first receipt was read, or the steps were put away: they never come again. */
export function endFirstSteps(): void {
  if (isOnFirstSteps()) store('firstSteps', '');
}
