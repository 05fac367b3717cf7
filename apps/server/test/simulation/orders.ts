import { randomUUID } from 'node:crypto';
import type { Command, Code, StopsParams } from './commands.ts';
import { count } from './counts.ts';
import {
  away,
  feeRateNow,
  freeNow,
  isFresh,
  isGone,
  isJudged,
  latest,
  leverageOf,
  lotRules,
  lotsFor,
  needOf,
  stopsOf,
} from './figures.ts';
import { ONE, entryPrice, text18 } from './oracle.ts';
import type { Mode, OrderRow } from './snapshot.ts';
import { isReached } from './trigger-invariants.ts';
import { MARKETS, type Said, type World } from './world.ts';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;
const REACHED = '11017';
const STOPS_REFUSED = ['11008', '11009', '11010'];
const DONE = '200';

/** Sends one request and remembers it, so that it can be sent again. */
async function send(
  world: World,
  request: {
    call:
      | 'contracts.open'
      | 'contracts.close'
      | 'contracts.amend'
      | 'contracts.cancel'
      | 'contracts.close-all'
      | 'contracts.reverse'
      | 'options.buy';
    mode: Mode;
    id?: string;
    body: Record<string, unknown>;
  },
): Promise<Said> {
  const { call, mode, id, body } = request;
  const requestId = randomUUID();
  const once = async (extra: object): Promise<Said> => {
    const { token } = world;
    const answer = await world.product.call(call, {
      token,
      mode,
      odd: { ...body, ...extra, requestId },
      ...(id === undefined ? {} : { params: { id } }),
    } as never);
    return { status: answer.status, code: answer.code, text: answer.text };
  };
  const said = await once({});
  if (call === 'contracts.open' || call === 'options.buy') {
    const changed = call === 'options.buy' ? { amount: '3.5' } : { lots: '7.77' };
    world.sent.push({ text: said.text, again: (isChanged) => once(isChanged ? changed : {}) });
  }
  return said;
}

/** Notes an answer that is none of those the model expects. */
function expectCode(world: World, said: Said, expected: { act: string; codes: string[] }): boolean {
  const isExpected = expected.codes.includes(said.code);
  if (!isExpected) {
    const { act, codes } = expected;
    world.wrong.push(
      `${act} answered ${said.code}, the model says ${codes.join(' or ')}: ${said.text}`,
    );
  }
  count(world, `${expected.act} ${said.code}`);
  return isExpected && said.code === DONE;
}

const sideOf = (side: 'buy' | 'sell'): 'long' | 'short' => (side === 'buy' ? 'long' : 'short');

const texts = (prices: Record<string, bigint | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([key, value]) =>
      value === null ? [] : [[key, text18(value)]],
    ),
  );

function stopTexts(stops: ReturnType<typeof stopsOf>): Record<string, string> {
  const { stopLoss, takeProfit, trailingDistance } = stops;
  return texts({ stopLoss, takeProfit, trailingDistance });
}

/** A market order: refused exactly where the papers say so, accepted otherwise. */
export async function open(world: World, act: Of<'open'>): Promise<void> {
  const { mode, code } = act;
  const side = sideOf(act.side);
  const leverage = leverageOf(code, act.cap);
  const free = freeNow(world, mode);
  const money = (free * BigInt(act.share)) / 1_000n;
  const lots = lotsFor(world, { code, side, leverage, money });
  if (lots === null) return;
  const stops = stopsOf({ ...act, side }, latest(world, code));
  const said = await send(world, {
    call: 'contracts.open',
    mode,
    body: {
      code,
      direction: act.side,
      orderType: 'market',
      lots: text18(lots),
      leverage,
      ...stopTexts(stops),
    },
  });
  const hasStops = stops.stopLoss !== null;
  const isShort = needOf(world, { code, side, lots, leverage }) > free;
  const codes =
    act.cap === 'over'
      ? ['11024']
      : !isFresh(world, code) || !isJudged(world, mode)
        ? ['10015']
        : stops.isLossWrong || stops.isProfitWrong
          ? STOPS_REFUSED
          : isShort
            ? ['10011']
            : hasStops
              ? [DONE, '11008']
              : [DONE];
  expectCode(world, said, { act: 'open', codes });
}

