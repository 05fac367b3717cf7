/** One of some; null where there is none. */
export const pick = <One>(some: readonly One[], which: number): One | null =>
  some[which % Math.max(1, some.length)] ?? null;

/** A user of a simulation by a number. */
export function userAt<User>({ users }: { readonly users: readonly User[] }, user: number): User {
  const who = users[user % users.length];
  if (who === undefined) throw new Error('there is no such user');
  return who;
}
