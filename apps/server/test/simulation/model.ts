import {
  chargeOf,
  entryPrice,
  exitPrice,
  marginOf,
  middle,
  payoutOf,
  resultOf,
  yen,
  ONE,
} from './oracle.ts';
import type { ClosingRow, Entry, Mode, OptionRow, OrderRow, Snapshot, Tick } from './snapshot.ts';

/** What the model thinks an account holds, by its name: "user:cash" → USDT units. */
export type Accounts = Map<string, bigint>;

/**
 * The model: what each trading account holds, how far it has read the journal, what is still open.
 */
export type Model = {
  readonly books: Readonly<Record<Mode, Accounts>>;
  /** Lots, margin, fee and financing that are left of each open contract. */
  readonly left: Map<string, Left>;
  seen: number;
};
type Left = { lots: bigint; margin: bigint; openFee: bigint; financing: bigint };

/** A model of a user who has nothing yet. */
export function newModel(): Model {
  return { books: { demo: new Map(), real: new Map() }, left: new Map(), seen: 0 };
}

const held = (book: Accounts, account: string): bigint => book.get(account) ?? 0n;

function move(book: Accounts, account: string, units: bigint): void {
  book.set(account, held(book, account) + units);
}

/** Cash and what is owed for losses are one sum: above zero it is cash, below it is deficit. */
function gain(book: Accounts, units: bigint): void {
  const sum = held(book, 'user:cash') + held(book, 'user:deficit') + units;
  book.set('user:cash', sum > 0n ? sum : 0n);
  book.set('user:deficit', sum < 0n ? sum : 0n);
}

/** USDT per unit of the quote currency at a tick. */
function linkAt(snapshot: Snapshot, code: string, linkTick: string | null): bigint | null {
  if (!code.endsWith('/JPY')) return linkTick === null ? ONE : null;
  const tick = snapshot.tickOf.get(linkTick ?? '');
  return tick?.code === 'USD/JPY' ? yen(tick) : null;
}

/** What an opening has to take, by its tick and the terms of its order. */
export function openingOf(snapshot: Snapshot, order: OrderRow) {
  const tick = snapshot.tickOf.get(order.tick ?? '');
  const link = linkAt(snapshot, order.code, order.linkTick);
  if (tick === undefined || link === null) return null;
  const price = entryPrice(order.side, tick);
  const trade = { lots: order.lots, size: order.size, link, price };
  return {
    tick,
    price,
    margin: marginOf({ ...trade, leverage: order.leverage }),
    fee: chargeOf({ ...trade, rate: order.feeRate }),
  };
}

/** What a closing has to give, by its tick and what was left of the contract. */
export function endingOf(
  snapshot: Snapshot,
  facts: { order: OrderRow; closing: ClosingRow; left: Left },
) {
  const { order, closing, left } = facts;
  const isLast = closing.lots === left.lots;
  const ofAll = (whole: bigint): bigint => (whole * closing.lots) / order.lots;
  const parts = isLast
    ? { margin: left.margin, openFee: left.openFee, financing: left.financing }
    : {
        margin: ofAll(order.margin ?? 0n),
        openFee: ofAll(order.openFee),
        financing: (left.financing * closing.lots) / left.lots,
      };
  if (closing.reason === 'void') return { ...parts, isLast, price: null, realized: 0n, fee: 0n };
  const tick = snapshot.tickOf.get(closing.tick ?? '');
  const link = linkAt(snapshot, order.code, closing.linkTick);
  const from = openingOf(snapshot, order)?.price;
  if (tick === undefined || link === null || from === undefined) return null;
  const price = exitPrice(order.side, tick);
  const trade = { lots: closing.lots, size: order.size, link };
  return {
    ...parts,
    isLast,
    price,
    realized: resultOf({ ...trade, side: order.side, from, to: price }),
    fee: chargeOf({ ...trade, price, rate: order.feeRate }),
  };
}

/** How an option ends on a tick, or without one. */
export function optionEnd(option: OptionRow, tick: Tick | null) {
  if (tick === null) return { outcome: 'void' as const, paid: option.stake };
  const price = middle(tick);
  if (price === option.openPrice) return { outcome: 'tie' as const, paid: option.stake };
  const isUp = price > option.openPrice;
  return isUp === (option.direction === 'up')
    ? { outcome: 'won' as const, paid: payoutOf(option.stake, option.rate) }
    : { outcome: 'lost' as const, paid: 0n };
}

