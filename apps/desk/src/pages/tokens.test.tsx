// Promise: the desk lists tokens and the ends of auctions, a token is put before the others with what can be offered
// alone and with what each gets of its price to the unit, and who may not propose sees no way to.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, caseDetail, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';
import { ART_ID, PICTURE_NAME, TOKEN_ID, charity, deskToken, token } from '../../test/tokens.ts';

const WITHIN = { timeout: 60_000 };
const HASH = `0x${'a1'.repeat(32)}`;
const serve = (more: Parameters<typeof standInForServer>[0] = {}) =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'tokens.list': ({ query }) =>
      query.get('state') === 'open'
        ? answered({ records: [token()], total: 1 })
        : answered({ records: [], total: 0 }),
    'tokens.calendar': () => answered({ records: [token()] }),
    'tokens.get': () => answered(deskToken()),
    'tokens.charities': () => answered({ records: [charity()] }),
    'tokens.picture': () => answered({ artId: ART_ID, images: [] }),
    'tokens.propose': () => answered({ id: ID, number: 'N-000004' }),
    'tokens.propose-change': () => answered({ id: ID, number: 'N-000005' }),
    'tokens.propose-cancel': () => answered({ id: ID, number: 'N-000006' }),
    'tokens.propose-delivery': () => answered({ id: ID, number: 'N-000007' }),
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

it('proposes a token with what can be offered alone', WITHIN, async () => {
  vi.setSystemTime(NOW);
  const sent = serve();
  await showDesk('/tokens', { ...MEMBER, roles: ['content'] });
  expect((await screen.findAllByText('Night boat')).length).toBe(2);
  expect(screen.getAllByText('Moved 2 of 10 times').length).toBe(2);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'New token' }));
  await userEvent.click(put());
  // Each thing that is missing says so at its field.
  const dialog = within(screen.getByRole('dialog'));
  for (const fault of ['Name the token', 'Choose a registered charity', 'Name who made it']) {
    expect(dialog.getByText(fault)).toBeTruthy();
  }
  expect(dialog.getByText(/The three make 100% together/)).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText('Charity'), ID);
  await type('Title', 'Day boat');
  await type('Artist', 'Leila');
  const file = new File(['picture'], 'boat.png', { type: 'image/png' });
  await userEvent.upload(dialog.getByLabelText(/Picture: /), file);
  await type('First bid, USDT', '33.333333');
  await type('Charity, %', '87.5');
  await type('Artist, %', '7.5');
  await type('House, %', '5');
  // Rounded down for artist and house, the rest is the charity's.
  for (const amount of ['29.166668 USDT', '2.499999 USDT', '1.666666 USDT']) {
    expect(dialog.getByText(amount)).toBeTruthy();
  }
  await type('Auction ends, UTC', '2026-11-23 11:00');
  await type('Step between bids, USDT', '5');
  await type('Note for those who decide', 'A first one');
  await userEvent.click(put());
  expect(dialog.getByText(/Behind the start and now/)).toBeTruthy();
  expect(bodyOf(sent, 'tokens.propose')).toBeUndefined();
  await type('Auction ends, UTC', '2026-11-24 12:00');
  await userEvent.click(put());
  await closed();
  expect(bodyOf(sent, 'tokens.propose')).toMatchObject({
    ...{ title: 'Day boat', creator: 'Leila', charityId: ID, artId: ART_ID, place: null },
    ...{ price: '33.333333', split: { charity: 8_750, creator: 750, house: 500 } },
    auction: { step: '5', endsAt: NOW + 86_400_000, extendMinutes: 5, extensionsMax: 10 },
    note: 'A first one',
  });
  expect(await screen.findByText('Case N-000004 is pending: two others decide')).toBeTruthy();
});

