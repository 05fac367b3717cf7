import type {
  CharityPayout,
  CreatorPayout,
  DeskCharity,
  DeskCreator,
  DeskToken,
  NftDetail,
  NftToken,
} from '@candor/protocol/desk-light';
import { ID, NOW } from './show.tsx';

const DAY_MS = 86_400_000;
export const TOKEN_ID = '01890a5d-ac96-774b-bcce-b302099a8090';
export const ART_ID = '01890a5d-ac96-774b-bcce-b302099a8091';
export const PICTURE_NAME = 'cd'.repeat(32);
const NAMED = {
  ...{ id: ID, name: 'Open Window school', country: 'GB', register: 'Charity Commission' },
  ...{ registerNumber: '1234567', registerUrl: 'https://register.example/1', isSample: false },
};

/** A beneficiary for which something is held. */
export const charity = (change: Partial<DeskCharity> = {}): DeskCharity => ({
  ...NAMED,
  ...{ raised: '144', paidOut: '44', held: '100', sales: 3, payouts: 1, heldSince: NOW },
  ...{ agreement: 'A-7', agreedOn: '2026-11-01' },
  ...change,
});

/** A token on auction that one bid for. */
export const token = (change: Partial<NftToken> = {}): NftToken => ({
  ...{ id: TOKEN_ID, title: 'Night boat', creator: 'Leila', seed: null, version: 3 },
  image: `/api/index/nftPicture/${PICTURE_NAME}.jpg`,
  images: [{ width: 320, url: `/api/index/nftPicture/${PICTURE_NAME}.jpg` }],
  ...{ chain: null, address: null, number: null, certificate: true },
  ...{ kind: 'auction', state: 'open', price: '50', currentBid: '60', minNextBid: '65' },
  ...{ step: '5', bids: 1, leader: 1, startsAt: NOW - DAY_MS, endsAt: NOW + DAY_MS },
  ...{ remainingSeconds: 86_400, extension: { minutes: 5, most: 10, used: 2 } },
  charity: NAMED,
  ...{ split: { charity: 9_000, creator: 600, house: 400 }, charityAmount: '58.5' },
  shares: { price: '65', charity: '58.5', creator: '3.9', house: '2.6' },
  cumulativeDonation: '144',
  ...change,
});

/** The same as the desk reads it, with who leads. */
export const deskToken = (
  change: Partial<NftDetail> = {},
  more: Partial<DeskToken> = {},
): DeskToken => ({
  token: {
    ...token(),
    ...{ text: 'A boat at night.', history: [], sale: null, delivery: null },
    ...{ creatorPaid: null, cancelReason: null },
    agreement: { reference: 'A-7', on: '2026-11-01' },
    ...change,
  },
  holder: { userId: ID, username: 'mara_k', bidder: 1 },
  ...{ address: null, isToDeliver: false, artId: ART_ID },
  ...more,
});

/** Money that was paid out. */
export const PAYOUT: CharityPayout = {
  ...{ id: ID, number: 'Q-000009', charityId: ID, charity: NAMED.name, amount: '44' },
  ...{ reference: 'bank 1', via: 'outside', at: NOW, entryId: ID },
  receipt: { number: 'R-1', sha256: 'ab'.repeat(32) },
};

/** An artist something is owed to. */
export const creator = (change: Partial<DeskCreator> = {}): DeskCreator => ({
  ...{ id: ID.replace('57', '59'), name: 'Leila', earned: '21', paidOut: '9', owed: '12' },
  ...{ sales: 3, payouts: 1, owedSince: NOW },
  ...change,
});

/** Money an artist was paid. */
export const CREATOR_PAYOUT: CreatorPayout = {
  ...{ id: ID, number: 'Q-000010', creatorId: creator().id, creator: 'Leila', amount: '9' },
  ...{ reference: 'bank 7', at: NOW, entryId: ID },
  receipt: { number: 'L-1', sha256: null },
};
