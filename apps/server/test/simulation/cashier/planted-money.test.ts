// Promise: the simulation of money in and out finds faults: each of twenty that are put in the place of the product's
// functions is found by the name of what it breaks, and nothing is found without one. (RELIABILITY K1–K10)
import type { UnixMs } from '@candor/kernel';
import { test, vi } from 'vitest';
import { ALL_FAULTS_MS, type Fault, createPlanting, ignoringKept } from '../planting.ts';
import { playRun } from './play.ts';
import type { Command } from './commands.ts';
import {
  advance,
  batch,
  cancel,
  convert,
  mine,
  pay,
  reorg,
  send,
  watch,
  withdraw,
} from './story.ts';
import { startWorld } from './world.ts';

const planted = vi.hoisted(() => ({ fault: '' }));
const is = (fault: string): boolean => planted.fault === fault;

vi.mock('../../../src/cashier/deposits/store.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/deposits/store.ts')>();
  let told = 0;
  return {
    ...real,
    keepTransfer: ((tx, network, kept, at) => {
      if (!is('a payment told twice counts twice')) return real.keepTransfer(tx, network, kept, at);
      const { transfer } = kept;
      const index = transfer.index + 2 * (told += 1);
      return real.keepTransfer(tx, network, { ...kept, transfer: { ...transfer, index } }, at);
    }) satisfies typeof real.keepTransfer,
    goBack: (async (tx, network, to, at) => {
      await real.goBack(tx, network, to, at);
      if (!is('what left the chain is not looked for')) return;
      await tx.query('update cashier.deposit set is_orphan = false where network = $1', [network]);
    }) satisfies typeof real.goBack,
  };
});

vi.mock('../../../src/cashier/deposits/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/deposits/rules.ts')>();
  return {
    ...real,
    confirmationsNeeded: (said: number) =>
      is('a payment counts at once') ? 1 : real.confirmationsNeeded(said),
  };
});

vi.mock('../../../src/ledger/index.ts', async (original) => {
  const real = await original<typeof import('../../../src/ledger/index.ts')>();
  return {
    ...real,
    draft: ((asset, held) => {
      const made = real.draft(asset, held);
      return {
        ...made,
        pay(...said) {
          if (is('only what is there is taken back') && said[0] === 'user:reversed') return;
          made.pay(...said);
        },
        cover() {
          if (!is('what is owed is paid by nothing')) made.cover();
        },
      };
    }) satisfies typeof real.draft,
  };
});

vi.mock('@candor/pricing', async (original) => {
  const real = await original<typeof import('@candor/pricing')>();
  const by = <Amount extends { units: bigint }>(amount: Amount, units: bigint): Amount => ({
    ...amount,
    units: amount.units + units,
  });
  const changed: Partial<typeof real> = {
    withdrawalFigures(amount, terms) {
      const figures = real.withdrawalFigures(amount, terms);
      if (!is('the fee is rounded down') || figures.fee.units === 0n) return figures;
      return { ...figures, fee: by(figures.fee, -1n), receive: by(figures.receive, 1n) };
    },
    convert(facts) {
      const conversion = real.convert(facts);
      if (!is('a conversion brings a unit more')) return conversion;
      return { ...conversion, receive: by(conversion.receive, 1n) };
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/cashier/withdrawals/quote-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/withdrawals/quote-store.ts')>();
  return {
    ...real,
    findQuotes: (async (...said) => {
      const quotes = await real.findQuotes(...said);
      if (!is('more is charged than was quoted')) return quotes;
      return quotes.map(
        (quote) => quote && { ...quote, fee: quote.fee + 1n, receive: quote.receive - 1n },
      );
    }) satisfies typeof real.findQuotes,
  };
});

vi.mock('../../../src/cashier/withdrawals/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/withdrawals/rules.ts')>();
  return {
    ...real,
    reviewCauses: ((facts) => {
      if (is('nobody looks above the limit')) return [];
      if (!is('parts of a day are not added up')) return real.reviewCauses(facts);
      return real.reviewCauses({ ...facts, dayValue: { asset: 'USDT', units: 0n } });
    }) satisfies typeof real.reviewCauses,
    decideHold: ((facts) =>
      real.decideHold(
        is('a hold ends a second early') ? { ...facts, now: (facts.now + 1_000) as UnixMs } : facts,
      )) satisfies typeof real.decideHold,
    checkPaid: ((...said) =>
      is('any transaction confirms')
        ? 'right'
        : real.checkPaid(...said)) satisfies typeof real.checkPaid,
  };
});

vi.mock('../../../src/cashier/withdrawals/postings.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/withdrawals/postings.ts')>();
  return {
    ...real,
    returnEntry: ((tx, one, said) => {
      const amount = is('the fee is kept of what comes back') ? one.amount - one.fee : one.amount;
      return real.returnEntry(tx, { ...one, amount }, said);
    }) satisfies typeof real.returnEntry,
  };
});

vi.mock('../../../src/cashier/withdrawals/withdrawal.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/withdrawals/withdrawal.ts')>();
  return {
    ...real,
    canCancel: ((one) =>
      real.canCancel(
        is('what may be signed is taken back') ? { ...one, isExported: false } : one,
      )) satisfies typeof real.canCancel,
  };
});

vi.mock('../../../src/cashier/withdrawals/judging.ts', async (original) => {
  const real = await original<typeof import('../../../src/cashier/withdrawals/judging.ts')>();
  return {
    ...real,
    owesMore: ((...said) =>
      !is('nobody looks though a deposit is owed') &&
      real.owesMore(...said)) satisfies typeof real.owesMore,
  };
});

