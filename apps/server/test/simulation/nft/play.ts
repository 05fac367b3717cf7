import { DAY_MS, HOUR_MS, MINUTE_MS, formatMoney, money, unixMs } from '@candor/kernel';
import { commitEntries } from '../../../src/ledger/index.ts';
import { entryOf, pays } from '../../books.ts';
import { SCALE } from '../conversion.ts';
import { count } from '../counts.ts';
import { playUntilFound, violationsOf } from '../running.ts';
import { pick, userAt } from '../picking.ts';
import { tokenOf } from '../signing-in.ts';
import { all, bid, buy, cashOf, killedBid, onSale, overask, together } from './bidding.ts';
import type { Command } from './commands.ts';
import {
  cancel,
  change,
  charity,
  creatorPayout,
  decide,
  deliver,
  offer,
  payout,
} from './deciding.ts';
import { INVARIANTS } from './invariants.ts';
import type { Seen } from './seen.ts';
import { type World, restart, turnSwitch } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

async function time(world: World, { minutes, turn }: Of<'time'>): Promise<void> {
  world.product.clock.advance(minutes * MINUTE_MS);
  if (turn) await world.turn();
}

/** The clock stands so that the next command comes as far off the end of an auction as is asked. */
async function toEnd(world: World, { which, edge, turn }: Of<'end'>): Promise<void> {
  const { clock } = world.product;
  const token = pick(onSale(world, 'auction'), which);
  const at = (token?.endsAt ?? 0) + edge - 1;
  if (token === null || at < clock.now()) return;
  clock.set(unixMs(at));
  if (turn) await world.turn();
  count(world, `at an end ${edge}`);
}

async function pause(world: World, { user, kind }: Of<'pause'>): Promise<void> {
  const { product } = world;
  const who = userAt(world, user);
  const token = await tokenOf(product, who);
  const now = product.clock.now();
  if (kind === 'timeout') {
    const until = now + HOUR_MS;
    const said = await product.call('accounts.timeout', { token, odd: { until } });
    if (said.code === '200') who.paused.timeout = said.result.until;
  } else if (kind === 'freeze') {
    const said = await product.call('accounts.freeze', { token });
    if (said.code === '200') who.paused.freeze = Number.POSITIVE_INFINITY;
  } else if (who.paused.freeze === Number.POSITIVE_INFINITY) {
    const said = await product.call('accounts.unfreeze', { token });
    who.paused.freeze = said.result.until ?? who.paused.freeze;
  }
  count(world, `pause ${kind}`);
}

async function limit(world: World, { user, share }: Of<'limit'>): Promise<void> {
  const { product } = world;
  const who = userAt(world, user);
  const amount =
    share === null ? null : (cashOf(world, who.userId) * BigInt(share)) / 1_000n + SCALE.USDT;
  const token = await tokenOf(product, who);
  const now = product.clock.now();
  const odd = {
    ...{ kind: 'loss', period: 'day' },
    amount: amount === null ? null : formatMoney(money('USDT', amount)),
  };
  const said = await product.call('accounts.set-limit', { token, odd });
  if (said.code !== '200') throw new Error(`a limit was refused: ${said.code}`);
  const held = who.limits.findLast(({ from }) => from <= now)?.amount ?? null;
  const isTighter = amount !== null && (held === null || amount < held);
  const isSame = amount === null && held === null;
  who.limits = [
    { amount: held, from: 0 },
    { amount, from: isTighter || isSame ? now : now + DAY_MS },
  ];
  count(world, isTighter ? 'a tighter limit' : 'a looser limit');
}

/** A deposit goes back: from cash as far as it is there, the rest is owed. */
async function reversal(world: World, { user, share }: Of<'reversal'>): Promise<void> {
  const { db, clock } = world.product;
  const { userId } = userAt(world, user);
  const cash = cashOf(world, userId);
  const units = (cash * BigInt(share)) / 1_000n;
  const fromCash = units < cash ? units : cash;
  const postings = [
    pays('user:cash', 'world:tron', fromCash),
    pays('user:reversed', 'world:tron', units - fromCash),
  ].filter((one) => one.units > 0n);
  if (postings.length === 0) return;
  const at = clock.now();
  const entry = entryOf('deposit-reversal', userId, postings, { at });
  await db.transaction((tx) => commitEntries(tx, [entry], at));
  if (units > fromCash) count(world, 'a reversed deposit is owed');
}

async function repay(world: World, { share }: Of<'repay'>): Promise<void> {
  const { who, loanId } = world.borrower;
  const debt = -(world.now.balances.get(`${who.userId} USDT user:debt`) ?? 0n);
  const units = (debt * BigInt(share)) / 1_000n;
  if (units === 0n || units > cashOf(world, who.userId)) return;
  await who.repays(loanId, formatMoney(money('USDT', units)));
  count(world, 'repaid');
}

