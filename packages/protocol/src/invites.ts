import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PageNumber, PageSize } from './scalars.ts';

const none = z.strictObject({});
const InviteCode = z.string().regex(/^[0-9A-F]{12}$/);
/** The start of a user name; how long the whole is does not show. */
const MaskedName = z.string().regex(/^.{1,2}\*{3}$/);

/** What the two sides of an invitation see of each other; nobody gets anything for it. */
export const INVITE_DISCLOSURE = {
  reward: 'none',
  inviterSees: ['masked-name'],
  invitedSees: ['masked-name'],
} as const;

export const invite = endpoint({
  name: 'invites.get',
  summary: 'One’s own invite code and link, how many came by it, and what both sides see.',
  origin: 'candor',
  method: 'GET',
  path: '/user/invite',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    code: InviteCode,
    link: z.string(),
    joined: z.int().nonnegative(),
    disclosure: z.strictObject({
      reward: z.literal('none'),
      inviterSees: z.array(z.literal('masked-name')),
      invitedSees: z.array(z.literal('masked-name')),
    }),
  }),
  failures: ['session-over'],
});

export const listInvited = endpoint({
  name: 'invites.list',
  summary: 'Who came by one’s own link, by a part of the name alone, the latest first.',
  origin: 'candor',
  method: 'GET',
  path: '/user/listInvited',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: z.strictObject({ page: PageNumber, size: PageSize }),
  params: none,
  result: z.strictObject({
    records: z.array(z.strictObject({ name: MaskedName })),
    total: z.int().nonnegative(),
  }),
  failures: ['session-over', 'unreadable'],
});

export const inviter = endpoint({
  name: 'invites.inviter',
  summary: 'Whose invite code it is, by a part of the name alone.',
  origin: 'candor',
  method: 'GET',
  path: '/index/inviter/:code',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 30,
  body: none,
  query: none,
  params: z.strictObject({ code: z.string().min(1).max(40) }),
  result: z.strictObject({ name: MaskedName }),
  failures: ['too-many', 'unreadable', 'no-such-user'],
});