vi.mock('../../../src/cashier/withdrawals/confirmation-store.ts', async (original) => {
  const real =
    await original<typeof import('../../../src/cashier/withdrawals/confirmation-store.ts')>();
  return {
    ...real,
    countGone: (async (...said) =>
      is('what is confirmed anew is booked as the first time')
        ? 0
        : real.countGone(...said)) satisfies typeof real.countGone,
  };
});

vi.mock('../../../src/accounts/index.ts', async (original) => {
  const real = await original<typeof import('../../../src/accounts/index.ts')>();
  return {
    ...real,
    findWithdrawalBrakes: (async (sql, asked) => {
      const brakes = await real.findWithdrawalBrakes(sql, asked);
      if (!is('a delay counts from when the account was made')) return brakes;
      const rows = await sql.query<{ user_id: string; end: string }>(
        `select user_id,
           (extract(epoch from a.created_at + (h.until - h.at)) * 1000)::bigint::text as end
         from accounts.hold h join accounts.account a using (user_id)
         where h.user_id = any ($1::uuid[])`,
        [asked.userIds],
      );
      const endsOf = (userId: string) =>
        rows
          .filter((row) => row.user_id === userId)
          .map(({ end }) => Number.parseInt(end, 10) as UnixMs)
          .filter((end) => end > asked.at);
      return new Map([...brakes].map(([id, own]) => [id, { ...own, holds: endsOf(id) }]));
    }) satisfies typeof real.findWithdrawalBrakes,
  };
});

vi.mock('../../../src/platform/commit/idempotency.ts', async (original) =>
  ignoringKept(await original(), () => is('kept answers are ignored')),
);

vi.mock('../../../src/exchange/store.ts', async (original) => {
  const real = await original<typeof import('../../../src/exchange/store.ts')>();
  return {
    ...real,
    findQuote: (async (...said) => {
      const quote = await real.findQuote(...said);
      if (!is('a conversion is charged at another price') || quote?.buy == null) return quote;
      const price = ((quote.buy.price * 101n) / 100n) as typeof quote.buy.price;
      return { ...quote, buy: { ...quote.buy, price } };
    }) satisfies typeof real.findQuote,
  };
});

vi.mock('../../../src/exchange/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/exchange/rules.ts')>();
  return {
    ...real,
    decideHouse: ((...said) =>
      is('the house pays what it has not')
        ? { ok: true, value: null }
        : real.decideHouse(...said)) satisfies typeof real.decideHouse,
  };
});

const credited = [pay(0, 500), mine(25)];
const approved = [...credited, withdraw(0, 800), advance];
const again = (one: Command): Command => ({ ...one, again: true }) as Command;
const hold: Command = { do: 'hold', user: 0, seconds: 600 };
const wait = (seconds: number): Command => ({ do: 'wait', seconds });

const FAULTS: readonly Fault<Command>[] = [
  ['a payment told twice counts twice', /K1/, [{ do: 'lie', network: 'tron' }, ...credited]],
  ['a payment counts at once', /K1.*blocks deep/, [pay(0, 500), mine(2)]],
  ['what left the chain is not looked for', /K3/, [...credited, reorg(25, false)]],
  ['only what is there is taken back', /model: deposit-reversal/, [...approved, reorg(25, false)]],
  [
    'what is owed is paid by nothing',
    /model: deposit/,
    [...approved, reorg(25, false), pay(0, 900), mine(25)],
  ],
  ['the fee is rounded down', /K7: the fee/, [...credited, withdraw(0, 777)]],
  ['more is charged than was quoted', /K7: fee is/, [...credited, withdraw(0, 777)]],
  ['nobody looks above the limit', /review/, [pay(0, 3_000), mine(25), withdraw(0, 900), advance]],
  [
    'parts of a day are not added up',
    /review/,
    [pay(0, 2_000), mine(25), withdraw(0, 400), withdraw(0, 600), advance],
  ],
  [
    'a hold ends a second early',
    /K10: let go 1000 ms before/,
    [...credited, hold, withdraw(0, 800), advance, { do: 'holdEnds' }],
  ],
  [
    'a delay counts from when the account was made',
    /K10: let go/,
    [...credited, wait(1_000), hold, withdraw(0, 800), advance],
  ],
  [
    'any transaction confirms',
    /confirmed, and the chain did not pay it/,
    [...approved, batch(), send('wrong'), mine(25), watch],
  ],
  ['the fee is kept of what comes back', /model: withdrawal-return/, [...approved, cancel(0)]],
  ['what may be signed is taken back', /stopped: .*signed/, [...approved, batch(), cancel(0)]],
  ['nobody looks though a deposit is owed', /owed: let go/, [...approved, reorg(25, false)]],
  [
    'what is confirmed anew is booked as the first time',
    /K4|paidOut|once/,
    [...approved, batch(), send('paid'), mine(25), watch, reorg(25, true), watch, mine(25), watch],
  ],
  ['kept answers are ignored', /stopped: .*"request_pkey"/, [...credited, again(withdraw(0, 800))]],
  ['a conversion brings a unit more', /act: .* bring/, [...credited, convert('USDT', 'BTC')]],
  [
    'a conversion is charged at another price',
    /model: convert/,
    [...credited, convert('USDT', 'ETH')],
  ],
  [
    'the house pays what it has not',
    /houseFloor: .* to pay with/,
    [pay(0, 2_000_000), mine(25), convert('USDT', 'BTC')],
  ],
];

const { expectFound, expectNothing } = createPlanting({
  planted,
  start: startWorld,
  play: playRun,
});
test.each(FAULTS)('planted: %s', (...fault) => expectFound(...fault));

test(
  'nothing is found in the same acts when nothing is planted',
  () => expectNothing(FAULTS, [wait(86_401)]),
  ALL_FAULTS_MS,
);
