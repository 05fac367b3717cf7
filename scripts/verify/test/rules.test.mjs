// Promise: each rule stands in docs/verification.md with its sentence, what it proves, to whom and what
// stays trust; and the hash the rules stand on is the same wherever they run.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRandom } from '@candor/testkit';
import { expect, test } from 'vitest';
import { CONVERSION_RULES } from '../conversion-rules.mjs';
import { DONATION_RULES } from '../donation-rules.mjs';
import { PLAN_RULES } from '../plan-rules.mjs';
import { RULES } from '../rules.mjs';
import { SALE_RULES } from '../sale-rules.mjs';

import { plainSha256, sha256 } from '../sha256.mjs';

/** Rules of orders, of conversions, of sales of collateral, of plans and of donations, in the order of the page. */
const ALL = { ...RULES, ...CONVERSION_RULES, ...SALE_RULES, ...PLAN_RULES, ...DONATION_RULES };

const PAGE = new URL('../../../docs/verification.md', import.meta.url);

test('the table of the page has every rule, and no other', async () => {
  const whole = await readFile(PAGE, 'utf8');
  const text = whole.slice(whole.indexOf('\n## The rules\n'));
  const rows = text.split('\n').filter((line) => /^\| `[a-z]+\.[a-z]+` \|/.test(line));
  const cells = rows.map((line) => line.slice(2, -2).split(' | '));
  expect(cells.map(([id]) => id.replaceAll('`', ''))).toEqual(Object.keys(ALL));
  expect(cells.map(([, sentence]) => sentence)).toEqual(Object.values(ALL));
  for (const row of cells)
    expect(
      row.filter((cell) => cell !== ''),
      row[0],
    ).toHaveLength(5);
});

test('SHA-256 in plain JavaScript is that of Node, whatever the length', () => {
  const { between } = createRandom(7);
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, () => between(0, 255));
    const wanted = createHash('sha256').update(bytes).digest('hex');
    expect(plainSha256(bytes)).toBe(wanted);
    expect(sha256(bytes)).toBe(wanted);
  }
});
