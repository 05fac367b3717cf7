/** The fields of a receipt. A field nobody knows, or one that is missing, is a difference. */
import { donationShape } from './donation-shape.mjs';
import { planShapes } from './plan-shape.mjs';

const TICK = {
  id: 'text',
  feed: 'text',
  code: 'text',
  bid: 'number',
  ask: 'number',
  volume: 'number?',
  source: 'text',
  time: 'time',
  receivedAt: 'time',
  sources: 'count',
  standing: 'text',
  frame: 'text?',
  link: 'text',
};
const LINK = { rate: 'number', tick: [TICK, null] };
const FILL = {
  at: 'time',
  price: 'number',
  tick: TICK,
  spread: 'number',
  link: LINK,
  asked: [{ kind: 'text', price: 'number', slippage: 'number' }, null],
};
const COMMON = {
  schema: 'text',
  number: 'text',
  mode: 'text',
  rehearsal: { left: 'yes' },
  feed: { key: 'text', mode: 'text', label: 'text' },
  orderNo: 'text',
  entries: {
    each: {
      number: 'text',
      kind: 'text',
      at: 'time',
      postings: { each: { from: 'text', to: 'text', amount: 'number' } },
    },
  },
  hash: 'text',
  kind: 'text',
};
/** Entries that move several assets: each payment names its own. */
const ASSET_ENTRIES = {
  each: {
    ...COMMON.entries.each,
    postings: { each: { from: 'text', to: 'text', asset: 'text', amount: 'number' } },
  },
};
const OWED = { principal: 'number', interest: 'number' };
const INSTRUMENT = {
  code: 'text',
  name: 'text',
  class: 'text',
  quoteCurrency: 'text',
  contractSize: 'number',
  tickSize: 'number',
};
const { contractSize: _, quoteCurrency: __, ...PRICED } = INSTRUMENT;
const DOCUMENTS = { specification: 'text', schedule: 'text' };
const TERMS = {
  at: 'time',
  since: 'text?',
  limit: 'number?',
  stop: 'number?',
  stopLoss: 'number?',
  takeProfit: 'number?',
  trailing: 'number?',
};
/** Left out where nothing was passed over. */
const PASSED = { from: 'text', to: 'text', reason: 'text' };
const COUNTERPARTY = { account: 'text', result: 'number' };

const SHAPES = {
  ...planShapes({ common: COMMON, tick: TICK, priced: PRICED }),
  donation: donationShape({ common: COMMON }),
  contract: {
    ...COMMON,
    instrument: INSTRUMENT,
    documents: DOCUMENTS,
    terms: { each: TERMS },
    passed: { left: { each: PASSED } },
    side: 'text',
    orderType: 'text',
    leverage: 'count',
    acceptedAt: 'time',
    lots: { opened: 'number', before: 'number', closed: 'number' },
    earlier: {
      each: {
        number: 'text',
        at: 'time',
        lots: 'number',
        margin: 'number',
        openFee: 'number',
        financing: 'number',
      },
    },
    open: FILL,
    close: [FILL, null],
    closedAt: 'time',
    reason: 'text',
    fee: {
      parameter: 'text',
      version: 'count',
      rate: 'number',
      opened: 'number',
      open: 'number',
      close: 'number',
    },
    financing: {
      items: {
        each: {
          day: 'text',
          parameter: 'text',
          version: 'count',
          rate: 'number',
          lots: 'number',
          mark: 'number',
          tick: TICK,
          link: LINK,
          notional: 'number',
          amount: 'number',
        },
      },
      charged: 'number',
      share: 'number',
    },
    margin: { opened: 'number', before: 'number', released: 'number' },
    realised: 'number',
    profit: 'number',
    counterparty: COUNTERPARTY,
    cover: 'text?',
  },
  cover: { ...COMMON, at: 'time', closing: 'text', amount: 'number', account: 'text' },
  conversion: {
    ...COMMON,
    entries: ASSET_ENTRIES,
    from: 'text',
    to: 'text',
    amount: 'number',
    quotedAt: 'time',
    expiresAt: 'time',
    at: 'time',
    documents: { schedule: 'text' },
    legs: {
      each: {
        instrument: PRICED,
        specification: 'text',
        side: 'text',
        price: 'number',
        tick: TICK,
        given: 'number',
        received: 'number',
      },
    },
    rate: 'number',
    spread: { parameter: 'text', version: 'count', rate: 'number', amount: 'number' },
    receive: 'number',
  },
  collateralSale: {
    ...COMMON,
    entries: ASSET_ENTRIES,
    cause: 'text',
    at: 'time',
    line: 'number?',
    wanted: 'number?',
    debt: OWED,
    documents: { schedule: 'text' },
    held: {
      each: {
        asset: 'text',
        amount: 'number',
        priced: [{ instrument: PRICED, specification: 'text', price: 'number', tick: TICK }, null],
      },
    },
    given: { each: { asset: 'text', amount: 'number', received: 'number' } },
    spread: { parameter: 'text', version: 'count', rate: 'number', amount: 'number' },
    paid: OWED,
    lost: OWED,
  },
  option: {
    ...COMMON,
    instrument: PRICED,
    documents: DOCUMENTS,
    direction: 'text',
    period: 'count',
    stake: 'number',
    parameter: 'text',
    version: 'count',
    rate: 'number',
    open: { at: 'time', price: 'number', tick: TICK },
    settleAt: 'time',
    settle: [{ at: 'time', price: 'number', tick: TICK }, null],
    settledAt: 'time',
    outcome: 'text',
    payout: 'number',
    profit: 'number',
    counterparty: COUNTERPARTY,
  },
};

