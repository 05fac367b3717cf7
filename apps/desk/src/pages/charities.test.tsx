// Promise: the desk shows what was raised for each charity, paid out and is held, and what artists are owed; a charity
// and a pay-out are put before the others with what can be decided alone, and a case stands beside the figures as they
// are now.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';
import { CREATOR_PAYOUT, PAYOUT, charity, creator } from '../../test/tokens.ts';

const WITHIN = { timeout: 60_000 };
const LONG = 'Friends of the long and winding valley schools of the north '.repeat(2).trim();
const serve = (more: Parameters<typeof standInForServer>[0] = {}) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'tokens.charities': () =>
      answered({
        records: [
          charity(),
          charity({
            ...{ id: ID.replace('57', '58'), name: LONG, isSample: true, held: '0' },
            ...{ heldSince: null, registerUrl: null },
          }),
        ],
      }),
    'tokens.payouts': () => answered({ records: [PAYOUT], total: 1 }),
    'tokens.creators': () => answered({ records: [creator()], total: 1 }),
    'tokens.creator-payouts': () => answered({ records: [CREATOR_PAYOUT], total: 1 }),
    'tokens.propose-charity': () => answered({ id: ID, number: 'B-000004' }),
    'tokens.propose-payout': () => answered({ id: ID, number: 'Q-000005' }),
    'tokens.propose-creator-payout': () => answered({ id: ID, number: 'Q-000006' }),
    ...more,
  });
