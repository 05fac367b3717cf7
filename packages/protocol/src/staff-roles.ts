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
