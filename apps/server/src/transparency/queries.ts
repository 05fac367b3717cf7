import {
  type Clock,
  DAY_MS,
  type Mode,
  type UnixMs,
  add,
  decimal,
  formatDecimal,
  plusMs,
  startOfDay,
  toDecimal,
} from '@candor/kernel';
import type { FeeSchedule, HouseResult, RiskFigure, Statistic } from '@candor/protocol';
import type { Accounts } from '../accounts/index.ts';
import type { Withdrawals } from '../cashier/index.ts';
import type { Contracts } from '../contracts/index.ts';
import { createHouseDays, houseStatement } from '../ledger/index.ts';
import type { Options } from '../options/index.ts';
import { PARAMETERS, type ParameterKey, type Parameters, useOf } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { losingShare } from './rules.ts';

/** How many markets a named source quotes now. */
export type QuotedMarkets = { readonly all: number; readonly crypto: number };

/** What the figures are asked of. */
export type TransparencyDeps = {
  readonly clock: Clock;
  readonly db: Database;
  readonly accounts: Pick<Accounts, 'countAccounts'>;
  readonly contracts: Pick<Contracts, 'traded' | 'results'>;
  readonly options: { readonly queries: Pick<Options['queries'], 'staked'> };
  readonly parameters: Parameters;
  readonly withdrawals: Pick<Withdrawals, 'clock'>;
  readonly quotedMarkets: () => QuotedMarkets;
};

/** A figure without the time at which it was counted. */
type Figure = Omit<Statistic, 'asOf'>;

/** A statement with its values in their places, so that anyone with the database can run it. */
function spelledOut(statement: string, params: { mode: Mode; since: number }): string {
  return statement.replaceAll('$1', `'${params.mode}'`).replaceAll('$2', String(params.since));
}

/** What was traded in a mode since a moment: contracts by notional, options by stake. */
async function traded(
  deps: TransparencyDeps,
  params: { mode: Mode; since: number; now: number },
): Promise<{ value: string; query: string }> {
  const [contracts, options] = await Promise.all([
    deps.contracts.traded(params),
    deps.options.queries.staked(params),
  ]);
  const total = add(decimal(contracts.turnover), toDecimal(options.staked));
  return {
    value: formatDecimal(total),
    query: `${spelledOut(contracts.statement, params)}; ${spelledOut(options.statement, params)}`,
  };
}

/** How each figure is counted, word for word what the page says in English. */
const DEFINITIONS = {
  accounts: 'Accounts registered on this installation, closed ones included.',
  traded24h:
    'Notional of every fill of the last 24 hours, opening and closing, plus the stakes of options ' +
    'bought, in real books, in USDT. Each fill is rounded to six places. The demo is counted apart.',
  traded24hDemo: 'The same in demo books: practice money.',
  markets:
    'Instruments whose latest price, from a named source of the running feed, is fresh. Markets ' +
    'without one are paused and not counted.',
  cryptoMarkets: 'Those of them that are crypto pairs.',
  feeRate:
    'The share of its notional that opening a contract costs, and closing it again, read from the ' +
    'parameter table. Overnight financing is charged separately and shown on the ticket.',
  feeRateCap: 'The highest such share an operator can set.',
  demoBalance: 'Practice money a demo account opens with, read from the parameter table.',
} as const satisfies Readonly<Record<Statistic['key'], string>>;

/** A figure that is a parameter in force. */
function parameterFigure(
  deps: TransparencyDeps,
  figure: { key: Figure['key']; unit: Figure['unit']; of: ParameterKey },
): Omit<Figure, 'definition'> {
  const { key, unit, of } = figure;
  return { key, unit, value: deps.parameters.text(of), query: `parameter ${of}` };
}

/** Counts every figure of the home page. */
export async function countFigures(deps: TransparencyDeps, now: UnixMs): Promise<Figure[]> {
  const since = now - DAY_MS;
  const [accounts, real, demo] = await Promise.all([
    deps.accounts.countAccounts(),
    traded(deps, { mode: 'real', since, now }),
    traded(deps, { mode: 'demo', since, now }),
  ]);
  const markets = deps.quotedMarkets();
  const counted: readonly Omit<Figure, 'definition'>[] = [
    {
      key: 'accounts',
      value: String(accounts.count),
      unit: 'accounts',
      query: accounts.statement,
    },
    { key: 'traded24h', value: real.value, unit: 'USDT', query: real.query },
    { key: 'traded24hDemo', value: demo.value, unit: 'USDT', query: demo.query },
    {
      key: 'markets',
      value: String(markets.all),
      unit: 'markets',
      query: 'count of instruments whose latest tick is fresh',
    },
    {
      key: 'cryptoMarkets',
      value: String(markets.crypto),
      unit: 'markets',
      query: 'count of crypto instruments whose latest tick is fresh',
    },
    parameterFigure(deps, { key: 'feeRate', unit: 'share', of: 'contract.feeRate' }),
    parameterFigure(deps, { key: 'feeRateCap', unit: 'share', of: 'contract.feeRateCap' }),
    parameterFigure(deps, { key: 'demoBalance', unit: 'USDT', of: 'demo.balance' }),
  ];
  return counted.map((figure) => ({ ...figure, definition: DEFINITIONS[figure.key] }));
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
  'that had one open. Accounts with a contract without a price are left out. No share below 100 accounts or before 365 days of real trading.';

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

const HOUSE_DEFINITION =
  'What the accounts of the house took in less what they paid on each whole UTC day, with real ' +
  'money: the other side of trading, fees, overnight financing, conversions and what the house gave ' +
  'away or lost. Payments between these accounts and the capital of the house are no result.';

/** Counts what the last whole days brought the house; a day that is over is summed once. */
export function houseCounter(deps: TransparencyDeps): (now: UnixMs) => Promise<HouseResult> {
  const mode = 'real';
  const read = createHouseDays(deps, { mode, days: 'whole' });
  return async (now) => {
    const { from, to, days } = await read();
    const end = plusMs(startOfDay(to), DAY_MS);
    const query = houseStatement({ mode, from: startOfDay(from), to: end });
    return { from, to, days: [...days], definition: HOUSE_DEFINITION, query, asOf: now };
  };
}
