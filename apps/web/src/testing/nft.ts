import type {
  CallResult,
  MyNft,
  NftDetail,
  NftNews,
  NftSale,
  NftToken,
} from '@candor/protocol/light';

/** The server's time in these tests: 27 November 2026, 09:00 UTC. */
const NFT_NOW = 1_795_770_000_000;

/** A UUID of these tokens by a number. */
export const nftUuid = (number: number): string =>
  `01890a5d-ac96-774b-bcce-${number.toString(16).padStart(12, '0')}`;

const picture = (width: number) => ({
  width,
  url: `/swx/customer/index/nftPicture/${'0'.repeat(60)}${String(width).padStart(4, '0')}.jpg`,
});

/** An auction that runs for two more hours, led by bidder 2. */
export function nftToken(change: Partial<NftToken> = {}): NftToken {
  return {
    id: nftUuid(1),
    title: 'Night boat',
    image: picture(640).url,
    images: [picture(320), picture(640), picture(1280)],
    creator: 'Leila',
    chain: null,
    address: null,
    number: null,
    certificate: true,
    kind: 'auction',
    state: 'open',
    price: '50',
    currentBid: '120',
    minNextBid: '125',
    step: '5',
    bids: 2,
    leader: 2,
    startsAt: NFT_NOW - 86_400_000,
    endsAt: NFT_NOW + 7_500_000,
    remainingSeconds: 7_500,
    extension: { minutes: 5, most: 10, used: 1 },
    charity: {
      id: nftUuid(90),
      name: 'Open Window school',
      country: 'GB',
      register: 'Charity Commission',
      registerNumber: '123456',
      registerUrl: 'https://register.example/123456',
      isSample: false,
    },
    split: { charity: 8800, creator: 700, house: 500 },
    charityAmount: '110',
    shares: { price: '125', charity: '110', creator: '8.75', house: '6.25' },
    cumulativeDonation: '1630.5',
    seed: null,
    version: 3,
    ...change,
  };
}

/** A token at a fixed price, on a chain. */
export const FIXED_NFT = nftToken({
  id: nftUuid(2),
  title: 'Rocket home',
  chain: 'ethereum',
  address: '0x03b1aa7be0cdf3a1d2f8c4ee7b1f0d5a8ec98ec9',
  number: '7',
  certificate: false,
  kind: 'fixed',
  price: '200',
  currentBid: null,
  minNextBid: '200',
  step: null,
  bids: 0,
  leader: null,
  endsAt: null,
  remainingSeconds: null,
  extension: null,
  charityAmount: '176',
  shares: { price: '200', charity: '176', creator: '14', house: '10' },
});

/** A token with its bids. */
export function nftDetail(
  token: NftToken = nftToken(),
  change: Partial<NftDetail> = {},
): NftDetail {
  const bids = [
    { id: nftUuid(11), bidder: 2, amount: '120', at: NFT_NOW - 60_000, extended: true },
    { id: nftUuid(10), bidder: 1, amount: '50', at: NFT_NOW - 600_000, extended: false },
  ];
  return {
    ...token,
    text: 'A boat under a moon, painted on paper.',
    history: token.kind === 'auction' ? bids : [],
    sale: null,
    delivery: null,
    creatorPaid: null,
    cancelReason: null,
    agreement: { reference: 'A-7', on: '2026-03-01' },
    ...change,
  };
}

/** A bid of bidder 1 on the first token, in its last minutes. */
export function nftNews(change: Partial<NftNews> = {}): NftNews {
  const at = NFT_NOW + 7_300_000;
  const bid = { id: nftUuid(12), bidder: 1, amount: '200', at, extended: true };
  return {
    id: nftUuid(1),
    state: 'open',
    currentBid: '200',
    minNextBid: '205',
    charityAmount: '180.4',
    bids: 3,
    leader: 1,
    endsAt: at + 299_750,
    remainingSeconds: 300,
    extensionsUsed: 2,
    newest: [bid, ...nftDetail().history],
    version: 4,
    at,
    ...change,
  };
}

/** A sale as the ledger shows it. */
const NFT_SALE: NftSale = {
  tokenId: nftUuid(3),
  title: 'Three tall flowers',
  charityId: nftUuid(90),
  number: 'N-2F7K-91QD',
  shares: { price: '300', charity: '264', creator: '21', house: '15' },
  at: NFT_NOW - 3_600_000,
  entryId: nftUuid(70),
};

const mine = {
  bidId: nftUuid(20),
  bidder: 1,
  at: NFT_NOW - 600_000,
  endedAt: NFT_NOW - 60_000,
  address: null,
} as const;

/** A token its owner was outbid on, one they lead on, and one that is theirs. */
export const OUTBID_NFT: MyNft = {
  ...nftToken(),
  role: 'outbid',
  mine: { ...mine, state: 'outbid', amount: '50' },
  bought: null,
  delivery: null,
};
export const LEADING_NFT: MyNft = {
  ...nftToken({ leader: 1 }),
  role: 'leading',
  mine: { ...mine, state: 'leading', amount: '120', endedAt: null },
  bought: null,
  delivery: null,
};
export const OWNED_NFT: MyNft = {
  ...nftToken({
    id: NFT_SALE.tokenId,
    title: NFT_SALE.title,
    state: 'sold',
    currentBid: '300',
    minNextBid: null,
    remainingSeconds: null,
    charityAmount: '264',
    shares: NFT_SALE.shares,
  }),
  role: 'owned',
  mine: { ...mine, state: 'won', amount: '300' },
  bought: NFT_SALE,
  delivery: null,
};

/** What is told of the money: some of it is paid out. */
export const NFT_LEDGER: CallResult<'nft.donations'> = {
  raised: '1630.5',
  paidOut: '1000',
  held: '630.5',
  charities: [
    {
      ...nftToken().charity,
      raised: '1630.5',
      paidOut: '1000',
      held: '630.5',
      sales: 5,
      payouts: 1,
      heldSince: NFT_NOW - 86_400_000,
    },
  ],
  sales: [NFT_SALE],
  totalSales: 5,
  payouts: [
    {
      id: nftUuid(80),
      number: 'C-17',
      charityId: nftUuid(90),
      charity: 'Open Window school',
      amount: '1000',
      reference: 'BANK-2231',
      via: 'outside',
      receipt: { number: 'R-88', sha256: null },
      at: NFT_NOW - 7_200_000,
      entryId: nftUuid(81),
    },
  ],
  totalPayouts: 1,
};

/** A page of one's own tokens. */
export function myNfts(records: readonly MyNft[], ownMoney: string | null = '500') {
  const of = (role: MyNft['role']) => records.filter((one) => one.role === role).length;
  const counts = { owned: of('owned'), leading: of('leading'), outbid: of('outbid') };
  return { records, total: records.length, counts, addresses: [], ownMoney };
}
