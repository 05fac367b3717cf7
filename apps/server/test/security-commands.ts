import { SECOND_MS, type UserId } from '@candor/kernel';
import type { PasskeyAnswer } from '@candor/protocol';
import type { CallName } from '@candor/protocol/light';
import { signedIn } from '@candor/testkit';
import { expect } from 'vitest';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { type CodeApp, PASSWORD, codeApp } from './factors.ts';
import type { NewReader, Reader } from './notice-reader.ts';
import { type StaffCommandName, commandAsStaff } from './staff-commands.ts';
import type { startForger } from './oidc-service.ts';
import { type Signer, ethereumSigner } from './signers.ts';
import type { Answered, CallOptions, TestApp } from './start-app.ts';

/** Where the pages of the product of these tests are. */
export const HERE = 'https://candor.example';

/** What a flow runs on. */
export type Stage = {
  readonly product: TestApp;
  readonly reader: Reader;
  /** A service people sign in with. */
  readonly service: Awaited<ReturnType<typeof startForger>>;
};

/** The password after a change. */
export const NEW_PASSWORD = 'a quiet harbour at nine';

/** Asks, and is not refused. */
export async function does<Name extends CallName>(
  { product, reader }: Pick<Stage, 'product' | 'reader'>,
  name: Name,
  options: Omit<CallOptions<Name>, 'token'>,
): Promise<Answered<Name>['result']> {
  const asked = { token: reader.token, ...options } as CallOptions<Name>;
  const answer = await product.call(name, asked);
  expect([name, answer.code, answer.refused.name]).toEqual([name, '200', undefined]);
  return answer.result;
}

/** A command of staff about an account. */
export const byStaff =
  (act: StaffCommandName) =>
  async ({ product: { db, clock }, reader: { userId } }: Stage): Promise<void> => {
    expect(await commandAsStaff({ db, clock }, { userId: userId as UserId, act })).toBe(true);
  };

/** Turns a code app on. */
export async function codeAppOn(stage: Stage): Promise<{ app: CodeApp; codes: string[] }> {
  const { product, reader } = stage;
  const stepUp = await reader.confirm('totp-add');
  const { secret } = await does(stage, 'accounts.totp-begin', { body: { stepUp } });
  const app = codeApp(product, secret);
  const on = await does(stage, 'accounts.totp-confirm', { body: { code: app.code() } });
  reader.token = on.session.token;
  product.clock.advance(30 * SECOND_MS);
  return { app, codes: on.recoveryCodes };
}

/** Makes ready that an address is added to the book. */
export async function addressReady(stage: Stage) {
  const { app } = await codeAppOn(stage);
  const stepUp = await stage.reader.confirm('address', { proof: { totp: app.code() } });
  const { address } = ethereumSigner();
  const body = { asset: 'ETH', network: 'ethereum', address, label: 'mine', stepUp } as const;
  return () => does(stage, 'cashier.add-address', { mode: 'real', body });
}

/** The signature that shows that a wallet may receive withdrawals. */
export async function authorizationReady(stage: Stage) {
  const { chain, address, sign } = ethereumSigner();
  const { message } = await does(stage, 'cashier.usdt-auth-message', { query: { chain, address } });
  return { chain, message, signature: await sign(message) };
}

/** Makes ready one more wrong code of an account that had so many in a row. */
export async function oneMoreWrongCode(stage: Stage, before: number): Promise<() => Promise<void>> {
  const { product, reader } = stage;
  await codeAppOn(stage);
  const values = [reader.userId, before];
  await product.db.query(
    'insert into accounts.wrong_codes (user_id, in_a_row) values ($1, $2)',
    values,
  );
  return async () => {
    const body = { action: 'password' } as const;
    const { challenge } = await does(stage, 'accounts.step-up', { body });
    const proof = { challenge, totp: '000000' };
    const { token } = reader;
    const wrong = await product.call('accounts.step-up-proof', { token, body: proof });
    expect(wrong.refused.name).toBe('second-factor-wrong');
  };
}

/** Makes ready that a refresh token of another session of the account comes a second time. */
export async function refreshedTwice(stage: Stage): Promise<() => Promise<void>> {
  const { product, reader } = stage;
  const body = { username: reader.username, password: PASSWORD, client: 'api' } as const;
  const { refreshToken = '' } = signedIn((await product.call('accounts.login', { body })).result);
  const refresh = () => product.call('accounts.refresh', { body: { refreshToken } });
  expect((await refresh()).code).toBe('200');
  product.clock.advance(11 * SECOND_MS);
  return async () => expect((await refresh()).code).toBe('401');
}

/** Adds a passkey. */
export async function passkeyOn(stage: Stage): Promise<{ device: Authenticator; id: string }> {
  const { reader } = stage;
  const stepUp = await reader.confirm('passkey-add');
  const device = createAuthenticator(HERE);
  const asked = await does(stage, 'accounts.passkey-begin', { body: { stepUp } });
  const { challenge, options } = asked;
  const body = { challenge, name: 'My phone', passkey: device.make(options) };
  const made = await does(stage, 'accounts.passkey-finish', { body });
  reader.token = made.session.token;
  return { device, id: made.id };
}

