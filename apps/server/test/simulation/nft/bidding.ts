import { randomUUID } from 'node:crypto';
import { DAY_MS, type RequestId, formatMoney, money } from '@candor/kernel';
import { hashOf } from '../../../src/platform/commit/idempotency.ts';
import { type Answer, askOnce } from '../asking.ts';
import { SCALE } from '../conversion.ts';
import { count } from '../counts.ts';
import { pick, userAt } from '../picking.ts';
import type { Command, Overask } from './commands.ts';
import { leastOf, ownMoney, sum } from './figures.ts';
import { type Part, type Token, digestOf } from './snapshot.ts';
import { type SimUser, type World, restart } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

const text = (units: bigint): string => formatMoney(money('USDT', units));

/** Tokens on sale, of a kind where it is named. */
export const onSale = ({ now }: World, kind?: Token['kind']): Token[] =>
  now.tokens.filter(
    (token) => token.state === 'open' && (kind === undefined || token.kind === kind),
  );

export const cashOf = ({ now }: Pick<World, 'now'>, userId: string): bigint =>
  now.balances.get(`${userId} USDT user:cash`) ?? 0n;

/** What a user may bid now, by our own sum. */
function ownOf({ now }: Pick<World, 'now'>, userId: string): bigint {
  const held = (account: string): bigint => now.balances.get(`${userId} USDT ${account}`) ?? 0n;
  const [cash, reversed, debt] = [held('user:cash'), held('user:reversed'), held('user:debt')];
  return ownMoney({ cash, reversed, debt });
}

const partOf = ({ now }: World, { userId }: SimUser, { id }: Token): Part | null =>
  now.parts.find((part) => part.userId === userId && part.tokenId === id) ?? null;

/** What a bid asks for; an address by what the bidder knows it as. */
type BidParams = {
  readonly who: SimUser;
  /** Null: a token there is not. */
  readonly token: Token | null;
  readonly kind: 'bid' | 'buy';
  /** Null: no amount of whole units. */
  readonly amount: bigint | null;
  readonly address: 'ethereum' | 'tron' | 'fresh' | null;
};

/** The most a user may lose today; null: as much as they like. */
function limitOf({ limits }: SimUser, now: number): bigint | null {
  return limits.findLast(({ from }) => from <= now)?.amount ?? null;
}

/** Whether a bid passes what its owner set as the most to lose within a day. */
function isBeyondLimit(world: World, { who, token }: BidParams, amount: bigint): boolean {
  const now = world.product.clock.now();
  const limit = limitOf(who, now);
  const since = now - (now % DAY_MS);
  const others = world.now.parts.filter(
    ({ userId, tokenId, state, at }) =>
      userId === who.userId &&
      tokenId !== token?.id &&
      (state === 'leading' || state === 'won') &&
      at >= since,
  );
  return limit !== null && sum(others.map((part) => part.amount)) + amount > limit;
}

/** Why a token is not on sale in a way at a moment; null where it is. */
function offSale(token: Token | null, kind: BidParams['kind'], now: number): string | null {
  if (token === null || token.state !== 'open' || now < token.startsAt) return 'token-not-on-sale';
  if (token.endsAt !== null && now >= token.endsAt) return 'token-not-on-sale';
  return (token.kind === 'auction') === (kind === 'bid') ? null : 'token-not-on-sale';
}

/** Where a raise goes without naming an address: where the bid that leads goes; an outbid one names it again. */
function addressKept(world: World, who: SimUser, token: Token): string | null {
  const part = partOf(world, who, token);
  return part?.state === 'leading' ? part.address : null;
}

/** Why a token on a chain could not be sent where a bid says. */
function addressFault(world: World, { who, token, address }: BidParams): string | null {
  if (token === null || token.chain === null) return null;
  if (address === null) {
    return addressKept(world, who, token) === null ? 'address-missing' : null;
  }
  if (address === 'fresh') {
    return token.chain === 'ethereum' ? 'address-not-usable-yet' : 'address-missing';
  }
  return address === token.chain ? null : 'address-missing';
}

