/**
 * What a member of staff may be. A member has one role or more; the administrator invites members
 * and sets roles, and decides no case; the auditor reads and changes nothing.
 *
 * @source PRODUCT 11
 */
export const STAFF_ROLES = [
  'support',
  'kyc',
  'cashierMaker',
  'cashierChecker',
  'risk',
  'content',
  'auditor',
  'admin',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** How long a session of the desk lives, however often it is used. @units milliseconds */
export const DESK_SESSION_MS = 8 * 3_600_000;
/** How long an invitation may be accepted. @units milliseconds */
export const INVITATION_MS = 48 * 3_600_000;
/** How long the link for an administrator may be used. @units milliseconds */
export const ADMINISTRATOR_LINK_MS = 24 * 3_600_000;
