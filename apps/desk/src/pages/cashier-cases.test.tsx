// Promise: who decides about money in and out reads words, and no code of the product; that nothing screens
// withdrawals is among them. (PRODUCT 9; RELIABILITY 4.5)
import type { CaseFact } from '@candor/protocol/desk-light';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
afterEach(leaveDesk);

async function facts(shown: readonly CaseFact[], kind: 'withdrawal' | 'deposit' | 'identity') {
  const one = caseDetail({
    kind,
    facts: [...shown],
    amount: kind === 'withdrawal' ? '-500' : '500',
  });
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'cases.list': () => answered({ records: [], next: null }),
    'cases.get': () => answered(one),
    'cases.documents': () => answered({ records: [], viewsLeft: 10 }),
  });
  const desk = await showDesk(`/cases/${one.id}`);
  const list = await screen.findByRole('region', { name: 'What is decided on' });
  const told = (label: string): string | null | undefined =>
    within(list).getByText(label).nextSibling?.textContent;
  return { desk, told };
}

it(
  'a withdrawal says why it is looked at, whose its address is and what screening says',
  WITHIN,
  async () => {
    const { told } = await facts(
      [
        { key: 'network', as: 'text', value: 'ethereum' },
        { key: 'causes', as: 'text', value: 'limit, reversed' },
        { key: 'owed', as: 'text', value: '7 USDT' },
        { key: 'screening', as: 'text', value: 'none' },
        { key: 'proof', as: 'text', value: 'signed' },
        { key: 'holder', as: 'text', value: 'Kraken' },
      ],
      'withdrawal',
    );
    // It leaves by its name; a sign would say so twice.
    expect(screen.getByRole('heading', { name: 'Withdrawal of 500.00 USDT' })).toBeTruthy();
    expect(told('Network')).toBe('Ethereum');
    expect(told('Kept by, as said')).toBe('Kraken');
    expect(told('Why it is looked at')).toBe(
      'Above the review limit; Its owner owes a deposit that its chain took back',
    );
    expect(told('Screening')).toBe('No screening service is set up');
    expect(told('Owner of the address')).toBe('Its wallet signed for its owner');
    expect(await faultsIn(document.body)).toEqual([]);
  },
);

/** Every code there is of each fact. */
const CODES = {
  network: ['ethereum', 'tron', 'bitcoin'],
  causes: ['limit', 'unvalued', 'velocity', 'reversed', 'screening'],
  screening: ['none', 'waiting', 'clear', 'review', 'silent'],
  proof: ['none', 'declared', 'signed'],
  'document-type': ['idCard', 'passport', 'driverLicence'],
  'address-proof': ['utilityBill', 'bankStatement', 'taxNotice', 'residence'],
} as const;

it.each([0, 1, 2, 3, 4])('no code is shown as it is (%i)', WITHIN, async (place) => {
  const coded = Object.entries(CODES).flatMap(([key, codes]) => {
    const value = codes[place];
    return value === undefined ? [] : [{ key, as: 'text', value } as const];
  });
  const { desk } = await facts(coded, 'deposit');
  const shown = [...desk.querySelectorAll('dd')].slice(0, coded.length);
  for (const [at, { value }] of coded.entries()) {
    expect(shown[at]?.textContent).toMatch(/\w{4}/);
    expect(shown[at]?.textContent).not.toBe(value);
  }
});
