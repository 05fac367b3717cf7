export { STAFF_ROLES, type StaffRole } from '../staff-roles.ts';

/** Roles that decide what documents are sent in for. Support sees none. @source RELIABILITY P35 */
export const DOCUMENT_READERS = ['kyc', 'cashierMaker', 'cashierChecker', 'risk'] as const;

/** How long a session of the desk lives, however often it is used. @units milliseconds */
export const DESK_SESSION_MS = 8 * 3_600_000;
/** How long an invitation may be accepted. @units milliseconds */
export const INVITATION_MS = 48 * 3_600_000;
/** How long the link for an administrator may be used. @units milliseconds */
export const ADMINISTRATOR_LINK_MS = 24 * 3_600_000;
