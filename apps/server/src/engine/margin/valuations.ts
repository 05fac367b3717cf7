import { type InstrumentCode, ensure } from '@candor/kernel';
import type { Contract } from '../../contracts/index.ts';
import { roughly } from '../tables/floats.ts';
import type { AccountRecord, OrderRecord } from '../tables/records.ts';

/**
 * The running contracts of one instrument and, side by side in one block, three floats of each: what
 * one unit of price is worth to it (side × lots × contract size, in the quote currency), the price it
 * was opened at, and its result at the last revaluation, in USDT. A tick reads them in one run.
 */
type Group = { readonly records: OrderRecord[]; values: Float64Array<ArrayBuffer> };

const FIELDS = 3;
const FIRST_SIZE = 16;

/** What one price of an instrument is worth to its contracts. @units floats, USDT per quote unit */
export type RoughMark = { readonly bid: number; readonly ask: number; readonly link: number };

/** What running contracts are worth, with the sums of their accounts. */
export type Valuations = {
  /** Takes in a contract that is in its account. */
  add(record: OrderRecord): void;
  /** Takes over what a contract has become. */
  replace(record: OrderRecord): void;
  remove(record: OrderRecord): void;
  /** Contracts of an instrument. Do not keep: places move. */
  ofInstrument(code: InstrumentCode): readonly OrderRecord[];
  codes(): Iterable<InstrumentCode>;
  /**
   * Values the contracts of an instrument at a mark, moves the sums of their accounts by what
   * changed, and names each account whose contracts were valued, as often as it has some.
   */
  revalue(code: InstrumentCode, mark: RoughMark, touched: (account: AccountRecord) => void): void;
  /** The same for one contract that is new or has changed. */
  revalueOne(record: OrderRecord, mark: RoughMark): void;
};

/** Values the contract at one place, and moves the sum of its account. */
function valueAt(values: Float64Array, place: number, mark: RoughMark): number {
  const at = place * FIELDS;
  const unit = values[at] as number;
  const price = unit > 0 ? mark.bid : mark.ask;
  const value = (price - (values[at + 1] as number)) * unit * mark.link;
  const change = value - (values[at + 2] as number);
  values[at + 2] = value;
  return change;
}

/** No contract yet. */
export function createValuations(): Valuations {
  const groups = new Map<InstrumentCode, Group>();

  function groupOf({ order: { code } }: OrderRecord): Group {
    const known = groups.get(code);
    if (known !== undefined) return known;
    const group = { records: [], values: new Float64Array(FIRST_SIZE * FIELDS) };
    groups.set(code, group);
    return group;
  }

  function write({ values }: Group, { order, place }: OrderRecord): void {
    const { lots, contractSize, side, open } = order as Contract;
    const size = roughly(lots) * roughly(contractSize);
    values[place * FIELDS] = side === 'long' ? size : -size;
    values[place * FIELDS + 1] = roughly(open.price);
  }

  return {
    add(record) {
      const account = ensure(record.account, 'a running contract has an account');
      const group = groupOf(record);
      record.place = group.records.push(record) - 1;
      if (group.records.length * FIELDS > group.values.length) {
        const larger = new Float64Array(group.values.length * 2);
        larger.set(group.values);
        group.values = larger;
      }
      write(group, record);
      group.values[record.place * FIELDS + 2] = 0;
      account.valued += 1;
    },
    replace(record) {
      if (record.place >= 0) write(groupOf(record), record);
    },
    remove(record) {
      const { place, account } = record;
      if (place < 0 || account === null) return;
      const { records, values } = groupOf(record);
      account.floating -= values[place * FIELDS + 2] as number;
      account.valued -= 1;
      // The last contract takes its place, so that no place is empty.
      const last = ensure(records.pop(), 'the last place is taken');
      if (last !== record) {
        const from = records.length * FIELDS;
        values.copyWithin(place * FIELDS, from, from + FIELDS);
        records[place] = last;
        last.place = place;
      }
      record.place = -1;
    },
    ofInstrument: (code) => groups.get(code)?.records ?? [],
    codes: () => groups.keys(),
    revalue(code, mark, touched) {
      const group = groups.get(code);
      if (group === undefined) return;
      const { records, values } = group;
      for (let place = 0; place < records.length; place += 1) {
        const account = (records[place] as OrderRecord).account as AccountRecord;
        account.floating += valueAt(values, place, mark);
        touched(account);
      }
    },
    revalueOne(record, mark) {
      if (record.place < 0 || record.account === null) return;
      record.account.floating += valueAt(groupOf(record).values, record.place, mark);
    },
  };
}
