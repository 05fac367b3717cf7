/** A number from the environment: SIM_SEED, SIM_RUNS and SIM_ACTS make another simulation. */
export function numberFor(name: string, usual: number): number {
  const text = process.env[name] ?? '';
  return text === '' ? usual : Number.parseInt(text, 10);
}

/** Where in the runs of a seed to begin; empty for their first. */
export const PATH = process.env['SIM_PATH'] ?? '';

/** How a run is found again, and whether one that failed is made as short as it goes. */
export function playedAs(seed: number): { seed: number; path?: string; endOnFailure: boolean } {
  const isShrinking = numberFor('SIM_SHRINK', 0) > 0;
  return { seed, endOnFailure: !isShrinking, ...(PATH === '' ? {} : { path: PATH }) };
}