/** What one entry should have moved; answers what cannot be told as a sentence. */
function apply(model: Model, snapshot: Snapshot, entry: Entry): string | null {
  const book = model.books[entry.mode];
  const orderOf = (): OrderRow | undefined =>
    snapshot.orders.find(({ id }) => id === entry.subject);
  switch (entry.kind) {
    case 'demo-opening':
    case 'deposit': {
      const [posting] = entry.postings;
      move(book, posting?.from ?? '', -(posting?.units ?? 0n));
      gain(book, posting?.units ?? 0n);
      return null;
    }
    case 'contract-open': {
      const order = orderOf();
      const opening = order === undefined ? null : openingOf(snapshot, order);
      if (order === undefined || opening === null) return 'an opening without order or tick';
      const { margin, fee } = opening;
      gain(book, -margin - fee);
      move(book, 'user:margin', margin);
      move(book, 'house:fees', fee);
      model.left.set(order.id, { lots: order.lots, margin, openFee: fee, financing: 0n });
      return null;
    }
    case 'contract-close':
    case 'contract-void':
      return applyClosing(model, snapshot, { entry, order: orderOf() });
    case 'protection': {
      move(book, 'house:bad-debt', held(book, 'user:deficit'));
      book.set('user:deficit', 0n);
      return null;
    }
    case 'financing': {
      const day = entry.requestId.split(':').at(-1);
      const charge = snapshot.charges.find(
        (one) => one.contractId === entry.subject && one.day === day,
      );
      const left = model.left.get(entry.subject ?? '');
      const order = orderOf();
      if (charge === undefined || left === undefined || order === undefined) {
        return 'a financing without its charge or contract';
      }
      const amount = chargeOf({
        lots: left.lots,
        size: order.size,
        link: charge.link,
        price: charge.mark,
        rate: charge.rate,
      });
      gain(book, -amount);
      move(book, 'house:financing', amount);
      left.financing += amount;
      return null;
    }
    case 'option-buy':
    case 'option-settle':
      return applyOption(model, snapshot, entry);
    case 'demo-reset': {
      move(book, 'house:demo-grant', held(book, 'user:cash') - 10_000_000_000n);
      book.set('user:cash', 10_000_000_000n);
      return null;
    }
    default:
      return `an entry of a kind the model does not know: ${entry.kind}`;
  }
}

function applyClosing(
  model: Model,
  snapshot: Snapshot,
  facts: { entry: Entry; order: OrderRow | undefined },
): string | null {
  const { entry, order } = facts;
  const book = model.books[entry.mode];
  const left = model.left.get(entry.subject ?? '');
  const closing = snapshot.closings.find(
    (one) => one.requestId === entry.requestId && one.part === entry.part,
  );
  if (order === undefined || closing === undefined || left === undefined) {
    return 'a closing without its contract, or of one that is over';
  }
  const ending = endingOf(snapshot, { order, closing, left });
  if (ending === null) return 'a closing without tick or linking tick';
  const { margin, realized, fee } = ending;
  gain(book, margin + realized - fee);
  move(book, 'user:margin', -margin);
  move(book, 'house:trading', -realized);
  move(book, 'house:fees', fee);
  if (ending.isLast) model.left.delete(order.id);
  else {
    left.lots -= closing.lots;
    left.margin -= margin;
    left.openFee -= ending.openFee;
    left.financing -= ending.financing;
  }
  return null;
}

function applyOption(model: Model, snapshot: Snapshot, entry: Entry): string | null {
  const book = model.books[entry.mode];
  const option = snapshot.options.find(({ id }) => id === entry.subject);
  if (option === undefined) return 'an option’s entry without the option';
  if (entry.kind === 'option-buy') {
    gain(book, -option.stake);
    move(book, 'user:stake', option.stake);
    return null;
  }
  const tick = option.settleTick === null ? null : snapshot.tickOf.get(option.settleTick);
  if (tick === undefined) return 'an option settled by a price that is not on the tape';
  const { paid } = optionEnd(option, tick);
  move(book, 'user:stake', -option.stake);
  gain(book, paid);
  move(book, 'house:trading', option.stake - paid);
  return null;
}

function moved(before: Accounts, after: Accounts): Map<string, bigint> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const all = [...names].map((name): [string, bigint] => [
    name,
    held(after, name) - held(before, name),
  ]);
  return new Map(all.filter(([, units]) => units !== 0n));
}

function posted(entry: Entry): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { from, to, units } of entry.postings) {
    sums.set(from, (sums.get(from) ?? 0n) - units);
    sums.set(to, (sums.get(to) ?? 0n) + units);
  }
  return new Map([...sums].filter(([, units]) => units !== 0n));
}

const words = (sums: ReadonlyMap<string, bigint>): string =>
  [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, units]) => `${name} ${units}`)
    .join(', ');

/**
 * Reads the entries that are new and says where they moved anything else than the papers say: the
 * product decides that something happened, the model what it has to be.
 */
export function follow(model: Model, snapshot: Snapshot): string[] {
  const found: string[] = [];
  for (const entry of snapshot.entries) {
    if (entry.seq <= model.seen) continue;
    model.seen = entry.seq;
    const book = model.books[entry.mode];
    const before = new Map(book);
    const problem = apply(model, snapshot, entry);
    const [wanted, got] = [words(moved(before, book)), words(posted(entry))];
    if (problem !== null) found.push(`${entry.kind}: ${problem}`);
    else if (wanted !== got) found.push(`${entry.kind}: should move ${wanted}; moved ${got}`);
    // One difference is told once; everything after it is measured from what really happened.
    if (wanted !== got) {
      for (const [name, units] of before) book.set(name, units);
      for (const [name, units] of posted(entry)) {
        book.set(name, (before.get(name) ?? 0n) + units);
      }
    }
  }
  return found;
}

/** Where the stored balances differ from the model's. */
export function differences(model: Model, snapshot: Snapshot): string[] {
  return (['demo', 'real'] as const).flatMap((mode) =>
    ['user:cash', 'user:margin', 'user:deficit', 'user:stake'].flatMap((account) => {
      const wanted = held(model.books[mode], account);
      const got = snapshot.balances.get(`${mode} ${account}`) ?? 0n;
      return wanted === got ? [] : [`${mode} ${account}: model ${wanted}, product ${got}`];
    }),
  );
}
