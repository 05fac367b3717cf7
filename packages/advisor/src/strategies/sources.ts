// Written by scripts/write-strategies.ts.
import type { StrategyCode } from './strategy.ts';

/** SHA-256 of the text of each strategy and of what all of them run on. */
export const STRATEGY_SOURCES: Readonly<Record<StrategyCode, string>> = {
  trend: 'f1fa98a1d01fc17708f35d8d7799e719afb0c47df8fb04537916d4f0f610b4c8',
  reversion: '032bb4049ce6f954be21ffb8655b29e6db98d02013086d26f9f4d1798071434e',
  grid: 'df97b5916b9a2a2439e22175a0f908896dea9825f48ed81f0440a2e7ff831950',
  dca: 'd250fbac6d765ffc61b51df1211d1401250996263c09d5f0df8b0c68fa39242c',
  rotation: '95b222a6a9b03b9634e167c9c87432ec89b4bb483bb16d7d025f8c5b29d02b9e',
  hold: 'f4dde9315ed05775cbeb4b0c21bda94f1937b9ae7259df9c17d73532b4b217ff',
};
