// Promise: a member sees every parameter with its cap and what is announced, proposes a change, and is
// told at the field what it cannot be.
import type { DeskParameter } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const NAME = 'Fee of a contract, each side, of its notional';
const FEE: DeskParameter = {
  key: 'contract.feeRate',
  type: 'share',
  unit: 'share',
  use: 'inUse',
  cap: { key: 'contract.feeRateCap', value: '0.003' },
  value: '0.001',
  version: 1,
  since: 0,
  versions: [
    { version: 2, value: '0.002', from: NOW + DAY_MS, note: 'P-000001: costs', state: 'announced' },
    { version: 1, value: '0.001', from: 0, note: 'default', state: 'inForce' },
  ],
};
const TABLE = answered({ asOf: NOW, parameters: [FEE] });
const COUNTS = answered({ kinds: [], mine: 0 });
const OPENED = answered({ id: ID, number: 'P-000002' });

afterEach(leaveDesk);

const open = async () => {
  await showDesk('/parameters');
  await userEvent.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  return within(screen.getByRole('dialog'));
};

describe('the parameters page', () => {
  it(
    'names a parameter, its share as percent and exactly, and finds it by either',
    WITHIN,
    async () => {
      standInForServer({ 'cases.counts': () => COUNTS, 'parameters.list': () => TABLE });
      await showDesk('/parameters');
      const row = (await screen.findByRole('button', { name: `Open ${NAME}` })).closest(
        '[role=row]',
      );
      expect(row?.textContent).toContain('contract.feeRate');
      expect(row?.textContent).toContain('0.1%0.001');
      expect(row?.textContent).toContain('Since the beginning');
      const search = screen.getByRole('searchbox');
      await userEvent.keyboard('/');
      expect(document.activeElement).toBe(search);
      await userEvent.type(search, 'each side');
      expect(screen.getByRole('button', { name: `Open ${NAME}` })).toBeTruthy();
      await userEvent.clear(search);
      await userEvent.type(search, 'leverage');
      expect(screen.queryByRole('button', { name: `Open ${NAME}` })).toBeNull();
      await userEvent.clear(search);
      await userEvent.click(screen.getByRole('button', { name: `Open ${NAME}` }));
      const dialog = within(screen.getByRole('dialog', { name: NAME }));
      expect(dialog.getByText('Default of the product')).toBeTruthy();
      expect(dialog.queryByText(/1970/)).toBeNull();
      expect(dialog.getByText('Typed as a share of one. This is 0.1%.')).toBeTruthy();
    },
  );

  it('proposes a change, and says at the field what the server refuses', WITHIN, async () => {
    let answer = refused('case-impossible');
    const at = { name: 'case-impossible', field: 'value', facts: { cap: '0.003' } } as const;
    answer = { ...answer, envelope: { ...(answer.envelope as object), result: at } };
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'parameters.list': () => TABLE,
      'cases.open-parameter-change': () => answer,
    });
    const dialog = await open();
    expect(dialog.getByText('P-000001: costs')).toBeTruthy();
    const value = dialog.getByLabelText('New value');
    await userEvent.clear(value);
    await userEvent.type(value, '65');
    await userEvent.type(dialog.getByLabelText('Reason'), 'Costs of venues rose');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
    expect(dialog.getByText('Not a value of this type.')).toBeTruthy();
    expect(sent.some(({ name }) => name === 'cases.open-parameter-change')).toBe(false);
    await userEvent.clear(value);
    await userEvent.type(value, '0.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
    expect(await dialog.findByText('The cap is 0.3% (0.003).')).toBeTruthy();
    expect(await faultsIn(document.body)).toEqual([]);
    answer = OPENED;
    await userEvent.clear(value);
    await userEvent.type(value, '0.0025');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.findLast(({ name }) => name === 'cases.open-parameter-change')?.body).toEqual({
      key: 'contract.feeRate',
      value: '0.0025',
      from: NOW + 49 * 3_600_000,
      note: 'Costs of venues rose',
    });
  });

  it('withdraws what is announced by a case', WITHIN, async () => {
    const sent = standInForServer({
      'cases.counts': () => COUNTS,
      'parameters.list': () => TABLE,
      'parameters.withdraw': () => OPENED,
    });
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw version 2' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'The venue kept its price');
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ name }) => name === 'parameters.withdraw')?.body).toEqual({
      key: 'contract.feeRate',
      version: 2,
      note: 'The venue kept its price',
    });
  });

  it('changes nothing for an auditor', WITHIN, async () => {
    standInForServer({ 'cases.counts': () => COUNTS, 'parameters.list': () => TABLE });
    await showDesk('/parameters', { ...MEMBER, roles: ['auditor'] });
    await userEvent.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
    expect(screen.queryByRole('button', { name: 'Propose the change' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Withdraw version 2' })).toBeNull();
  });
});