/** An order that waits, on the side of the market its type waits on. */
export async function place(world: World, act: Of<'place'>): Promise<void> {
  const { mode, code, type } = act;
  const side = sideOf(act.side);
  const leverage = leverageOf(code, 'full');
  const money = (freeNow(world, mode) * BigInt(act.share)) / 1_000n;
  const lots = lotsFor(world, { code, side, leverage, money });
  if (lots === null) return;
  const prices = waitingPrices(world, { code, side, type, away: act.away });
  const own = prices.price ?? prices.stopPrice ?? 0n;
  const stops = stopsOf({ ...act, side }, { bid: own, ask: own });
  const said = await send(world, {
    call: 'contracts.open',
    mode,
    body: {
      code,
      direction: act.side,
      orderType: type,
      lots: text18(lots),
      leverage,
      ...texts(prices),
      ...stopTexts(stops),
    },
  });
  const codes =
    !isFresh(world, code) || !isJudged(world, mode)
      ? ['10015']
      : stops.isLossWrong || stops.isProfitWrong
        ? STOPS_REFUSED
        : [DONE];
  expectCode(world, said, { act: 'place', codes });
}

function waitingPrices(
  world: World,
  order: { code: Code; side: 'long' | 'short'; type: OrderRow['type']; away: number },
): { price: bigint | null; stopPrice: bigint | null } {
  const { code, side, type } = order;
  const { tick } = MARKETS[code];
  const market = entryPrice(side, latest(world, code));
  const isLong = side === 'long';
  const better = away(code, market, isLong ? -order.away : order.away) + (isLong ? -tick : tick);
  const worse = away(code, market, isLong ? order.away : -order.away) + (isLong ? tick : -tick);
  if (type === 'limit') return { price: better, stopPrice: null };
  if (type === 'stop') return { price: null, stopPrice: worse };
  return { price: away(code, worse, isLong ? 5 : -5), stopPrice: worse };
}

/** One of the orders there are: open ones first. */
function choose(
  world: World,
  which: number,
  wanted: (order: OrderRow) => boolean,
): OrderRow | null {
  const found = world.now.orders.filter(wanted);
  const pool = found.length === 0 ? world.now.orders : found;
  return pool[which % Math.max(1, pool.length)] ?? null;
}

/** Whether what is asked comes after a tick that reached the order. */
function comesLate(world: World, order: OrderRow): boolean {
  const { now, pulses, told, held, gone, product } = world;
  const seen = { now, pulses, told, held, gone, clock: product.clock.now(), touched: null };
  const isLate = isReached(seen, order);
  if (isLate) count(world, 'asked after it was reached');
  return isLate;
}

const isOpen = ({ status }: OrderRow): boolean => status !== 'closed';
const isRunning = ({ status }: OrderRow): boolean => status === 'running';

/** Other stops, or another price of an order that waits. */
export async function amend(world: World, act: Of<'amend'>): Promise<void> {
  const order = choose(world, act.which, isOpen);
  if (order === null) return;
  const code = order.code as Code;
  const waits = order.status === 'pending';
  const prices =
    waits && act.away !== null
      ? waitingPrices(world, { code, side: order.side, type: order.type, away: act.away })
      : { price: null, stopPrice: null };
  const own = prices.price ?? prices.stopPrice ?? order.asked ?? order.stop ?? 0n;
  const at = waits ? { bid: own, ask: own } : latest(world, code);
  const asked: StopsParams = {
    ...act,
    loss: act.loss ?? (act.profit === null && act.trailing === null ? 120 : null),
  };
  const stops = stopsOf({ ...asked, code, side: order.side }, at);
  const isLate = comesLate(world, order);
  const said = await send(world, {
    call: 'contracts.amend',
    mode: order.mode,
    id: order.id,
    body: { ...texts(prices), ...stopTexts(stops) },
  });
  const isWrong = stops.isLossWrong || stops.isProfitWrong;
  // What would add risk waits, and so does what is measured against a price that is gone.
  const isBlind = isGone(world, code) || !isJudged(world, order.mode);
  const codes =
    !isOpen(order) || isLate
      ? [REACHED]
      : isWrong
        ? STOPS_REFUSED
        : // An old stop of the order may stand on the wrong side of a price that is new.
          [DONE, ...STOPS_REFUSED];
  expectCode(world, said, { act: 'amend', codes: isBlind ? [...codes, '10015'] : codes });
}

/** Takes an order back that waits. */
export async function cancel(world: World, act: Of<'cancel'>): Promise<void> {
  const order = choose(world, act.which, ({ status }) => status === 'pending');
  if (order === null) return;
  const { mode, id } = order;
  const isLate = comesLate(world, order);
  const said = await send(world, { call: 'contracts.cancel', mode, id, body: {} });
  expectCode(world, said, {
    act: 'cancel',
    codes: order.status === 'pending' && !isLate ? [DONE] : [REACHED],
  });
}

/** What the ending of a contract is answered. */
function endCodes(world: World, order: OrderRow, isLate: boolean): string[] {
  if (!isRunning(order)) return [REACHED];
  if (!isFresh(world, order.code)) return ['10015'];
  return isLate ? [REACHED] : [DONE];
}

