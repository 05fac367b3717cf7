import { type ContractId, type InstrumentCode, ensure } from '@candor/kernel';
import type { Contract } from '../contracts/index.ts';
import type { BookColumns, BookSlot } from './book-columns.ts';
import { roughly } from './floats.ts';

/** The open contracts of one instrument: a float for each field of each, side by side. */
type Group = {
  size: number;
  /** Side × lots × contract size: what one unit of price is worth, in the quote currency. */
  units: Float64Array;
  openPrice: Float64Array;
  /** Result at the last revaluation, in USDT. */
  result: Float64Array;
  book: Int32Array;
  readonly contracts: Contract[];
  readonly places: Map<ContractId, number>;
};

/** What one price of an instrument is worth to its contracts. @units floats, USDT per quote unit */
export type RoughMark = { readonly bid: number; readonly ask: number; readonly link: number };

/** Open contracts in columns, grouped by instrument, with the sums of their books. */
export type Columns = {
  add(contract: Contract): void;
  /** Puts a changed contract in the place of what it was. */
  replace(contract: Contract): void;
  remove(id: ContractId): void;
  find(id: ContractId): Contract | undefined;
  /** Contracts of an instrument. Do not keep: places move. */
  ofInstrument(code: InstrumentCode): readonly Contract[];
  codes(): Iterable<InstrumentCode>;
  /**
   * Values the contracts of an instrument at a mark, moves the sums of their books by what
   * changed, and names each book whose contracts were valued, as often as it has some.
   */
  revalue(code: InstrumentCode, mark: RoughMark, touched: (slot: BookSlot) => void): void;
  /** The same for one contract that is new or has changed. */
  revalueOne(id: ContractId, mark: RoughMark): void;
  size(): number;
};

const FIRST_SIZE = 16;

function newGroup(): Group {
  return {
    size: 0,
    units: new Float64Array(FIRST_SIZE),
    openPrice: new Float64Array(FIRST_SIZE),
    result: new Float64Array(FIRST_SIZE),
    book: new Int32Array(FIRST_SIZE),
    contracts: [],
    places: new Map(),
  };
}

function larger<Column extends Float64Array | Int32Array>(column: Column, empty: Column): Column {
  empty.set(column);
  return empty;
}

function grow(group: Group): void {
  const size = group.units.length * 2;
  group.units = larger(group.units, new Float64Array(size));
  group.openPrice = larger(group.openPrice, new Float64Array(size));
  group.result = larger(group.result, new Float64Array(size));
  group.book = larger(group.book, new Int32Array(size));
}

function put(group: Group, place: number, contract: Contract): void {
  const size = roughly(contract.lots) * roughly(contract.contractSize);
  group.units[place] = contract.side === 'long' ? size : -size;
  group.openPrice[place] = roughly(contract.open.price);
  group.contracts[place] = contract;
}

/** The last contract takes the place of the one that goes, so that no place is empty. */
function swapRemove(group: Group, place: number): void {
  const last = group.size - 1;
  const moved = ensure(group.contracts[last], 'the last place is taken');
  group.units[place] = group.units[last] as number;
  group.openPrice[place] = group.openPrice[last] as number;
  group.result[place] = group.result[last] as number;
  group.book[place] = group.book[last] as number;
  group.contracts[place] = moved;
  group.places.set(moved.id, place);
  group.contracts.pop();
  group.size = last;
}

/** No contract yet; sums go to `books`. */
export function createColumns(books: BookColumns): Columns {
  const groups = new Map<InstrumentCode, Group>();
  const groupById = new Map<ContractId, Group>();

  function placeOf(id: ContractId): { group: Group; place: number } | null {
    const group = groupById.get(id);
    const place = group?.places.get(id);
    return group === undefined || place === undefined ? null : { group, place };
  }

  /** Values one place and moves the sum of its book; answers the book. */
  function valueAt(group: Group, place: number, mark: RoughMark): BookSlot {
    const unit = group.units[place] as number;
    const price = unit > 0 ? mark.bid : mark.ask;
    const value = (price - (group.openPrice[place] as number)) * unit * mark.link;
    const slot = group.book[place] as BookSlot;
    books.move(slot, value - (group.result[place] as number));
    group.result[place] = value;
    return slot;
  }

  return {
    add(contract) {
      const group = groups.get(contract.code) ?? newGroup();
      groups.set(contract.code, group);
      if (group.size === group.units.length) grow(group);
      const place = group.size;
      group.size += 1;
      put(group, place, contract);
      group.result[place] = 0;
      group.places.set(contract.id, place);
      groupById.set(contract.id, group);
      const slot = books.slotOf(contract);
      group.book[place] = slot;
      books.count(slot, 1);
    },
    replace(contract) {
      const found = placeOf(contract.id);
      if (found !== null) put(found.group, found.place, contract);
    },
    remove(id) {
      const found = placeOf(id);
      if (found === null) return;
      const { group, place } = found;
      const slot = group.book[place] as BookSlot;
      books.move(slot, -(group.result[place] as number));
      books.count(slot, -1);
      group.places.delete(id);
      groupById.delete(id);
      if (place === group.size - 1) {
        group.contracts.pop();
        group.size -= 1;
      } else swapRemove(group, place);
    },
    find(id) {
      const found = placeOf(id);
      return found === null ? undefined : found.group.contracts[found.place];
    },
    ofInstrument: (code) => groups.get(code)?.contracts ?? [],
    codes: () => groups.keys(),
    revalue(code, mark, touched) {
      const group = groups.get(code);
      if (group === undefined) return;
      const { size } = group;
      for (let place = 0; place < size; place += 1) touched(valueAt(group, place, mark));
    },
    revalueOne(id, mark) {
      const found = placeOf(id);
      if (found !== null) valueAt(found.group, found.place, mark);
    },
    size: () => groupById.size,
  };
}
