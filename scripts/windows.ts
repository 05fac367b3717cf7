/**
 * `npm run windows`: opens every page of the product once in each language, with what an account that did everything
 * has on it, and every page of the desk, and measures it in seven windows from 1920 to 320 pixels: controls out of
 * their pane, clipped texts, parts on one another, targets too small to hit, pages that scroll sideways. Prints what it
 * finds by page and fault and ends with 1 on any. `-- de,ar` for these languages alone, `--pages loan` for pages whose
 * name has that in it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { pages: { type: 'string' } },
  allowPositionals: true,
});
const [languages = 'all'] = positionals;
// Through `npm test`: it builds the pages first.
const run = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../test.mjs', import.meta.url)), 'e2e/src/windows'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, WINDOWS: languages, WINDOWS_PAGES: values.pages ?? '' },
  },
);
process.exit(run.status ?? 1);