/** A signed note over a receipt is a few hundred characters. */
const SIGNED_MAX = 4_096;

const PLAIN = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'string' && /^-?\d{1,20}(\.\d{1,18})?$/.test(value),
  count: (value) => Number.isSafeInteger(value) && value >= 0,
  yes: (value) => value === true,
  flag: (value) => typeof value === 'boolean',
  time: (value) => Number.isSafeInteger(value) && value > 0,
};

function plainFault(shape, value, path) {
  if (shape.endsWith('?') && value === null) return null;
  const isSound = PLAIN[shape.replace('?', '')];
  return isSound(value) ? null : `${path} is not a ${shape.replace('?', '')}`;
}

/** The first field of a value that is not as its shape says; null when all are. */
function faultOf(shape, value, path) {
  if (typeof shape === 'string') return plainFault(shape, value, path);
  if (Array.isArray(shape)) return value === null ? null : faultOf(shape[0], value, path);
  if ('left' in shape) {
    if (value === undefined) return null;
    const isEmpty = Array.isArray(value) && value.length === 0;
    return isEmpty ? `${path} says nothing` : faultOf(shape.left, value, path);
  }
  if ('each' in shape) {
    if (!Array.isArray(value)) return `${path} is not a list`;
    return value.map((one, index) => faultOf(shape.each, one, `${path}.${index}`)).find(Boolean);
  }
  if (typeof value !== 'object' || value === null) return `${path} is missing`;
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) return `${path}.${unknown} is a field nobody knows`;
  return Object.entries(shape)
    .map(([key, inner]) => faultOf(inner, value[key], `${path}.${key}`))
    .find(Boolean);
}

/** What is odd about the fields of a receipt; null when nothing is. */
export function shapeFault(receipt) {
  if (receipt?.schema === 'candor.receipt/1') {
    return 'it is of an older form, which names neither its documents nor its terms: not checkable';
  }
  if (receipt?.schema !== 'candor.receipt/2') return 'its schema is not candor.receipt/2';
  const shape = SHAPES[receipt.kind];
  if (shape === undefined) return `a kind nobody knows: ${String(receipt.kind)}`;
  // Receipts written before there were signatures have none; where keys are given one is asked for.
  const { signed = null, ...rest } = receipt;
  const isText = signed === null || (typeof signed === 'string' && signed.length <= SIGNED_MAX);
  if (!isText) return 'receipt.signed is not a text';
  return faultOf(shape, rest, 'receipt') ?? null;
}
