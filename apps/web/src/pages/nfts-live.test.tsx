// Promise: while the line is up a page of tokens asks for no bids and shows each as it is told: figures, bids,
// the moved end and the count-down by the server's clock; who is outbid reads it at once, with the least next bid.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { MyNft, NftNews, ServerFrame } from '@candor/protocol/light';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { queryClient } from '../lib/query.ts';
import { beginSession, endSession, setMode } from '../lib/session.ts';
import { MARA } from '../testing/market-info.ts';
import {
  LEADING_NFT,
  NFT_LEDGER,
  OUTBID_NFT,
  myNfts,
  nftDetail,
  nftNews,
  nftToken,
  nftUuid,
} from '../testing/nft.ts';
import { speak } from '../testing/speak.ts';
import { Nfts } from './Nfts.tsx';

const line = vi.hoisted(() => ({
  read: null as ((frame: ServerFrame) => void) | null,
  look: vi.fn<(frame: unknown) => void>(),
}));
vi.mock('../live/index.ts', async (load) => ({
  ...(await load<Record<string, unknown>>()),
  look: line.look,
  useLiveStatus: () => 'open',
  attachReader(read: (frame: ServerFrame) => void) {
    line.read = read;
  },
}));

const ONE = `/index/getNft/${nftUuid(1)}`;
const ANSWERS: Parameters<typeof standInForServer>[0] = {
  '/index/listNft': () => answered({ records: [nftToken()], total: 1 }),
  [ONE]: () => answered(nftDetail()),
  '/index/donations': () => answered(NFT_LEDGER),
  '/user/listNft': () => answered(myNfts([])),
  '/user/appropriateness': () => answered({ status: 'open', realFrom: 1, riskVersion: 1 }),
};

