/**
 * The part of the desk's protocol its page needs: names, roles and calls as plain values, shapes as
 * types only. It loads no schema library; `index.ts` does.
 */
export { DESK_CALLS, type DeskCall, type DeskCallName } from './calls.ts';
export {
  ADMINISTRATOR_LINK_MS,
  DESK_SESSION_MS,
  INVITATION_MS,
  STAFF_ROLES,
  type StaffRole,
} from './roles.ts';
export type { DeskCallInput, DeskCallResult } from './call-types.ts';
export type { DeskFactor, DeskSession, Invitation, Member } from './index.ts';
