import { dca } from './dca.ts';
import { grid } from './grid.ts';
import { hold } from './hold.ts';
import { reversion } from './reversion.ts';
import { rotation } from './rotation.ts';
import {
  type Strategy,
  type StrategyCode,
  type StrategyParameters,
  strategyOf,
} from './strategy.ts';
import { trend } from './trend.ts';

/** Every strategy by its code. */
export const STRATEGIES: Readonly<Record<StrategyCode, Strategy>> = {
  trend: strategyOf(trend),
  reversion: strategyOf(reversion),
  grid: strategyOf(grid),
  dca: strategyOf(dca),
  rotation: strategyOf(rotation),
  hold: strategyOf(hold),
};

/** The usual numbers of a strategy. */
export function usualParameters(strategy: Pick<Strategy, 'parameters'>): StrategyParameters {
  return Object.fromEntries(
    Object.entries(strategy.parameters).map(([name, { usual }]) => [name, usual]),
  );
}

/**
 * The first number a strategy cannot run with.
 *
 * @shape   its name, or null when each of its numbers is there, in its range and on its step
 */
export function parameterProblem(
  strategy: Pick<Strategy, 'parameters'>,
  parameters: StrategyParameters,
): string | null {
  const extra = Object.keys(parameters).find((name) => !Object.hasOwn(strategy.parameters, name));
  if (extra !== undefined) return extra;
  for (const [name, { least, most, step }] of Object.entries(strategy.parameters)) {
    const value = parameters[name];
    if (value === undefined || !Number.isInteger(value)) return name;
    if (value < least || value > most || (value - least) % step !== 0) return name;
  }
  return null;
}
