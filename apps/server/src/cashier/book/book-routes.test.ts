import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UserId } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositOf, testCashier } from '../../../test/cashier.ts';
import { type Owner, newOwner } from '../../../test/factors.ts';
import { type Signer, ethereumSigner, tronSigner } from '../../../test/signers.ts';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { ORIGIN } from '../../../test/wallets.ts';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';
import { createAddresses } from './addresses.ts';
import { AUTHORIZATION_MS, ADDRESSES_MAX, CONTRACT_MS } from './rules.ts';

let app: TestApp;
const PAYOUT = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(async () => {
  const { chains = {}, payoutSource = {} } = testCashier().given;
  app = await startTestApp({
    publicUrl: ORIGIN,
    cashier: {
      chains,
      payoutSource,
      payouts: { ethereum: PAYOUT, tron: null, bitcoin: null },
    },
  });
});
afterAll(() => app.stop());

/** A user who can confirm by a code app. */
async function newHolder() {
  const owner = await newOwner(app);
  const { app: codes } = await owner.addCodeApp();
  const confirm = () => {
    // A code counts once.
    app.clock.advance(30 * SECOND_MS);
    return owner.confirm('address', { proof: { totp: codes.code() } });
  };
  return { owner, confirm };
}

type Said = { asset: 'USDT' | 'BTC' | 'ETH'; network: 'ethereum' | 'tron' | 'bitcoin' };
const ETH: Said = { asset: 'ETH', network: 'ethereum' };
const USDT: Said = { asset: 'USDT', network: 'tron' };

const add = ({ token }: Owner, odd: object) =>
  app.call('cashier.add-address', { token, mode: 'real', odd: { label: '', ...odd } });
const list = async ({ token }: Owner) =>
  (await app.call('cashier.list-addresses', { token, mode: 'real' })).result;

async function authorized({ token }: Owner, signer: Signer) {
  const { chain, address } = signer;
  const query = { chain, address };
  const asked = await app.call('cashier.usdt-auth-message', { token, query });
  expect(asked.code).toBe('200');
  const { message } = asked.result;
  return { chain, message, signature: await signer.sign(message) };
}
const authorize = (
  { token }: Owner,
  body: { chain: Signer['chain']; message: string; signature: string },
) => app.call('cashier.update-usdt-auth', { token, body });

