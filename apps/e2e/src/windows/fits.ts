import { expect } from 'vitest';
import { LANGUAGES, type Language } from '../support/words.ts';
import { toldByPage } from './told.ts';
import { type Walk, walkWindows } from './walk.ts';

/** All languages, or those that are asked for: `npm run windows -- de,ar`. */
const ASKED = process.env['WINDOWS'] ?? 'all';
const WALKED: readonly Language[] =
  ASKED === 'all' ? LANGUAGES : LANGUAGES.filter((one) => ASKED.split(',').includes(one));
/** Pages whose name has this in it alone. */
const PAGES = process.env['WINDOWS_PAGES'] ?? '';

/** Walks, and tells what does not fit by page and fault: nothing. */
export async function fits(
  walk: Omit<Walk, 'languages'> & { readonly languages?: readonly Language[] },
): Promise<void> {
  const stops = walk.stops.filter(({ name }) => name.includes(PAGES));
  const told = toldByPage(await walkWindows({ languages: WALKED, ...walk, stops }));
  process.stdout.write(`${told.join('\n')}\n`);
  expect(told.length, 'faults, told above').toBe(0);
}
