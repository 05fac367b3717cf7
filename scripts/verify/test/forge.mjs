/**
 * For tests: what a forger does. A receipt is changed and everything that follows from the change is
 * made to fit, so that only a rule about the change itself can find it; or the files are changed,
 * with all links made anew.
 */
import { hashOf } from '../check.mjs';
import {
  decimal,
  divide,
  inverse,
  middle,
  one,
  product,
  textOf,
  usdt,
  usdtText,
} from '../numbers.mjs';
import { linkAfter } from '../tape.mjs';

const size = (value) => (value < 0n ? -value : value);

/** Ticks of the files as a receipt shows them, in the order of the tape. */
export function ticksOf(files) {
  return files.tapes.flatMap(({ text }) =>
    text
      .split('\n')
      .filter((line) => line.includes('|'))
      .map((line) => {
        const [said, link] = line.split('\t');
        const [
          day,
          place,
          feed,
          code,
          bid,
          ask,
          volume,
          source,
          time,
          at,
          sources,
          standing,
          frame,
        ] = said.split('|');
        return {
          id: `${day}/${place}`,
          feed,
          code,
          bid,
          ask,
          volume: volume === '' ? null : volume,
          source,
          time: Number.parseInt(time, 10),
          receivedAt: Number.parseInt(at, 10),
          sources: Number.parseInt(sources, 10),
          standing,
          frame: frame === '' ? null : frame,
          link,
        };
      }),
  );
}

/** A receipt with the hash it needs. */
export function rehashed(receipt) {
  const { hash: _, ...rest } = receipt;
  return { ...rest, hash: hashOf(rest) };
}

const pays = (entry, from, to, units) =>
  units > 0n ? [...entry, { from, to, amount: usdtText(units) }] : entry;

function refitFill(fill, { isBuy, currency, direction }) {
  const { tick, link, asked } = fill;
  const price = tick[isBuy ? 'ask' : 'bid'];
  const gap = asked === null ? 0n : decimal(price) - decimal(asked.price);
  const rate =
    link.tick === null || direction === null
      ? link.rate
      : textOf(direction === 'direct' ? middle(link.tick) : inverse(middle(link.tick)));
  return {
    ...fill,
    price,
    spread: textOf(decimal(tick.ask) - decimal(tick.bid)),
    link: { rate: currency === null ? '1' : rate, tick: link.tick },
    asked: asked === null ? null : { ...asked, slippage: textOf(isBuy ? gap : -gap) },
  };
}

const directionOf = (files, code) => {
  const found = files.documents.find((document) => document.code === code);
  return found?.link?.direction ?? null;
};

/** Everything of a contract's receipt that follows from its terms, ticks, lots and rates. */
function refitContract(receipt, files) {
  const direction = directionOf(files, receipt.instrument.code);
  const isLong = receipt.side === 'long';
  const made = structuredClone(receipt);
  made.open = refitFill(made.open, { isBuy: isLong, direction });
  if (made.close !== null) made.close = refitFill(made.close, { isBuy: !isLong, direction });
  const { lots, fee, margin, financing, instrument } = made;
  const contractSize = decimal(instrument.contractSize);
  const [opened, before, closed] = [lots.opened, lots.before, lots.closed].map(decimal);
  const rate = decimal(fee.rate);
  const openLink = decimal(made.open.link.rate);
  const openPrice = decimal(made.open.price);
  const base = [opened, contractSize, size(openPrice), openLink];
  const held = product(base, 'up', BigInt(Math.max(1, made.leverage)));
  const charged = product([...base, rate], 'up');
  const share = (whole, key) => {
    const taken = made.earlier.reduce((sum, part) => sum + usdt(part[key]), 0n);
    return closed === before ? whole - taken : divide(whole * closed, opened, 'down');
  };
  margin.opened = usdtText(held);
  margin.before = usdtText(held - made.earlier.reduce((sum, part) => sum + usdt(part.margin), 0n));
  margin.released = usdtText(share(held, 'margin'));
  fee.opened = usdtText(charged);
  fee.open = usdtText(share(charged, 'openFee'));
  for (const item of financing.items) {
    item.mark = item.tick[isLong ? 'bid' : 'ask'];
    if (item.link.tick !== null && direction !== null) {
      const mid = middle(item.link.tick);
      item.link.rate = textOf(direction === 'direct' ? mid : inverse(mid));
    }
    const factors = [
      decimal(item.lots),
      contractSize,
      size(decimal(item.mark)),
      decimal(item.link.rate),
    ];
    item.notional = usdtText(product(factors, 'halfEven'));
    item.amount = usdtText(product([...factors, decimal(item.rate)], 'up'));
  }
  const total = financing.items.reduce((sum, { amount }) => sum + usdt(amount), 0n);
  const taken = made.earlier.reduce((sum, part) => sum + usdt(part.financing), 0n);
  financing.charged = usdtText(total);
  const left = total - taken;
  financing.share = usdtText(closed === before ? left : divide(left * closed, before, 'down'));
  const close = made.close === null ? null : decimal(made.close.price);
  const closeLink = made.close === null ? 0n : decimal(made.close.link.rate);
  const move = close === null ? 0n : isLong ? close - openPrice : openPrice - close;
  const won = close === null ? 0n : product([move, closed, contractSize, closeLink], 'down');
  fee.close =
    close === null
      ? '0'
      : usdtText(product([closed, contractSize, size(close), rate, closeLink], 'up'));
  made.realised = usdtText(won);
  made.profit = usdtText(won - usdt(fee.open) - usdt(fee.close) - usdt(financing.share));
  made.counterparty.result = usdtText(-won);
  refitEntries(made, won);
  return made;
}

