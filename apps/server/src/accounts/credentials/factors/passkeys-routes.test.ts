import { DAY_MS, SECOND_MS } from '@candor/kernel';
import type { StepUpAction } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Authenticator,
  type Odd,
  createAuthenticator,
} from '../../../../test/authenticator.ts';
import { type Owner, newOwner, overviewOf as readOverview } from '../../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

const HERE = 'https://candor.example';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp({ publicUrl: HERE });
});
afterAll(() => product.stop());

const halfMinute = (): void => {
  product.clock.advance(30 * SECOND_MS);
};
const overviewOf = ({ username }: Owner) => readOverview(product, username);

async function begin({ token, confirm }: Owner, proof?: object) {
  const stepUp = await confirm('passkey-add', proof === undefined ? {} : { proof });
  return (await product.call('accounts.passkey-begin', { token, body: { stepUp } })).result;
}

/** Adds a passkey of this device; what the first one brings comes back. */
async function addPasskey(owner: Owner, device: Authenticator, proof?: object) {
  const { challenge, options } = await begin(owner, proof);
  const body = { challenge, name: ' My phone ', passkey: device.make(options) };
  const finished = await product.call('accounts.passkey-finish', { token: owner.token, body });
  expect([finished.code, finished.refused.name]).toEqual(['200', undefined]);
  owner.token = finished.result.session.token;
  return finished.result;
}

/** Confirms an action with this device. */
async function stepUpBy(
  { token }: Owner,
  device: Authenticator,
  params: { action: StepUpAction; subject?: string },
): Promise<string> {
  const question = await product.call('accounts.step-up', { token, body: params });
  const { challenge, passkeyOptions = {} } = question.result;
  const body = { challenge, passkey: device.answer(passkeyOptions) };
  const proved = await product.call('accounts.step-up-proof', { token, body });
  expect(proved.code).toBe('200');
  return proved.result.stepUp;
}

/** Begins another passkey, confirmed with this device. */
async function beginBy(owner: Owner, device: Authenticator) {
  const stepUp = await stepUpBy(owner, device, { action: 'passkey-add' });
  const { token } = owner;
  return (await product.call('accounts.passkey-begin', { token, body: { stepUp } })).result;
}

async function enter(owner: Owner, device: Authenticator, odd?: Odd) {
  const { challenge, passkeyOptions = {} } = await owner.begin();
  return owner.second({ challenge, passkey: device.answer(passkeyOptions, odd) });
}

