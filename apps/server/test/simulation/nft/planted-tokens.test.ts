// Promise: the simulation of tokens finds faults: each of 24 that are put in the place of the product's functions is
// found by the name of what it breaks, and nothing is found without one. (RELIABILITY N1–N7; decision 0100)
import { DAY_MS, plusMs } from '@candor/kernel';
import { test, vi } from 'vitest';
import { ALL_FAULTS_MS, type Fault, createPlanting, ignoringKept } from '../planting.ts';
import type { Command } from './commands.ts';
import { playRun } from './play.ts';
import {
  all,
  bid,
  cancel,
  change,
  creatorPayout,
  decide,
  deliver,
  end,
  limit,
  offer,
  overask,
  pause,
  payout,
  time,
} from './story.ts';
import { startWorld } from './world.ts';

const planted = vi.hoisted(() => ({ fault: '', isSelling: false, isCancelling: false }));
const is = (fault: string): boolean => planted.fault === fault;

vi.mock('@candor/pricing', async (original) => {
  const real = await original<typeof import('@candor/pricing')>();
  const by = <Amount extends { units: bigint }>(amount: Amount, units: bigint): Amount => ({
    ...amount,
    units: amount.units + units,
  });
  const changed: Partial<typeof real> = {
    endAfterBid(auction, at) {
      if (is('a bid near the end moves nothing')) {
        return { endsAt: auction.endsAt, isExtended: false };
      }
      return is('an end moves once too often')
        ? real.endAfterBid({ ...auction, extended: 0 }, at)
        : real.endAfterBid(auction, at);
    },
    sharesOf(price, split) {
      const shares = real.sharesOf(price, split);
      if (!is('the house rounds its part up') || !planted.isSelling) return shares;
      return { ...shares, house: by(shares.house, 1n), charity: by(shares.charity, -1n) };
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/nft/token/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/token/rules.ts')>();
  const usdt = (units: bigint) => ({ asset: 'USDT', units }) as const;
  const before = <Moment extends number>(at: Moment): Moment => (at - 1) as Moment;
  const changed: Partial<typeof real> = {
    decideBid(facts) {
      const { account, now } = facts;
      if (is('borrowed money is bid')) {
        return real.decideBid({ ...facts, account: { ...account, debt: 0n } });
      }
      if (is('a bid needs no step') && facts.token !== null && facts.token.auction !== null) {
        const auction = { ...facts.token.auction, step: usdt(0n) };
        return real.decideBid({ ...facts, token: { ...facts.token, auction } });
      }
      const decided = real.decideBid(
        is('a bid at the end is taken') ? { ...facts, now: before(now) } : facts,
      );
      if (!is('a token goes where nobody said') || !decided.ok || decided.value.address === null) {
        return decided;
      }
      return { ok: true, value: { ...decided.value, address: `0x${'9'.repeat(40)}` } };
    },
    afterBid(token, own, taken, said) {
      const after = real.afterBid(token, own, taken, said);
      if (!is('the number of another bidder is shown')) return after;
      return { ...after, token: { ...after.token, leader: 1 } };
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/nft/bidding/limits.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/bidding/limits.ts')>();
  return {
    ...real,
    decideWithin: ((risk, asked) =>
      is('no limit is asked')
        ? { ok: true, value: null }
        : real.decideWithin(risk, asked)) satisfies typeof real.decideWithin,
  };
});

vi.mock('../../../src/accounts/index.ts', async (original) => {
  const real = await original<typeof import('../../../src/accounts/index.ts')>();
  return {
    ...real,
    decidePaused: ((pauses, now) =>
      real.decidePaused(
        is('who is frozen bids') ? [] : pauses,
        now,
      )) satisfies typeof real.decidePaused,
  };
});

vi.mock('../../../src/nft/bidding/holding.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/bidding/holding.ts')>();
  return {
    ...real,
    refundPostings: ((holdings, amount) => {
      const less = is('a unit of a refund is kept') ? 1n : 0n;
      const postings = real.refundPostings(holdings, { ...amount, units: amount.units - less });
      if (!is('what is owed is not paid first')) return postings;
      return [{ from: 'user:bid', to: 'user:cash', asset: 'USDT', units: amount.units }];
    }) satisfies typeof real.refundPostings,
  };
});

vi.mock('../../../src/nft/bidding/selling.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/bidding/selling.ts')>();
  return {
    ...real,
    sell: ((token, part, said) => {
      planted.isSelling = true;
      const sold = real.sell(token, part, said);
      planted.isSelling = false;
      if (!is('an auction is sold for its start') || token.auction === null) return sold;
      const first = real.sell(
        { ...token, current: token.price },
        { ...part, amount: token.price },
        said,
      );
      return { ...first, part: sold.part, token: sold.token };
    }) satisfies typeof real.sell,
  };
});

