import type { Receipt } from '@candor/protocol/light';

/** A tick as a receipt states it. */
function tickOf(
  code: string,
  tick: { id: string; bid: string; ask: string; at: number; link: string },
) {
  const { id, bid, ask, at, link } = tick;
  return {
    id,
    feed: 'simulated:7',
    code,
    bid,
    ask,
    volume: null,
    source: 'Simulation 7',
    time: at,
    receivedAt: at,
    sources: 2,
    standing: 'acting',
    frame: null,
    link,
  } as const;
}

const feed = { key: 'simulated:7', mode: 'simulated', label: 'Simulated prices' } as const;

const usdJpy = {
  code: 'USD/JPY',
  name: 'USD/JPY',
  class: 'forexMajor',
  quoteCurrency: 'JPY',
  tickSize: '0.001',
  contractSize: '100000',
} as const;

const open = {
  at: 1772638200000,
  price: '156.123',
  tick: tickOf('USD/JPY', {
    id: '2026-03-04/2',
    bid: '156.123',
    ask: '156.131',
    at: 1772638199700,
    link: '762a6729719aebc54db01cd03622388f2e204c06a5c761ef9c0cf0aec5df8b4d',
  }),
  spread: '0.008',
  link: {
    rate: '0.006405124099279424',
    tick: tickOf('USD/JPY', {
      id: '2026-03-04/1',
      bid: '156.12',
      ask: '156.13',
      at: 1772638199600,
      link: 'aca9d18e25cf7f0c65b40eeb4dc2df1dc3bd56426beaab978166d47c1e2e8ee1',
    }),
  },
  asked: null,
} as const;

const nights = [
  {
    day: '2026-03-05',
    parameter: 'contract.financingRateOther',
    version: 2,
    rate: '0.0002',
    lots: '0.37',
    mark: '156.131',
    tick: tickOf('USD/JPY', {
      id: '2026-03-04/4',
      bid: '156.123',
      ask: '156.131',
      at: 1772668799700,
      link: '4ab8ff24dea4165dfd98c522ed4b32e68e9b69597d308faa0579b3ce0d1a01b4',
    }),
    link: {
      rate: '0.006405124099279424',
      tick: tickOf('USD/JPY', {
        id: '2026-03-04/3',
        bid: '156.12',
        ask: '156.13',
        at: 1772668799600,
        link: 'cad5efbc3ca6918e27ecb5715dc3657c8f201d76e243634efa7286d6e881472d',
      }),
    },
    notional: '37001.421938',
    amount: '7.400285',
  },
];

/** What opened the contract, and its night. */
const before = [
  {
    number: '100',
    kind: 'contract-open',
    at: 1772638200000,
    postings: [
      { from: 'user:cash', to: 'user:margin', amount: '1849.976302' },
      { from: 'user:cash', to: 'house:fees', amount: '25.899669' },
    ],
  },
  {
    number: '103',
    kind: 'financing',
    at: 1772668800020,
    postings: [{ from: 'user:cash', to: 'house:financing', amount: '7.400285' }],
  },
];

/** Receipts as the server writes them, each with its hash: two parts of one contract, what was left, an option. */
export const aPart: Receipt = {
  kind: 'contract',
  schema: 'candor.receipt/1',
  mode: 'demo',
  feed,
  orderNo: '260304-7KQ2M9XA',
  number: '00000000000000000000000000000001',
  instrument: usdJpy,
  side: 'short',
  orderType: 'market',
  leverage: 20,
  acceptedAt: 1772638200000,
  lots: { opened: '0.37', before: '0.37', closed: '0.13' },
  earlier: [],
  open,
  close: {
    at: 1772811000000,
    price: '155.91',
    tick: tickOf('USD/JPY', {
      id: '2026-03-06/2',
      bid: '155.9',
      ask: '155.91',
      at: 1772810999700,
      link: '75a587ea87a12d7e95eb23feed0d38705eeb48ab4d0921e0ec3a148fa093a43d',
    }),
    spread: '0.01',
    link: {
      rate: '0.006413956769931371',
      tick: tickOf('USD/JPY', {
        id: '2026-03-06/1',
        bid: '155.9',
        ask: '155.92',
        at: 1772810999600,
        link: 'f2009b76106791b91b1318f6bd73f57489431058f14308d10ed1f90183f185a4',
      }),
    },
    asked: null,
  },
  closedAt: 1772811000000,
  reason: 'user',
  fee: {
    parameter: 'contract.feeRate',
    version: 2,
    rate: '0.0007',
    opened: '25.899669',
    open: '9.099883',
    close: '9.100001',
  },
  financing: {
    items: nights,
    charged: '7.400285',
    share: '2.6001',
  },
  margin: { opened: '1849.976302', before: '1849.976302', released: '649.991673' },
  realised: '17.760246',
  profit: '-3.039738',
  counterparty: { account: 'house:trading', result: '-17.760246' },
  cover: null,
  entries: [
    ...before,
    {
      number: '105',
      kind: 'contract-close',
      at: 1772811000000,
      postings: [
        { from: 'user:margin', to: 'user:cash', amount: '649.991673' },
        { from: 'house:trading', to: 'user:cash', amount: '17.760246' },
        { from: 'user:cash', to: 'house:fees', amount: '9.100001' },
      ],
    },
  ],
  hash: 'e79df9e2a4e62ddd2fc0f365c0386f26e4c4f5b1d98d0fe7bdd4c1dfe3ae58f1',
};