/** Removes a passkey, confirmed by itself. */
export async function passkeyOff(stage: Stage, device: Authenticator, id: string): Promise<void> {
  const asked = { action: 'passkey-remove', subject: id } as const;
  const { challenge, passkeyOptions = {} } = await does(stage, 'accounts.step-up', { body: asked });
  const passkey: PasskeyAnswer = device.answer(passkeyOptions);
  const proof = { challenge, passkey };
  const { stepUp } = await does(stage, 'accounts.step-up-proof', { body: proof });
  const removed = await does(stage, 'accounts.passkey-remove', {
    params: { id },
    body: { stepUp },
  });
  stage.reader.token = removed.session.token;
}

/** Links a new wallet; answers its id. */
export async function walletOn(stage: Stage): Promise<string> {
  const signer = ethereumSigner();
  const { chain, address } = signer;
  const asked = { chain, address, purpose: 'link' } as const;
  const { message } = await does(stage, 'accounts.wallet-message', { body: asked });
  const stepUp = await stage.reader.confirm('wallet-link');
  const body = { chain, message, signature: await signer.sign(message), stepUp };
  return (await does(stage, 'accounts.link-wallet', { body })).id;
}

/** Links the service. */
export async function serviceOn(stage: Stage): Promise<void> {
  const { product, reader, service } = stage;
  const headers = { origin: HERE };
  const stepUp = await reader.confirm('social-link', { subject: 'google' });
  const { token } = reader;
  const body = { issuer: 'google', stepUp };
  const begun = await product.call('accounts.link-social', { token, body, headers });
  const url = new URL(begun.result.url);
  service.nonce = url.searchParams.get('nonce') ?? '';
  service.subject = reader.username;
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const state = url.searchParams.get('state') ?? '';
  await does(stage, 'accounts.finish-link-social', {
    body: { code: 'x', state },
    headers: { ...headers, cookie },
  });
}

/** A new mail address, proven by the code that went there. */
export async function contact(stage: Stage): Promise<() => Promise<void>> {
  const { product, reader } = stage;
  const target = movedTo(reader);
  const stepUp = await reader.confirm('contact', { subject: 'email' });
  const body = { channel: 'email', target, stepUp } as const;
  await does(stage, 'accounts.begin-contact', { body });
  const code = await product.codeFor(target);
  return async () => {
    const moved = await does(stage, 'accounts.confirm-contact', { body: { code } });
    reader.token = moved.session.token;
  };
}
/** Where a reader reads mail after `contact`. */
export const movedTo = ({ username }: Reader): string => `${username}@moved.example`;

/** The wallets that opened accounts here. */
const signers = new Map<UserId, Signer>();
/** An account that a wallet opened. */
export async function openedByWallet(product: TestApp): Promise<NewReader> {
  const signer = ethereumSigner();
  const { chain, address } = signer;
  const asked = await product.call('accounts.wallet-nonce', { query: { chain, address } });
  const { message } = asked.result;
  const body = { chain, message, signature: await signer.sign(message), client: 'api' } as const;
  const { token, user } = signedIn(
    (await product.call('accounts.login-by-wallet', { body })).result,
  );
  const userId = user.id as UserId;
  signers.set(userId, signer);
  return { who: { token, userId, username: user.username } };
}

/** Sets the first password of such an account, confirmed by its wallet. */
export async function firstPassword(stage: Stage): Promise<void> {
  const { reader } = stage;
  const signer = signers.get(reader.userId) as Signer;
  const { chain, address } = signer;
  const act = { action: 'password' } as const;
  const { challenge } = await does(stage, 'accounts.step-up', { body: act });
  const asked = { chain, address, purpose: 'step-up', ...act, challenge } as const;
  const { message } = await does(stage, 'accounts.wallet-message', { body: asked });
  const walletSignature = { chain, message, signature: await signer.sign(message) };
  const proof = { challenge, walletSignature };
  const { stepUp } = await does(stage, 'accounts.step-up-proof', { body: proof });
  const body = { newPassword: NEW_PASSWORD, stepUp };
  reader.token = (await does(stage, 'accounts.change-password', { body })).token;
}

/** Logs in, from the usual device or from another; answers the token. */
export async function logsIn(
  { product, reader: { username } }: Stage,
  device?: string,
): Promise<string> {
  const answer = await product.call('accounts.login', {
    body: { username, password: PASSWORD, client: 'api' },
    ...(device === undefined ? {} : { headers: { 'user-agent': device } }),
  });
  expect(answer.code).toBe('200');
  return signedIn(answer.result).token;
}

/** Asks for the end of the freeze. */
export async function unfreezeAsked(stage: Stage): Promise<void> {
  const stepUp = await stage.reader.confirm('unfreeze');
  await does(stage, 'accounts.unfreeze', { body: { stepUp } });
}
