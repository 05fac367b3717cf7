import { DAY_MS, MINUTE_MS } from '@candor/kernel';
import type { SecurityKind } from '@candor/protocol';
import { expect } from 'vitest';
import { PASSWORD } from './factors.ts';
import { type NewReader, PHRASE, type Reader } from './notice-reader.ts';
import {
  NEW_PASSWORD,
  type Stage,
  addressReady,
  authorizationReady,
  byStaff,
  codeAppOn,
  contact,
  does,
  firstPassword,
  oneMoreWrongCode,
  logsIn,
  movedTo,
  openedByWallet,
  passkeyOff,
  passkeyOn,
  refreshedTwice,
  serviceOn,
  unfreezeAsked,
  walletOn,
} from './security-commands.ts';
import { beginRestoring, cancelRestoring } from '../src/accounts/index.ts';
import type { TestApp } from './start-app.ts';

const ELSEWHERE = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0';

/** How a change of an account's safety comes about. */
export type SecurityFlow = {
  /** Where it begins with a user other than one with a password and a mail address. */
  readonly begins?: (product: TestApp) => Promise<NewReader>;
  /** Makes ready what the change needs, and answers the command that makes it. */
  readonly prepare: (stage: Stage) => Promise<() => Promise<unknown>>;
  /** The account is out of every session after it, or a day later. */
  readonly endsSession?: boolean;
  /** What the message repeats, where the change is about that. */
  readonly phrase?: string;
  /** Who else gets the message, besides the address that was proven before. */
  readonly alsoTo?: (reader: Reader) => string;
};

const at = (make: (stage: Stage) => Promise<unknown>): SecurityFlow => ({
  prepare: async (stage) => () => make(stage),
});

/** An operator begins to give access back. */
async function restoring({ product, reader: { username } }: Stage): Promise<void> {
  const { db, clock } = product;
  const asked = { username, contact: null, reason: 'A test', by: 'somebody@here' };
  expect((await beginRestoring({ db, clock }, asked)).ok).toBe(true);
}

