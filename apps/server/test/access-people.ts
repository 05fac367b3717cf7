import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, type UserId, newUuid } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { expect } from 'vitest';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { type Owner, PASSWORD, newOwner } from './factors.ts';
import { PICTURE } from './form.ts';
import { ethereumSigner } from './signers.ts';
import type { TestApp } from './start-app.ts';
import { opened } from './support.ts';

/** Where the pages of a product with an access matrix are. */
export const HERE = 'https://candor.example';

/** What calls name that belongs to one user: real, or in the same shape and nobody's. */
export type Things = {
  readonly contractId: string;
  readonly orderNo: string;
  readonly otherContractId: string;
  readonly pendingId: string;
  readonly optionId: string;
  readonly planOrderId: string;
  readonly backtestId: string;
  readonly openedBy: string;
  readonly sessionId: string;
  readonly exportId: string;
  readonly walletId: string;
  readonly addressId: string;
  readonly passkeyId: string;
  readonly socialId: string;
  readonly pictureId: string;
  readonly conversationId: string;
  readonly quoteId: string;
  readonly reverseQuoteId: string;
  readonly optionQuoteId: string;
  readonly confirmChallenge: string;
  readonly passkeyChallenge: string;
  readonly passkeyOptions: Record<string, unknown>;
};

/** A user who asks, with everything a user can own. */
export type Person = Owner & {
  readonly userId: UserId;
  readonly device: Authenticator;
  readonly things: Things;
  /** Puts the passkey among the things; from then on the owner confirms by it. */
  keepsPasskey(): Promise<void>;
};

const id = (product: TestApp): string => newUuid(product.clock.now());
const secret = (): string => randomBytes(32).toString('base64url');

/** Things in the right shape that nobody has. */
export function nobodysThings(product: TestApp): Things {
  return {
    contractId: id(product),
    orderNo: '261123-22222222',
    otherContractId: id(product),
    pendingId: id(product),
    optionId: id(product),
    planOrderId: id(product),
    backtestId: id(product),
    openedBy: randomUUID(),
    sessionId: id(product),
    exportId: id(product),
    walletId: id(product),
    addressId: id(product),
    passkeyId: id(product),
    socialId: id(product),
    pictureId: id(product),
    conversationId: id(product),
    quoteId: id(product),
    reverseQuoteId: id(product),
    optionQuoteId: id(product),
    confirmChallenge: secret(),
    passkeyChallenge: secret(),
    passkeyOptions: { challenge: secret() },
  };
}

/** A contract as every user of the matrix opens it. */
export const ORDER = {
  code: 'BTC/USDT',
  direction: 'buy',
  orderType: 'market',
  lots: '0.01',
  leverage: 2,
} as const;
/** The one that is opened in the matrix, at a price that is held for its owner. */
export const OPENED = { ...ORDER, code: 'ETH/USDT' } as const;
/** A strategy as every user of the matrix has it tried on bars of the past. */
export const TRIED = { strategy: 'hold', codes: ['BTC/USDT'], parameters: {} } as const;

/** A plan of one's own as every user of the matrix tries it. */
export const OWN_PLAN = {
  strategy: 'hold',
  codes: ['BTC/USDT'],
  parameters: {},
  amount: '100',
  days: 7,
  maxLoss: '50',
} as const;

/** An option as every user of the matrix buys it. */
export const OPTION = { code: 'BTC/USDT', direction: 'up', period: 60, amount: '10' } as const;

async function traded(product: TestApp, token: string) {
  const openedBy = randomUUID();
  const open = async (odd: object) => {
    const answer = await product.call('contracts.open', { token, odd: { ...ORDER, ...odd } });
    expect([answer.code, answer.message]).toEqual(['200', '20004']);
    return answer.result;
  };
  const { id: contractId, orderNo } = await open({ requestId: openedBy });
  const { id: otherContractId } = await open({ requestId: randomUUID() });
  const waiting = { orderType: 'limit', price: '50000', requestId: randomUUID() };
  const { id: pendingId } = await open(waiting);
  const bought = await product.call('options.buy', {
    token,
    body: { ...OPTION, requestId: randomUUID() },
  });
  expect(bought.code).toBe('200');
  const invested = await product.call('plans.paper', {
    token,
    odd: { ...OWN_PLAN, requestId: randomUUID() },
  });
  expect(invested.code).toBe('200');
  const quote = async (more: object): Promise<string> => {
    const { code, result } = await product.call('contracts.quote', {
      token,
      odd: { ...ORDER, ...more },
    });
    expect(code).toBe('200');
    return result.quoteId;
  };
  const option = await product.call('options.quote', { token, body: OPTION });
  return {
    contractId,
    orderNo,
    otherContractId,
    pendingId,
    optionId: bought.result.id,
    planOrderId: invested.result.id,
    openedBy,
    quoteId: await quote({ code: OPENED.code }),
    reverseQuoteId: await quote({ direction: 'sell', reverseOf: otherContractId }),
    optionQuoteId: option.result.quoteId,
  };
}

