/**
 * transparency — figures anyone may check: each a query, with its definition and its time.
 * Owns: nothing; it asks the others.
 * Announces: nothing.
 * Needs: accounts, contracts, market, parameters.
 * Refuses: to answer a figure that was not counted.
 */
import { type Clock, DAY_MS, type UnixMs, decimal, formatDecimal } from '@candor/kernel';
import type { Statistic } from '@candor/protocol';
import type { Accounts } from '../accounts/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Parameters } from '../parameters/index.ts';

/** How many markets a named source quotes now. */
export type QuotedMarkets = { readonly all: number; readonly crypto: number };

/** What the figures are asked of. */
export type TransparencyDeps = {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'countAccounts'>;
  readonly contracts: Pick<Contracts, 'traded'>;
  readonly parameters: Parameters;
  readonly quotedMarkets: () => QuotedMarkets;
};

/** What transparency offers. */
export type Transparency = { statistics(): Promise<readonly Statistic[]> };

/** How long an answer serves: the home page is read far more often than its figures change. */
const KEEP_MS = 2_000;

type Figure = Omit<Statistic, 'asOf'>;

/** At most six places: PostgreSQL adds up the scales of a product, USDT has six. */
function cut(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return formatDecimal(decimal(`${whole}.${fraction.slice(0, 6).padEnd(1, '0')}`));
}

async function count(deps: TransparencyDeps, now: UnixMs): Promise<Figure[]> {
  const since = now - DAY_MS;
  const [accounts, real, demo] = await Promise.all([
    deps.accounts.countAccounts(),
    deps.contracts.traded({ mode: 'real', since }),
    deps.contracts.traded({ mode: 'demo', since }),
  ]);
  const markets = deps.quotedMarkets();
  const traded = 'Notional of every fill of the last 24 hours, opening and closing, in USDT';
  return [
    {
      key: 'accounts',
      value: String(accounts.count),
      unit: 'accounts',
      definition: 'Accounts registered',
      query: accounts.statement,
    },
    {
      key: 'traded24h',
      value: cut(real.turnover),
      unit: 'USDT',
      definition: `${traded}, real books`,
      query: real.statement,
    },
    {
      key: 'traded24hDemo',
      value: cut(demo.turnover),
      unit: 'USDT',
      definition: `${traded}, demo books`,
      query: demo.statement,
    },
    {
      key: 'markets',
      value: String(markets.all),
      unit: 'markets',
      definition: 'Instruments a named source of the running feed quotes now',
      query: 'count of instruments whose latest tick is fresh',
    },
    {
      key: 'cryptoMarkets',
      value: String(markets.crypto),
      unit: 'markets',
      definition: 'Crypto pairs a named source of the running feed quotes now',
      query: 'count of crypto instruments whose latest tick is fresh',
    },
    {
      key: 'feeRate',
      value: deps.parameters.text('contract.feeRate'),
      unit: 'share',
      definition: 'Fee per side of a contract, of its notional, in force now',
      query: 'parameter contract.feeRate',
    },
    {
      key: 'feeRateCap',
      value: deps.parameters.text('contract.feeRateCap'),
      unit: 'share',
      definition: 'Highest fee per side an operator can set',
      query: 'parameter contract.feeRateCap',
    },
    {
      key: 'demoBalance',
      value: deps.parameters.text('demo.balance'),
      unit: 'USDT',
      definition: 'Practice money a demo book opens with',
      query: 'parameter demo.balance',
    },
  ];
}

/** Opens the capability. */
export function createTransparency(deps: TransparencyDeps): Transparency {
  let kept: { at: UnixMs; figures: Promise<readonly Statistic[]> } | null = null;
  return {
    statistics() {
      const now = deps.clock.now();
      if (kept !== null && now - kept.at < KEEP_MS) return kept.figures;
      const figures = count(deps, now).then((all) =>
        all.map((figure): Statistic => ({ ...figure, asOf: now })),
      );
      kept = { at: now, figures };
      figures.catch(() => {
        kept = null;
      });
      return figures;
    },
  };
}
