import { randomUUID } from 'node:crypto';
import { DAY_MS, type InstrumentCode, formatMoney, unixMs } from '@candor/kernel';
import { coverHouse } from '../../../src/ledger/index.ts';
import { identify } from '../../loans.ts';
import { SCALE, SPREAD_CENTS, centsText } from '../conversion.ts';
import { convertAt, quoteConversion } from '../converting.ts';
import { count } from '../counts.ts';
import { playUntilFound, violationsOf } from '../running.ts';
import { pick, userAt } from '../picking.ts';
import { tokenOf } from '../signing-in.ts';
import {
  add,
  apply,
  cancel,
  decide,
  draw,
  overask,
  overpay,
  repay,
  shown,
  writeOff,
} from './borrowing.ts';
import { COINS, type Coin, type Command } from './commands.ts';
import { DRAWN_AT, NOTICES, SALE_AT, centsAt } from './figures.ts';
import { INVARIANTS, type Seen } from './invariants.ts';
import { cashOf, debtOf, running } from './picking.ts';
import { movePrice } from './prices.ts';
import { type World, bidsNow } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

const coinsOf = (coin: Coin | 'both'): readonly Coin[] => (coin === 'both' ? COINS : [coin]);

async function price(world: World, { coin, tenthPermille, look }: Of<'price'>): Promise<void> {
  for (const one of coinsOf(coin)) {
    movePrice(world, one, (world.cents[one] * BigInt(10_000 + tenthPermille)) / 10_000n);
  }
  await world.say();
  if (look) await world.look();
}

/** Lines in hundredths; a gap leaves half of what is owed, and a calm loan is well within its share. */
const LINES: Readonly<Record<Of<'line'>['line'], bigint>> = {
  first: NOTICES[0],
  second: NOTICES[1],
  last: NOTICES[2],
  sale: SALE_AT,
  gap: 200n,
  calm: DRAWN_AT - 5n,
};

/** Drives the coin of a loan to where the loan reaches a line. */
async function toLine(world: World, { which, line, edge, look }: Of<'line'>): Promise<void> {
  const secured = running(world).filter(({ pledged }) =>
    COINS.some((coin) => (pledged.get(coin) ?? 0n) > 0n),
  );
  const loan = pick(secured, which);
  if (loan === null) return;
  const [coin = 'BTC'] = COINS.filter((one) => (loan.pledged.get(one) ?? 0n) > 0n);
  const facts = { debt: debtOf(loan), held: loan.pledged, coin, bids: world.cents };
  const cents = centsAt(LINES[line], facts);
  if (cents === null) return;
  movePrice(world, coin, cents + BigInt(edge));
  await world.say();
  if (look) await world.look();
}

/** One source alone says a price: it counts for nothing, and no older one does any more. */
async function alone(world: World, { coin, tenthPermille }: Of<'alone'>): Promise<void> {
  const { product } = world;
  const { clock, feed } = product;
  const { market } = product.app;
  clock.advance(300);
  const bid = (world.cents[coin] * BigInt(10_000 + tenthPermille)) / 10_000n;
  feed.say(`${coin}/USDT`, centsText(bid), centsText(bid + SPREAD_CENTS));
  while (market.unstoredSince() !== null) await new Promise((resolve) => setTimeout(resolve, 3));
  const now = clock.now();
  if (market.status(`${coin}/USDT` as InstrumentCode, now) === 'open') {
    world.wrong.push(`${coin}: a price nobody else spoke for is in force`);
  }
  world.said.push({ coin, cents: null, at: now });
  await world.look();
}

/** Prices stop for a while: of one coin, or of both. */
async function silence(world: World, { coin, seconds }: Of<'silence'>): Promise<void> {
  world.product.clock.advance(seconds * 1_000);
  if (coin !== 'both') await world.say(coin === 'BTC' ? 'ETH' : 'BTC');
  await world.look();
  if (Object.keys(bidsNow(world)).length < COINS.length && running(world).length > 0) {
    count(world, 'a loan without a price');
  }
}

/** So many midnights pass; what time alone brings is done without a price first, then with one. */
async function midnight(world: World, { days, priced }: Of<'midnight'>): Promise<void> {
  const { clock, app } = world.product;
  const now = clock.now();
  clock.set(unixMs(now - (now % DAY_MS) + days * DAY_MS + 1_000));
  await app.loans.tend();
  if (priced) {
    await world.say();
    await world.look();
    await app.loans.tend();
  }
  await world.look();
}