/** A backtest that came to nothing: the matrix has no bars, and reading none of them takes seconds. */
async function backtestOf(product: TestApp, userId: UserId): Promise<string> {
  const backtestId = id(product);
  const at = product.clock.now();
  const chosen = { ...TRIED, interval: '1h' };
  await product.db.query(
    `insert into plans.backtest (user_id, id, chosen, from_at, to_at, asked_at, state, ended_at)
     values ($1, $2, $3::jsonb, platform.from_ms($4), platform.from_ms($5), platform.from_ms($5),
       'failed', platform.from_ms($5))`,
    [userId, backtestId, JSON.stringify(chosen), at - 30 * DAY_MS, at],
  );
  return backtestId;
}

async function keptKeys(product: TestApp, userId: UserId) {
  const { db, clock } = product;
  const [walletId, socialId, addressId] = [id(product), id(product), id(product)];
  const at = clock.now();
  await db.query(
    `insert into accounts.wallet (user_id, id, chain, address, created_at)
     values ($1, $2, 'ethereum', $3, platform.from_ms($4))`,
    [userId, walletId, ethereumSigner().address, at],
  );
  await db.query(
    `insert into accounts.social_key (user_id, id, issuer, subject, linked_at)
     values ($1, $2, 'https://issuer.example', $3, platform.from_ms($4))`,
    [userId, socialId, randomUUID(), at],
  );
  await db.query(
    `insert into cashier.book_address
       (user_id, id, asset, network, address, label, created_at, usable_at)
     values ($1, $2, 'ETH', 'ethereum', $3, '', platform.from_ms($4),
       platform.from_ms($4) + interval '24 hours')`,
    [userId, addressId, ethereumSigner().address, at],
  );
  return { walletId, socialId, addressId };
}

/** A new user who has one of everything. */
export async function newPerson(product: TestApp): Promise<Person> {
  const owner = await newOwner(product);
  const { token, username } = owner;
  await product.price('BTC/USDT', '60000', '60010');
  await product.price('ETH/USDT', '3000', '3001');
  const userId = (await product.call('portfolio.info', { token })).result.id as UserId;
  const body = { username, password: PASSWORD, client: 'api' } as const;
  signedIn((await product.call('accounts.login', { body })).result);
  const sessions = (await product.call('accounts.list-sessions', { token })).result;
  const exported = await product.call('accounts.export-data', { token });
  await product.app.security.settled();
  const begun = await product.call('accounts.passkey-begin', {
    token,
    body: { stepUp: await owner.confirm('passkey-add') },
  });
  const asked = await product.call('accounts.step-up', { token, body: { action: 'password' } });
  const form = { purpose: 'support', file: PICTURE };
  const brought = await product.call('files.upload', { token, form });
  const device = createAuthenticator(HERE);
  const passkeyId = id(product);
  return {
    ...owner,
    userId,
    device,
    things: {
      ...(await traded(product, token)),
      ...(await keptKeys(product, userId)),
      backtestId: await backtestOf(product, userId),
      sessionId: sessions.find(({ current }) => !current)?.id ?? '',
      exportId: exported.result.id,
      pictureId: brought.result.fileId,
      conversationId: (await opened(product, token)).id,
      passkeyId,
      confirmChallenge: asked.result.challenge,
      passkeyChallenge: begun.result.challenge,
      passkeyOptions: begun.result.options,
    },
    async keepsPasskey() {
      await product.db.query(
        `insert into accounts.passkey (user_id, id, credential_id, public_key, counter, transports,
           name, is_synced, created_at)
         values ($1, $2, $3, '\\x00', 0, '{}', 'a phone', false, platform.from_ms($4))
         on conflict do nothing`,
        [userId, passkeyId, randomUUID(), product.clock.now()],
      );
    },
  };
}

/** Stops new risk of a person, as their own freeze does. */
export async function freeze(product: TestApp, { userId }: Person): Promise<void> {
  await product.db.query(
    'insert into accounts.freeze (user_id, since) values ($1, platform.from_ms($2))',
    [userId, product.clock.now()],
  );
}

/** Stops new risk of a person for a year, as their own exclusion does. */
export async function exclude(product: TestApp, { userId }: Person): Promise<void> {
  const at = product.clock.now();
  await product.db.query(
    `insert into accounts.pause (user_id, kind, since, until)
     values ($1, 'exclusion', platform.from_ms($2), platform.from_ms($3))`,
    [userId, at, at + 365 * DAY_MS],
  );
}
