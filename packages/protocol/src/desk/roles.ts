export { STAFF_ROLES, type StaffRole } from '../staff-roles.ts';

/** How long a session of the desk lives, however often it is used. @units milliseconds */
export const DESK_SESSION_MS = 8 * 3_600_000;
/** How long an invitation may be accepted. @units milliseconds */
export const INVITATION_MS = 48 * 3_600_000;
/** How long the link for an administrator may be used. @units milliseconds */
export const ADMINISTRATOR_LINK_MS = 24 * 3_600_000;