const put = () => screen.getByRole('button', { name: 'Propose to the others' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const type = async (label: string, text: string): Promise<void> => {
  const field = within(screen.getByRole('dialog')).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const bodyOf = (sent: ReturnType<typeof serve>, wanted: string): unknown =>
  sent.find(({ name }) => name === wanted)?.body;

afterEach(leaveDesk);

it('proposes a pay-out of what is held, by a cashier alone', WITHIN, async () => {
  const sent = serve();
  await showDesk('/charities', { ...MEMBER, roles: ['cashierMaker'] });
  const one = within(await screen.findByRole('region', { name: 'Open Window school' }));
  for (const figure of ['144.00 USDT', '44.00 USDT', '100.00 USDT']) {
    expect(one.getByText(figure)).toBeTruthy();
  }
  // Nothing is held for the other one, and a cashier registers none.
  const payable = screen.getAllByRole('button', { name: /^Pay out to .* school/ });
  expect(payable.length).toBe(1);
  expect(screen.queryByRole('button', { name: 'New charity' })).toBeNull();
  expect((await screen.findAllByText('bank 1')).length).toBe(2);
  expect(await faultsIn(document.body)).toEqual([]);
  // A hash is short until it is asked for, and is copied whole.
  const whole = 'ab'.repeat(32);
  // Its set-up brings a clipboard.
  const user = userEvent.setup();
  expect(screen.queryByText(whole)).toBeNull();
  const [copies] = screen.getAllByRole('button', { name: 'Copy the hash abababab…' });
  await user.click(copies as HTMLElement);
  expect(await navigator.clipboard.readText()).toBe(whole);
  await userEvent.click(screen.getAllByRole('button', { name: 'abababab…' })[0] as HTMLElement);
  expect(screen.getByText(whole)).toBeTruthy();
  await userEvent.click(one.getByRole('button', { name: 'Pay out to Open Window school' }));
  await userEvent.click(put());
  expect(screen.getByText('Number or name of its receipt')).toBeTruthy();
  expect(bodyOf(sent, 'tokens.propose-payout')).toBeUndefined();
  await type('Amount, USDT', '54.5');
  await type('Reference', ' bank 2 ');
  await type('Receipt of the charity', 'R-2');
  await type('SHA-256 of the receipt', 'AB'.repeat(32));
  await type('Note for those who decide', 'Paid by bank');
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(put());
  await closed();
  expect(bodyOf(sent, 'tokens.propose-payout')).toEqual({
    ...{ amount: '54.5', account: 'outside', reference: 'bank 2', receipt: 'R-2' },
    ...{ receiptSha256: 'ab'.repeat(32), note: 'Paid by bank' },
  });
});

it('says at the amount that more is not held', WITHIN, async () => {
  serve({
    'tokens.propose-payout': () => {
      const { status, envelope } = answered(null);
      const result = { name: 'case-impossible', field: 'amount' };
      return { status, envelope: { ...(envelope as object), code: '11013', result } };
    },
  });
  await showDesk('/charities', { ...MEMBER, roles: ['cashierMaker'] });
  await userEvent.click(await screen.findByRole('button', { name: /^Pay out to .* school/ }));
  await type('Amount, USDT', '5000');
  await type('Reference', 'bank 2');
  await type('Receipt of the charity', 'R-2');
  await type('Note for those who decide', 'Paid by bank');
  await userEvent.click(put());
  expect(await screen.findByText('More than is held for it now')).toBeTruthy();
});

it(
  'proposes a pay-out of what an artist is owed, outside the chains, by a cashier alone',
  WITHIN,
  async () => {
    const sent = serve({
      'tokens.propose-creator-payout': () => {
        const { status, envelope } = answered(null);
        const result = { name: 'case-impossible', field: 'amount' };
        return { status, envelope: { ...(envelope as object), code: '11013', result } };
      },
    });
    await showDesk('/charities', { ...MEMBER, roles: ['cashierMaker'] });
    const one = within(await screen.findByRole('region', { name: 'Leila' }));
    for (const figure of ['21.00 USDT', '9.00 USDT', '12.00 USDT']) {
      expect(one.getByText(figure)).toBeTruthy();
    }
    const before = within(screen.getByRole('region', { name: 'Pay-outs to artists' }));
    expect((await before.findAllByText('bank 7')).length).toBeGreaterThan(0);
    expect(before.queryByText('bank 1')).toBeNull();
    await userEvent.click(one.getByRole('button', { name: 'Pay out to Leila' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/^Still owed: 12.00 USDT/)).toBeTruthy();
    expect(dialog.queryByLabelText('Paid through')).toBeNull();
    await type('Amount, USDT', '12.5');
    await type('Reference', ' bank 8 ');
    await type('Receipt of the artist', 'L-2');
    await type('Note for those who decide', 'Paid by bank');
    expect(await faultsIn(document.body)).toEqual([]);
    await userEvent.click(put());
    expect(await screen.findByText('More than is owed to them now')).toBeTruthy();
    expect(bodyOf(sent, 'tokens.propose-creator-payout')).toEqual({
      ...{ amount: '12.5', reference: 'bank 8', receipt: 'L-2', receiptSha256: null },
      note: 'Paid by bank',
    });
  },
);

it('shows what artists are owed to those alone who may see it', WITHIN, async () => {
  serve();
  await showDesk('/charities', { ...MEMBER, roles: ['auditor'] });
  expect(await screen.findByRole('region', { name: 'Leila' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull();
  leaveDesk();
  const sent = serve();
  await showDesk('/charities', { ...MEMBER, roles: ['support'] });
  expect(await screen.findByRole('region', { name: 'Open Window school' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Artists who are owed' })).toBeNull();
  expect(sent.some(({ name }) => name.startsWith('tokens.creator'))).toBe(false);
});

it(
  'puts what an artist is owed, and the pay-outs before, beside a pay-out to them',
  WITHIN,
  async () => {
    const sent = serve({
      'cases.get': () =>
        answered(
          caseDetail({
            ...{ kind: 'creatorPayout', number: 'Q-000006', userId: null, user: null },
            facts: [
              { key: 'creator', as: 'text', value: 'Leila' },
              { key: 'creator-id', as: 'text', value: creator().id },
              { key: 'amount', as: 'amount', value: '12' },
              { key: 'owed', as: 'amount', value: '12' },
              { key: 'creator-receipt', as: 'text', value: 'L-2' },
            ],
          }),
        ),
    });
    await showDesk(`/cases/${ID}`, { ...MEMBER, roles: ['cashierChecker'] });
    const now = within(await screen.findByRole('region', { name: 'The artist as they stand now' }));
    expect(await now.findByText('21.00 USDT')).toBeTruthy();
    expect((await now.findAllByText('bank 7')).length).toBeGreaterThan(0);
    const asked = sent.find(({ name }) => name === 'tokens.creators');
    expect(asked?.query.get('id')).toBe(creator().id);
    expect(await faultsIn(document.body)).toEqual([]);
  },
);

it('proposes a charity with its register and agreement', WITHIN, async () => {
  const sent = serve({
    'tokens.charities': () => answered({ records: [] }),
  });
  await showDesk('/charities', { ...MEMBER, roles: ['content'] });
  expect(await screen.findByText('No charity is registered')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New charity' }));
  await type('Name', 'Open Window school');
  await type('Register', 'Charity Commission');
  await type('Number in the register', '1234567');
  await type('Page in the register', 'http://register.example/1');
  await type('Agreement', 'A-7');
  await type('Agreed on', '2026-11-01');
  await type('Note for those who decide', 'Looked up');
  await userEvent.click(put());
  expect(screen.getByText('Choose a country', { selector: ':not(option)' })).toBeTruthy();
  expect(screen.getByText('An address that begins with https')).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'United Kingdom (GB)');
  await type('Page in the register', 'https://register.example/1');
  await userEvent.click(put());
  await closed();
  expect(bodyOf(sent, 'tokens.propose-charity')).toEqual({
    ...{ name: 'Open Window school', country: 'GB', register: 'Charity Commission' },
    ...{ registerNumber: '1234567', registerUrl: 'https://register.example/1' },
    ...{ agreement: 'A-7', agreedOn: '2026-11-01', note: 'Looked up' },
  });
});

it(
  'puts the figures and the pay-outs before beside a pay-out, and alike charities beside a new one',
  WITHIN,
  async () => {
    serve({
      'cases.get': () =>
        answered(
          caseDetail({
            ...{ kind: 'charityPayout', number: 'Q-000004', userId: null, user: null },
            facts: [
              { key: 'charity', as: 'text', value: 'Open Window school' },
              { key: 'charity-id', as: 'text', value: ID },
              { key: 'amount', as: 'amount', value: '54.5' },
            ],
          }),
        ),
    });
    await showDesk(`/cases/${ID}`, { ...MEMBER, roles: ['cashierChecker'] });
    const now = within(await screen.findByRole('region', { name: 'The charity as it is now' }));
    expect(await now.findByText('100.00 USDT')).toBeTruthy();
    expect((await now.findAllByText('bank 1')).length).toBe(2);
    expect(await faultsIn(document.body)).toEqual([]);
    leaveDesk();
    serve({
      'cases.get': () =>
        answered(
          caseDetail({
            ...{ kind: 'beneficiary', number: 'B-000004', amount: null, asset: null },
            ...{ userId: null, user: null },
            facts: [
              { key: 'name', as: 'text', value: 'Another school' },
              { key: 'register', as: 'text', value: 'charity commission' },
              { key: 'register-number', as: 'text', value: '7654321' },
              { key: 'register-url', as: 'text', value: 'https://register.example/2' },
            ],
          }),
        ),
    });
    await showDesk(`/cases/${ID}`, { ...MEMBER, roles: ['risk'] });
    const alike = within(await screen.findByRole('region', { name: 'Registered already' }));
    expect(await alike.findByText('Open Window school')).toBeTruthy();
    expect(alike.getByRole('link').getAttribute('href')).toBe('https://register.example/2');
    expect(await faultsIn(document.body)).toEqual([]);
  },
);