describe('a passkey', () => {
  test('is asked for with its algorithms named, and says nothing of its owner', async () => {
    const owner = await newOwner(product);
    const { options } = await begin(owner);
    expect(options).toMatchObject({
      rp: { name: 'Candor' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
  });

  test('is added under its name, brings recovery codes, and is asked for from then on', async () => {
    const owner = await newOwner(product);
    const device = createAuthenticator(HERE);
    const { id, recoveryCodes } = await addPasskey(owner, device);
    expect(recoveryCodes).toHaveLength(10);
    const { token } = owner;
    expect((await product.call('accounts.security', { token })).result).toMatchObject({
      passkeys: [{ id, name: 'My phone', createdAt: product.clock.now(), lastUsedAt: null }],
      recoveryLeft: 10,
      // A withdrawal needs a factor: the first one keeps none waiting.
      holds: [],
    });
    const step = await owner.begin();
    expect(step.methods).toEqual(['passkey', 'recovery']);
    expect(step.passkeyOptions).toMatchObject({
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
      userVerification: 'required',
    });
    const passkey = device.answer(step.passkeyOptions ?? {});
    const right = await owner.second({ challenge: step.challenge, passkey });
    expect(right.code).toBe('200');
    expect((await overviewOf(owner)).passkeys[0]?.lastUsedAt).toBe(product.clock.now());
    // The same answer again opens nothing, here or at another question.
    expect((await owner.second({ challenge: step.challenge, passkey })).code).toBe('11036');
    const next = await owner.begin();
    expect((await owner.second({ challenge: next.challenge, passkey })).code).toBe('11021');
  });

  test.each<[string, Odd]>([
    ['made on another page', { origin: 'https://candor.example.evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
    ['an answer to another question', { challenge: 'AAAA' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['of another act', { type: 'webauthn.get' }],
  ])('is not taken %s', async (_, odd) => {
    const owner = await newOwner(product);
    const { challenge, options } = await begin(owner);
    const passkey = createAuthenticator(HERE).make(options, odd);
    const body = { challenge, name: 'Phone', passkey };
    const answer = await product.call('accounts.passkey-finish', { token: owner.token, body });
    expect(answer.refused.name).toBe('second-factor-wrong');
    expect((await overviewOf(owner)).passkeys).toEqual([]);
  });

  test.each<[string, Odd]>([
    ['given to another page', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another question', { challenge: 'AAAA' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['of another act', { type: 'webauthn.create' }],
  ])('opens nothing with an answer %s', async (_, odd) => {
    const owner = await newOwner(product);
    const device = createAuthenticator(HERE);
    await addPasskey(owner, device);
    expect((await enter(owner, device, odd)).refused.name).toBe('second-factor-wrong');
    expect((await enter(owner, device)).code).toBe('200');
  });

  test('a copy of it is found out by its counter', async () => {
    const owner = await newOwner(product);
    const device = createAuthenticator(HERE);
    await addPasskey(owner, device);
    expect((await enter(owner, device, { counter: 40 })).code).toBe('200');
    expect((await enter(owner, device, { counter: 40 })).code).toBe('11021');
    expect((await enter(owner, device, { counter: 7 })).code).toBe('11021');
    expect((await enter(owner, device, { counter: 41 })).code).toBe('200');
  });

  test('one that does not count is taken each time', async () => {
    const owner = await newOwner(product);
    const device = createAuthenticator(HERE);
    const { challenge, options } = await begin(owner);
    const passkey = device.make(options, { counter: 0 });
    const body = { challenge, name: 'Synced', passkey };
    expect((await product.call('accounts.passkey-finish', { token: owner.token, body })).code).toBe(
      '200',
    );
    for (let count = 0; count < 3; count += 1) {
      expect((await enter(owner, device, { counter: 0 })).code).toBe('200');
    }
  });

  test('opens nobody else’s account, and is nobody else’s a second time', async () => {
    const [ann, ben] = [await newOwner(product), await newOwner(product)];
    const [hers, his] = [createAuthenticator(HERE), createAuthenticator(HERE)];
    await addPasskey(ann, hers);
    await addPasskey(ben, his);
    expect((await enter(ann, his)).code).toBe('11021');
    const { challenge, options } = await beginBy(ann, hers);
    const body = { challenge, name: 'His', passkey: his.make(options) };
    expect((await product.call('accounts.passkey-finish', { token: ann.token, body })).code).toBe(
      '11021',
    );
    const other = await beginBy(ben, his);
    const stolen = { challenge: other.challenge, name: 'X', passkey: hers.make(other.options) };
    expect(
      (await product.call('accounts.passkey-finish', { token: ann.token, body: stolen })).refused
        .name,
    ).toBe('challenge-over');
  });

  test('confirms acts alone where there is one; a code app is weaker', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const device = createAuthenticator(HERE);
    const { recoveryCodes } = await addPasskey(owner, device, { totp: app.code() });
    expect(recoveryCodes).toEqual([]);
    halfMinute();
    const { token } = owner;
    const body = { action: 'totp-remove' } as const;
    const {
      challenge,
      methods,
      passkeyOptions = {},
    } = (await product.call('accounts.step-up', { token, body })).result;
    expect(methods).toEqual(['passkey', 'recovery']);
    const prove = (odd: object) =>
      product.call('accounts.step-up-proof', { token, odd: { challenge, ...odd } });
    expect((await prove({ totp: app.code() })).refused.name).toBe('second-factor-wrong');
    const { code, result } = await prove({ passkey: device.answer(passkeyOptions) });
    expect(code).toBe('200');
    const removed = await product.call('accounts.totp-remove', {
      token,
      body: { stepUp: result.stepUp },
    });
    expect(removed.code).toBe('200');
    // The passkey is still on, so the codes that stand in for it stay.
    const overview = await overviewOf(owner);
    expect([overview.totp, overview.recoveryLeft]).toEqual([false, 10]);
  });

  test('is removed by a confirmation that names it, and only by its owner', async () => {
    const [ann, ben] = [await newOwner(product), await newOwner(product)];
    const device = createAuthenticator(HERE);
    const { id } = await addPasskey(ann, device);
    const remove = (token: string, stepUp: string) =>
      product.call('accounts.passkey-remove', { token, params: { id }, body: { stepUp } });
    const notBens = await ben.confirm('passkey-remove', { subject: id });
    expect((await remove(ben.token, notBens)).code).toBe('404');
    const other = await stepUpBy(ann, device, {
      action: 'passkey-remove',
      subject: ann.username,
    });
    expect((await remove(ann.token, other)).code).toBe('11020');
    const right = await stepUpBy(ann, device, { action: 'passkey-remove', subject: id });
    expect((await remove(ann.token, right)).code).toBe('200');
    const { passkeys, recoveryLeft } = await overviewOf(ann);
    expect([passkeys, recoveryLeft]).toEqual([[], 0]);
  });
});

describe('withdrawals wait', () => {
  test('a day after a factor besides the first, three days when another changes within it', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    expect((await overviewOf(owner)).holds).toEqual([]);
    halfMinute();
    const device = createAuthenticator(HERE);
    await addPasskey(owner, device, { totp: app.code() });
    const since = product.clock.now();
    expect((await overviewOf(owner)).holds).toEqual([
      { reason: 'passkey-added', until: since + DAY_MS },
    ]);
    const stepUp = await stepUpBy(owner, device, { action: 'totp-remove' });
    const removed = await product.call('accounts.totp-remove', {
      token: owner.token,
      body: { stepUp },
    });
    expect(removed.code).toBe('200');
    expect((await overviewOf(owner)).holds[0]).toEqual({
      reason: 'totp-removed',
      until: product.clock.now() + 3 * DAY_MS,
    });
    product.clock.advance(3 * DAY_MS);
    expect((await overviewOf(owner)).holds).toEqual([]);
  });
});

test('a passkey whose answer is no passkey’s is unreadable', async () => {
  const owner = await newOwner(product);
  const device = createAuthenticator(HERE);
  const right = device.make((await begin(owner)).options);
  const { token } = owner;
  const odds = [
    { ...right, id: '' },
    { ...right, type: 'password' },
    { ...right, response: { ...right.response, attestationObject: '<script>' } },
    { ...right, response: { ...right.response, transports: Array(9).fill('usb') } },
    { ...right, extra: 1 },
  ];
  for (const passkey of odds) {
    const odd = { challenge: 'x', name: 'Phone', passkey };
    expect((await product.call('accounts.passkey-finish', { token, odd })).code).toBe('400');
  }
  for (const name of ['', '   ', 'x'.repeat(65)]) {
    const odd = { challenge: 'x', name, passkey: right };
    expect((await product.call('accounts.passkey-finish', { token, odd })).code).toBe('400');
  }
});