function refitEntries(made, won) {
  const { fee, margin, financing } = made;
  const lost = made.entries.at(-1).postings.find(({ to }) => to === 'house:trading')?.from;
  let night = 0;
  const paid = financing.items.filter(({ amount }) => usdt(amount) > 0n);
  for (const entry of made.entries) {
    if (entry.kind === 'contract-open') {
      entry.at = made.open.at;
      const own = pays([], 'user:cash', 'user:margin', usdt(margin.opened));
      entry.postings = pays(own, 'user:cash', 'house:fees', usdt(fee.opened));
    } else if (entry.kind === 'financing') {
      const item = paid[night];
      night += 1;
      if (item !== undefined) {
        entry.postings = pays([], 'user:cash', 'house:financing', usdt(item.amount));
      }
    } else {
      entry.at = made.closedAt;
      entry.kind = made.reason === 'void' ? 'contract-void' : 'contract-close';
      let own = pays([], 'user:margin', 'user:cash', usdt(margin.released));
      own = pays(own, 'house:trading', 'user:cash', won);
      own = pays(own, lost ?? 'user:cash', 'house:trading', -won);
      entry.postings = pays(own, 'user:cash', 'house:fees', usdt(fee.close));
    }
  }
}

/** Everything of an option's receipt that follows from its ticks, stake and rate. */
function refitOption(receipt) {
  const made = structuredClone(receipt);
  made.open.price = textOf(middle(made.open.tick));
  if (made.settle !== null) {
    made.settle.price = textOf(middle(made.settle.tick));
    made.settle.at = made.settle.tick.receivedAt;
  }
  const stake = usdt(made.stake);
  const move = made.settle === null ? 0n : decimal(made.settle.price) - decimal(made.open.price);
  const isWon = move > 0n === (made.direction === 'up');
  made.outcome = made.settle === null ? 'void' : move === 0n ? 'tie' : isWon ? 'won' : 'lost';
  const gain = divide(stake * decimal(made.rate), one, 'down');
  const paid = { won: stake + gain, lost: 0n, tie: stake, void: stake }[made.outcome];
  made.payout = usdtText(paid);
  made.profit = usdtText(paid - stake);
  made.counterparty.result = usdtText(stake - paid);
  const [bought, settled] = made.entries;
  bought.at = made.open.at;
  bought.postings = pays([], 'user:cash', 'user:stake', stake);
  settled.at = made.settledAt;
  let own = pays([], 'user:stake', 'user:cash', paid < stake ? 0n : stake);
  own = pays(own, 'house:trading', 'user:cash', paid - stake);
  settled.postings = pays(own, 'user:stake', 'house:trading', paid < stake ? stake : 0n);
  return made;
}

/** A receipt in which everything was made to fit what was changed, its hash too. */
export function refitted(receipt, files) {
  if (receipt.kind === 'contract') return rehashed(refitContract(receipt, files));
  return rehashed(receipt.kind === 'option' ? refitOption(receipt) : receipt);
}

/** The tape with one of its lines changed, and every link behind it made anew. */
export function relinked(files, change) {
  let previous = null;
  let isChanged = false;
  const tapes = files.tapes.map(({ name, text }) => {
    const [head, ...lines] = text.trimEnd().split('\n');
    const [header, day, from, before] = head.split('\t');
    previous ??= before;
    const start = previous;
    const kept = change(
      lines.slice(0, -1).map((line) => line.split('\t')[0]),
      day,
    );
    const made = kept.map((said, index) => {
      const fields = said.split('|');
      fields[1] = String(Number.parseInt(from, 10) + index);
      const line = fields.join('|');
      previous = linkAfter(previous, line);
      return `${line}\t${previous}`;
    });
    isChanged ||= made.join('\n') !== lines.slice(0, -1).join('\n');
    const end = `end\t${made.length}\t${previous}`;
    return { name, text: [`${header}\t${day}\t${from}\t${start}`, ...made, end, ''].join('\n') };
  });
  return isChanged ? { ...files, tapes } : null;
}

/** A receipt that names the ticks of other files, where they have them at the same places. */
export function retold(receipt, files) {
  const byId = new Map(ticksOf(files).map((tick) => [tick.id, tick]));
  const told = (value) => {
    if (Array.isArray(value)) return value.map(told);
    if (typeof value !== 'object' || value === null) return value;
    if ('standing' in value && byId.has(value.id)) return { ...byId.get(value.id) };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, told(inner)]));
  };
  return refitted(told(receipt), files);
}
