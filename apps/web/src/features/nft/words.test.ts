// Promise: the figure beside a token is named by what it is in each of its states, and a part of a price is said in percent.
import { t } from '@candor/locales';
import { nft } from '@candor/protocol';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import { figureLabel, partText } from './words.ts';

beforeAll(async () => speak('en'));

const SAID: Readonly<Record<string, readonly [bid: string, none: string]>> = {
  'auction open': ['Current bid', 'First bid from'],
  'auction sold': ['Sold for', 'Sold for'],
  'auction delivered': ['Sold for', 'Sold for'],
  'auction closed': ['Highest bid', 'Starting price'],
  'auction cancelled': ['Highest bid', 'Starting price'],
  'fixed open': ['Price', 'Price'],
  'fixed sold': ['Sold for', 'Sold for'],
  'fixed delivered': ['Sold for', 'Sold for'],
  'fixed closed': ['Price', 'Price'],
  'fixed cancelled': ['Price', 'Price'],
};

const EVERY = nft.NFT_SALE_KINDS.flatMap((kind) =>
  nft.NFT_STATES.map((state) => ({ kind, state })),
);

it.each(EVERY)('$kind, $state', ({ kind, state }) => {
  const said = ['120', null].map((currentBid) => t(figureLabel({ kind, state, currentBid })));
  expect(said).toEqual(SAID[`${kind} ${state}`]);
});

it.each([
  [10_000, '100%'],
  [8_850, '88.5%'],
  [700, '7%'],
  [0, '0%'],
])('%i ten-thousandths are %s', (basis, said) => {
  expect(partText(basis)).toBe(said);
});