async function again(world: World, { how }: Of<'again'>): Promise<void> {
  const { clock } = world.product;
  if (how === 'restart') await restart(world);
  if (how === 'back') clock.advance(-HOUR_MS);
  await Promise.all([world.turn(), world.turn()]);
  if (how === 'back') clock.advance(HOUR_MS);
  await world.turn();
}

/** The process ends while an auction does, and another one ends it. */
async function killedEnd(world: World, nth: number, which: number): Promise<void> {
  const { product, breaking } = world;
  const token = pick(onSale(world, 'auction'), which);
  if (token === null) return;
  product.clock.set(unixMs(Math.max(product.clock.now(), token.endsAt ?? 0)));
  breaking.breakAt(nth);
  await world.turn().catch(() => undefined);
  const at = breaking.brokenAt;
  breaking.mend();
  if (at === null) return;
  count(world, 'process ended in an end');
  await restart(world);
  await world.turn();
}

async function play(world: World, command: Command): Promise<void> {
  const { product } = world;
  product.clock.advance(1);
  world.isTurned = false;
  switch (command.do) {
    case 'time':
      return time(world, command);
    case 'end':
      return toEnd(world, command);
    case 'charity':
      return charity(world, command);
    case 'offer':
      return offer(world, command);
    case 'change':
      return change(world, command);
    case 'cancel':
      return cancel(world, command);
    case 'payout':
      return payout(world, command);
    case 'creatorPayout':
      return creatorPayout(world, command);
    case 'deliver':
      return deliver(world, command);
    case 'decide':
      return decide(world, command);
    case 'bid':
      return bid(world, command);
    case 'all':
      return all(world, command);
    case 'buy':
      return buy(world, command);
    case 'overask':
      return overask(world, command);
    case 'together':
      return together(world, command);
    case 'pause':
      return pause(world, command);
    case 'limit':
      return limit(world, command);
    case 'deposit':
      return product.deposit(
        userAt(world, command.user).userId,
        BigInt(command.size) * SCALE.USDT + 1n,
      );
    case 'reversal':
      return reversal(world, command);
    case 'repay':
      return repay(world, command);
    case 'switch':
      return turnSwitch(product, command.on);
    case 'again':
      return again(world, command);
    default:
      return command.at === 'bid'
        ? killedBid(world, command.nth, command.which)
        : killedEnd(world, command.nth, command.which);
  }
}

/** What is shown of everything: of tokens, those that changed since the last look. */
async function lookAt(world: World) {
  const { nft } = world.product.app;
  const known = new Map(world.before.tokens.map((token) => [token.id, token]));
  const raised = new Map(world.before.charities.map((one) => [one.id, one.raised]));
  const isMoved = new Set(
    world.now.charities.flatMap((one) => (raised.get(one.id) === one.raised ? [] : [one.id])),
  );
  const paid = new Map(world.before.creators.map((one) => [one.id, one.paidOut]));
  const isPaid = new Set(
    world.now.creators.flatMap((one) => (paid.get(one.id) === one.paidOut ? [] : [one.id])),
  );
  const changed = world.now.tokens.filter(
    ({ id, version, charityId, creatorId }) =>
      known.get(id)?.version !== version || isMoved.has(charityId) || isPaid.has(creatorId),
  );
  const shown = await Promise.all(
    changed.map(async ({ id }) => {
      const token = await nft.get(id);
      if (token === null) world.wrong.push('a token is not shown');
      return token === null ? [] : [[id, token] as const];
    }),
  );
  const whole = { page: 1, size: 1_000 };
  const mine = await Promise.all(
    world.users.map(
      async ({ userId }) => [userId as string, await nft.mine({ userId, ...whole })] as const,
    ),
  );
  return {
    shown: new Map(shown.flat()),
    mine: new Map(mine),
    donations: await nft.donations(whole),
    owed: await nft.desk.creators({ ...whole, id: undefined }),
    paid: await nft.desk.creatorPayouts({ ...whole, creator: undefined }),
    lists: {
      open: await nft.list({ ...whole, status: 'open' }),
      sold: await nft.list({ ...whole, status: 'sold' }),
    },
  };
}

/** What is violated now, by name. */
async function inspect(world: World): Promise<string[]> {
  world.before = world.now;
  await world.read();
  const seen: Seen = {
    ...world,
    ...(await lookAt(world)),
    clock: world.product.clock.now(),
    heard: [...world.heard.values()],
  };
  return violationsOf(INVARIANTS, seen, world.wrong);
}

/** Plays a run; answers the first violations found, with the command they came after. */
export function playRun(world: World, commands: readonly Command[]): Promise<string[]> {
  return playUntilFound(commands, {
    async play(command) {
      await play(world, command);
      count(world, `did ${command.do}`);
    },
    inspect: () => inspect(world),
  });
}
