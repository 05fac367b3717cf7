// Promise: everyone reads what is on sale and where the money went; a bid is reviewed with what reaches the
// charity, sent once, and each refusal stands where it belongs; one's own tokens stand by what became of them.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, answeredFile, refused, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { MARA } from '../testing/market-info.ts';
import {
  FIXED_NFT,
  LEADING_NFT,
  NFT_LEDGER,
  OUTBID_NFT,
  OWNED_NFT,
  myNfts,
  nftDetail,
  nftToken,
  nftUuid,
} from '../testing/nft.ts';
import { speak } from '../testing/speak.ts';
import { Nfts } from './Nfts.tsx';

type Answers = Parameters<typeof standInForServer>[0];

const ADDRESS = {
  id: nftUuid(60),
  asset: 'ETH',
  network: 'ethereum',
  address: '0x9d1f0c2be0cdf3a1d2f8c4ee7b1f0d5a8ec944a0',
  label: 'Mine',
  holder: null,
  createdAt: 1,
  usableAt: 1,
  proof: 'none',
  needsProof: false,
};
const ANSWERS: Answers = {
  '/index/listNft': () => answered({ records: [nftToken(), FIXED_NFT], total: 2 }),
  [`/index/getNft/${nftUuid(1)}`]: () => answered(nftDetail()),
  [`/index/getNft/${nftUuid(2)}`]: () => answered(nftDetail(FIXED_NFT)),
  '/index/donations': () => answered(NFT_LEDGER),
  '/user/listNft': () => answered(myNfts([])),
  '/user/listAddresses': () => answered([ADDRESS]),
  '/user/appropriateness': () => answered({ status: 'open', realFrom: 1, riskVersion: 1 }),
};

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  // Newer browsers answer a promise, which is no way to end an effect.
  vi.stubGlobal(
    'scrollTo',
    vi.fn(() => Promise.resolve()),
  );
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  history.replaceState(null, '', '/nfts');
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function enter(mode: 'real' | 'demo'): void {
  beginSession({ token: 't', expiresAt: 1, user: { ...MARA, demoDisabled: false } });
  setMode(mode);
}
function show(search = '', answers: Answers = {}) {
  history.replaceState(null, '', `/nfts${search}`);
  const sent = standInForServer({ ...ANSWERS, ...answers });
  return { ...render(<Nfts />), sent };
}
async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  return found.violations.map(({ id }) => id);
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const plain = (node: Element | null | undefined): string =>
  (node?.textContent ?? '').replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');
const bidsSent = (sent: ReturnType<typeof standInForServer>) =>
  sent.filter(({ path }) => path.endsWith('/user/buyNft')).map(({ body }) => body);

it('shows a visitor tokens with what reaches the charity, and where the money went', async () => {
  const { container } = show();
  const card = (await screen.findByRole('heading', { name: 'Night boat' })).closest('li');
  const words = plain(card);
  expect(words).toContain('by Leila · Certificate, not on a chain');
  expect(words).toContain('Current bid120.00 USDT');
  expect(words).toContain('Ends in2 h 5 min');
  expect(words).toContain('Next bid from125.00 USDT');
  expect(words).toContain('Of 125.00 USDT, 110.00 USDT reaches Open Window school.');
  expect(words).toContain('Charity Commission, number 123456');
  expect(
    within(card as HTMLElement)
      .getByRole('img')
      .getAttribute('loading'),
  ).toBe('lazy');
  const fixed = plain(screen.getByRole('heading', { name: 'Rocket home' }).closest('li'));
  expect(fixed).toContain('Ethereum · 0x03b1…8ec9');
  expect(fixed).toContain('How it is soldFixed price');
  const ledger = screen.getByRole('region', { name: 'Donation ledger' });
  await within(ledger).findByText('Three tall flowers');
  const way = plain(within(ledger).getByRole('list', { name: 'How donations work' }));
  expect(way).toMatch(/Raised by sales1,630\.50 USDT.*Held630\.50 USDT.*Paid out1,000\.00 USDT/);
  expect(plain(ledger)).toContain('Reference BANK-2231, receipt R-88');
  // A sale leads to where its certificate and its entry stand.
  const sale = within(ledger).getByRole('link', { name: 'Three tall flowers: N-2F7K-91QD' });
  expect(sale.getAttribute('href')).toBe(`/nfts?id=${nftUuid(3)}`);
  expect(await violations(container)).toEqual([]);
});

