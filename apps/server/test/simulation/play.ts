import { randomUUID } from 'node:crypto';
import { DAY_MS, type InstrumentCode, unixMs } from '@candor/kernel';
import pg from 'pg';
import { restrictInstrument } from '../restrict.ts';
import { type Command, CODES, type Code } from './commands.ts';
import { count } from './counts.ts';
import { away } from './figures.ts';
import { text18 } from './oracle.ts';
import { playUntilFound } from './running.ts';
import type { OrderRow } from './snapshot.ts';
import {
  again,
  amend,
  cancel,
  close,
  closeAll,
  closeTwice,
  open,
  option,
  overdraft,
  place,
  repeat,
  reverse,
  reverseHeld,
} from './orders.ts';
import { MARKETS, type World, inspect } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

/** Farthest a bid may stray from its first one, as a factor. */
const REACH = 2n;

/** The bid after a move, turned around where the instrument would become another. */
function movedBid(world: World, code: Code, tenths: number): bigint {
  const { start } = MARKETS[code];
  const from = world.bids.get(code) ?? start;
  const to = away(code, from, tenths);
  return to > start * REACH || to * REACH < start ? away(code, from, -tenths) : to;
}

/** Prices of all instruments at once: one moves as asked, the others a little. */
function pricesAfter(world: World, moved: { code: Code; move: number }): Map<Code, bigint> {
  const others = CODES.map((code, index): [Code, bigint] => {
    const little = (moved.move + index) % 2 === 0 ? 1 + (index % 2) : -1 - (index % 2);
    return [code, movedBid(world, code, code === moved.code ? moved.move : little)];
  });
  return new Map(others);
}

async function tick(world: World, act: Of<'tick'>): Promise<void> {
  world.product.clock.advance(act.afterMs);
  const all = pricesAfter(world, act);
  const own = all.get(act.code) ?? MARKETS[act.code].start;
  await world.say(act.only ? new Map([[act.code, own]]) : all);
  if (act.pulse) await world.pulse();
}

/** Far and back between two pulses. */
async function spike(world: World, { code, move }: Of<'spike'>): Promise<void> {
  const back = world.bids.get(code) ?? MARKETS[code].start;
  world.product.clock.advance(400);
  await world.say(new Map([[code, movedBid(world, code, move)]]));
  world.product.clock.advance(400);
  await world.say(new Map([...pricesAfter(world, { code, move: 0 }), [code, back]]));
  await world.pulse();
}

/** One source alone says a price nobody else has. */
async function disagree(world: World, { code, move }: Of<'disagree'>): Promise<void> {
  world.product.clock.advance(300);
  // Farther than twice the widest band: the median of two sources lies halfway.
  const bid = movedBid(world, code, move < 0 ? move - 1_500 : move + 1_500);
  const { spread } = MARKETS[code];
  world.product.feed.say(code, text18(bid), text18(bid + spread));
  const { market } = world.product.app;
  while (market.unstoredSince() !== null) await new Promise((resolve) => setTimeout(resolve, 3));
  const newest = market.latest(code as InstrumentCode);
  // The first price after a start is in force, and may set nothing off.
  if (newest?.bid === bid && newest.mayTrigger) {
    world.wrong.push('a price nobody else spoke for is in force');
  }
  world.product.clock.advance(300);
  await world.say(pricesAfter(world, { code, move: 1 }));
  await world.pulse();
}

/** What an order waits for, nearest to its own end. */
const reachOf = ({ stopLoss, takeProfit, stop, asked, status }: OrderRow): bigint | null =>
  status === 'running' ? (stopLoss ?? takeProfit) : (stop ?? asked);

