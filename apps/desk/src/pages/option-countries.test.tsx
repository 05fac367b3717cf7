// Promise: the desk says in which countries options on real accounts are enabled, since when and by which
// case; one is proposed with its legal basis, and an auditor only reads.
import type { OptionCountry } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const GERMANY: OptionCountry = {
  country: 'DE',
  now: { isEnabled: true, since: NOW, caseId: ID, caseNumber: 'O-000004' },
  next: null,
};
const serve = (rows: readonly OptionCountry[], kinds: readonly object[] = []) =>
  standInForServer({
    'cases.counts': () => answered({ kinds, mine: 0 }),
    'countries.list': () => answered(rows),
    'countries.enable': () => answered({ id: ID, number: 'O-000005' }),
    'countries.end': () => answered({ id: ID, number: 'O-000006' }),
  });

afterEach(leaveDesk);

it('proposes a country with its legal basis, and ends one', WITHIN, async () => {
  const sent = serve([GERMANY]);
  await showDesk('/option-countries', { ...MEMBER, roles: ['risk'] });
  expect(await screen.findByText('Germany (DE)')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'O-000004' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enable a country' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('Country'), 'Japan (JP)');
  await userEvent.type(dialog.getByLabelText('Reason'), 'The licence covers it');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose it' }));
  expect(sent.some(({ name }) => name === 'countries.enable')).toBe(false);
  expect(await faultsIn(document.body)).toEqual([]);
  const evidence = 'Licence 12/345 of the supervisor';
  await userEvent.type(dialog.getByLabelText('Licence or legal opinion'), evidence);
  await userEvent.click(dialog.getByRole('button', { name: 'Propose it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'countries.enable')?.body).toEqual({
    ...{ country: 'JP', reason: 'The licence covers it', evidence },
  });
  await userEvent.click(screen.getByRole('button', { name: 'End options in Germany (DE)' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Banned');
  await userEvent.click(screen.getByRole('button', { name: 'Propose it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'countries.end')?.body).toEqual({
    ...{ country: 'DE', reason: 'Banned' },
  });
});

it('says that none is enabled, and lets an auditor change nothing', WITHIN, async () => {
  serve([], [{ kind: 'optionsEnabling', waiting: 2, overdue: 0, firstYes: 0 }]);
  await showDesk('/option-countries', { ...MEMBER, roles: ['auditor'] });
  expect(await screen.findByText(/No country has been enabled yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enable a country' })).toBeNull();
  // What is proposed is not there yet, and not hidden either.
  const waits = await screen.findByRole('link', {
    name: '2 cases to enable a country are pending',
  });
  expect(waits.getAttribute('href')).toBe('/cases?kind=optionsEnabling');
});