it('puts the whole ledger into the downloads, and says why it did not', async () => {
  const file = new Blob(['time_utc'], { type: 'text/csv' });
  let isOpen = false;
  show('', {
    '/index/donationsFile': () =>
      isOpen ? answeredFile(file, 'candor-donations.csv') : refused('too-many'),
  });
  const ledger = screen.getByRole('region', { name: 'Donation ledger' });
  const button = await within(ledger).findByRole('button', { name: 'Download CSV' });
  expect(within(ledger).queryByText(/^The file has the newest/)).toBeNull();
  await userEvent.click(button);
  expect(await within(ledger).findByRole('alert')).toBeTruthy();
  isOpen = true;
  await userEvent.click(button);
  await waitFor(() => expect(within(ledger).queryByRole('alert')).toBeNull());
});

it('says of how much a file is that has not the whole ledger', async () => {
  show('', { '/index/donations': () => answered({ ...NFT_LEDGER, totalSales: 10_001 }) });
  const ledger = screen.getByRole('region', { name: 'Donation ledger' });
  expect(
    await within(ledger).findByText('The file has the newest 10,000 sales and pay-outs.'),
  ).toBeTruthy();
});

it('calls samples samples, says that nothing is on sale, and that it could not be read', async () => {
  const sample = nftToken({ charity: { ...nftToken().charity, isSample: true } });
  show('', { '/index/listNft': () => answered({ records: [sample], total: 1 }) });
  expect(await screen.findByText(/there is no charity of that name/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  const { sent } = show('', { '/index/listNft': () => answered({ records: [], total: 0 }) });
  expect(await screen.findByText('No tokens on sale yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Sold' }));
  expect(await screen.findByText('No token sold yet')).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('status=sold'))).toBe(true);
  cleanup();
  queryClient.clear();
  show('', { '/index/listNft': () => refused('unreadable') });
  expect(await screen.findByText('Couldn’t load the tokens.')).toBeTruthy();
});

it('says of a token that was sold what its artist was paid of it, and of no other', async () => {
  const sold = nftToken({ state: 'sold', minNextBid: null, remainingSeconds: null });
  const { container } = show(`?id=${nftUuid(1)}`, {
    [`/index/getNft/${nftUuid(1)}`]: () => answered(nftDetail(sold, { creatorPaid: '3.5' })),
  });
  expect(await screen.findByText('Paid to the artist')).toBeTruthy();
  expect(plain(container)).toContain('Paid to the artist3.50 USDT');
  expect(await violations(container)).toEqual([]);
  cleanup();
  queryClient.clear();
  show(`?id=${nftUuid(1)}`);
  await screen.findByRole('timer');
  expect(screen.queryByText('Paid to the artist')).toBeNull();
});

