/** The fields of the receipt of a donation. */
export function donationShape({ common }) {
  const { feed: _, ...own } = common;
  return {
    ...own,
    token: {
      id: 'text',
      title: 'text',
      creator: { id: 'text', name: 'text' },
      place: [{ chain: 'text', address: 'text', number: 'text' }, null],
      version: 'count',
    },
    charity: {
      id: 'text',
      name: 'text',
      country: 'text',
      register: 'text',
      registerNumber: 'text',
      agreement: 'text',
      agreedOn: 'text',
    },
    price: 'number',
    split: { charity: 'count', creator: 'count', house: 'count' },
    startsAt: 'time',
    auction: [{ step: 'number', endsAt: 'time', minutes: 'count', most: 'count' }, null],
    earlier: [
      {
        bids: 'count',
        bidder: 'count',
        amount: 'number',
        at: 'time',
        extended: 'count',
        endsAt: 'time',
      },
      null,
    ],
    bids: {
      each: { place: 'count', bidder: 'count', amount: 'number', at: 'time', extended: 'flag' },
    },
    winner: 'count',
    endsAt: 'time?',
    at: 'time',
    shares: { price: 'number', charity: 'number', creator: 'number', house: 'number' },
  };
}
