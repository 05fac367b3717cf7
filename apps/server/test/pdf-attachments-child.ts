// The files a PDF carries, for tests that only see the product from outside: its path is the argument.
// Says one line of JSON: the content of each, by its name.
import { readFile } from 'node:fs/promises';
import { readAttachments } from './pdf-text.ts';

const attached = await readAttachments(await readFile(process.argv[2] ?? ''));
process.stdout.write(`${JSON.stringify(Object.fromEntries(attached))}\n`);
