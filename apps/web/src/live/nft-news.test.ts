// Promise: what is told of a token shows at once wherever it is on screen, an older answer or frame never takes
// its place, and what a frame does not hold is read; a user's part of a token reaches nobody else.
import { type NftNews, offerVersion } from '@candor/protocol/light';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  LEADING_NFT,
  OUTBID_NFT,
  myNfts,
  nftDetail,
  nftNews,
  nftToken,
  nftUuid,
} from '../testing/nft.ts';
import { createFrameReader } from './apply.ts';
import { nftKeys } from './nft-keys.ts';
import { type MyTokens, newestOf, tellMine, tellToken, timed } from './nft-news.ts';

const OWNER = { userId: 'u1', mode: 'real' } as const;
const ID = nftUuid(1);
const LIST = nftKeys.tokensPage({ status: 'open', page: 1, size: 12 });
const ONE = nftKeys.token(ID);
const MINE = nftKeys.minePage('real', { page: 1, size: 1, id: ID });
const OUT = nftKeys.minePage('real', { page: 1, size: 12, role: 'outbid' });

let client: QueryClient;
const reads = () =>
  vi.mocked(client.invalidateQueries).mock.calls.map(([one]) => one?.queryKey?.slice(1).join('/'));
const list = () => client.getQueryData<{ records: ReturnType<typeof nftToken>[] }>(LIST)?.records;
const one = () => client.getQueryData<ReturnType<typeof nftDetail>>(ONE);
const mine = (key: readonly unknown[] = MINE) => client.getQueryData<MyTokens>(key)?.records;

function put(userId = 'u1'): void {
  const cache = client.getQueryCache();
  client.setQueryData(LIST, { records: [timed(nftToken()), timed(nftToken({ id: nftUuid(9) }))] });
  client.setQueryData(ONE, timed(nftDetail()));
  const meta = { own: { userId, mode: 'real' as const } };
  const own = myNfts([LEADING_NFT]);
  const page = { ...own, records: own.records.map(timed) };
  cache.build(client, { queryKey: MINE, meta }).setData(page);
  cache.build(client, { queryKey: OUT, meta }).setData({ ...page, records: [], total: 0 });
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  vi.spyOn(client, 'invalidateQueries');
  return () => vi.useRealTimers();
});

it('shows a bid with its shares and its new end in list and page, and reads nothing for it', async () => {
  put();
  const news = nftNews();
  tellToken(client, news);
  for (const token of [list()?.[0], one()]) {
    expect(token).toMatchObject({
      currentBid: '200',
      minNextBid: '205',
      bids: 3,
      leader: 1,
      charityAmount: '180.4',
      shares: { price: '205', charity: '180.4', creator: '14.35', house: '10.25' },
      extension: { minutes: 5, most: 10, used: 2 },
      endsAt: news.endsAt,
      // To the millisecond, by the server's clock.
      remainingSeconds: 299.75,
      version: 4,
    });
  }
  expect(list()?.[1]).toMatchObject({ currentBid: '120' });
  expect(one()?.history.map(({ amount }) => amount)).toEqual(['200', '120', '50']);
  await vi.runAllTimersAsync();
  expect(reads()).toEqual([]);
});

it('lists a bid of the reader that its answer counted before a frame told it', () => {
  put();
  tellMine(client, OWNER, { ...LEADING_NFT, version: 4, leader: 1, currentBid: '200', bids: 3 });
  expect(one()).toMatchObject({ currentBid: '200', bids: 3 });
  tellToken(client, nftNews());
  tellToken(client, nftNews());
  expect(one()?.history.map(({ amount }) => amount)).toEqual(['200', '120', '50']);
});

it('ignores what is older, and keeps what frames said when an older answer comes', () => {
  put();
  tellToken(client, nftNews());
  tellToken(client, nftNews({ version: 3, currentBid: '110' }));
  expect(one()?.currentBid).toBe('200');
  expect(newestOf(one() as never, nftDetail()).currentBid).toBe('200');
  expect(newestOf(one() as never, nftDetail(nftToken({ version: 5, bids: 9 }))).bids).toBe(9);
});

it('reads a token whose offer changed, and mixes nothing of the new into the old', async () => {
  put();
  const news = nftNews({ version: 5, bids: 2, minNextBid: '900' });
  expect(offerVersion(news)).not.toBe(offerVersion(one() as never));
  tellToken(client, news);
  expect(one()).toEqual(expect.objectContaining({ minNextBid: nftDetail().minNextBid }));
  await vi.runAllTimersAsync();
  expect(reads()).toContain(`one/${ID}`);
});

it('reads the page of a token with more new bids than a frame holds', async () => {
  put();
  tellToken(client, nftNews({ bids: 15, version: 16 }));
  await vi.runAllTimersAsync();
  expect(reads()).toEqual([`one/${ID}`]);
});

it('reads the page of a token whose own bid was counted and told by no frame', async () => {
  put();
  tellMine(client, OWNER, { ...LEADING_NFT, version: 4, leader: 1, currentBid: '200', bids: 3 });
  await vi.runAllTimersAsync();
  expect(reads()).toContain(`one/${ID}`);
});

it('reads certificate, lists and the charity’s money when an auction ended', async () => {
  put();
  const end: Partial<NftNews> = { state: 'sold', minNextBid: null, remainingSeconds: null };
  tellToken(client, nftNews(end));
  expect(one()).toMatchObject({ state: 'sold', minNextBid: null, remainingSeconds: null });
  expect(one()?.shares.price).toBe('200');
  await vi.runAllTimersAsync();
  expect(reads()).toEqual([`one/${ID}`, 'list', 'donations']);
});

it('tells an owner that they were outbid, moves the token between their lists, and reads their money', async () => {
  put();
  const now = { ...OUTBID_NFT, version: 4, leader: 2, currentBid: '130' };
  tellMine(client, OWNER, now);
  expect(mine()?.[0]).toMatchObject({ role: 'outbid', mine: { state: 'outbid' } });
  expect(one()).toMatchObject({ currentBid: '130', leader: 2, text: nftDetail().text });
  tellMine(client, OWNER, { ...now, version: 3, leader: 1 });
  expect(one()?.leader).toBe(2);
  await vi.runAllTimersAsync();
  expect(reads()).toContain('mine/real');
  expect(reads()).not.toContain('list');
});

it('shows a first bid on the page of its token', () => {
  put();
  client.setQueryData(MINE, { ...myNfts([]), records: [] });
  tellMine(client, OWNER, LEADING_NFT);
  expect(mine()?.[0]?.mine.state).toBe('leading');
  expect(mine(OUT)).toEqual([]);
});

it('leaves what is kept of another user alone', () => {
  put('u2');
  tellMine(client, OWNER, { ...OUTBID_NFT, version: 4 });
  expect(mine()?.[0]?.mine.state).toBe('leading');
});

it('comes by the line, to a visitor too', async () => {
  put();
  const reader = createFrameReader(client);
  reader.read({ type: 'NFT_BID', data: nftNews() });
  await vi.waitFor(() => expect(one()?.currentBid).toBe('200'));
  reader.read({ type: 'AUTH_SUCCESS', seq: 1, userId: 'u1', mode: 'demo' } as never);
  expect(reads()).toContain('');
  const data = { ...OUTBID_NFT, version: 5, leader: 3, currentBid: '300' };
  reader.read({ type: 'NFT_UPDATE', seq: 2, mode: 'demo', data });
  await vi.waitFor(() => expect(mine()?.[0]?.role).toBe('outbid'));
});
