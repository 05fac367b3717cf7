// Promise: who decides on a change of a token sees all of it: what is taken away, what is new, and another charity of the
// same name.
import { expect, test } from 'vitest';
import { TOKEN_ROWS, shown } from './rows.ts';

const WAS = {
  ...{ title: 'Sea', text: 'Of the sea.', charity: 'Water for all', beneficiaryId: 'here' },
  ...{ chain: 'ethereum', address: '0xa', number: '7', price: '50', step: '', endsAt: '' },
};
const rowsOf = (now: Readonly<Record<string, string>>) =>
  shown(TOKEN_ROWS)({ ...WAS, ...now, note: 'a title', before: JSON.stringify(WAS) });
const changed = (now: Readonly<Record<string, string>>) =>
  rowsOf(now).flatMap(({ key, value, before }) =>
    before === undefined ? [] : [`${key}: ${before} → ${value}`],
  );

test.each([
  [{}, []],
  [{ title: 'The sea' }, ['title: Sea → The sea']],
  [{ text: '' }, ['token-text: Of the sea. → –']],
  [
    { chain: '', address: '', number: '' },
    ['chain: ethereum → –', 'contract: 0xa → –', 'token-number: 7 → –'],
  ],
  [{ beneficiaryId: 'there' }, ['charity-id: here → there']],
  [
    { step: '5', endsAt: '1795293098664' },
    ['sale: fixed → auction', 'step: – → 5', 'sale-until: – → 1795293098664'],
  ],
])('a change to %j is shown whole', (now, rows) => {
  expect(changed(now)).toEqual(rows);
});

test('what is empty before and after is no row', () => {
  expect(rowsOf({}).map(({ key }) => key)).not.toContain('step');
});
