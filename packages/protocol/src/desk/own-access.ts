import { z } from 'zod';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

export const removeTotp = deskEndpoint({
  name: 'staff.remove-totp',
  summary: 'Removes the caller’s code app; the last factor stays.',
  method: 'POST',
  path: '/desk/session/factors/remove-totp',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.factor-remove',
  perMinute: 20,
  body: z.strictObject({ password: z.string().max(256) }),
  query: none,
  params: none,
  result: z.null(),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'credentials-wrong',
    'staff-sign-in-old',
    'not-found',
    'last-way-in',
    'too-many',
  ],
});

export const changePassword = deskEndpoint({
  name: 'staff.change-password',
  summary: 'Sets another password to the one the caller says; every other session of theirs ends.',
  method: 'POST',
  path: '/desk/session/password',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.password-change',
  perMinute: 20,
  body: z.strictObject({ password: z.string().max(256), next: z.string().max(256) }),
  query: none,
  params: none,
  result: z.null(),
  failures: [
    'session-over',
    'forbidden',
    'unreadable',
    'credentials-wrong',
    'staff-sign-in-old',
    'password-weak',
    'too-many',
  ],
});

export const sessions = deskEndpoint({
  name: 'staff.sessions',
  summary: 'The caller’s own sessions that live.',
  method: 'GET',
  path: '/desk/session/list',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.sessions',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    records: z.array(
      z.strictObject({
        id: Id,
        device: z.string(),
        address: z.string(),
        createdAt: UnixMsNumber,
        expiresAt: UnixMsNumber,
        /** The one that asks. */
        isThis: z.boolean(),
      }),
    ),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const endOthers = deskEndpoint({
  name: 'staff.end-others',
  summary: 'Ends every session of the caller but this one.',
  method: 'POST',
  path: '/desk/session/end-others',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'staff.sessions-end',
  perMinute: 20,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ ended: z.int().nonnegative() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});
