import type { DeskSession, StaffRole } from '@candor/protocol/desk-light';
import { useSyncExternalStore } from 'react';
import { call, whenSessionOver } from './http.ts';
import { queryClient } from './query.ts';

/** Who is here. `restoring`: the server was not asked yet. */
export type Session =
  | { readonly state: 'restoring' | 'unreachable' }
  /** `isOver`: it ended under the member's hands, who did not sign out. */
  | { readonly state: 'out'; readonly isOver: boolean }
  | { readonly state: 'in'; readonly member: DeskSession };

const state = {
  session: { state: 'restoring' } as Session,
  listeners: new Set<() => void>(),
};

function change(session: Session): void {
  state.session = session;
  state.listeners.forEach((tell) => tell());
}

/** The session now. */
function currentSession(): Session {
  return state.session;
}

/** The session, in a component. */
export function useSession(): Session {
  return useSyncExternalStore((listener) => {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  }, currentSession);
}

/** A member signed in. */
export function beginSession(member: DeskSession): void {
  // What another member read before is not for this one.
  queryClient.clear();
  change({ state: 'in', member });
}

/** The session ended: by signing out, by the server, or after its eight hours. */
export function endSession(isOver: boolean): void {
  queryClient.clear();
  change({ state: 'out', isOver });
}

/** Asks the server whose session the cookie is; a page that was loaded anew goes on with it. */
export async function restoreSession(): Promise<void> {
  change({ state: 'restoring' });
  const answer = await call('staff.session');
  if (answer.ok) change({ state: 'in', member: answer.value });
  else if (answer.failure.name === 'session-over') endSession(false);
  else change({ state: 'unreachable' });
}

/** Reads the session again while the page stands: a factor was added or removed. */
export async function restoreSessionQuietly(): Promise<void> {
  const answer = await call('staff.session');
  if (answer.ok) change({ state: 'in', member: answer.value });
}

whenSessionOver(() => {
  if (state.session.state === 'in') endSession(true);
});

/** Whether a member has one of these roles. */
export function hasRole(member: DeskSession, roles: readonly StaffRole[]): boolean {
  return roles.some((role) => member.roles.includes(role));
}

/** The member who is here, for what stands behind the sign-in. @throws outside of it */
export function useMember(): DeskSession {
  const session = useSession();
  if (session.state !== 'in') throw new Error('no member is signed in');
  return session.member;
}