it('says of an auction that ended without a bid where it started, and divides nothing', async () => {
  const closed = nftToken({
    ...{ state: 'closed', currentBid: null, minNextBid: null, remainingSeconds: null },
    ...{ bids: 0, leader: null },
  });
  const { container } = show(`?id=${nftUuid(1)}`, {
    [`/index/getNft/${nftUuid(1)}`]: () => answered(nftDetail(closed, { history: [] })),
  });
  await screen.findByText('Closed without a bid');
  expect(plain(container)).toContain('Starting price50.00 USDT');
  expect(plain(container)).not.toContain('goes');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

it('lets a visitor log in first, and tells a demo account the way to real money', async () => {
  show(`?id=${nftUuid(1)}`);
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toContain(encodeURIComponent(`/nfts?id=${nftUuid(1)}`));
  cleanup();
  enter('demo');
  show(`?id=${nftUuid(1)}`);
  expect(await screen.findByText('Switch to a real account for this.')).toBeTruthy();
  await press('Use real money');
  expect(await screen.findByText('Switch to your real account?')).toBeTruthy();
});

it('reviews a bid with what reaches the charity and sends it once', async () => {
  enter('real');
  const { container, sent } = show(`?id=${nftUuid(1)}`, {
    '/user/buyNft': () => answered(LEADING_NFT),
  });
  const field = await screen.findByRole('textbox', { name: 'Your bid' });
  expect(plain(container)).toContain('A bid in the last 5 min moves the end to 5 min after it');
  expect(plain(container)).toContain('Bidder 2');
  expect(plain(container)).toContain('extended the auction');
  await screen.findByText(/Own money you can use/);
  await userEvent.type(field, '124');
  await press('Review');
  expect(screen.getByRole('alert').textContent).toMatch(/^At least/);
  await userEvent.clear(field);
  await userEvent.type(field, '501');
  expect(plain(screen.getByRole('alert'))).toContain('You need 501.00 USDT and have 500.00 USDT');
  // An amount that is refused reaches nobody.
  expect(screen.queryByText(/reaches/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '200');
  expect(plain(screen.getByText(/reaches/))).toBe('176.00 USDT reaches Open Window school.');
  expect(await violations(container)).toEqual([]);
  await press('Review');
  expect(plain(container)).toContain('all of it is given back in the same moment');
  expect(await violations(container)).toEqual([]);
  const confirm = await screen.findByRole('button', { name: /^Bid/ });
  expect(plain(confirm)).toBe('Bid 200.00 USDT, of which 176.00 USDT reaches the charity');
  await userEvent.click(confirm);
  expect(await screen.findByText(/You lead with/)).toBeTruthy();
  await press('Raise the bid');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(bidsSent(sent)).toEqual([
    // Of the offer that was looked at: version 3 after two bids.
    expect.objectContaining({ id: nftUuid(1), kind: 'bid', amount: '200', terms: 1 }),
  ]);
});

it.each([
  ['quantity-refused', 'amount', { why: 'belowNext', min: '205' }, 'At least 205.00 USDT.'],
  ['free-margin-short', 'amount', { need: '200', have: '90' }, 'You need 200.00 USDT and have 90'],
  ['token-not-on-sale', undefined, {}, 'This token is no longer on sale.'],
  ['token-not-on-sale', undefined, { why: 'changed' }, 'The terms of this token have changed.'],
  ['not-yet-open', undefined, {}, 'This is not open yet.'],
  ['cooling-off', undefined, { until: 'none' }, 'A bid with real money needs a few questions'],
] as const)('says a refusal where it belongs: %s', async (name, field, facts, words) => {
  enter('real');
  show(`?id=${nftUuid(1)}`, { '/user/buyNft': () => refused(name, field, facts) });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your bid' }), '200');
  await press('Review');
  await press(/^Bid/);
  await waitFor(() => expect(plain(screen.getByRole('alert'))).toContain(words));
  const box = screen.getByRole('textbox', { name: 'Your bid' });
  expect(box.getAttribute('aria-invalid')).toBe(field === 'amount' ? 'true' : null);
});

it('asks for a receiving address of the token’s chain, and buys at the price', async () => {
  enter('real');
  const { sent } = show(`?id=${nftUuid(2)}`, {
    '/user/buyNft': () => answered({ ...OWNED_NFT, mine: { ...OWNED_NFT.mine, amount: '200' } }),
  });
  const choice = await screen.findByRole('combobox', { name: 'Send it to' });
  await press('Review');
  expect(screen.getByRole('alert').textContent).toMatch(/^Choose an address of this chain/);
  await screen.findByRole('option', { name: /Mine/ });
  await userEvent.selectOptions(choice, ADDRESS.id);
  await press('Review');
  // What is sent goes where it says.
  expect(screen.getByText(ADDRESS.address)).toBeTruthy();
  await press(/^Buy for/);
  expect(await screen.findByText(/It is yours/)).toBeTruthy();
  expect(bidsSent(sent)).toEqual([
    expect.objectContaining({ kind: 'buy', amount: '200', addressId: ADDRESS.id }),
  ]);
});

it('knows one’s own bid by its token, however many others there are', async () => {
  enter('real');
  const { container, sent } = show(`?id=${nftUuid(1)}`, {
    '/user/listNft': ({ path }) => {
      const isOne = new URLSearchParams(path.split('?')[1]).get('id') === nftUuid(1);
      return answered(myNfts(isOne ? [LEADING_NFT] : []));
    },
    [`/index/getNft/${nftUuid(1)}`]: () => answered(nftDetail(nftToken({ leader: 1 }))),
  });
  await screen.findByText(/A higher bid holds the difference alone/);
  expect(plain(container)).toContain('You lead');
  const bids = within(screen.getByRole('region', { name: 'Bids so far' })).getAllByRole('listitem');
  expect(bids.map((bid) => plain(bid).startsWith('You'))).toEqual([false, true]);
  // Form and list ask together.
  expect(sent.filter(({ path }) => path.includes('/user/listNft'))).toHaveLength(1);
});

it('shows one’s own tokens by what became of them', async () => {
  enter('real');
  const all = myNfts([OUTBID_NFT, LEADING_NFT, OWNED_NFT]);
  const { container, sent } = show('?view=mine', {
    [`/user/nftCertificatePicture/${OWNED_NFT.id}`]: () =>
      answeredFile(new Blob(['jpg'], { type: 'image/jpeg' }), 'certificate.jpg'),
    '/user/listNft': ({ path }) => {
      const role = new URLSearchParams(path.split('?')[1]).get('role');
      const records = all.records.filter((one) => one.role === role);
      return answered({ ...all, records, total: records.length });
    },
  });
  expect(await screen.findByText('N-2F7K-91QD')).toBeTruthy();
  // What is raised is held until two people pay it out: it belongs to the charity and has not reached it.
  expect(plain(container)).toContain(
    '264.00 USDT of the price of 300.00 USDT belongs to Open Window school.',
  );
  expect(plain(container)).toContain('You paid300.00 USDT');
  expect(screen.queryByText('Sold')).toBeNull();
  await press('Open certificate');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('img', { name: 'Certificate: Three tall flowers' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: /JPG$/ })).toBeTruthy();
  expect(sent.map(({ path }) => path)).toContainEqual(
    expect.stringContaining(`/user/nftCertificatePicture/${OWNED_NFT.id}?language=en`),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Certificate: Three tall flowers PDF' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /^Outbid/ }));
  expect(await screen.findByText(/given back on/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /^Leading/ }));
  expect(await screen.findByText('You lead')).toBeTruthy();
  expect(await violations(container)).toEqual([]);
});

it('says on the list which auctions one leads and on which one was outbid', async () => {
  enter('real');
  const led = nftToken({ id: nftUuid(4), title: 'Day boat', leader: 1 });
  show('', {
    '/index/listNft': () => answered({ records: [nftToken(), led, FIXED_NFT], total: 3 }),
    '/user/listNft': () =>
      answered(
        myNfts([
          { ...LEADING_NFT, id: nftUuid(1) },
          { ...LEADING_NFT, ...led },
        ]),
      ),
  });
  const states = ['Night boat', 'Day boat', 'Rocket home'].map(async (name) => {
    const card = (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;
    return () => within(card).getByText(/^(You lead|Outbid|On sale)$/).textContent;
  });
  const read = await Promise.all(states);
  // What is told of a token is newer than what one read of one's own bid.
  await waitFor(() => expect(read.map((one) => one())).toEqual(['Outbid', 'You lead', 'On sale']));
});

it('leads who has too little to where money is paid in, and nobody else', async () => {
  enter('real');
  show(`?id=${nftUuid(1)}`, { '/user/listNft': () => answered(myNfts([], '124.99')) });
  const link = await screen.findByRole('link', { name: 'Deposit' });
  expect(link.getAttribute('href')).toBe('/profile/balance');
  cleanup();
  queryClient.clear();
  show(`?id=${nftUuid(1)}`, { '/user/listNft': () => answered(myNfts([], '125')) });
  await screen.findByText(/Own money you can use/);
  expect(screen.queryByRole('link', { name: 'Deposit' })).toBeNull();
});

it('gives the certificate on the page of a token that is theirs, and to nobody else', async () => {
  enter('real');
  const { bought, delivery } = OWNED_NFT;
  const detail = nftDetail(OWNED_NFT, { sale: bought, delivery, history: [] });
  const sold = { [`/index/getNft/${nftUuid(3)}`]: () => answered(detail) };
  const { container } = show(`?id=${nftUuid(3)}`, {
    ...sold,
    '/user/listNft': () => answered(myNfts([OWNED_NFT])),
  });
  expect(await screen.findByRole('button', { name: 'Open certificate' })).toBeTruthy();
  expect(screen.getByText('Yours')).toBeTruthy();
  // Its number stands there once.
  expect(screen.getAllByText('N-2F7K-91QD')).toHaveLength(1);
  expect(await violations(container)).toEqual([]);
  cleanup();
  queryClient.clear();
  show(`?id=${nftUuid(3)}`, { ...sold, '/user/listNft': () => answered(myNfts([])) });
  expect(await screen.findByText('N-2F7K-91QD')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open certificate' })).toBeNull();
});

it('says who was outbid, once an auction is over, that all is back', async () => {
  enter('real');
  const over = nftToken({ state: 'sold', minNextBid: null, remainingSeconds: null });
  show(`?id=${nftUuid(1)}`, {
    [`/index/getNft/${nftUuid(1)}`]: () => answered(nftDetail(over)),
    '/user/listNft': () => answered(myNfts([{ ...OUTBID_NFT, ...over }])),
  });
  expect(plain(await screen.findByText(/given back on/))).toContain('50.00 USDT given back on');
  expect(screen.getByText('Outbid')).toBeTruthy();
});

it('leads back from a token to the list one came from', async () => {
  enter('real');
  const { sent } = show('', { '/user/listNft': () => answered(myNfts([OUTBID_NFT, LEADING_NFT])) });
  await userEvent.click(await screen.findByRole('radio', { name: 'Sold' }));
  expect(location.search).toBe('?status=sold');
  await waitFor(() => expect(sent.some(({ path }) => path.includes('status=sold'))).toBe(true));
  cleanup();
  show(`?id=${nftUuid(1)}`);
  await screen.findByRole('heading', { name: 'Night boat' });
  await userEvent.click(screen.getByRole('link', { name: 'Charity NFTs' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Charity NFTs' })).toBeTruthy();
  cleanup();
  show('?status=sold');
  const sold = await screen.findByRole('radio', { name: 'Sold' });
  expect(sold).toHaveProperty('ariaChecked', 'true');
  cleanup();
  show('?view=mine', { '/user/listNft': () => answered(myNfts([OUTBID_NFT, LEADING_NFT])) });
  await userEvent.click(await screen.findByRole('tab', { name: /^Outbid/ }));
  expect(location.search).toBe('?view=mine&role=outbid');
});
