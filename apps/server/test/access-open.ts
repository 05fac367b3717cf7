import { randomUUID } from 'node:crypto';
import type { CallName } from '@candor/protocol/light';
import type { OPEN_TO_ALL } from './access-cells.ts';
import { PASSWORD } from './factors.ts';

type OpenCall = (typeof OPEN_TO_ALL)[number];

/**
 * What is sent to calls that any caller may make and that take a body, so that each gets as far as
 * it can get without a proof. `known` is a user name with the usual password.
 */
export const OPEN_BODIES: {
  readonly [Name in OpenCall & CallName]?: (known: string) => object;
} = {
  'accounts.login': (known) => ({ username: known, password: PASSWORD, client: 'api' }),
  'accounts.login-by-social': () => ({ code: 'x', state: 'x'.repeat(43) }),
  'accounts.login-by-wallet': () => ({
    chain: 'ethereum',
    message: 'no message of ours',
    signature: `0x${'00'.repeat(65)}`,
  }),
  'accounts.not-me': () => ({ token: 'x'.repeat(43) }),
  'accounts.refresh': () => ({ refreshToken: 'x'.repeat(43) }),
  'accounts.register': () => ({
    username: `u${randomUUID().slice(0, 12)}`,
    password: PASSWORD,
    client: 'api',
  }),
  'accounts.reset-password': () => ({
    channel: 'email',
    target: 'nobody@mail.example',
    code: '000000',
    newPassword: 'a longer way home',
  }),
  'accounts.second': () => ({ challenge: 'x'.repeat(43), totp: '000000' }),
  'accounts.send-code': () => ({
    channel: 'email',
    target: 'nobody@mail.example',
    purpose: 'security',
  }),
  'notifications.unsubscribe': () => ({}),
  'support.prove-mail': () => ({ email: 'nobody@mail.example', code: '000000' }),
  'support.upload': () => ({}),
  'support.request-mail': () => ({ email: 'nobody@mail.example' }),
  'accounts.social-start': () => ({ issuer: 'google', next: '/' }),
};