async function identity(world: World, { user }: Of<'identity'>): Promise<void> {
  const who = userAt(world, user);
  who.isVerified = !who.isVerified;
  const said = who.isVerified
    ? ({ state: 'verified', level: who.level } as const)
    : ({ state: 'pending', level: 0 } as const);
  await identify(world.product, who.userId, said);
}

const GRAIN = { USDT: SCALE.USDT, BTC: SCALE.BTC / 100_000n, ETH: SCALE.ETH / 1_000n };

async function deposit(world: World, { user, asset, size }: Of<'deposit'>): Promise<void> {
  const { userId } = userAt(world, user);
  // A unit that no rounding makes.
  await world.product.deposit(userId, BigInt(size) * GRAIN[asset] + 1n, asset);
}

async function convert(world: World, { user, from, to, share }: Of<'convert'>): Promise<void> {
  const { product } = world;
  const { userId } = userAt(world, user);
  const amount = (cashOf(world, userId, from) * BigInt(share)) / 1_000n;
  if (from === to || amount === 0n) return;
  await world.say();
  const quoted = await quoteConversion(product, world.cents, { userId, from, to, amount });
  if ('refused' in quoted) return count(world, `conversion refused: ${quoted.refused}`);
  world.wrong.push(...quoted.wrong);
  const { quoteId, want } = quoted;
  const { code } = await convertAt(product, { userId, quoteId, requestId: randomUUID() });
  if (code === '200') world.exchanged.set(quoteId, want);
  count(world, code === '200' ? 'converted' : `conversion refused: ${code}`);
  return world.look();
}

/** A contract on Bitcoin, of a part of the cash: what it wins or loses is its owner's own. */
async function order(world: World, { user, share }: Of<'order'>): Promise<void> {
  const { userId } = userAt(world, user);
  const cash = cashOf(world, userId, 'USDT');
  const hundredths = (cash * BigInt(share) * 2n) / (world.cents.BTC * 100_000n);
  const token = await tokenOf(world.product, userAt(world, user));
  await world.say();
  const lots = formatMoney({ asset: 'USDT', units: (hundredths + 1n) * 10_000n });
  const odd = { code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots, leverage: 2 };
  const requestId = randomUUID();
  const said = await world.product.call('contracts.open', {
    token,
    mode: 'real',
    odd: { ...odd, requestId },
  });
  count(world, said.code === '200' ? 'contract opened' : `contract refused: ${said.refused.name}`);
  await world.look();
}

async function close(world: World, { user }: Of<'close'>): Promise<void> {
  const token = await tokenOf(world.product, userAt(world, user));
  await world.say();
  const requestId = randomUUID();
  await world.product.call('contracts.close-all', { token, mode: 'real', odd: { requestId } });
  await world.look();
}

async function cover(world: World): Promise<void> {
  const { db, clock } = world.product;
  if (await coverHouse({ db, clock })) count(world, 'covered');
}

async function restart(world: World): Promise<void> {
  await world.product.restart();
  world.starts.push(world.product.clock.now());
  await world.say();
  await world.look();
}

async function play(world: World, command: Command): Promise<void> {
  world.product.clock.advance(1);
  switch (command.do) {
    case 'price':
      return price(world, command);
    case 'line':
      return toLine(world, command);
    case 'alone':
      return alone(world, command);
    case 'silence':
      return silence(world, command);
    case 'apply':
      return apply(world, command, await tokenOf(world.product, userAt(world, command.user)));
    case 'overask':
      return overask(world, command, await tokenOf(world.product, userAt(world, command.user)));
    case 'decide':
      return decide(world, command);
    case 'cancel':
      return cancel(world, command);
    case 'draw':
      return draw(world, command);
    case 'add':
      return add(world, command);
    case 'repay':
      return repay(world, command);
    case 'shown':
      return shown(world, command);
    case 'overpay':
      return overpay(world, command);
    case 'midnight':
      return midnight(world, command);
    case 'writeOff':
      return writeOff(world, command);
    case 'identity':
      return identity(world, command);
    case 'deposit':
      return deposit(world, command);
    case 'convert':
      return convert(world, command);
    case 'order':
      return order(world, command);
    case 'close':
      return close(world, command);
    case 'cover':
      return cover(world);
    default:
      return restart(world);
  }
}

/** What is violated now, by name. */
async function inspect(world: World, command: Command): Promise<string[]> {
  await world.read();
  const heard = [...world.heard.values()];
  const before = world.heardBefore;
  world.heardBefore = heard.length;
  const seen: Seen = {
    ...world,
    clock: world.product.clock.now(),
    bids: bidsNow(world),
    heard,
    newlyHeard: heard.slice(before),
    isTended: command.do === 'midnight' && command.priced,
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
    inspect: (command) => inspect(world, command),
  });
}
