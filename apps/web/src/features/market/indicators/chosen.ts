import { type Indicator, findIndicator } from './catalogue.ts';

/** One indicator on the chart with the numbers its reader chose. */
export type Chosen = { readonly indicator: Indicator; readonly parameters: readonly number[] };

/** More than this hides the price. */
export const CHOSEN_MAX = 8;

/** What tells two of them apart: the same indicator twice with the same numbers is one. */
export function chosenKey({ indicator, parameters }: Chosen): string {
  return [indicator.id, ...parameters].join(' ');
}

/** "SMA 20", "BB 20, 2": the same in every language. */
export function chosenName({ indicator, parameters }: Chosen): string {
  return parameters.length === 0 ? indicator.short : `${indicator.short} ${parameters.join(', ')}`;
}

/** An indicator with its standard numbers. */
export function asStandard(indicator: Indicator): Chosen {
  return { indicator, parameters: indicator.parameters.map((one) => one.standard) };
}

/**
 * One more of an indicator: with its standard numbers, or, when that is on the chart already, with
 * twice the length; null when there is no other.
 */
export function anotherOne(set: readonly Chosen[], indicator: Indicator): Chosen | null {
  const keys = new Set(set.map(chosenKey));
  let next = asStandard(indicator);
  while (keys.has(chosenKey(next))) {
    const [first, ...others] = next.parameters;
    const [bounds] = indicator.parameters;
    if (first === undefined || bounds === undefined || first * 2 > bounds.most) return null;
    next = { indicator, parameters: [first * 2, ...others] };
  }
  return next;
}

/** A number as the parameter allows it: within its bounds, on its steps. */
export function allowed(parameter: Indicator['parameters'][number], value: number): number {
  if (!Number.isFinite(value)) return parameter.standard;
  const steps = Math.round(value / parameter.step);
  return Math.min(parameter.most, Math.max(parameter.least, steps * parameter.step));
}

function readOne(entry: unknown): Chosen[] {
  if (!Array.isArray(entry)) return [];
  const [id, ...numbers] = entry as unknown[];
  const indicator = typeof id === 'string' ? findIndicator(id) : undefined;
  if (indicator === undefined) return [];
  const parameters = indicator.parameters.map((parameter, at) => {
    const value = numbers[at];
    return allowed(parameter, typeof value === 'number' ? value : parameter.standard);
  });
  return [{ indicator, parameters }];
}

/** The chosen set as storage keeps it; what is not readable is left out. */
export function readChosen(text: string | null): readonly Chosen[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    const found = Array.isArray(read) ? read.flatMap(readOne) : [];
    const keys = found.map(chosenKey);
    return found.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, CHOSEN_MAX);
  } catch {
    return [];
  }
}

/** The chosen set for storage. @shape [["sma", 20], ["macd", 12, 26, 9]] */
export function writeChosen(set: readonly Chosen[]): string {
  return JSON.stringify(set.map(({ indicator, parameters }) => [indicator.id, ...parameters]));
}
