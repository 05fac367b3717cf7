import {
  type Clock,
  DAY_MS,
  type Mode,
  type UnixMs,
  add,
  decimal,
  formatDecimal,
  plusMs,
  toDecimal,
} from '@candor/kernel';
import type { FeeSchedule, RiskFigure, Statistic } from '@candor/protocol';
import type { Accounts } from '../accounts/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Options } from '../options/index.ts';
import { PARAMETERS, type ParameterKey, type Parameters, useOf } from '../parameters/index.ts';
import { losingShare } from './rules.ts';

/** How many markets a named source quotes now. */
export type QuotedMarkets = { readonly all: number; readonly crypto: number };

/** What the figures are asked of. */
export type TransparencyDeps = {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'countAccounts'>;
  readonly contracts: Pick<Contracts, 'traded' | 'results'>;
  readonly options: { readonly queries: Pick<Options['queries'], 'staked'> };
  readonly parameters: Parameters;
  readonly quotedMarkets: () => QuotedMarkets;
};

/** A figure without the time at which it was counted. */
type Figure = Omit<Statistic, 'asOf'>;

/** At most six places: PostgreSQL adds up the scales of a product, USDT has six. */
function cut(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return formatDecimal(decimal(`${whole}.${fraction.slice(0, 6).padEnd(1, '0')}`));
}

/** What was traded in a mode since a moment: contracts by notional, options by stake. */
async function traded(
  deps: TransparencyDeps,
  asked: { mode: Mode; since: number },
): Promise<{ value: string; query: string }> {
  const [contracts, options] = await Promise.all([
    deps.contracts.traded(asked),
    deps.options.queries.staked(asked),
  ]);
  const turnover = decimal(cut(contracts.turnover));
  return {
    value: formatDecimal(add(turnover, toDecimal(options.staked))),
    query: `${contracts.statement}; ${options.statement}`,
  };
}

/** Counts every figure of the home page. */
export async function countFigures(deps: TransparencyDeps, now: UnixMs): Promise<Figure[]> {
  const since = now - DAY_MS;
  const [accounts, real, demo] = await Promise.all([
    deps.accounts.countAccounts(),
    traded(deps, { mode: 'real', since }),
    traded(deps, { mode: 'demo', since }),
  ]);
  const markets = deps.quotedMarkets();
  const fills = 'Notional of every fill of the last 24 hours, opening and closing';
  const definition = `${fills}, and the stakes of options bought, in USDT`;
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
      value: real.value,
      unit: 'USDT',
      definition: `${definition}, real books`,
      query: real.query,
    },
    {
      key: 'traded24hDemo',
      value: demo.value,
      unit: 'USDT',
      definition: `${definition}, demo books`,
      query: demo.query,
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

/** Every parameter with everything it ever was, as the fees page and receipts need it. */
export function feeSchedule(parameters: Parameters, now: UnixMs): FeeSchedule {
  const keys = Object.keys(PARAMETERS) as ParameterKey[];
  return {
    schema: 'candor-fees/1',
    asOf: now,
    parameters: keys.map((key) => ({
      key,
      type: PARAMETERS[key],
      use: useOf(key),
      value: parameters.text(key),
      versions: parameters
        .history(key)
        .map(({ version, value, from, note }) => ({ version, value, from, note }))
        .toSorted((a, b) => a.version - b.version),
    })),
  };
}

/** The twelve months looked at. */
const YEAR_MS = 365 * DAY_MS;

const RISK_DEFINITION =
  'Real accounts that had a leveraged contract open in the last 365 days and whose contracts ' +
  'brought less than nothing: results of all closed since, plus running ones at their mark, ' +
  'after fees and financing; deposits and withdrawals do not count. Divided by all real accounts ' +
  'that had one open. No share below 100 accounts or before 365 days of real trading.';

/** The share of real accounts that lost with leveraged contracts. */
export async function countRisk(deps: TransparencyDeps, now: UnixMs): Promise<RiskFigure> {
  const from = plusMs(now, -YEAR_MS);
  const { byUser, firstAt, statement } = await deps.contracts.results({
    mode: 'real',
    since: from,
  });
  return {
    losingShare: losingShare({ results: [...byUser.values()], firstAt, from }),
    accounts: byUser.size,
    from,
    to: now,
    definition: RISK_DEFINITION,
    query: statement,
  };
}
