import { type UnixMs, unixMs } from '@candor/kernel';
import type { StaffRole } from '@candor/protocol/desk';

type Roles = {
  readonly opener: readonly StaffRole[];
  readonly maker: readonly StaffRole[];
  readonly checker: readonly StaffRole[];
};
type Member = { readonly id: string; readonly roles: readonly StaffRole[] };

/** Whether a member has one of some roles. */
export const isOne = (member: Member, roles: readonly StaffRole[]): boolean =>
  member.roles.some((role) => roles.includes(role));

/** Whether a member sees cases of a kind: who may act on it, the auditor and the administrator. */
export function seesKind(member: Member, roles: Roles): boolean {
  return isOne(member, [...roles.opener, ...roles.maker, ...roles.checker, 'auditor', 'admin']);
}

/**
 * Which members could still approve a case, how many of them that is, and how many have to: maker and
 * checker are two, and neither proposed it. Without a checker nobody can.
 */
export function eligibleFor<One extends Member>(
  known: {
    readonly people: 1 | 2;
    readonly openedBy: string;
    readonly firstBy: string | null;
    readonly roles: Roles;
  },
  members: readonly One[],
): { readonly members: readonly One[]; readonly count: number; readonly needed: number } {
  const { people, openedBy, firstBy, roles } = known;
  const others = members.filter(({ id }) => id !== openedBy && id !== firstBy);
  const checkers = others.filter((one) => isOne(one, roles.checker));
  if (people === 1 || firstBy !== null) {
    return { members: checkers, count: checkers.length, needed: 1 };
  }
  const all = others.filter((one) => isOne(one, [...roles.maker, ...roles.checker]));
  return { members: all, count: checkers.length === 0 ? 0 : all.length, needed: 2 };
}

/** A place in a list of cases as its reader carries it: the moment and id of the last one shown. */
export function cursorText(place: { readonly at: number; readonly id: string }): string {
  return `${place.at}.${place.id}`;
}

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place a text names; null where it is none. */
export function readCursor(text: string): { readonly at: UnixMs; readonly id: string } | null {
  const [, at = '', id = ''] = CURSOR.exec(text) ?? [];
  return id === '' ? null : { at: unixMs(Number.parseInt(at, 10)), id };
}
