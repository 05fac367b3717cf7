import { DAY_MS, HOUR_MS, SECOND_MS, ensure } from '@candor/kernel';
import type { Order } from '@candor/protocol';
import type { TestClock } from '@candor/testkit';
import type { Installation } from './installation.ts';
import { type SeedMarket, TRADED } from './market.ts';
import { type DemoAccount, type Person, newRequest, register } from './people.ts';

/** What a story is told with. */
export type Stage = {
  readonly installation: Installation;
  readonly market: SeedMarket;
  readonly clock: TestClock;
};

/** What stands in the folder afterwards. */
export type Told = {
  readonly accounts: readonly DemoAccount[];
  /** Receipt of the contract of the trading account that ended last. */
  readonly receiptNo: string;
  /** Number of the conversation that was answered. */
  readonly conversation: string;
};

type Code = (typeof TRADED)[number];

const OPTION_SECONDS = 60;
/** Longer than a period: an option is settled on the first price after its end. */
const OPTION_WAIT_MS = (OPTION_SECONDS + 5) * SECOND_MS;
/** Hours of a day at which something is done. */
const HOURS = { trade: 9, option: 11, close: 15 };
/** What one order is about, and the part of it that is closed first. */
const LOTS: Readonly<Record<Code, { readonly all: string; readonly part: string }>> = {
  'BTC/USDT': { all: '0.02', part: '0.01' },
  'ETH/USDT': { all: '0.3', part: '0.1' },
  'BNB/USDT': { all: '1', part: '0.5' },
  'SOL/USDT': { all: '4', part: '1' },
  'XRP/USDT': { all: '500', part: '200' },
};

/** The value of its turn. */
function turn<Value>(values: readonly Value[], place: number): Value {
  return ensure(values[place % values.length], 'there is something to choose from');
}

/** Facts are heard, notices written, and what prices set off is done. */
async function settles({ installation: { app } }: Stage): Promise<void> {
  await app.relay.settled();
  await app.engine.pulse();
  await app.contracts.commands.idle();
  await app.options.commands.idle();
  await app.relay.settled();
}

/** Time passes, and the prices at its end may fill and set something off. */
async function passes(stage: Stage, ms: number): Promise<void> {
  await stage.market.passes(ms);
  await stage.market.dwells();
  await settles(stage);
}

function open(person: Person, change: object): Promise<Order> {
  const body = { code: TRADED[0], direction: 'buy', leverage: 2, ...newRequest(), ...change };
  return person.asks('contracts.open', { body: body as never });
}

/** An order that fills now. */
function opens(person: Person, place: number, stops: object = {}): Promise<Order> {
  const code = turn(TRADED, place);
  const direction = turn(['buy', 'sell', 'sell'], place);
  const { all: lots } = LOTS[code];
  return open(person, { code, direction, lots, orderType: 'market', ...stops });
}

/** Closes what still runs, every other day in two parts. Answers its receipt. */
async function closes(person: Person, { id, code }: Order, day: number): Promise<string> {
  const params = { id };
  const { part } = LOTS[code as Code];
  if (day % 2 === 0) {
    await person.asks('contracts.close', { params, body: { lots: part, ...newRequest() } });
  }
  const { order } = await person.asks('contracts.close', { params, body: newRequest() });
  return ensure(order.receiptNo, 'a closed contract has a receipt');
}

/** A day of trading: two orders, one with stops near by, an option, and the first one is closed. */
async function tradingDay(stage: Stage, person: Person, day: number): Promise<string> {
  await passes(stage, HOURS.trade * HOUR_MS);
  await person.signsIn();
  const first = await opens(person, day);
  await opens(person, day + 1, { stopLoss: '15', takeProfit: '15', inMoney: true });
  await passes(stage, (HOURS.option - HOURS.trade) * HOUR_MS);
  await person.signsIn();
  const option = { code: TRADED[0], period: OPTION_SECONDS, amount: '10' };
  const direction = turn(['up', 'down', 'down'] as const, day);
  await person.asks('options.buy', { body: { ...option, direction, ...newRequest() } });
  await stage.market.dwells(OPTION_WAIT_MS);
  await settles(stage);
  await passes(stage, (HOURS.close - HOURS.option) * HOUR_MS);
  await person.signsIn();
  const receiptNo = await closes(person, first, day);
  await settles(stage);
  return receiptNo;
}

/** What is open and waits when the pages are looked at. */
async function leavesOpen({ installation: { app } }: Stage, person: Person): Promise<void> {
  const code = TRADED[0];
  const bid = ensure(app.market.latest(code as never), 'there is a price').bid;
  // Whole numbers, far enough away to wait for as long as the pages are looked at.
  const whole = (tenths: bigint): string => String((bid * tenths) / 10n / 10n ** 18n);
  await opens(person, 0);
  await opens(person, 1, { stopLoss: '200', takeProfit: '300', inMoney: true });
  const { part: lots } = LOTS[code];
  await open(person, { lots, orderType: 'limit', price: whole(9n) });
  await open(person, { lots, orderType: 'stop', stopPrice: whole(11n) });
}

/** A user asks, and support answers. */
async function asksSupport(stage: Stage, person: Person): Promise<string> {
  const { app } = stage.installation;
  const { id, number } = await person.asks('support.open', {
    body: {
      subject: 'Where do I see the fee of a closing?',
      text: 'I closed a part of a contract and look for what it cost.',
      language: 'en',
      ...newRequest(),
    },
  });
  await stage.market.passes(HOUR_MS);
  const answered = await app.inbox.answer({
    id,
    after: 1,
    by: { kind: 'terminal', name: 'npm run seed' },
    action: 'support.reply',
    name: 'Demo support',
    text: 'Open the receipt of the contract: each fee stands there, with the tick it was taken at.',
  });
  if (!answered.ok) throw new Error(`No answer of support: ${answered.failure.name}`);
  await app.relay.settled();
  return number;
}

/** What an account likes to have: stars, and a limit that is about to loosen. */
async function setsUp(person: Person): Promise<void> {
  for (const code of TRADED.slice(0, 3)) {
    await person.asks('market.set-favourite', { body: { code, on: true } });
  }
  for (const amount of ['400', '500']) {
    await person.asks('accounts.set-limit', { body: { kind: 'loss', period: 'day', amount } });
  }
}

/** Plays some days, from a start on which the market has just begun. */
export async function play(stage: Stage, days: number): Promise<Told> {
  const { app } = stage.installation;
  const { clock } = stage;
  const began = clock.now();
  const as = (username: string, about: string): Promise<Person> =>
    register(app, { username, about });
  await stage.market.dwells();
  const trader = await as('demo.trader', 'trades each day: history, open contracts, orders');
  const asker = await as('demo.asker', 'asked support and was answered');
  const conversation = await asksSupport(stage, asker);
  let receiptNo = '';
  for (let day = 0; day < days; day += 1) {
    receiptNo = await tradingDay(stage, trader, day);
    const left = began + (day + 1) * DAY_MS - clock.now();
    // The last afternoon is kept for what stays open.
    await passes(stage, day + 1 < days ? left : left - HOUR_MS);
  }
  await trader.signsIn();
  await setsUp(trader);
  await leavesOpen(stage, trader);
  const fresh = await as('demo.new', 'has done nothing yet');
  await passes(stage, began + days * DAY_MS - clock.now());
  return {
    accounts: [trader, asker, fresh].map(({ account }) => account),
    receiptNo,
    conversation,
  };
}
