/**
 * A user name as the other side of an invitation sees it: its first signs, and never how long the
 * whole is.
 *
 * @shape two signs and three stars; one sign where the name is short
 * @source RELIABILITY V3, PRODUCT 10
 */
export function maskedName(username: string): string {
  const signs = [...username];
  return `${signs.slice(0, signs.length > 3 ? 2 : 1).join('')}***`;
}

/** Where an invitation leads: the registration, with the code filled in. */
export function inviteLink(pagesAt: string | null, code: string): string {
  return `${pagesAt ?? ''}/pass/register?invite=${code}`;
}