/** Closes a contract or a part of it. */
export async function close(world: World, act: Of<'close'>): Promise<void> {
  const order = choose(world, act.which, isRunning);
  if (order === null) return;
  const { mode, id, lotsLeft } = order;
  const { step, min } = lotRules(world, order.code as Code);
  const wanted = act.part === null ? null : ((lotsLeft * BigInt(act.part)) / 1_000n / step) * step;
  const lots = wanted === null || wanted < min || lotsLeft - wanted < min ? null : wanted;
  const body = lots === null ? {} : { lots: text18(lots) };
  const isLate = comesLate(world, order);
  const said = await send(world, { call: 'contracts.close', mode, id, body });
  const codes = endCodes(world, order, isLate);
  const isDone = expectCode(world, said, { act: 'close', codes });
  if (isDone && lots !== null) count(world, 'closed in part');
}

/** Two closings of one contract at once, and perhaps the pulse: exactly one of them wins. */
export async function closeTwice(world: World, act: Of<'closeTwice'>): Promise<void> {
  const order = choose(world, act.which, isRunning);
  if (order === null) return;
  const { mode, id } = order;
  const isLate = comesLate(world, order);
  const once = (): Promise<Said> => send(world, { call: 'contracts.close', mode, id, body: {} });
  const [one, two] = await Promise.all([once(), once(), act.withPulse ? world.pulse() : null]);
  const wins = [one, two].filter(({ code }) => code === DONE).length;
  const others = [one, two].filter(({ code }) => code !== DONE);
  count(world, `two closings, ${wins} done`);
  if (wins > 1) world.wrong.push('C7: two closings of one contract were both done');
  const refusal = isRunning(order) && !isFresh(world, order.code) ? ['10015', '11017'] : ['11017'];
  for (const { code } of others) {
    if (!refusal.includes(code)) world.wrong.push(`C7: the other closing heard ${code}`);
  }
  const mayWin = isRunning(order) && isFresh(world, order.code) && !isLate;
  if (wins === 0 && mayWin && !act.withPulse) {
    world.wrong.push('C7: none of two closings was done');
  }
}

/** Closes everything of a trading account that has a price. */
export async function closeAll(world: World, act: Of<'closeAll'>): Promise<void> {
  const { mode } = act;
  const said = await send(world, { call: 'contracts.close-all', mode, body: {} });
  expectCode(world, said, { act: 'closeAll', codes: [DONE] });
}

/** Closes a contract and opens the same the other way. */
export async function reverse(world: World, act: Of<'reverse'>): Promise<void> {
  const order = choose(world, act.which, isRunning);
  if (order === null) return;
  const { mode, id } = order;
  const isLate = comesLate(world, order);
  const said = await send(world, { call: 'contracts.reverse', mode, id, body: {} });
  const ends = endCodes(world, order, isLate);
  const judged = ends.includes(DONE) ? [DONE, '10011'] : ends;
  const isBlind = isRunning(order) && !isJudged(world, mode);
  const codes = isBlind ? [...(isLate ? [REACHED] : []), '10015'] : judged;
  expectCode(world, said, { act: 'reverse', codes });
}

/**
 * The same at a price that is held while the market moves. Both legs gain what it moved, for one fee
 * that each of them adds: farther than that the price is not held.
 */
export async function reverseHeld(world: World, act: Of<'reverseHeld'>): Promise<void> {
  const order = choose(world, act.which, isRunning);
  if (order === null || !isRunning(order)) return;
  const { mode, id, lotsLeft, leverage } = order;
  const code = order.code as Code;
  const { clock } = world.product;
  const bid = (world.bids.get(code) ?? MARKETS[code].start) + MARKETS[code].tick;
  clock.advance(300);
  await world.say(new Map([[code, bid]]));
  const other = order.side === 'long' ? ('short' as const) : ('long' as const);
  const answer = await world.product.call('contracts.quote', {
    token: world.token,
    mode,
    odd: {
      code,
      direction: other === 'long' ? 'buy' : 'sell',
      orderType: 'market',
      lots: text18(lotsLeft),
      leverage,
      reverseOf: id,
    },
  });
  if (answer.code !== DONE) {
    const codes = isJudged(world, mode) ? ['10011'] : ['10015'];
    const { status, text } = answer;
    expectCode(world, { status, code: answer.code, text }, { act: 'reverseHeld', codes });
    return;
  }
  clock.advance(300);
  await world.say(new Map([[code, away(code, bid, act.move)]]));
  await world.look();
  const { quoteId, tickId } = answer.result;
  world.held.add(tickId);
  const isLate = comesLate(world, order);
  const said = await send(world, { call: 'contracts.reverse', mode, id, body: { quoteId } });
  const held = entryPrice(other, world.now.tickOf.get(tickId) ?? latest(world, code));
  const distance = entryPrice(other, latest(world, code)) - held;
  const reach = (held * feeRateNow(world)) / ONE;
  const isFar = (distance < 0n ? -distance : distance) > reach;
  const far = isFar ? ['11016'] : [];
  const codes = isLate ? [REACHED, ...far] : isFar ? far : [DONE, '10011'];
  expectCode(world, said, { act: 'reverseHeld', codes });
}