/** Every change of an account's safety, by the call, command or deadline that makes it. */
export const SECURITY_FLOWS: Readonly<Record<SecurityKind, SecurityFlow>> = {
  'password-set': { begins: openedByWallet, ...at(firstPassword) },
  'password-changed': at(async (stage) => {
    const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
    stage.reader.token = (await does(stage, 'accounts.change-password', { body })).token;
  }),
  'password-reset': {
    endsSession: true,
    async prepare({ product, reader: { email } }) {
      const reached = { channel: 'email', target: email } as const;
      product.clock.advance(MINUTE_MS);
      await product.call('accounts.send-code', { body: { ...reached, purpose: 'reset' } });
      const code = await product.codeFor(email);
      const body = { ...reached, code, newPassword: NEW_PASSWORD };
      return async () =>
        expect((await product.call('accounts.reset-password', { body })).code).toBe('200');
    },
  },
  'contact-added': {
    begins: async () => ({ hasMail: false }),
    prepare: contact,
    alsoTo: movedTo,
  },
  'contact-changed': { prepare: contact, alsoTo: movedTo },
  'anti-phishing-changed': {
    phrase: 'another green gate',
    ...at(async (stage) => {
      const stepUp = await stage.reader.confirm('anti-phishing');
      await does(stage, 'accounts.set-anti-phishing', {
        body: { text: 'another green gate', stepUp },
      });
    }),
  },
  'wallet-linked': at(walletOn),
  'wallet-unlinked': {
    async prepare(stage) {
      const id = await walletOn(stage);
      const stepUp = await stage.reader.confirm('wallet-unlink', { subject: id });
      return () => does(stage, 'accounts.unlink-wallet', { params: { id }, body: { stepUp } });
    },
  },
  'address-added': {
    async prepare(stage) {
      const add = await addressReady(stage);
      return () => add();
    },
  },
  'address-removed': {
    async prepare(stage) {
      const { id } = await (await addressReady(stage))();
      return () => does(stage, 'cashier.remove-address', { mode: 'real', params: { id } });
    },
  },
  'address-delay-changed': {
    async prepare(stage) {
      const { app } = await codeAppOn(stage);
      const stepUp = await stage.reader.confirm('address', { proof: { totp: app.code() } });
      const body = { hours: 72, stepUp } as const;
      return () => does(stage, 'cashier.set-address-delay', { mode: 'real', body });
    },
  },
  'wallet-authorized': {
    async prepare(stage) {
      const body = await authorizationReady(stage);
      return () => does(stage, 'cashier.update-usdt-auth', { body });
    },
  },
  'authorization-revoked': {
    async prepare(stage) {
      await does(stage, 'cashier.update-usdt-auth', { body: await authorizationReady(stage) });
      return () => does(stage, 'cashier.revoke-usdt-auth', { body: {} });
    },
  },
  'social-linked': at(serviceOn),
  'social-unlinked': {
    async prepare(stage) {
      await serviceOn(stage);
      const { token } = stage.reader;
      const [key] = (await stage.product.call('accounts.social-keys', { token })).result;
      const id = key?.id ?? '';
      const stepUp = await stage.reader.confirm('social-unlink', { subject: id });
      return () => does(stage, 'accounts.unlink-social', { params: { id }, body: { stepUp } });
    },
  },
  'totp-added': at(codeAppOn),
  'totp-removed': {
    async prepare(stage) {
      const { app } = await codeAppOn(stage);
      const stepUp = await stage.reader.confirm('totp-remove', { proof: { totp: app.code() } });
      return async () => {
        const removed = await does(stage, 'accounts.totp-remove', { body: { stepUp } });
        stage.reader.token = removed.session.token;
      };
    },
  },
  'passkey-added': at(passkeyOn),
  'passkey-removed': {
    async prepare(stage) {
      const { device, id } = await passkeyOn(stage);
      return () => passkeyOff(stage, device, id);
    },
  },
  'recovery-codes-made': {
    async prepare(stage) {
      const { app } = await codeAppOn(stage);
      const stepUp = await stage.reader.confirm('recovery-codes', { proof: { totp: app.code() } });
      return async () => {
        const made = await does(stage, 'accounts.recovery-codes', { body: { stepUp } });
        stage.reader.token = made.session.token;
      };
    },
  },
  'recovery-code-used': {
    async prepare(stage) {
      const { codes } = await codeAppOn(stage);
      return () => stage.reader.confirm('password', { proof: { recoveryCode: codes[0] } });
    },
  },
  'codes-wrong': { prepare: (stage) => oneMoreWrongCode(stage, 4) },
  'codes-closed': { prepare: (stage) => oneMoreWrongCode(stage, 99) },
  'token-reused': { prepare: refreshedTwice },
  'new-device': at((stage) => logsIn(stage, ELSEWHERE)),
  'sessions-ended': {
    async prepare(stage) {
      await logsIn(stage, ELSEWHERE);
      const stepUp = await stage.reader.confirm('sessions');
      return () => does(stage, 'accounts.revoke-session', { body: { others: true, stepUp } });
    },
  },
  frozen: at((stage) => does(stage, 'accounts.freeze', {})),
  'unfreeze-asked': {
    async prepare(stage) {
      await does(stage, 'accounts.freeze', {});
      return () => unfreezeAsked(stage);
    },
  },
  unfrozen: {
    endsSession: true,
    async prepare(stage) {
      await does(stage, 'accounts.freeze', {});
      await unfreezeAsked(stage);
      return async () => {
        stage.product.clock.advance(DAY_MS);
        await stage.product.app.security.tidy();
      };
    },
  },
  'limit-changed': at((stage) =>
    does(stage, 'accounts.set-limit', { body: { kind: 'loss', period: 'day', amount: '1000' } }),
  ),
  'timed-out': at((stage) =>
    does(stage, 'accounts.timeout', { body: { until: stage.product.clock.now() + 2 * DAY_MS } }),
  ),
  'self-excluded': at((stage) =>
    does(stage, 'accounts.self-exclude', {
      body: { until: stage.product.clock.now() + 366 * DAY_MS },
    }),
  ),
  'data-exported': at((stage) => does(stage, 'accounts.export-data', {})),
  'demo-disabled': at(byStaff('disable-demo')),
  'demo-enabled': {
    async prepare(stage) {
      await byStaff('disable-demo')(stage);
      return () => byStaff('enable-demo')(stage);
    },
  },
  'account-disabled': { endsSession: true, ...at(byStaff('disable')) },
  'account-enabled': {
    endsSession: true,
    async prepare(stage) {
      await byStaff('disable')(stage);
      return () => byStaff('enable')(stage);
    },
  },
  'account-closed': {
    endsSession: true,
    ...at(async (stage) => {
      const stepUp = await stage.reader.confirm('close-account');
      await does(stage, 'accounts.close-account', { body: { stepUp, reason: '' } });
    }),
  },
  'access-restoring': at(restoring),
  'access-restored': {
    endsSession: true,
    async prepare(stage) {
      await restoring(stage);
      return async () => {
        stage.product.clock.advance(DAY_MS);
        await stage.product.app.security.tidy();
      };
    },
  },
  'restoring-stopped': {
    async prepare(stage) {
      await restoring(stage);
      const { db, clock } = stage.product;
      const asked = { username: stage.reader.username, reason: 'A test', by: 'ada@here' };
      return async () => expect((await cancelRestoring({ db, clock }, asked)).ok).toBe(true);
    },
  },
  'staff-frozen': at(byStaff('freeze')),
  'staff-unfrozen': {
    async prepare(stage) {
      await byStaff('freeze')(stage);
      return () => byStaff('unfreeze')(stage);
    },
  },
};

/** What messages about a change repeat. */
export const phraseOf = ({ phrase = PHRASE }: SecurityFlow): string => phrase;

/** Changes that come by a deadline: sessions of before it are ended after it. */
const OVERNIGHT: readonly SecurityKind[] = ['access-restored', 'unfrozen'];

/** Changes that take a day, and the others after them. */
export const inOrder = (changes: readonly SecurityKind[]): SecurityKind[] => [
  ...changes.filter((change) => OVERNIGHT.includes(change)),
  ...changes.filter((change) => !OVERNIGHT.includes(change)),
];

/** Changes that renew the session on screen or end it: pages that are open must come anew. */
const RENEWING: readonly SecurityKind[] = [
  ...OVERNIGHT,
  'password-set',
  'password-changed',
  'password-reset',
  'contact-added',
  'contact-changed',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  // Its account has a code app since a moment.
  'recovery-code-used',
  'codes-wrong',
  'codes-closed',
  'account-disabled',
  'account-enabled',
  'account-closed',
];

/** Whether a page that was open before a change is still open after it. */
export const keepsPage = (change: SecurityKind): boolean => !RENEWING.includes(change);
