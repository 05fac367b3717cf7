import { z } from 'zod';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});
const Roles = z
  .array(z.enum(STAFF_ROLES))
  .min(1)
  .max(STAFF_ROLES.length)
  .refine((roles) => new Set(roles).size === roles.length, { message: 'each role once' });
const byId = z.strictObject({ id: Id });
const CHANGES_PER_MINUTE = 30;

/** A member of staff as an administrator sees one. */
export const Member = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** `removed` members stay in the list, as they stay in the audit log. */
  state: z.enum(['active', 'removed']),
  hasPasskey: z.boolean(),
  createdAt: UnixMsNumber,
  lastSignInAt: UnixMsNumber.nullable(),
});
export type Member = z.infer<typeof Member>;

/** An invitation that was not accepted yet. */
export const Invitation = z.strictObject({
  id: Id,
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  invitedBy: z.string(),
  expiresAt: UnixMsNumber,
});
export type Invitation = z.infer<typeof Invitation>;

/** The link goes by mail; it is shown to the administrator only where no mail leaves the house. */
const Sent = z.strictObject({
  link: z.string().nullable(),
  expiresAt: UnixMsNumber,
});

export const list = deskEndpoint({
  name: 'staff.list',
  summary: 'Members of staff, and invitations that wait.',
  method: 'GET',
  path: '/desk/staff',
  access: 'session',
  roles: ['admin', 'auditor'],
  audits: 'staff.list',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ members: z.array(Member), invitations: z.array(Invitation) }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const invite = deskEndpoint({
  name: 'staff.invite',
  summary: 'Invites a member by mail; the link is good for 48 hours, once.',
  method: 'POST',
  path: '/desk/staff/invite',
  access: 'session',
  roles: ['admin'],
  audits: 'staff.invite',
  perMinute: CHANGES_PER_MINUTE,
  body: z.strictObject({ email: z.string().min(1).max(254), roles: Roles }),
  query: none,
  params: none,
  result: Sent.extend({ id: Id }),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'mail-malformed',
    'staff-exists',
    'limit-reached',
    'too-many',
  ],
});

export const withdrawInvitation = deskEndpoint({
  name: 'staff.withdraw-invitation',
  summary: 'Takes an invitation back; its link is worth nothing from then on.',
  method: 'POST',
  path: '/desk/staff/invitations/:id/withdraw',
  access: 'session',
  roles: ['admin'],
  audits: 'staff.withdraw-invitation',
  perMinute: CHANGES_PER_MINUTE,
  body: none,
  query: none,
  params: byId,
  result: z.null(),
  failures: ['session-over', 'forbidden', 'unreadable', 'not-found', 'too-many'],
});

export const setRoles = deskEndpoint({
  name: 'staff.set-roles',
  summary: 'Sets the roles of a member and ends the member’s sessions.',
  method: 'POST',
  path: '/desk/staff/:id/roles',
  access: 'session',
  roles: ['admin'],
  audits: 'staff.set-roles',
  perMinute: CHANGES_PER_MINUTE,
  body: z.strictObject({ roles: Roles }),
  query: none,
  params: byId,
  result: Member,
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'not-found',
    'last-administrator',
    'too-many',
  ],
});

export const remove = deskEndpoint({
  name: 'staff.remove',
  summary: 'Removes a member; sessions and factors end, the name stays in the audit log.',
  method: 'POST',
  path: '/desk/staff/:id/remove',
  access: 'session',
  roles: ['admin'],
  audits: 'staff.remove',
  perMinute: CHANGES_PER_MINUTE,
  body: none,
  query: none,
  params: byId,
  result: z.null(),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'not-found',
    'last-administrator',
    'too-many',
  ],
});

export const renew = deskEndpoint({
  name: 'staff.renew',
  summary:
    'Mails a member who lost password or factor a link that sets both anew; sessions end at once.',
  method: 'POST',
  path: '/desk/staff/:id/renew',
  access: 'session',
  roles: ['admin'],
  audits: 'staff.renew',
  perMinute: CHANGES_PER_MINUTE,
  body: none,
  query: none,
  params: byId,
  result: Sent,
  failures: ['session-over', 'forbidden', 'unreadable', 'not-found', 'too-many'],
});