export const aStop: Receipt = {
  kind: 'contract',
  schema: 'candor.receipt/1',
  mode: 'demo',
  feed,
  orderNo: '260304-7KQ2M9XA',
  number: '00000000000000000000000000000002',
  instrument: usdJpy,
  side: 'short',
  orderType: 'market',
  leverage: 20,
  acceptedAt: 1772638200000,
  lots: { opened: '0.37', before: '0.24', closed: '0.24' },
  earlier: [
    {
      number: '00000000000000000000000000000001',
      at: 1772811000000,
      lots: '0.13',
      margin: '649.991673',
      openFee: '9.099883',
      financing: '2.6001',
    },
  ],
  open,
  close: {
    at: 1772811060000,
    price: '157.22',
    tick: tickOf('USD/JPY', {
      id: '2026-03-06/4',
      bid: '157.21',
      ask: '157.22',
      at: 1772811059700,
      link: 'b1785a28623227a6b1ba463277bb5731211ed759bda4fee893c57e16b879b78e',
    }),
    spread: '0.01',
    link: {
      rate: '0.006360716216645994',
      tick: tickOf('USD/JPY', {
        id: '2026-03-06/3',
        bid: '157.2',
        ask: '157.23',
        at: 1772811059600,
        link: '12d37ec3900425b17cca2b5aa8e535cbfe85b512e487c424d3922b0232340d98',
      }),
    },
    asked: { kind: 'stopLoss', price: '157.2', slippage: '0.02' },
  },
  closedAt: 1772811060000,
  reason: 'stopLoss',
  fee: {
    parameter: 'contract.feeRate',
    version: 2,
    rate: '0.0007',
    opened: '25.899669',
    open: '16.799786',
    close: '16.800535',
  },
  financing: {
    items: nights,
    charged: '7.400285',
    share: '4.800185',
  },
  margin: { opened: '1849.976302', before: '1199.984629', released: '1199.984629' },
  realised: '-167.464936',
  profit: '-205.865442',
  counterparty: { account: 'house:trading', result: '167.464936' },
  cover: '84D622BAB1DF5F5561C46B2605505BED',
  entries: [
    ...before,
    {
      number: '107',
      kind: 'contract-close',
      at: 1772811060000,
      postings: [
        { from: 'user:margin', to: 'user:cash', amount: '1199.984629' },
        { from: 'user:deficit', to: 'house:trading', amount: '167.464936' },
        { from: 'user:cash', to: 'house:fees', amount: '16.800535' },
      ],
    },
  ],
  hash: 'f4f23f37e95f0e977949f041e4ca51f905486fb1eec1f26d48e8abe28b9919b4',
};

export const aCover: Receipt = {
  kind: 'cover',
  schema: 'candor.receipt/1',
  mode: 'demo',
  feed,
  orderNo: '260304-7KQ2M9XA',
  number: '84D622BAB1DF5F5561C46B2605505BED',
  at: 1772811060000,
  closing: '00000000000000000000000000000002',
  amount: '167.464936',
  account: 'house:bad-debt',
  entries: [
    {
      number: '108',
      kind: 'protection',
      at: 1772811060000,
      postings: [{ from: 'house:bad-debt', to: 'user:deficit', amount: '167.464936' }],
    },
  ],
  hash: 'b99fd8fc013daaddde8b2e60d178af21fc4ff237552ca3d0a14cdad9edba456c',
};

export const anOption: Receipt = {
  kind: 'option',
  schema: 'candor.receipt/1',
  number: '189A98CD11E6820A4B31887BE2848682',
  mode: 'demo',
  feed,
  orderNo: '260304-8KQ2M9XA',
  instrument: { code: 'BTC/USDT', name: 'BTC/USDT', class: 'crypto', tickSize: '0.01' },
  direction: 'up',
  period: 60,
  stake: '12.345678',
  parameter: 'option.rate60',
  version: 2,
  rate: '0.83',
  open: {
    at: 1772638200000,
    price: '60000.02',
    tick: tickOf('BTC/USDT', {
      id: '2026-03-04/1',
      bid: '60000.01',
      ask: '60000.03',
      at: 1772638199700,
      link: '58e97ae1f8d4d9337098e372322bef06ac35c8cc20f7cd84092c161e0e542205',
    }),
  },
  settleAt: 1772638260000,
  settle: {
    at: 1772638260700,
    price: '60000.045',
    tick: tickOf('BTC/USDT', {
      id: '2026-03-04/2',
      bid: '60000.04',
      ask: '60000.05',
      at: 1772638260700,
      link: 'efbfe6228c31bc04aa77010c3ad045ed66b9e76487061af0fa5d94972ca5b38d',
    }),
  },
  settledAt: 1772638260800,
  outcome: 'won',
  payout: '22.59259',
  profit: '10.246912',
  counterparty: { account: 'house:trading', result: '-10.246912' },
  entries: [
    {
      number: '5',
      kind: 'option-buy',
      at: 1772638200000,
      postings: [{ from: 'user:cash', to: 'user:stake', amount: '12.345678' }],
    },
    {
      number: '9',
      kind: 'option-settle',
      at: 1772638260800,
      postings: [
        { from: 'user:stake', to: 'user:cash', amount: '12.345678' },
        { from: 'house:trading', to: 'user:cash', amount: '10.246912' },
      ],
    },
  ],
  hash: 'cd500fc7574bcdd80d5769ce83177f0c6b238d823f6f8566d87e7ce20b34d423',
};
