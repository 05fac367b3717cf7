import { decimal, formatDecimal, money } from '@candor/kernel';
import { createRandom } from '@candor/testkit';
import { describe, expect, test } from 'vitest';
import { checkReceipt, hashOf } from '../check.mjs';
import { filesOf, makeContract, makeOption } from './made-receipt.mjs';

const wrongIn = (receipt, files) =>
  checkReceipt(receipt, files)
    .differences()
    .map(({ rule, what, detail }) => `${rule} ${what}: ${detail}`);

const FULL = {
  code: 'USD/JPY',
  side: 'short',
  leverage: 20,
  feeRate: decimal('0.0007'),
  opening: { quote: ['156.123', '156.131'].map(decimal), pair: ['156.12', '156.13'].map(decimal) },
  nights: 2,
  limit: decimal('156.12'),
  before: ['156.103', '156.111'].map(decimal),
  stopLoss: decimal('157.2'),
  covered: true,
  closings: [
    {
      lots: decimal('0.13'),
      quote: ['155.9', '155.91'].map(decimal),
      pair: ['155.9', '155.92'].map(decimal),
    },
    {
      lots: decimal('0.24'),
      quote: ['157.21', '157.22'].map(decimal),
      pair: ['157.2', '157.23'].map(decimal),
      stop: decimal('157.2'),
    },
  ],
};
const OPTION = {
  code: 'BTC/USDT',
  direction: 'up',
  period: 60,
  stake: money('USDT', 12_345_678n),
  rate: decimal('0.83'),
  opening: ['60000.01', '60000.03'].map(decimal),
  settling: ['60000.04', '60000.05'].map(decimal),
};