vi.mock('../../../src/nft/bidding/writing.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/bidding/writing.ts')>();
  return {
    ...real,
    changeStatements: ((changes, at) => {
      const { told } = changes;
      const again = is('what happened is told twice') ? [...told, ...told] : told;
      return real.changeStatements({ ...changes, told: again }, at);
    }) satisfies typeof real.changeStatements,
    factsOf: (({ told, tokens }, at) => {
      const isKept = (kind: string): boolean =>
        kind !== 'delivered' || !is('a delivery is not told');
      return real.factsOf({ told: told.filter(({ news }) => isKept(news.kind)), tokens }, at);
    }) satisfies typeof real.factsOf,
  };
});

vi.mock('../../../src/nft/token/token-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/token/token-store.ts')>();
  return {
    ...real,
    listDue: (async (sql, asked) =>
      is('an end is forgotten') ? [] : real.listDue(sql, asked)) satisfies typeof real.listDue,
    lockTokens: (async (tx, ids) => {
      const tokens = await real.lockTokens(tx, ids);
      if (!planted.isCancelling) return tokens;
      return tokens.map((token) => {
        if (token.auction === null) return token;
        const { endsAt } = token.auction;
        return { ...token, auction: { ...token.auction, endsAt: plusMs(endsAt, DAY_MS) } };
      });
    }) satisfies typeof real.lockTokens,
  };
});

vi.mock('../../../src/nft/deciding/kinds.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/deciding/kinds.ts')>();
  const { tokenCancelCase } = real;
  const cancelling: typeof tokenCancelCase = {
    ...tokenCancelCase,
    async apply(tx, decided, at, clock) {
      planted.isCancelling = is('an auction that is over is cancelled');
      const came = await tokenCancelCase.apply(tx, decided, at, clock);
      planted.isCancelling = false;
      return came;
    },
  };
  return { ...real, tokenCancelCase: cancelling };
});

vi.mock('../../../src/nft/ending/ending.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/ending/ending.ts')>();
  const early = (): number => (is('an auction ends a minute early') ? 60_000 : 0);
  return {
    ...real,
    createEnding: ((deps) => {
      const { clock } = deps;
      return real.createEnding({ ...deps, clock: { now: () => plusMs(clock.now(), early()) } });
    }) satisfies typeof real.createEnding,
  };
});

vi.mock('../../../src/nft/deciding/decided-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/deciding/decided-store.ts')>();
  return {
    ...real,
    changeToken: (async (tx, id, terms, by) => {
      if (!is('a change of what nobody saw is made')) return real.changeToken(tx, id, terms, by);
      const [row] = await tx.query<{ version: number }>(
        'select version from nft.token where id = $1',
        [id],
      );
      return real.changeToken(tx, id, terms, { ...by, version: row?.version ?? by.version });
    }) satisfies typeof real.changeToken,
  };
});

vi.mock('../../../src/nft/token/payout-store.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/token/payout-store.ts')>();
  return {
    ...real,
    findHeld: (async (sql, to, id) => {
      const found = await real.findHeld(sql, to, id);
      return found === null || !is('more is paid out than is held')
        ? found
        : { ...found, held: found.held * 10n };
    }) satisfies typeof real.findHeld,
  };
});

