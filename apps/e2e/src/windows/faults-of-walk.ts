import { LANGUAGES, type Language } from '../support/words.ts';
import { toldByPage } from './told.ts';
import { type Walk, walkWindows } from './walk.ts';

/** All languages, or those that are asked for: `npm run windows -- de,ar`. */
const ASKED = process.env['WINDOWS'] ?? 'all';
const WALKED: readonly Language[] =
  ASKED === 'all' ? LANGUAGES : LANGUAGES.filter((one) => ASKED.split(',').includes(one));
/** Pages whose name has this in it alone. */
const PAGES = process.env['WINDOWS_PAGES'] ?? '';

/** Walks, says what does not fit by page and fault, and answers those lines. */
export async function faultsOfWalk(
  walk: Omit<Walk, 'languages'> & { readonly languages?: readonly Language[] },
): Promise<string[]> {
  const stops = walk.stops.filter(({ name }) => name.includes(PAGES));
  const told = toldByPage(await walkWindows({ languages: WALKED, ...walk, stops }));
  process.stdout.write(told.map((line) => `${line}\n`).join(''));
  return told;
}