/** Every place in a value where something plain stands. */
function leavesOf(value, path = []) {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function changed(receipt, path, change) {
  const copy = structuredClone(receipt);
  const last = path.at(-1);
  const holder = path.slice(0, -1).reduce((inner, key) => inner[key], copy);
  holder[last] = change(holder[last]);
  return copy;
}

/** Another value of the same kind: the next number, the next time, another hash, another word. */
function other(value) {
  if (value === null) return '1';
  if (typeof value === 'number') return value + 1;
  if (/^[0-9A-F]{32}$/.test(value))
    return value.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  if (/^[0-9a-f]{64}$/.test(value)) return `${value[0] === 'a' ? 'b' : 'a'}${value.slice(1)}`;
  if (/^-?\d+(\.\d+)?$/.test(value)) {
    const [, , fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(value);
    const step = fraction === '' ? '1' : `0.${'0'.repeat(fraction.length - 1)}1`;
    return formatDecimal(decimal(value) + decimal(step));
  }
  if (/^\d{4}-\d\d-\d\d\/\d+$/.test(value)) return `${value}1`;
  return `${value}x`;
}

/**
 * What no tape, schedule or formula says: names and times of the command itself. They are covered
 * by the hash alone, and a lying server could write another one under another hash.
 */
const ONLY_HASHED = [
  /^(number|orderNo)$/,
  /^feed\.label$/,
  /^settledAt$/,
  /^entries\.\d+\.number$/,
  /^entries\.\d+\.at$/,
];

const CASES = [
  ['a contract closed in parts', () => [makeContract(FULL), 1]],
  ['a loss the house took over', () => [makeContract(FULL), 2]],
  ['an option', () => [makeOption(OPTION), 0]],
  ['a void option', () => [makeOption({ ...OPTION, settling: null }), 0]],
];

describe.each(CASES)('the receipt of %s', (_name, make) => {
  const [made, index] = make();
  const receipt = made.receipts[index];
  const files = filesOf(made.files, made.receipts);

  test('is recomputed without a difference', () => {
    expect(wrongIn(receipt, files)).toEqual([]);
  });

  test('differs when any of its fields is another one', () => {
    const leaves = leavesOf(receipt);
    expect(leaves.length).toBeGreaterThan(15);
    const missed = leaves.filter((path) => {
      return wrongIn(changed(receipt, path, other), files).length === 0;
    });
    expect(missed.map((path) => path.join('.'))).toEqual([]);
  });

  test('differs too when the hash is made to fit the other field', () => {
    const missed = leavesOf(receipt)
      .filter((path) => path[0] !== 'hash')
      .filter((path) => {
        const forged = changed(receipt, path, other);
        forged.hash = hashOf(forged);
        return wrongIn(forged, files).length === 0;
      })
      .map((path) => path.join('.'))
      .filter((path) => !ONLY_HASHED.some((known) => known.test(path)));
    expect(missed).toEqual([]);
  });

  test('differs when a field is missing or nobody knows it', () => {
    const paths = [...new Set(leavesOf(receipt).map((path) => path[0]))];
    for (const key of paths) {
      const { [key]: _, ...without } = receipt;
      expect(wrongIn(without, files), key).not.toEqual([]);
    }
    expect(wrongIn({ ...receipt, more: '1' }, files)).not.toEqual([]);
  });
});

const CROSS = {
  code: 'EUR/GBP',
  side: 'short',
  leverage: 20,
  feeRate: decimal('0.0007'),
  opening: { quote: ['0.84012', '0.84019'].map(decimal), pair: ['1.2712', '1.2713'].map(decimal) },
  limit: decimal('0.84011'),
  before: ['0.84', '0.84007'].map(decimal),
  stopLoss: decimal('0.8501'),
  closings: [],
};

describe('a price that was old when it was acted on', () => {
  const pair = ['1.2702', '1.2703'].map(decimal);
  const won = { lots: decimal('0.13'), quote: ['0.83', '0.8301'].map(decimal), pair };
  const stopped = {
    ...won,
    quote: ['0.8500', '0.8502'].map(decimal),
    stop: decimal('0.8501'),
  };
  const madeOf = (closing, change = {}) => {
    const { receipts, files } = makeContract({ ...CROSS, closings: [closing], ...change });
    return wrongIn(receipts[0], filesOf(files, receipts));
  };

  test('fills a stop, which takes the first tick that reached it', () => {
    expect(madeOf({ ...stopped, lateMs: 120_000 })).toEqual([]);
  });

  test('fills no order that waited', () => {
    const opening = { ...CROSS.opening, lateMs: 20_000 };
    expect(madeOf(won, { opening })).toEqual([
      'tick.fresh opening: age of the price: 20300 ms, at most 15000',
    ]);
  });

  test('fills no act of the user', () => {
    expect(madeOf({ ...won, lateMs: 14_000 })).toEqual([]);
    expect(madeOf({ ...won, lateMs: 20_000 })).toEqual([
      'tick.fresh closing: age of the price: 20300 ms, at most 15000',
    ]);
  });
});

describe('the files a receipt cites', () => {
  const made = makeContract(FULL);
  const [, receipt] = made.receipts;

  test('a number of the tape that is another one is found', () => {
    const cited = new Set(JSON.stringify(receipt).match(/\d{4}-\d\d-\d\d\/\d+/g));
    let tried = 0;
    made.files.tapes.forEach((tape, index) => {
      const lines = tape.text.split('\n');
      lines.forEach((line, at) => {
        const [text, link] = line.split('\t');
        const fields = text.split('|');
        if (fields.length !== 13 || !cited.has(`${fields[0]}/${fields[1]}`)) return;
        for (const field of [4, 5, 8, 9, 10]) {
          const forged = fields.map((value, place) => (place === field ? other(value) : value));
          const changedLines = lines.with(at, `${forged.join('|')}\t${link}`);
          const tapes = made.files.tapes.with(index, { ...tape, text: changedLines.join('\n') });
          expect(wrongIn(receipt, filesOf({ ...made.files, tapes }))).not.toEqual([]);
          tried += 1;
        }
      });
    });
    expect(tried).toBeGreaterThanOrEqual(20);
  });

  test('a tick that is missing, and a day cut short, are found', () => {
    const [tape] = made.files.tapes;
    const lines = tape.text.split('\n');
    for (const text of [lines.toSpliced(1, 1).join('\n'), lines.toSpliced(-2, 1).join('\n')]) {
      const tapes = made.files.tapes.with(0, { ...tape, text });
      expect(wrongIn(receipt, filesOf({ ...made.files, tapes }))).not.toEqual([]);
    }
    expect(wrongIn(receipt, filesOf({ ...made.files, tapes: [] }))).not.toEqual([]);
  });

  test('a fee schedule that says another rate, version or time is found', () => {
    const cited = receipt.financing.items.map(({ parameter }) => parameter);
    for (const key of [receipt.fee.parameter, ...cited]) {
      for (const [field, value] of [
        ['value', '0.0009'],
        ['version', 7],
        ['from', receipt.closedAt],
      ]) {
        const fees = structuredClone(made.files.fees);
        fees.parameters.find((one) => one.key === key).versions[1][field] = value;
        expect(wrongIn(receipt, filesOf({ ...made.files, fees })), `${key} ${field}`).not.toEqual(
          [],
        );
      }
    }
    expect(wrongIn(receipt, filesOf({ ...made.files, fees: null }))).not.toEqual([]);
  });

  test('a day that was written anew after its root was published is found', () => {
    const roots = made.files.roots.map((root) => ({ ...root, root: other(root.root) }));
    expect(wrongIn(receipt, filesOf({ ...made.files, roots }))).not.toEqual([]);
  });
});

const MARKETS = [
  ['BTC/USDT', '60000', '0.01', ['1', '1']],
  ['USD/JPY', '156.2', '0.001', ['156.11', '156.13']],
  ['EUR/GBP', '0.84', '0.00001', ['1.2712', '1.2713']],
];

/** Draws from one seed, so that a trade that is not recomputed can be made again. */
function drawer(seed) {
  const { between } = createRandom(seed);
  const one = (list) => list[between(0, list.length - 1)];
  const quote = ([, start, step]) => {
    const bid = decimal(start) + BigInt(between(-4000, 4000)) * decimal(step);
    return [bid, bid + BigInt(between(0, 40)) * decimal(step)];
  };
  return { between, one, quote };
}

function anyTrade(seed) {
  const { between, one, quote } = drawer(seed);
  const market = one(MARKETS);
  const priced = () => ({ quote: quote(market), pair: market[3].map(decimal) });
  return {
    code: market[0],
    side: one(['long', 'short']),
    leverage: between(1, 30),
    feeRate: BigInt(between(0, 300)) * 10n ** 13n,
    opening: priced(),
    nights: between(0, 3),
    closings: Array.from({ length: between(1, 3) }, () => ({
      ...priced(),
      lots: BigInt(between(1, 999)) * 10n ** 16n,
    })),
  };
}

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

/** Seeds in parts: on a busy machine all of them take longer than one test may. */
const PARTS = Array.from({ length: 8 }, (_, part) => SEEDS.filter((seed) => seed % 8 === part));

test.each(PARTS)('the receipt of any trade is recomputed without a difference', (...seeds) => {
  for (const seed of seeds) {
    const made = makeContract(anyTrade(seed));
    const files = filesOf(made.files, made.receipts);
    for (const receipt of made.receipts) expect(wrongIn(receipt, files), `${seed}`).toEqual([]);
  }
});

test('the receipt of any option is recomputed without a difference', () => {
  const outcomes = new Set();
  for (const seed of SEEDS) {
    const { between, one, quote } = drawer(seed);
    const opening = quote(MARKETS[0]);
    const { receipts, files } = makeOption({
      code: 'BTC/USDT',
      direction: one(['up', 'down']),
      period: one([60, 300, 86_400]),
      stake: money('USDT', BigInt(between(1, 2_000_000_000))),
      rate: BigInt(between(1, 100)) * 10n ** 16n,
      opening,
      settling: one([quote(MARKETS[0]), opening, null]),
    });
    expect(wrongIn(receipts[0], filesOf(files)), `${seed}`).toEqual([]);
    outcomes.add(receipts[0].outcome);
  }
  expect([...outcomes].toSorted()).toEqual(['lost', 'tie', 'void', 'won']);
});