/** By which name a bid has to be refused, by our own rules; null where it has to be taken. */
function refusalOf(world: World, asked: BidParams): string | null {
  const { who, token, kind, amount } = asked;
  const now = world.product.clock.now();
  if (world.product.app.parameters.count('nft.enabled') !== 1) return 'not-yet-open';
  if (Math.max(who.paused.freeze, who.paused.timeout) > now) return 'user-status-forbids';
  const off = offSale(token, kind, now);
  if (off !== null || token === null) return off;
  const least = leastOf(token);
  const isAmount = amount !== null && (kind === 'buy' ? amount === least : amount >= least);
  if (!isAmount) return 'quantity-refused';
  const fault = addressFault(world, asked);
  if (fault !== null) return fault;
  const part = partOf(world, who, token);
  const leads = part?.state === 'leading' ? part.amount : 0n;
  if (amount - leads > ownOf(world, who.userId)) return 'free-margin-short';
  return isBeyondLimit(world, asked, amount) ? 'limit-reached' : null;
}

function bodyOf({ who, token, kind, amount, address }: BidParams) {
  return {
    id: token?.id ?? randomUUID(),
    kind,
    amount: amount === null ? '100.0000001' : text(amount),
    ...(address === null ? {} : { addressId: who.addresses[address].id }),
  };
}

/** Remembers what a request asks for, before it is sent. */
function note(world: World, asked: BidParams, requestId: string): void {
  const { who, token, amount, address } = asked;
  world.asked.set(requestId, {
    userId: who.userId,
    tokenId: token?.id ?? '',
    amount: amount ?? 0n,
    address: address === null ? null : who.addresses[address].text,
  });
}

/** Sends a bid, which is taken or refused as our own rules say. */
async function ask(world: World, asked: BidParams, again: boolean): Promise<Answer> {
  const { product } = world;
  const body = bodyOf(asked);
  const wanted = refusalOf(world, asked);
  const answer = await askOnce(
    world,
    {
      ...{ userId: asked.who.userId, call: 'nft.buy', body, again },
      digest: () => digestOf(product.owner),
      under: (requestId) => note(world, asked, requestId),
    },
    (sent) => {
      const { requestId } = sent.request;
      return product.app.nft.commands.bid({ ...sent, body: { ...body, requestId } });
    },
  );
  count(world, answer.code === '200' ? `${asked.kind} taken` : `refused: ${answer.name}`);
  const came = answer.code === '200' ? null : answer.name;
  if (came !== wanted) {
    const facts = `${asked.kind} of ${body.amount}`;
    world.wrong.push(`${facts} was ${came ?? 'taken'}, has to be ${wanted ?? 'taken'}`);
  }
  return answer;
}

/** The address a bid names: one of the token’s chain, unless it raises a bid that named one. */
function addressFor(world: World, who: SimUser, token: Token): BidParams['address'] {
  const isNamed = addressKept(world, who, token) !== null;
  return token.chain === null || isNamed ? null : (token.chain as 'ethereum' | 'tron');
}

const askedOf = (world: World, who: SimUser, token: Token, amount: bigint): BidParams => ({
  ...{ who, token, amount },
  kind: token.kind === 'auction' ? 'bid' : 'buy',
  address: addressFor(world, who, token),
});

const above = (thousandths: number): bigint => (BigInt(thousandths) * SCALE.USDT) / 1_000n;

export async function bid(world: World, command: Of<'bid'>): Promise<void> {
  const token = pick(onSale(world, 'auction'), command.which);
  if (token === null) return;
  const who = userAt(world, command.user);
  const amount = leastOf(token) + above(command.above);
  const answer = await ask(world, askedOf(world, who, token, amount), command.again);
  if (answer.code !== '200') return;
  const isOwn = partOf(world, who, token)?.state === 'leading';
  count(world, isOwn ? 'raised' : token.bids > 0 ? 'outbid another' : 'first bid');
}

export async function buy(world: World, command: Of<'buy'>): Promise<void> {
  const token = pick(onSale(world, 'fixed'), command.which);
  if (token === null) return;
  await ask(world, askedOf(world, userAt(world, command.user), token, token.price), command.again);
}