vi.mock('../../../src/nft/token/view.ts', async (original) => {
  const real = await original<typeof import('../../../src/nft/token/view.ts')>();
  return {
    ...real,
    tokenView: ((token, now) => {
      const view = real.tokenView(token, now);
      return is('the page says more reaches the charity')
        ? { ...view, charityAmount: view.shares.price }
        : view;
    }) satisfies typeof real.tokenView,
    figuresView: ((figures) => {
      const view = real.figuresView(figures);
      return is('what was paid out is shown as held') ? { ...view, held: view.raised } : view;
    }) satisfies typeof real.figuresView,
    creatorView: ((creator) => {
      const view = real.creatorView(creator);
      return is('what an artist was paid is owed again') ? { ...view, owed: view.earned } : view;
    }) satisfies typeof real.creatorView,
  };
});

vi.mock('../../../src/platform/commit/idempotency.ts', async (original) =>
  ignoringKept(await original(), () => is('kept answers are ignored')),
);

/** An auction with two bids. */
const two: readonly Command[] = [offer(), bid(0), bid(1)];
const sold: readonly Command[] = [...two, end()];

const FAULTS: readonly Fault<Command>[] = [
  ['a bid needs no step', /N2: .* was taken where/, [...two, overask('below', 2)]],
  [
    'a bid near the end moves nothing',
    /N4: bid .* says it moved the end/,
    [offer(), end(-1), bid()],
  ],
  [
    'an end moves once too often',
    /stopped: .*"token_check|N4: /,
    [offer({ most: 1 }), end(-1), bid(0), end(-1), bid(1)],
  ],
  ['the house rounds its part up', /N5: house got/, sold],
  ['borrowed money is bid', /borrowed: .* was bid/, [offer({ price: 20_000 }), all(3, 1)]],
  ['a bid at the end is taken', /N4: bid .* behind the end/, [...two, end(0, false), bid(2)]],
  ['a token goes where nobody said', /sentTo: is sent to/, [offer({ chain: 'tron' }), bid(0)]],
  ['the number of another bidder is shown', /N1: another is shown to lead/, two],
  ['no limit is asked', /act: bid .* has to be limit-reached/, [limit(30), offer(), bid(0)]],
  [
    'who is frozen bids',
    /act: bid .* has to be user-status-forbids/,
    [pause('freeze'), offer(), bid()],
  ],
  ['a unit of a refund is kept', /stopped: .*is not what its rows say/, two],
  [
    'what is owed is not paid first',
    /entries: nft-outbid moved/,
    [offer(), bid(2), { do: 'reversal', user: 2, share: 1_300 }, bid(0)],
  ],
  ['an auction is sold for its start', /stopped: |ended: on sale/, [...two, end()]],
  ['what happened is told twice', /once: told 2 times/, [offer(), bid()]],
  ['an end is forgotten', /ended: on sale/, sold],
  [
    'an auction ends a minute early',
    /N4: ended in 60000 ms/,
    [offer(), bid(), time(59), time(0.5)],
  ],
  [
    'an auction that is over is cancelled',
    /cancelling: cancelled .* behind its end/,
    [...two, end(1, false), cancel()],
  ],
  [
    'a change of what nobody saw is made',
    /changing: version 2 was changed by who saw 1/,
    [offer(), change(40, false), change(50), decide()],
  ],
  ['more is paid out than is held', /act: payout was proposed/, [...sold, payout(1_200)]],
  [
    'a delivery is not told',
    /once: told 0 times in place of 1 that it is delivered/,
    [offer({ chain: 'ethereum' }), bid(0), end(), deliver()],
  ],
  ['the page says more reaches the charity', /answered: a token: charityAmount/, [offer()]],
  ['what was paid out is shown as held', /answered: donations: charities/, [...sold, payout(400)]],
  [
    'what an artist was paid is owed again',
    /creators: at the desk: owed is shown/,
    [...sold, creatorPayout(400)],
  ],
  ['kept answers are ignored', /stopped: .*request_pkey/, [offer(), bid(0, 0, 0, true)]],
];

const { expectFound, expectNothing } = createPlanting({
  planted,
  start: startWorld,
  play: playRun,
});
test.each(FAULTS)('planted: %s', (...fault) => expectFound(...fault));

/** What the ones before left on sale is over, and nobody is kept from bidding. */
const BETWEEN: readonly Command[] = [pause('unfreeze'), limit(null), time(1_500)];

test(
  'nothing is found in the same acts when nothing is planted',
  () => expectNothing(FAULTS, BETWEEN),
  ALL_FAULTS_MS,
);