/** A price comes to an order, and its owner asks for something before any pulse has seen it. */
async function chase(world: World, { which, ask }: Of<'chase'>): Promise<void> {
  const wanted = ask === 'cancel' ? 'pending' : 'running';
  const pool = world.now.orders.filter(({ status }) =>
    ask === 'amend' ? status !== 'closed' : status === wanted,
  );
  const reachable = pool.filter((order) => reachOf(order) !== null);
  const order = reachable[which % Math.max(1, reachable.length)];
  const reach = order === undefined ? null : reachOf(order);
  if (order === undefined || reach === null) return;
  const code = order.code as Code;
  const { spread, start } = MARKETS[code];
  // A long ends at the bid, what waits to become one begins at the ask; a short the other way round.
  const isBid = (order.side === 'long') === (order.status === 'running');
  const bid = isBid ? reach : reach - spread;
  if (bid > start * REACH || bid * REACH < start) return;
  world.product.clock.advance(300);
  await world.say(new Map([[code, bid]]));
  await world.look();
  world.product.clock.advance(1);
  const chosen = { which: pool.indexOf(order) };
  if (ask === 'cancel') await cancel(world, { do: ask, ...chosen });
  else if (ask === 'reverse') await reverse(world, { do: ask, ...chosen });
  else if (ask === 'close') await close(world, { do: ask, ...chosen, part: null });
  else {
    const stops = { loss: 120, profit: null, trailing: null };
    await amend(world, { do: ask, ...chosen, away: null, ...stops });
  }
}

/** The end of the next option: on a tick in time, on the second of two, too late, or on a tie. */
async function expire(world: World, { how }: Of<'expire'>): Promise<void> {
  const { clock } = world.product;
  const [next] = world.now.options
    .filter(({ status }) => status === 'running')
    .toSorted((a, b) => a.settleAt - b.settleAt);
  if (next === undefined) return;
  const afterMs = { inTime: 2_000, second: 1_000, tie: 500, late: 61_000 }[how];
  if (next.settleAt + afterMs > clock.now()) clock.set(unixMs(next.settleAt + afterMs));
  const code = next.code as Code;
  const prices = pricesAfter(world, { code, move: 3 });
  if (how === 'tie') prices.set(code, next.openPrice - MARKETS[code].spread / 2n);
  await world.say(prices);
  if (how === 'second') {
    clock.advance(1_000);
    await world.say(pricesAfter(world, { code, move: -9 }));
  }
  await world.pulse();
  count(world, `option ends ${how}`);
}

const MIDNIGHTS_MOST = 3;

/** The day ends: prices stop a while before, financing is charged, prices come back. */
async function midnight(world: World): Promise<void> {
  const { clock } = world.product;
  if ((world.tally.get('midnight') ?? 0) >= MIDNIGHTS_MOST) return;
  count(world, 'midnight');
  const now = clock.now();
  clock.set(unixMs(now - (now % DAY_MS) + DAY_MS + 1_000));
  await world.pulse();
  clock.advance(500);
  await world.say(pricesAfter(world, { code: 'EUR/USD', move: 2 }));
  await world.pulse();
}

const SILENCE_MS = 3_600_000;

/**
 * An instrument says nothing for an hour while the others go on, and the process starts anew. Where
 * the place of its last price is lost, its holder cannot be judged until it says one.
 */
async function silence(world: World, { code, isLost }: Of<'silence'>): Promise<void> {
  const { product, gone } = world;
  const others = (move: number): Map<Code, bigint> => {
    const all = pricesAfter(world, { code, move });
    all.delete(code);
    return all;
  };
  await world.pulse();
  product.clock.advance(SILENCE_MS);
  await world.say(others(1));
  await world.pulse();
  if (isLost) {
    await product.db.query(
      `update market.latest set seq = -1, acting_day = null, acting_seq = null
       where instrument = $1`,
      [code],
    );
    if (!gone.some((one) => one.code === code && one.until === null)) {
      gone.push({ code, from: product.clock.now(), until: null });
    }
  }
  await product.restart();
  product.clock.advance(1_000);
  await world.say(others(2));
  await world.pulse();
  count(world, isLost ? 'silence with its price lost' : 'silence');
}