describe('an address of the book', () => {
  test('waits a day, and is spelt as its network spells it', async () => {
    const { owner, confirm } = await newHolder();
    const { address } = ethereumSigner();
    const said = { ...ETH, address: ` ${address.toLowerCase()} `, label: 'my ledger' };
    const stepUp = await confirm();
    const at = app.clock.now();
    const added = await add(owner, { ...said, stepUp });
    expect([added.code, added.message]).toEqual(['200', '20005']);
    const entry = { ...ETH, address, label: 'my ledger', holder: null, proof: 'none' };
    expect(added.result).toMatchObject({ ...entry, usableAt: at + DAY_MS, needsProof: false });
    expect(await list(owner)).toEqual([added.result]);
    // The same once more is the same address, and no second step-up is asked for.
    expect((await add(owner, said)).result).toEqual(added.result);
  });

  test('is confirmed by a second factor, and by nothing less', async () => {
    const owner = await newOwner(app);
    const said = { ...ETH, address: ethereumSigner().address };
    expect((await add(owner, said)).code).toBe('11020');
    const { token } = owner;
    const asked = await app.call('accounts.step-up', { token, body: { action: 'address' } });
    expect(asked.result.methods).toEqual([]);
    const { challenge } = asked.result;
    const odd = { challenge, password: 'correct horse battery' };
    expect((await app.call('accounts.step-up-proof', { token, odd })).code).toBe('11021');
    expect(await list(owner)).toEqual([]);
  });

  test.each([
    [
      'a wrong checksum',
      { ...ETH, address: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      'format',
    ],
    [
      'another network’s address',
      { ...USDT, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      'format',
    ],
    [
      'Bitcoin of a test chain',
      { asset: 'BTC', network: 'bitcoin', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
      'format',
    ],
    ['nothing', { ...ETH, address: '  ' }, undefined],
  ])('%s is refused at the field', async (_, said, why) => {
    const owner = await newOwner(app);
    const { code, refused } = await add(owner, said);
    expect([code, refused.field, refused.facts?.['why']]).toEqual(['10021', 'address', why]);
  });

  test('an asset its network does not carry is refused', async () => {
    const owner = await newOwner(app);
    const said = { asset: 'BTC', network: 'tron', address: tronSigner().address };
    expect((await add(owner, said)).code).toBe('10025');
    expect((await add(owner, { ...said, network: 'solana' })).code).toBe('10025');
  });

  test('is none of the practice account', async () => {
    const { token } = await newOwner(app);
    expect((await app.call('cashier.list-addresses', { token, mode: 'demo' })).code).toBe('11001');
  });

  test('is nobody’s to another user, and gone once it is removed', async () => {
    const { owner, confirm } = await newHolder();
    const eve = await newOwner(app);
    const said = { ...ETH, address: ethereumSigner().address, stepUp: await confirm() };
    const { id } = (await add(owner, said)).result;
    const remove = ({ token }: Owner) =>
      app.call('cashier.remove-address', { token, mode: 'real', params: { id } });
    expect((await remove(eve)).status).toBe(404);
    expect((await remove(owner)).code).toBe('200');
    expect((await remove(owner)).status).toBe(404);
    expect(await list(owner)).toEqual([]);
  });

  test('declared to be kept by another waits three days, and is never usable earlier by that', async () => {
    const { owner, confirm } = await newHolder();
    const said = { ...USDT, address: tronSigner().address };
    const first = await add(owner, { ...said, stepUp: await confirm() });
    expect(first.result).toMatchObject({ proof: 'none', needsProof: true, holder: null });
    const stepUp = await confirm();
    const at = app.clock.now();
    const { result } = await add(owner, { ...said, holder: 'Kraken', stepUp });
    const declared = { id: first.result.id, proof: 'declared', holder: 'Kraken' };
    expect(result).toMatchObject({ ...declared, needsProof: false, usableAt: at + 72 * HOUR_MS });
    expect(await list(owner)).toEqual([result]);
  });

  test('there are fifty at most, whoever asks at the same moment', async () => {
    const { owner, confirm } = await newHolder();
    const { result: info } = await app.call('portfolio.info', { token: owner.token });
    await app.db.query(
      `insert into cashier.book_address
         (user_id, id, asset, network, address, label, created_at, usable_at)
       select $1, gen_random_uuid(), 'ETH', 'ethereum', '0x' || lpad(n::text, 40, '0'), '', now(),
         now() + interval '24 hours' from generate_series(1, $2) n`,
      [info.id, ADDRESSES_MAX - 1],
    );
    const steps = [await confirm(), await confirm(), await confirm()];
    const answers = await Promise.all(
      steps.map((stepUp) => add(owner, { ...ETH, address: ethereumSigner().address, stepUp })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11018', '11018', '200']);
    expect(await list(owner)).toHaveLength(ADDRESSES_MAX);
  });

  test('an address of the house is refused, in any of its spellings', async () => {
    const owner = await newOwner(app);
    const key = { params: { key: 'auth_address' } };
    expect((await app.call('content.parameter', key)).result.value).toBe(PAYOUT);
    for (const address of [PAYOUT, PAYOUT.toLowerCase()]) {
      const { code, refused } = await add(owner, { ...ETH, address });
      expect([code, refused.facts?.['why']]).toEqual(['10021', 'house']);
    }
  });
});

describe('how long addresses wait', () => {
  const setDelay = ({ token }: Owner, hours: number, stepUp: string) =>
    app.call('cashier.set-address-delay', { token, mode: 'real', odd: { hours, stepUp } });

  test('gets longer at once, and shorter after the longer wait', async () => {
    const { owner, confirm } = await newHolder();
    const raised = await setDelay(owner, 168, await confirm());
    expect(raised.result).toEqual({ hours: 168, next: null });
    const stepUp = await confirm();
    const at = app.clock.now();
    const lowered = await setDelay(owner, 24, stepUp);
    const from = at + 168 * HOUR_MS;
    expect(lowered.result).toEqual({ hours: 168, next: { hours: 24, from } });
    const added = await add(owner, {
      ...ETH,
      address: ethereumSigner().address,
      stepUp: await confirm(),
    });
    expect(added.result.usableAt - added.result.createdAt).toBe(168 * HOUR_MS);
    const { id } = (await app.call('portfolio.info', { token: owner.token })).result;
    const book = createAddresses({
      db: app.db,
      clock: app.clock,
      announce: () => Promise.resolve(),
      destinationOf: () => Promise.resolve(null),
      isOfHouse: () => Promise.resolve(false),
    });
    app.clock.advance(from - app.clock.now() - 1);
    expect(await book.delay(id as UserId)).toEqual({ hours: 168, next: { hours: 24, from } });
    app.clock.advance(1);
    expect(await book.delay(id as UserId)).toEqual({ hours: 24, next: null });
  });
});

describe('the authorization of a wallet', () => {
  test.each<[string, () => Signer]>([
    ['Ethereum', ethereumSigner],
    ['Tron', () => tronSigner()],
  ])('of %s shows that an address is its owner’s, until it is taken back', async (_, make) => {
    const { owner, confirm } = await newHolder();
    const { token } = owner;
    const signer = make();
    const { chain, address } = signer;
    const none = { status: 'none', address: null, chain: null, expiresAt: null, signer: null };
    const read = async () => (await app.call('cashier.withdrawal-auth', { token })).result;
    expect(await read()).toEqual(none);
    const said = { asset: 'USDT', network: chain, address, stepUp: await confirm() };
    expect((await add(owner, said)).result).toMatchObject({ proof: 'none', needsProof: true });
    const body = await authorized(owner, signer);
    expect(body.message).toContain('This is a message, not a transaction. It cannot move funds.');
    expect(body.message).toContain(`Candor account ${owner.username}`);
    const at = app.clock.now();
    const answer = await authorize(owner, body);
    const expiresAt = at + AUTHORIZATION_MS;
    const given = { status: 'authorized', chain, address, expiresAt, signer: 'key' };
    expect([answer.message, answer.result]).toEqual(['20005', given]);
    expect(await read()).toEqual(given);
    expect(await list(owner)).toMatchObject([{ proof: 'signed', needsProof: false }]);
    const other = chain === 'tron' ? 'ethereum' : 'tron';
    const revoke = (odd: object) => app.call('cashier.revoke-usdt-auth', { token, odd });
    expect((await revoke({ chain: other })).status).toBe(404);
    expect((await revoke({})).code).toBe('200');
    expect((await read()).status).toBe('revoked');
    const entries = (await list(owner)).filter(({ asset }) => asset === 'USDT');
    expect(entries).toMatchObject([{ proof: 'none', needsProof: true }]);
    // What was signed counted once.
    expect((await authorize(owner, body)).code).toBe('11025');
  });

  test('is refused for another user, wallet, chain, purpose and moment', async () => {
    const [mara, eve] = [await newOwner(app), await newOwner(app)];
    const signer = ethereumSigner();
    const body = await authorized(mara, signer);
    const forgeries: [Owner, typeof body][] = [
      [eve, body],
      [mara, { ...body, signature: await ethereumSigner().sign(body.message) }],
      [mara, { ...body, chain: 'tron' }],
      [
        mara,
        {
          ...body,
          message: body.message.replace(/Nonce: (.)/, (said, first) =>
            said.replace(/.$/, first === 'f' ? '0' : 'f'),
          ),
        },
      ],
      [mara, { ...body, message: body.message.replace(mara.username, eve.username) }],
    ];
    for (const [owner, forged] of forgeries) {
      const changed =
        forged.message === body.message
          ? forged
          : {
              ...forged,
              message: forged.message,
              signature: await signer.sign(forged.message),
            };
      expect((await authorize(owner, changed)).code).toBe('11025');
    }
    // A signature that links a wallet authorizes none, and the other way round.
    const { chain, address } = signer;
    const link = { chain, address, purpose: 'link' } as const;
    const { token } = mara;
    const { message } = (await app.call('accounts.wallet-message', { token, body: link })).result;
    const linking = { chain, message, signature: await signer.sign(message) };
    expect((await authorize(mara, linking)).code).toBe('11025');
    expect((await app.call('accounts.link-wallet', { token, body })).code).toBe('11025');
    expect(
      (await app.call('accounts.login-by-wallet', { body: { ...body, client: 'api' } })).code,
    ).toBe('11025');
    expect((await authorize(mara, body)).code).toBe('200');
    const late = await authorized(mara, signer);
    app.clock.advance(5 * MINUTE_MS);
    expect((await authorize(mara, late)).code).toBe('11025');
  });

  test('counts once of all who send it at the same moment', async () => {
    const owner = await newOwner(app);
    const body = await authorized(owner, ethereumSigner());
    const answers = await Promise.all([1, 2, 3, 4].map(() => authorize(owner, body)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11025', '11025', '11025', '200']);
  });

  test('by a contract counts for one withdrawal, and the next one asks for another', async () => {
    const { owner } = await newHolder();
    const { token } = owner;
    const asks = { token, mode: 'real' } as const;
    const userId = (await app.call('portfolio.info', asks)).result.id as UserId;
    await app.deposit(userId, 1_000_000_000n);
    await depositOf(app, userId, { asset: 'ETH', units: 5n * 10n ** 18n });
    const [addressId, { address }] = [randomUUID(), ethereumSigner()];
    const now = app.clock.now();
    const keep = (id: string, asset: 'USDT' | 'ETH') =>
      app.owner.query(
        `insert into cashier.book_address
           (user_id, id, asset, network, address, label, created_at, usable_at)
         values ($1, $2, $6, 'ethereum', $3, '', platform.from_ms($4), platform.from_ms($5))`,
        [userId, id, address, now - 2 * DAY_MS, now - DAY_MS, asset],
      );
    await keep(addressId, 'USDT');
    const sign = () =>
      app.owner.query(
        `insert into cashier.authorization
           (user_id, id, chain, address, signer, message, signature, signed_at, expires_at)
         values ($1, $2, 'ethereum', $3, 'contract', 'm', 's', platform.from_ms($4), platform.from_ms($5))`,
        [userId, randomUUID(), address, now, now + CONTRACT_MS],
      );
    const usdt = { asset: 'USDT', network: 'ethereum', addressId, amount: '200' } as const;
    const quote = (body: object = usdt) =>
      app.call('cashier.quote-withdrawal', { ...asks, odd: { ...body } });
    const withdraw = async (quoteId: string, body: object = usdt) => {
      const stepUp = newSecret();
      await app.owner.query(
        `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
         values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
        [hashSecret(stepUp), userId, quoteId, now + HOUR_MS],
      );
      const odd = { ...body, quoteId, stepUp, requestId: randomUUID() };
      return app.call('cashier.withdraw', { ...asks, odd });
    };
    const read = async () => (await app.call('cashier.withdrawal-auth', { token })).result.status;
    expect((await quote()).refused.name).toBe('wallet-authorization-first');
    await sign();
    expect(await read()).toBe('authorized');
    // Of another asset nothing is signed: what was signed for USDT is still there after it.
    const eth = {
      asset: 'ETH',
      network: 'ethereum',
      addressId: randomUUID(),
      amount: '1',
    } as const;
    await keep(eth.addressId, 'ETH');
    expect((await withdraw((await quote(eth)).result.quoteId, eth)).code).toBe('200');
    expect(await read()).toBe('authorized');
    const [first, second] = [(await quote()).result.quoteId, (await quote()).result.quoteId];
    expect((await withdraw(second)).code).toBe('200');
    expect(await read()).toBe('expired');
    const entries = (await list(owner)).filter(({ asset }) => asset === 'USDT');
    expect(entries).toMatchObject([{ proof: 'none', needsProof: true }]);
    expect((await withdraw(first)).refused.name).toBe('wallet-authorization-first');
    expect((await quote()).refused.name).toBe('wallet-authorization-first');
    // Who looks at the first one sees that it was signed for.
    const [{ id: withdrawalId } = { id: '' }] = await app.db.query<{ id: string }>(
      `select id from cashier.withdrawal where user_id = $1 and asset = 'USDT'`,
      [userId],
    );
    const own = { userId, id: addressId, withdrawalId };
    const found = await app.app.cashier.book.findEntries(app.db, [own]);
    expect(found).toMatchObject([{ proof: 'signed' }]);
    await sign();
    expect((await withdraw((await quote()).result.quoteId)).code).toBe('200');
  });
});