/** Bids all that is one’s own: to the unit it is taken, a unit more it is not. */
export async function all(world: World, { user, which, more }: Of<'all'>): Promise<void> {
  const who = userAt(world, user);
  const token = pick(onSale(world, 'auction'), which);
  if (token === null) return;
  const part = partOf(world, who, token);
  const leads = part?.state === 'leading' ? part.amount : 0n;
  const amount = ownOf(world, who.userId) + leads + BigInt(more);
  if (amount < leastOf(token)) return;
  const answer = await ask(world, askedOf(world, who, token, amount), false);
  if (answer.code === '200') count(world, 'all that is one’s own');
}

/** What is asked of a token that no bid may ask. */
function overasked(world: World, who: SimUser, token: Token, how: Overask): BidParams {
  const usual = askedOf(world, who, token, leastOf(token));
  const { amount } = usual;
  switch (how) {
    case 'below':
      return { ...usual, amount: (amount ?? 0n) - 1n };
    case 'above':
      return { ...usual, amount: ownOf(world, who.userId) * 2n + (amount ?? 0n) };
    case 'price':
      return { ...usual, kind: 'buy', amount: token.price + 1n };
    case 'otherKind':
      return { ...usual, kind: usual.kind === 'bid' ? 'buy' : 'bid' };
    case 'malformed':
      return { ...usual, amount: null };
    case 'unknown':
      return { ...usual, token: null };
    case 'noAddress':
      return { ...usual, address: null };
    case 'freshAddress':
      return { ...usual, address: 'fresh' };
    default:
      return { ...usual, address: token.chain === 'tron' ? 'ethereum' : 'tron' };
  }
}

export async function overask(world: World, { user, which, how }: Of<'overask'>): Promise<void> {
  const isOfAddress = ['noAddress', 'freshAddress', 'otherChain'].includes(how);
  const tokens = onSale(world, how === 'price' ? 'fixed' : undefined);
  const token = pick(isOfAddress ? tokens.filter(({ chain }) => chain !== null) : tokens, which);
  if (token === null) return;
  await ask(world, overasked(world, userAt(world, user), token, how), false);
}

/** Sends a bid under an id; null where nobody answered. */
async function send(world: World, asked: BidParams, requestId: string): Promise<string | null> {
  const body = { ...bodyOf(asked), requestId };
  const { userId } = asked.who;
  const request = {
    ...{ userId, call: 'nft.buy' },
    requestId: requestId as RequestId,
    bodyHash: hashOf(body),
  };
  try {
    const said = await world.product.app.nft.commands.bid({ userId, request, body } as never);
    return (JSON.parse(said.kept) as { code: string }).code;
  } catch {
    return null;
  }
}

/** All ask for one token at once, each for more than the one before; one alone buys what has a price. */
export async function together(world: World, command: Of<'together'>): Promise<void> {
  const token = pick(onSale(world), command.which);
  if (token === null) return;
  const more = token.kind === 'auction' ? above(command.above) : 0n;
  const codes = await Promise.all(
    world.users.map((who, place) => {
      const amount = leastOf(token) + BigInt(place) * (token.step + more);
      const asked = askedOf(world, who, token, token.kind === 'auction' ? amount : token.price);
      const requestId = randomUUID();
      note(world, asked, requestId);
      return send(world, asked, requestId);
    }),
  );
  const taken = codes.filter((code) => code === '200').length;
  if (token.kind === 'fixed' && taken > 1) world.wrong.push(`${taken} bought one token`);
  if (taken > 0) count(world, `together: ${token.kind}`);
}

/** A bid whose process ends at its nth write, and which is sent again to the next one. */
export async function killedBid(world: World, nth: number, which: number): Promise<void> {
  const token = pick(onSale(world, 'auction'), which);
  const who = userAt(world, which);
  if (token === null) return;
  const asked = askedOf(world, who, token, leastOf(token));
  const requestId = randomUUID();
  note(world, asked, requestId);
  const wanted = refusalOf(world, asked);
  world.breaking.breakAt(nth);
  const first = await send(world, asked, requestId);
  const at = world.breaking.brokenAt;
  world.breaking.mend();
  if (at === null) return;
  if (first !== null) world.wrong.push(`a bid was answered ${first} by a process that is gone`);
  count(world, 'process ended in a bid');
  await restart(world);
  const code = await send(world, asked, requestId);
  if ((code === '200') !== (wanted === null)) {
    world.wrong.push(`sent again to the next process, a bid answers ${String(code)}`);
  }
}