/** Nobody may trade while the price goes away and comes back; then everything is as before. */
async function suspend(world: World, act: Of<'suspend'>): Promise<void> {
  const { product } = world;
  const { clock } = product;
  const { code, move } = act;
  const decide = async (status: 'open' | 'suspended'): Promise<void> => {
    const asked = { code, status, reason: 'a simulation', by: 'simulation' };
    if (!(await restrictInstrument(product, asked)).ok) world.wrong.push(`${status} was refused`);
    await product.app.relay.settled();
  };
  clock.advance(300);
  await world.pulse();
  clock.advance(1);
  await decide('suspended');
  const back = world.bids.get(code) ?? MARKETS[code].start;
  clock.advance(400);
  await world.say(new Map([[code, movedBid(world, code, move)]]));
  clock.advance(400);
  await world.say(new Map([[code, back]]));
  clock.advance(1);
  await decide('open');
  if (act.restart) await product.restart();
  await world.pulse();
  clock.advance(300);
  await world.say(pricesAfter(world, { code, move: 1 }));
  await world.pulse();
}

/** A transaction that writes is left open: no fact behind it is heard while commands go on. */
async function forgotten(world: World, act: Of<'forgotten'>): Promise<void> {
  const client = new pg.Client(world.product.connection);
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  world.isHeldBack = true;
  try {
    for (const one of act.commands) await play(world, one);
  } finally {
    world.isHeldBack = false;
    await client.end();
  }
}

async function reset(world: World): Promise<void> {
  const { token } = world;
  const odd = { requestId: randomUUID() };
  const answer = await world.product.call('portfolio.demo-reset', { token, odd });
  if (answer.code !== '200') world.wrong.push(`a reset answered ${answer.code}`);
}

async function setFee(world: World, act: Of<'fee'>): Promise<void> {
  const { product } = world;
  const set = await product.app.parameters.set({
    key: 'contract.feeRate',
    value: text18(BigInt(act.tenthPermille) * 10n ** 14n),
    from: product.clock.now(),
    note: 'a simulation',
  });
  if (!set.ok) world.wrong.push(`the fee schedule refused ${set.failure}`);
  product.clock.advance(1);
}

/** What the trader does, by its name. */
const ORDERS = {
  again,
  amend,
  cancel,
  close,
  closeAll,
  closeTwice,
  open,
  option,
  overdraft,
  place,
  repeat,
  reverse,
  reverseHeld,
};

/** Lets one command happen; what the trader does comes a millisecond after everything before it. */
async function play(world: World, command: Command): Promise<void> {
  const { clock } = world.product;
  clock.advance(1);
  await world.signIn();
  switch (command.do) {
    case 'tick':
      return tick(world, command);
    case 'spike':
      return spike(world, command);
    case 'disagree':
      return disagree(world, command);
    case 'chase':
      return chase(world, command);
    case 'stale':
      clock.advance(command.seconds * 1_000);
      return;
    case 'suspend':
      return suspend(world, command);
    case 'forgotten':
      return forgotten(world, command);
    case 'expire':
      return expire(world, command);
    case 'midnight':
      return midnight(world);
    case 'silence':
      return silence(world, command);
    case 'reset':
      return reset(world);
    case 'fee':
      return setFee(world, command);
    case 'restart': {
      if (command.pulse) await world.pulse();
      await world.product.restart();
      return world.pulse();
    }
    default:
      return ORDERS[command.do](world, command as never);
  }
}

/** Looks at everything each so many commands. */
const FULL_EVERY = 50;

/** Plays a run; answers the first violations found, with the command they came after. */
export function playRun(world: World, commands: readonly Command[]): Promise<string[]> {
  return playUntilFound(commands, {
    play: (command) => play(world, command),
    inspect: (_, place) => inspect(world, place % FULL_EVERY === 0 || place === commands.length),
  });
}