it(
  'changes a token nobody bid on, keeps its picture, and shows what is refused',
  WITHIN,
  async () => {
    vi.setSystemTime(NOW);
    let isRefused = true;
    const unbid = deskToken({ bids: 0, currentBid: null, leader: null }, { holder: null });
    const sent = serve({
      'tokens.get': () => answered(unbid),
      'tokens.propose-change': () => {
        const answer = refused('case-impossible');
        return isRefused
          ? {
              ...answer,
              envelope: {
                ...(answer.envelope as object),
                result: { name: 'case-impossible', field: 'auction.endsAt' },
              },
            }
          : answered({ id: ID, number: 'N-000005' });
      },
    });
    await showDesk('/tokens', { ...MEMBER, roles: ['risk'] });
    // A member of risk brings no pictures: nothing new without one.
    const [open] = await screen.findAllByRole('button', { name: 'Open “Night boat”' });
    expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
    await userEvent.click(open as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Change it' }));
    await type('Title', 'Day boat');
    await type('Note for those who decide', 'A better name');
    await userEvent.click(put());
    expect(await screen.findByText(/Behind the start and now/)).toBeTruthy();
    isRefused = false;
    await userEvent.click(put());
    await closed();
    expect(bodyOf(sent, 'tokens.propose-change')).toMatchObject({
      title: 'Day boat',
      artId: ART_ID,
    });
  },
);

it('proposes to take a token off sale, and its delivery', WITHIN, async () => {
  const sent = serve();
  await showDesk('/tokens', { ...MEMBER, roles: ['content'] });
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Open “Night boat”' }))[0] as HTMLElement,
  );
  const cancel = await screen.findByRole('button', { name: 'Take it off sale' });
  // It has a bid: its terms stay.
  expect(screen.queryByRole('button', { name: 'Change it' })).toBeNull();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(cancel);
  expect(screen.getByText(/mara_k leads and gets 60.00 USDT back/)).toBeTruthy();
  await userEvent.click(put());
  expect(bodyOf(sent, 'tokens.propose-cancel')).toBeUndefined();
  await type('Reason, published as it is written', 'Not by this artist');
  await type('Note for those who decide', 'Leila wrote to us');
  await userEvent.click(put());
  await closed();
  expect(bodyOf(sent, 'tokens.propose-cancel')).toEqual({
    ...{ reason: 'Not by this artist', note: 'Leila wrote to us' },
  });
  leaveDesk();
  const sold = deskToken(
    { state: 'sold', chain: 'ethereum', address: `0x${'1'.repeat(40)}`, number: '7' },
    { address: `0x${'2'.repeat(40)}`, isToDeliver: true },
  );
  const waiting = token({ state: 'sold', chain: 'ethereum' });
  const again = serve({
    'tokens.list': ({ query }) =>
      query.get('state') === 'toDeliver'
        ? answered({ records: [waiting], total: 1 })
        : answered({ records: [], total: 0 }),
    'tokens.get': () => answered(sold),
  });
  await showDesk('/tokens', { ...MEMBER, roles: ['cashierMaker'] });
  expect(await screen.findByText('No token is on sale')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Shown'), 'To be sent');
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Open “Night boat”' }))[0] as HTMLElement,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'It was sent' }));
  await type('Transaction', 'no hash');
  await type('Note for those who decide', 'Sent by our wallet');
  await userEvent.click(put());
  expect(screen.getByText('40 to 66 characters, 0 to 9 and a to f')).toBeTruthy();
  await type('Transaction', HASH.toUpperCase());
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(put());
  await closed();
  expect(bodyOf(again, 'tokens.propose-delivery')).toEqual({
    ...{ hash: HASH, note: 'Sent by our wallet' },
  });
  // One person decides it.
  expect(await screen.findByText('Case N-000007 is pending: another member decides')).toBeTruthy();
});

it('shows which auction ends when, and nothing to open for a role without it', WITHIN, async () => {
  vi.setSystemTime(NOW);
  const sent = serve();
  await showDesk('/tokens', { ...MEMBER, roles: ['support'] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Calendar of auctions' }));
  expect(
    await screen.findByRole('heading', { name: '24 Nov 2026: one auction ends' }),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Open “/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
  const asked = sent.findLast(({ name }) => name === 'tokens.calendar')?.query;
  expect(asked?.get('from')).toBe(String(Date.UTC(2026, 10, 23)));
  expect(await faultsIn(document.body)).toEqual([]);
  leaveDesk();
  serve({ 'tokens.list': () => refused('internal') });
  await showDesk('/tokens', { ...MEMBER, roles: ['auditor'] });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('has the columns of all days of the calendar at the same places', WITHIN, async () => {
  vi.setSystemTime(NOW);
  const later = { id: TOKEN_ID.replace(/.$/, '9'), endsAt: (token().endsAt ?? 0) + 86_400_000 };
  const records = [token(), token({ ...later, title: 'Night boat that is told of at length' })];
  serve({ 'tokens.calendar': () => answered({ records }) });
  await showDesk('/tokens', { ...MEMBER, roles: ['content'] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Calendar of auctions' }));
  const [first = [], second] = (await screen.findAllByRole('table')).map((table) =>
    within(table)
      .getAllByRole('columnheader')
      .map(({ style }) => style.width),
  );
  expect(first.slice(1).every((width) => /^\d+px$/.test(width))).toBe(true);
  // What is named takes the rest, so what it says moves no other column.
  expect(first[0]).toBe('');
  expect(second).toEqual(first);
});

it('puts picture, shares and the token as it is now beside a change', WITHIN, async () => {
  serve({
    'cases.get': () =>
      answered(
        caseDetail({
          ...{ kind: 'tokenChange', number: 'N-000004', amount: null, asset: null, userId: null },
          ...{ user: null, subject: 'Day boat, Leila: 60 USDT' },
          facts: [
            { key: 'token-id', as: 'text', value: TOKEN_ID },
            { key: 'title', as: 'text', value: 'Day boat', before: 'Night boat' },
            { key: 'charity-id', as: 'text', value: ID },
            { key: 'picture', as: 'text', value: 'ef'.repeat(32), before: PICTURE_NAME },
            { key: 'sale', as: 'text', value: 'auction', before: 'fixed' },
            { key: 'price', as: 'amount', value: '60' },
            { key: 'charity-share', as: 'share', value: '0.9' },
            { key: 'creator-share', as: 'share', value: '0.06' },
            { key: 'house-share', as: 'share', value: '0.04' },
          ],
        }),
      ),
  });
  await showDesk(`/cases/${ID}`, { ...MEMBER, roles: ['risk'] });
  const offered = within(await screen.findByRole('region', { name: 'What is offered' }));
  expect(offered.getByAltText('The proposed picture').getAttribute('src')).toBe(
    `/desk/token-pictures/${'ef'.repeat(32)}.jpg`,
  );
  expect(offered.getByAltText('The picture it has')).toBeTruthy();
  expect(offered.getByText('54.00 USDT')).toBeTruthy();
  expect(screen.getByText('Night boat → Day boat')).toBeTruthy();
  expect(screen.getByText('Fixed price → Auction')).toBeTruthy();
  const now = within(screen.getByRole('region', { name: 'The token as it is now' }));
  expect(await now.findByText('mara_k')).toBeTruthy();
  const held = within(screen.getByRole('region', { name: 'The charity as it is now' }));
  expect(await held.findByText('100.00 USDT')).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
});