beforeEach(async () => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  await speak('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const plain = (node: Element | null | undefined): string =>
  (node?.textContent ?? '').replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');

/** The page with the answers given, and how often each call was made. */
function show(search: string, answers: typeof ANSWERS = {}) {
  history.replaceState(null, '', `/nfts${search}`);
  const sent = standInForServer({ ...ANSWERS, ...answers });
  const asked = (part: string): number => sent.filter(({ path }) => path.includes(part)).length;
  return { ...render(<Nfts />), asked };
}
let seq = 1;
function enter(): void {
  beginSession({ token: 't', expiresAt: 1, user: { ...MARA, demoDisabled: false } });
  setMode('real');
  seq = 1;
  line.read?.({ type: 'AUTH_SUCCESS', userId: MARA.id, mode: 'real', seq });
}
async function hear(frame: ServerFrame): Promise<void> {
  await act(async () => {
    line.read?.(frame);
    // What takes these frames in comes with the first of them.
    await vi.dynamicImportSettled();
    await new Promise((done) => setTimeout(done));
  });
}
const bid = async (news: NftNews): Promise<void> => hear({ type: 'NFT_BID', data: news });
const mine = async (data: MyNft): Promise<void> => {
  seq += 1;
  return hear({ type: 'NFT_UPDATE', seq, mode: 'real', data });
};

it('shows a bid, the moved end and its bidder as they are told, and asks for none of it', async () => {
  const { container, asked } = show(`?id=${nftUuid(1)}`);
  await screen.findByText('Bidder 1');
  expect(line.look).toHaveBeenLastCalledWith({ type: 'WATCH_NFT', ids: [nftUuid(1)] });
  await bid(nftNews());
  expect(plain(container)).toContain('Current bid200.00 USDT');
  expect(plain(container)).toContain('Next bid from205.00 USDT');
  expect(plain(container)).toContain('Where 205.00 USDT goes');
  expect(plain(container)).toContain('Last minutes: each bid extends the auction.');
  expect(plain(container)).toContain('at most 10 times. So far: 2.');
  const bids = within(screen.getByRole('region', { name: 'Bids so far' })).getAllByRole('listitem');
  expect(plain(bids[0])).toMatch(/^Bidder 1.*extended the auction200\.00 USDT$/);
  expect(bids).toHaveLength(3);
  expect(plain(screen.getByRole('timer'))).toMatch(/^(5 min 0|4 min 59) s$/);
  expect(asked('getNft')).toBe(1);
});

it('counts down by what the server said was left, whatever the clock of the device says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  show('', { '/index/listNft': () => answered({ records: [nftToken()], total: 1 }) });
  await screen.findByRole('heading', { name: 'Night boat' });
  await bid(nftNews());
  expect(plain(screen.getByRole('timer'))).toMatch(/^(5 min 0|4 min 59) s$/);
});

it('shows an auction that ended as it ended, in its list too', async () => {
  const { container, asked } = show('');
  await screen.findByRole('heading', { name: 'Night boat' });
  await bid(nftNews({ state: 'sold', minNextBid: null, remainingSeconds: null }));
  const card = screen.getByRole('heading', { name: 'Night boat' }).closest('li');
  expect(plain(card)).toContain('Sold for200.00 USDT');
  expect(plain(card)).not.toContain('Next bid from');
  expect(container.querySelector('[role=timer]')).toBeNull();
  await vi.waitFor(() => expect(asked('listNft')).toBeGreaterThan(1));
  expect(asked('donations')).toBeGreaterThan(1);
});

it('says at once that one is outbid and what the next bid has to be, with what was typed standing', async () => {
  enter();
  const { container } = show(`?id=${nftUuid(1)}`, {
    [ONE]: () => answered(nftDetail(nftToken({ leader: 1 }))),
    '/user/listNft': () => answered(myNfts([LEADING_NFT])),
  });
  await screen.findByText(/A higher bid holds the difference alone/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Your bid' }), '130');
  expect(screen.queryByText(/^The highest bid is/)).toBeNull();
  await bid(nftNews({ leader: 2 }));
  expect(plain(container)).toContain(
    'OutbidThe highest bid is 200.00 USDT. The next one has to be 205.00 USDT at least. Your 120.00 USDT are free again.',
  );
  expect(plain(screen.getByRole('alert'))).toBe('At least 205.00 USDT.');
  await mine({ ...OUTBID_NFT, version: 4, leader: 2, currentBid: '200', minNextBid: '205' });
  expect(plain(container)).toContain('Your 50.00 USDT are free again.');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Your bid' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Your bid' }), '205');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('takes “you lead” back when another bids more, and gives it again to who bids above', async () => {
  enter();
  const leads = { ...LEADING_NFT, version: 4, currentBid: '200', bids: 3 };
  const led = { ...leads, mine: { ...leads.mine, amount: '200' } };
  let own = myNfts([]);
  const { container } = show(`?id=${nftUuid(1)}`, {
    '/user/listNft': () => answered(own),
    '/user/buyNft': () => {
      own = myNfts([led]);
      return answered(led);
    },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your bid' }), '200');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  await userEvent.click(screen.getByRole('button', { name: /^Bid/ }));
  expect(await screen.findByText(/You lead with/)).toBeTruthy();
  await bid(nftNews({ version: 5, leader: 2, currentBid: '250', minNextBid: '255', bids: 4 }));
  expect(screen.queryByText(/You lead with/)).toBeNull();
  expect(plain(container)).toContain('The next one has to be 255.00 USDT at least.');
});

it('ends a review when what the token is offered on changes, and says so', async () => {
  enter();
  let detail = nftDetail();
  show(`?id=${nftUuid(1)}`, { [ONE]: () => answered(detail) });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your bid' }), '200');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByRole('button', { name: /^Bid/ })).toBeTruthy();
  detail = nftDetail(nftToken({ version: 4 }));
  await bid(nftNews({ version: 4, bids: 2 }));
  expect(await screen.findByText(/^The terms of this token have changed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Bid/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByRole('button', { name: /^Bid/ })).toBeTruthy();
});

it('falls back from the review to the form when the bid is too low meanwhile', async () => {
  enter();
  show(`?id=${nftUuid(1)}`);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your bid' }), '200');
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByRole('button', { name: /^Bid/ })).toBeTruthy();
  await bid(nftNews());
  expect(plain(screen.getByRole('alert'))).toBe('At least 205.00 USDT.');
  expect(screen.queryByRole('button', { name: /^Bid/ })).toBeNull();
});