/** The last order's request again: the same bytes; with another body: refused. */
export async function again(world: World, act: Of<'again'>): Promise<void> {
  const sent = world.sent.at(-1);
  if (sent === undefined) return;
  const said = await sent.again(act.changed);
  const first = (JSON.parse(sent.text) as { code: string }).code;
  // What was refused by its form alone was not kept: it may be anything now.
  const isKept = world.now.kept.size > 0 && (first === DONE || first.startsWith('1'));
  if (!isKept) return;
  count(world, act.changed ? 'same id, other body' : 'same request again');
  if (act.changed && said.code !== '422') world.wrong.push(`same id, other body: ${said.code}`);
  if (!act.changed && said.text !== sent.text) {
    world.wrong.push(`same request, other answer: ${sent.text} then ${said.text}`);
  }
}

/** An earlier order's terms once more, under an id of its own. */
export async function repeat(world: World, act: Of<'repeat'>): Promise<void> {
  const order = choose(world, act.which, ({ type }) => type === 'market');
  if (order === null || order.type !== 'market') return;
  const { mode, code, side, lots, leverage } = order;
  const free = freeNow(world, mode);
  const need = needOf(world, { code: code as Code, side, lots, leverage });
  const said = await send(world, {
    call: 'contracts.open',
    mode,
    body: {
      code,
      direction: side === 'long' ? 'buy' : 'sell',
      orderType: 'market',
      lots: text18(lots),
      leverage,
    },
  });
  const isHeld = !isFresh(world, code) || !isJudged(world, mode);
  const codes = isHeld ? ['10015'] : need > free ? ['10011'] : [DONE];
  if (expectCode(world, said, { act: 'repeat', codes })) {
    const { result } = JSON.parse(said.text) as { result: { id: string } };
    if (world.now.orders.some(({ id }) => id === result.id))
      world.wrong.push('C10: an id came twice');
  }
}

/** More than there is, by contract or by option: refused, and nothing moves. */
export async function overdraft(world: World, act: Of<'overdraft'>): Promise<void> {
  const isOption = act.how === 'option';
  const mode = isOption ? 'demo' : act.mode;
  const free = freeNow(world, mode);
  const code: Code = 'EUR/USD';
  if (isOption) {
    const said = await send(world, {
      call: 'options.buy',
      mode,
      body: { code, direction: 'up', period: 60, amount: stakeText(free + 1n) },
    });
    const isFar = free + 1n > STAKE_MOST || free + 1n < STAKE_LEAST;
    const isOpen = isFresh(world, code) && isJudged(world, mode);
    const codes = isFar ? ['10016'] : isOpen ? ['10011'] : ['10015'];
    expectCode(world, said, { act: 'overdraft', codes });
    return;
  }
  const leverage = leverageOf(code, 'full');
  const money = free * 3n > 100_000_000n ? free * 3n : 100_000_000n;
  const lots = lotsFor(world, { code, side: 'long', leverage, money });
  if (lots === null || needOf(world, { code, side: 'long', lots, leverage }) <= free) return;
  const said = await send(world, {
    call: 'contracts.open',
    mode,
    body: { code, direction: 'buy', orderType: 'market', lots: text18(lots), leverage },
  });
  expectCode(world, said, {
    act: 'overdraft',
    codes: isFresh(world, code) && isJudged(world, mode) ? ['10011'] : ['10015'],
  });
}

const stakeText = (units: bigint): string => text18(units * 10n ** 12n);
/** Stakes the defaults allow. */
const STAKE_LEAST = 1_000_000n;
const STAKE_MOST = 1_000_000_000n;

/** An option for a share of what is free. */
export async function option(world: World, act: Of<'option'>): Promise<void> {
  const { code, direction, period } = act;
  const free = freeNow(world, 'demo');
  const stake = (free * BigInt(act.share)) / 1_000n;
  if (stake < STAKE_LEAST || stake > STAKE_MOST) return;
  const said = await send(world, {
    call: 'options.buy',
    mode: 'demo',
    body: { code, direction, period, amount: stakeText(stake) },
  });
  const isOpen = isFresh(world, code) && latest(world, code).acts && isJudged(world, 'demo');
  expectCode(world, said, { act: 'option', codes: isOpen ? [DONE] : ['10015'] });
}
