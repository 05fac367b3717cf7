/**
 * For tests: kinds of false receipts. Each makes of a true one what a liar would hand out instead:
 * `{ receipt, files, receipts }`, with `files` and `receipts` where they are changed as well; or null
 * where a receipt has nothing of the kind.
 */
import { decimal, textOf, usdt, usdtText } from '../numbers.mjs';
import { RULE_OF } from './forgery-rules.mjs';
import { refitted, rehashed, relinked, retold, ticksOf } from './forge.mjs';

const DAY = 86_400_000;
const LEVELS = ['stopLoss', 'takeProfit', 'trailing'];

/** Changes a copy of a receipt and makes everything else fit. */
const lie = (change) => (base) => {
  const copy = structuredClone(base.receipt);
  if (change(copy, base) === null) return null;
  return { receipt: refitted(copy, base.made.files) };
};
const only = (kind, make) => (base) => (base.receipt.kind === kind ? make(base) : null);
const contract = (change) => only('contract', lie(change));
const option = (change) => only('option', lie(change));
const cover = (change) => only('cover', lie(change));

const ownTicks = ({ receipt, made }) =>
  ticksOf(made.files).filter(({ code }) => code === receipt.instrument.code);
const other = (base, { id }, way) => {
  const all = ownTicks(base);
  const found = all[all.findIndex((tick) => tick.id === id) + way];
  return found ?? null;
};
const plus = (text, step) => textOf(decimal(text) + decimal(step));
const stepOf = ({ instrument }) => instrument.tickSize;
const lastTerms = (receipt) => receipt.terms.at(-1);
const isWaiting = (receipt) => receipt.orderType !== 'market';
const isLevel = (receipt) => LEVELS.includes(receipt.reason);

function moveTick(end, way) {
  return (copy, base) => {
    if (copy[end] === null) return null;
    const tick = other(base, copy[end].tick, way);
    const isSamePrice = tick?.bid === copy[end].tick.bid && copy.kind === 'contract';
    if (tick === null || isSamePrice) return null;
    copy[end].tick = tick;
    return copy;
  };
}

/** Shifts every time of the command, as if it had been at another moment. */
function shifted(copy, ms) {
  copy.acceptedAt += ms;
  copy.terms[0].at += ms;
  copy.open.at += ms;
}

/** The first span it was passed over at. */
const spanOf = (receipt) => receipt.passed?.[0];

const CONTRACT = {
  'a tick passed over that is not stated': contract((copy) => {
    // Of a conversion rate that was missing the tape tells by itself.
    if (spanOf(copy) === undefined || !isWaiting(copy) || copy.open.link.tick !== null) return null;
    copy.passed.splice(0, 1);
    return copy;
  }),
  'a level passed over that is not stated': contract((copy) => {
    if (spanOf(copy) === undefined || isWaiting(copy)) return null;
    delete copy.passed;
    return copy;
  }),
  'ticks passed over up to the filling': contract((copy) => {
    if (spanOf(copy) === undefined || !isWaiting(copy)) return null;
    copy.passed.at(-1).to = copy.open.tick.id;
    return copy;
  }),
  'ticks passed over that were young when it was filled': contract((copy, base) => {
    if (copy.passed?.at(-1).reason !== 'stale' || !isWaiting(copy)) return null;
    const last = other(base, copy.open.tick, -1);
    if (last === null) return null;
    copy.passed.at(-1).to = last.id;
    return copy;
  }),
  'ticks passed over from one that reached nothing': contract((copy, base) => {
    const span = spanOf(copy);
    if (span === undefined) return null;
    span.from = other(base, { id: span.from }, -1).id;
    return copy;
  }),
  'ticks passed over that end before they begin': contract((copy, base) => {
    const span = spanOf(copy);
    if (span === undefined) return null;
    span.to = other(base, { id: span.from }, -1).id;
    return copy;
  }),
  'a span passed over that nothing reached': contract((copy, base) => {
    if (!isWaiting(copy)) return null;
    const found = ownTicks(base).find(({ receivedAt }) => receivedAt > copy.acceptedAt);
    if (found === undefined || found.id === copy.open.tick.id) return null;
    const { id } = found;
    copy.passed = [{ from: id, to: id, reason: 'unjudgeable' }, ...(copy.passed ?? [])];
    return copy;
  }),
  'passed over before a market order was opened': contract((copy, base) => {
    const [first] = ownTicks(base);
    if (isWaiting(copy) || first.id === copy.open?.tick.id) return null;
    copy.passed = [{ from: first.id, to: first.id, reason: 'unjudgeable' }, ...(copy.passed ?? [])];
  }),
  'passed over on no place of the tape': contract((copy) => {
    copy.passed = [{ from: 'x', to: 'x', reason: 'failed' }, ...(copy.passed ?? [])];
  }),
  'passed over without a level to be reached': contract((copy, base) => {
    const hasLevel = copy.terms.some((terms) => LEVELS.some((level) => terms[level] !== null));
    const found = ownTicks(base).find(({ receivedAt }) => receivedAt > copy.open?.at);
    if (hasLevel || found === undefined) return null;
    copy.passed = [...(copy.passed ?? []), { from: found.id, to: found.id, reason: 'late' }];
  }),
  'passed over for a restriction nobody published': contract((copy) => {
    if (spanOf(copy) === undefined) return null;
    spanOf(copy).reason = 'closeOnly';
    return copy;
  }),
  'passed over for a linking price it does not need': contract((copy) => {
    if (spanOf(copy) === undefined || copy.open.link.tick !== null) return null;
    spanOf(copy).reason = 'noLink';
    return copy;
  }),
  'passed over for no reason there is': contract((copy) => {
    if (spanOf(copy) === undefined) return null;
    spanOf(copy).reason = 'busy';
    return copy;
  }),
  'passed over at nothing': contract((copy) => {
    copy.passed = [];
    return copy;
  }),
  'opening at the tick before': contract(moveTick('open', -1)),
  'opening at the tick after': contract(moveTick('open', 1)),
  'opening two ticks before': contract(moveTick('open', -2)),
  'opening two ticks later': contract(moveTick('open', 2)),
  'closing at the tick before': contract(moveTick('close', -1)),
  'closing two ticks before': contract(moveTick('close', -2)),
  'closing at the tick after': contract(moveTick('close', 1)),
  'opening at the first tick there was': contract((copy, base) => {
    const [first] = ownTicks(base);
    if (first.id === copy.open.tick.id) return null;
    copy.open.tick = first;
    return copy;
  }),
  'opening on the other side': contract((copy) => {
    copy.side = copy.side === 'long' ? 'short' : 'long';
    return copy;
  }),
  'another contract size': contract((copy) => {
    copy.instrument.contractSize = plus(copy.instrument.contractSize, '1');
    return copy;
  }),
  'a currency that needs no link': contract((copy) => {
    copy.instrument.quoteCurrency = copy.instrument.quoteCurrency === 'USD' ? 'USDT' : 'USD';
    return copy;
  }),
  'a link left out': contract((copy) => {
    if (copy.open.link.tick === null) return null;
    copy.open.link = { rate: '1', tick: null };
    return copy;
  }),
  'an old link': contract((copy, base) => {
    if (copy.close?.link.tick == null) return null;
    const first = ticksOf(base.made.files).find(({ code }) => code === copy.close.link.tick.code);
    copy.close.link.tick = first;
    return copy;
  }),
  'a link by the instrument itself': contract((copy) => {
    if (copy.open.link.tick === null) return null;
    copy.open.link.tick = copy.open.tick;
    return copy;
  }),
  'the fee of the version before': contract((copy) => {
    Object.assign(copy.fee, { version: 1, rate: '0.002' });
    return copy;
  }),
  'a fee above the cap': contract((copy) => {
    copy.fee.rate = '0.0031';
    return copy;
  }),
  'a fee of another parameter': contract((copy) => {
    copy.fee.parameter = 'contract.financingRateCrypto';
    return copy;
  }),
  'more leverage than there is': contract((copy) => {
    copy.leverage = 51;
    return copy;
  }),
  'no leverage': contract((copy) => {
    copy.leverage = 0;
    return copy;
  }),
  'more lots than the most': contract((copy) => {
    if (copy.earlier.length > 0) return null;
    copy.lots = { opened: '1001', before: '1001', closed: '1001' };
    return copy;
  }),
  'lots off their step': contract((copy) => {
    for (const key of ['opened', 'before', 'closed'])
      copy.lots[key] = plus(copy.lots[key], '0.001');
    return copy;
  }),
  'fewer lots closed, as if the last': contract((copy) => {
    copy.lots.closed = plus(copy.lots.closed, '-0.005');
    return copy;
  }),
  'more lots opened': contract((copy) => {
    copy.lots.opened = plus(copy.lots.opened, '1');
    return copy;
  }),
  'real money on prices that are not live': contract((copy) => {
    copy.mode = 'real';
    return copy;
  }),
  'real money, prices called live': contract((copy) => {
    copy.mode = 'real';
    copy.feed.mode = 'live';
    return copy;
  }),
  'another feed': contract((copy) => {
    copy.feed.key = 'simulated:8';
    return copy;
  }),
  'ended at cost, in real money': contract((copy) => {
    Object.assign(copy, { mode: 'real', reason: 'void', close: null });
    return copy;
  }),
  'ended at cost, called a closing': contract((copy) => {
    if (copy.close !== null) return null;
    copy.reason = 'user';
    return copy;
  }),
  'void, with a price': contract((copy) => {
    if (copy.close === null) return null;
    copy.reason = 'void';
    return copy;
  }),
  'a reason nobody knows': contract((copy) => {
    copy.reason = 'expiry';
    return copy;
  }),
  'a rejected order that was filled': contract((copy) => {
    copy.reason = 'rejected';
    return copy;
  }),
  'a stop that nobody set': contract((copy) => {
    if (copy.close === null || copy.reason !== 'user') return null;
    copy.reason = 'stopLoss';
    copy.close.asked = { kind: 'stopLoss', price: copy.close.price, slippage: '0' };
    return copy;
  }),
  'a stop called a closing by the user': contract((copy) => {
    if (!isLevel(copy)) return null;
    copy.reason = 'user';
    copy.close.asked = null;
    copy.closedAt += 60_000;
    copy.close.at += 60_000;
    return copy;
  }),
  'a close-out called a stop': contract((copy) => {
    if (copy.reason !== 'closeOut') return null;
    copy.reason = 'stopLoss';
    return copy;
  }),
  'a stop at another level': contract((copy) => {
    if (!isLevel(copy)) return null;
    const price = plus(copy.close.asked.price, stepOf(copy));
    copy.close.asked.price = price;
    const key = copy.reason === 'trailing' ? null : copy.reason;
    if (key !== null) lastTerms(copy)[key] = plus(lastTerms(copy)[key], `-${stepOf(copy)}`);
    return copy;
  }),
  'a stop of 140 that was filled far from it': contract((copy) => {
    if (copy.reason !== 'stopLoss') return null;
    const far =
      copy.side === 'long' ? plus(copy.open.price, '-0.02') : plus(copy.open.price, '0.02');
    copy.close.asked.price = far;
    lastTerms(copy).stopLoss = far;
    return copy;
  }),
  'a level that was reached long before': contract((copy, base) => {
    if (copy.terms.length > 1 || copy.closedAt - copy.open.at < 10_000) return null;
    if (isLevel(copy)) return null;
    const isLater = ({ receivedAt, standing }) =>
      standing === 'acting' && receivedAt > copy.open.at && receivedAt < copy.closedAt - 10_000;
    const tick = ownTicks(base).find(isLater);
    if (tick === undefined) return null;
    const [key, price] = copy.side === 'long' ? ['takeProfit', tick.bid] : ['stopLoss', tick.ask];
    copy.terms[0][key] = price;
    return copy;
  }),
  'a trailing stop that stood nearer': contract((copy) => {
    if (copy.terms[0].trailing === null) return null;
    copy.terms[0].trailing = plus(copy.terms[0].trailing, '-0.2');
    return copy;
  }),
  'a trailing stop that stood farther': contract((copy) => {
    if (copy.terms[0].trailing === null) return null;
    copy.terms[0].trailing = plus(copy.terms[0].trailing, '0.1');
    return copy;
  }),
  'a limit filled worse than asked': contract((copy) => {
    if (copy.open.asked?.kind !== 'limit' && copy.open.asked?.kind !== 'stopLimit') return null;
    const price = plus(copy.open.price, copy.side === 'long' ? '-1' : '13.88');
    copy.open.asked.price = price;
    lastTerms(copy).limit = price;
    return copy;
  }),
  'a stop order filled better than asked': contract((copy) => {
    if (copy.open.asked?.kind !== 'stop') return null;
    const price = plus(copy.open.price, copy.side === 'long' ? '5' : '-5');
    copy.open.asked.price = price;
    lastTerms(copy).stop = price;
    return copy;
  }),
  'a limit that another tick had reached': contract((copy) => {
    if (copy.orderType !== 'limit' || copy.terms.length > 1) return null;
    const price = plus(copy.open.price, copy.side === 'long' ? '1' : '-1.2');
    copy.open.asked.price = price;
    copy.terms[0].limit = price;
    return copy;
  }),
  'a market order called a limit': contract((copy) => {
    if (isWaiting(copy)) return null;
    copy.orderType = 'limit';
    copy.open.asked = { kind: 'limit', price: copy.open.price, slippage: '0' };
    copy.terms[0].limit = copy.open.price;
    return copy;
  }),
  'a limit called a market order': contract((copy) => {
    if (!isWaiting(copy)) return null;
    copy.orderType = 'market';
    return copy;
  }),
  'an order kind nobody knows': contract((copy) => {
    copy.orderType = 'iceberg';
    return copy;
  }),
  'slippage with the other sign': only('contract', (base) => {
    const copy = structuredClone(base.receipt);
    const asked = copy.close?.asked ?? copy.open.asked;
    if (asked == null || asked.slippage === '0') return null;
    asked.slippage = textOf(-decimal(asked.slippage));
    return { receipt: rehashed(copy) };
  }),
  'accepted later than it was opened': contract((copy) => {
    copy.acceptedAt = copy.open.at + 1_000;
    copy.terms[0].at = copy.acceptedAt;
    return copy;
  }),
  'opened a minute later, at the same tick': contract((copy) => {
    shifted(copy, 60_000);
    return copy;
  }),
  'opened before its tick': contract((copy) => {
    copy.acceptedAt -= isWaiting(copy) ? 0 : 5_000;
    copy.terms[0].at = copy.acceptedAt;
    copy.open.at -= 5_000;
    return copy;
  }),
  'closed a minute later, at the same tick': contract((copy) => {
    if (copy.close === null || isLevel(copy)) return null;
    copy.closedAt += 60_000;
    copy.close.at += 60_000;
    return copy;
  }),
  'closed before its tick': contract((copy) => {
    if (copy.close === null) return null;
    copy.closedAt -= 5_000;
    copy.close.at -= 5_000;
    return copy;
  }),
  'closed before it was opened': contract((copy) => {
    copy.closedAt = copy.open.at - 1;
    if (copy.close !== null) copy.close.at = copy.closedAt;
    return copy;
  }),
  'terms without the first': contract((copy) => {
    copy.terms = copy.terms.slice(1);
    return copy;
  }),
  'terms in another order': contract((copy) => {
    if (copy.terms.length < 2) return null;
    copy.terms.reverse();
    return copy;
  }),
  'terms changed earlier than they were': contract((copy, base) => {
    if (copy.terms.length < 2) return null;
    const [first] = ownTicks(base);
    copy.terms[1].since = first.id;
    return copy;
  }),
  'terms changed at a tick that is not there': contract((copy) => {
    copy.terms.push({ ...lastTerms(copy), at: copy.closedAt - 1, since: '2026-03-04/99999' });
    return copy;
  }),
  'terms changed at a tick of later': contract((copy) => {
    if (copy.close === null) return null;
    copy.terms.push({ ...lastTerms(copy), at: copy.open.at, since: copy.close.tick.id });
    return copy;
  }),
  'terms changed after the end': contract((copy) => {
    copy.terms.push({ ...lastTerms(copy), at: copy.closedAt + 1, since: copy.open.tick.id });
    return copy;
  }),
  'a limit off its step': contract((copy) => {
    if (copy.orderType !== 'limit') return null;
    const part = textOf(decimal(stepOf(copy)) / 10n);
    const price = plus(lastTerms(copy).limit, copy.side === 'long' ? part : `-${part}`);
    lastTerms(copy).limit = price;
    copy.open.asked.price = price;
    return copy;
  }),
  'one night more': contract((copy) => {
    const day = new Date(copy.closedAt + DAY).toISOString().slice(0, 10);
    const tick = copy.close?.tick ?? copy.open.tick;
    copy.financing.items.push({
      day,
      parameter: 'contract.financingRateCrypto',
      version: 2,
      rate: '0.0005',
      lots: copy.lots.before,
      mark: tick.bid,
      tick,
      link: copy.open.link,
      notional: '0',
      amount: '0',
    });
    const entry = { number: '', kind: 'financing', at: copy.closedAt, postings: [] };
    copy.entries.splice(-1, 0, {
      ...entry,
      number: String(BigInt(copy.entries.at(-1).number) - 1n),
    });
    return copy;
  }),
  'one night less': contract((copy) => {
    if (copy.financing.items.length === 0 || copy.earlier.length > 0) return null;
    copy.financing.items.pop();
    copy.entries.splice(-2, 1);
    return copy;
  }),
  'a night twice': contract((copy) => {
    const [item] = copy.financing.items;
    if (item === undefined) return null;
    copy.financing.items.push(structuredClone(item));
    const again = structuredClone(copy.entries.find(({ kind }) => kind === 'financing'));
    copy.entries.splice(-1, 0, {
      ...again,
      number: String(BigInt(copy.entries.at(-1).number) - 1n),
    });
    return copy;
  }),
  'a night by an older mark': contract((copy) => {
    const [item] = copy.financing.items;
    if (item === undefined) return null;
    item.tick = copy.open.tick;
    return copy;
  }),
  'a night by a mark of after it': contract((copy) => {
    const item = copy.financing.items.at(-1);
    if (item === undefined || copy.close === null) return null;
    item.tick = copy.close.tick;
    return copy;
  }),
  'a night by an older link': contract((copy) => {
    const [item] = copy.financing.items;
    if (item?.link.tick == null) return null;
    item.link = copy.open.link;
    return copy;
  }),
  'a night at another rate': contract((copy) => {
    const [item] = copy.financing.items;
    if (item === undefined) return null;
    item.rate = '0.0006';
    return copy;
  }),
  'a night at the version before': contract((copy) => {
    const [item] = copy.financing.items;
    if (item === undefined) return null;
    Object.assign(item, { version: 1, rate: '0.002' });
    return copy;
  }),
  'a night for more lots': contract((copy) => {
    const [item] = copy.financing.items;
    if (item === undefined) return null;
    item.lots = plus(item.lots, '0.01');
    return copy;
  }),
  'an earlier part of more margin': contract((copy) => {
    const [part] = copy.earlier;
    if (part === undefined) return null;
    part.margin = usdtText(usdt(part.margin) + 1n);
    return copy;
  }),
  'an earlier part of more fee': contract((copy) => {
    const [part] = copy.earlier;
    if (part === undefined) return null;
    part.openFee = usdtText(usdt(part.openFee) + 1n);
    return copy;
  }),
  'an earlier part of other lots': contract((copy) => {
    const [part] = copy.earlier;
    if (part === undefined) return null;
    part.lots = plus(part.lots, '0.01');
    copy.lots.before = plus(copy.lots.before, '-0.01');
    return copy;
  }),
  'an earlier part left out': contract((copy) => {
    const part = copy.earlier.shift();
    if (part === undefined) return null;
    copy.lots.before = plus(copy.lots.before, part.lots);
    return copy;
  }),
  'an earlier part of another number': contract((copy) => {
    const [part] = copy.earlier;
    if (part === undefined) return null;
    part.number = 'F'.repeat(32);
    return copy;
  }),
  'earlier parts in another order': contract((copy) => {
    if (copy.earlier.length < 2) return null;
    copy.earlier.reverse();
    return copy;
  }),
  'a cover that is not there': contract((copy) => {
    copy.cover = 'E'.repeat(32);
    return copy;
  }),
};

const OPTION = {
  'the other direction': option((copy) => {
    copy.direction = copy.direction === 'up' ? 'down' : 'up';
    copy.direction =
      copy.outcome === 'tie' || copy.outcome === 'void' ? 'sideways' : copy.direction;
    return copy.direction === 'sideways' ? copy : null;
  }),
  'bought at another tick': option(moveTick('open', 1)),
  'settled at the tick after': option(moveTick('settle', 1)),
  'settled at the last tick there is': option((copy, base) => {
    const last = ownTicks(base).at(-1);
    if (copy.settle === null || last.id === copy.settle.tick.id) return null;
    copy.settle.tick = last;
    return copy;
  }),
  'settled by the tick it was bought at': option((copy) => {
    copy.settle = { at: copy.settleAt, price: '1', tick: copy.open.tick };
    return copy;
  }),
  'void though it was settled': option((copy) => {
    if (copy.settle === null) return null;
    copy.settle = null;
    copy.settledAt = copy.settleAt + 61_000;
    return copy;
  }),
  'void at once, in real money': option((copy) => {
    Object.assign(copy, { settle: null, mode: 'real', settledAt: copy.settleAt + 1 });
    return copy;
  }),
  'settled though it is void': option((copy, base) => {
    if (copy.settle !== null) return null;
    const last = ownTicks(base).at(-1);
    copy.settle = { at: last.receivedAt, price: '1', tick: last };
    return copy;
  }),
  'a longer period': option((copy) => {
    copy.period += 60;
    return copy;
  }),
  'a period of another rate': option((copy) => {
    copy.parameter = 'option.rate999';
    return copy;
  }),
  'the rate of the version before': option((copy) => {
    Object.assign(copy, { version: 1, rate: '0.002' });
    return copy;
  }),
  'a lower rate': option((copy) => {
    copy.rate = '0.4';
    return copy;
  }),
  'no stake': option((copy) => {
    copy.stake = '0';
    return copy;
  }),
  'bought later, at the same tick': option((copy) => {
    copy.open.at += 30_000;
    copy.settleAt += 30_000;
    return copy;
  }),
  'bought before its tick': option((copy) => {
    copy.open.at -= 2_000;
    copy.settleAt -= 2_000;
    return copy;
  }),
  'the end of the period a second later': option((copy) => {
    copy.settleAt += 1_000;
    return copy;
  }),
  'settled before it ended': option((copy) => {
    if (copy.settle === null) return null;
    copy.settledAt = copy.settleAt - 1;
    return copy;
  }),
  'an outcome turned round': only('option', (base) => {
    const copy = structuredClone(base.receipt);
    copy.outcome = { won: 'lost', lost: 'won', tie: 'lost', void: 'lost' }[copy.outcome];
    return { receipt: rehashed(copy) };
  }),
  'an option on real money': option((copy) => {
    copy.mode = 'real';
    return copy;
  }),
};

const COVER = {
  'a cover of more': cover((copy) => {
    copy.amount = usdtText(usdt(copy.amount) + 1n);
    return copy;
  }),
  'a cover of nothing': cover((copy) => {
    copy.amount = '0';
    copy.entries[0].postings = [];
    return copy;
  }),
  'a cover of another closing': cover((copy) => {
    copy.closing = 'D'.repeat(32);
    return copy;
  }),
  'a cover paid by somebody else': cover((copy) => {
    copy.account = 'house:fees';
    copy.entries[0].postings[0].from = 'house:fees';
    return copy;
  }),
  'a cover of another order': cover((copy) => {
    copy.orderNo = '260304-00000000';
    return copy;
  }),
  'a cover at another time': cover((copy) => {
    copy.at += 1;
    copy.entries[0].at += 1;
    return copy;
  }),
  'a cover before its closing': cover((copy) => {
    copy.entries[0].number = '1';
    return copy;
  }),
  'a cover in two entries': cover((copy) => {
    copy.entries.push({ ...copy.entries[0], number: '99999' });
    return copy;
  }),
  'a cover in real money': cover((copy) => {
    copy.mode = 'real';
    return copy;
  }),
  'a cover of a contract that goes on': (base) => {
    if (base.receipt.kind !== 'cover') return null;
    const receipts = structuredClone(base.made.receipts);
    const closing = receipts.find(({ number }) => number === base.receipt.closing);
    closing.lots.before = plus(closing.lots.before, '1');
    return { receipt: base.receipt, receipts };
  },
  'a cover its closing does not name': (base) => {
    if (base.receipt.kind !== 'cover') return null;
    const receipts = structuredClone(base.made.receipts);
    receipts.find(({ number }) => number === base.receipt.closing).cover = null;
    return { receipt: base.receipt, receipts };
  },
  'a cover without its closing': (base) =>
    base.receipt.kind === 'cover' ? { receipt: base.receipt, receipts: [base.receipt] } : null,
};

const JOURNAL = {
  'entries in another order': lie((copy) => {
    if (copy.entries.length < 2) return null;
    copy.entries.reverse();
    return copy;
  }),
  'an entry twice': (base) => {
    const copy = structuredClone(base.receipt);
    copy.entries.push(structuredClone(copy.entries.at(-1)));
    return { receipt: rehashed(copy) };
  },
  'an entry left out': (base) => {
    const copy = structuredClone(base.receipt);
    copy.entries.pop();
    return { receipt: rehashed(copy) };
  },
  'a payment to nowhere': (base) => {
    const copy = structuredClone(base.receipt);
    copy.entries.at(-1).postings.push({ from: 'user:cash', to: 'house:capital', amount: '1' });
    return { receipt: rehashed(copy) };
  },
  'a payment of nothing': (base) => {
    const copy = structuredClone(base.receipt);
    const [first] = copy.entries[0].postings;
    copy.entries[0].postings.push({ ...first, amount: '0' });
    return { receipt: rehashed(copy) };
  },
  'a payment the other way': (base) => {
    const copy = structuredClone(base.receipt);
    const [first] = copy.entries[0].postings;
    copy.entries[0].postings[0] = { ...first, from: first.to, to: first.from };
    return { receipt: rehashed(copy) };
  },
  'an entry another receipt has': (base) => {
    const stolen = structuredClone(base.receipt);
    stolen.number = 'C'.repeat(32);
    stolen.orderNo = '260304-11111111';
    return { receipt: base.receipt, receipts: [...base.made.receipts, rehashed(stolen)] };
  },
  'two receipts of one number': (base) => {
    const twin = structuredClone(base.receipt);
    twin.orderNo = '260304-22222222';
    return { receipt: base.receipt, receipts: [...base.made.receipts, rehashed(twin)] };
  },
};

const withFiles = (make) => (base) => {
  if (base.receipt.kind === 'cover') return null;
  const files = make(base);
  return files === null ? null : { receipt: base.receipt, files };
};
const cited = ({ receipt }) => receipt.open.tick.id;
/** Changes the line of one tick. */
const lineOf = (id, change) => (lines, day) =>
  lines.map((line) => {
    const fields = line.split('|');
    return `${day}/${fields[1]}` === id ? change(fields).join('|') : line;
  });
const dearer = (fields) => fields.with(4, plus(fields[4], '-1')).with(5, plus(fields[5], '1'));

const FILES = {
  'a line of the tape changed': withFiles((base) => {
    const { files } = base.made;
    const head = `${cited(base).replace('/', '|')}|`;
    const tapes = files.tapes.map((tape) => {
      const lines = tape.text.split('\n');
      const changedLines = lines.map((line) =>
        line.startsWith(head) ? line.replace('|acting', '|first') : line,
      );
      return { ...tape, text: changedLines.join('\n') };
    });
    return { ...files, tapes };
  }),
  'a tape written anew, its roots kept': (base) => {
    if (base.receipt.kind === 'cover') return null;
    const files = relinked(base.made.files, lineOf(cited(base), dearer));
    return { receipt: retold(base.receipt, files), files };
  },
  'a tape with a tick more, its roots kept': (base) => {
    if (base.receipt.kind === 'cover') return null;
    const files = relinked(base.made.files, (lines) => [lines[0], ...lines]);
    return { receipt: retold(base.receipt, files), files };
  },
  'a tape with a tick less': withFiles(({ made }) => {
    const [tape, ...more] = made.files.tapes;
    const lines = tape.text.split('\n');
    return { ...made.files, tapes: [{ ...tape, text: lines.toSpliced(1, 1).join('\n') }, ...more] };
  }),
  'a part of the tape that hangs on nothing': (base) => {
    if (base.receipt.kind === 'cover') return null;
    const files = relinked(base.made.files, lineOf(cited(base), dearer));
    const tapes = files.tapes.map((tape) => ({ ...tape, text: cut(tape.text) }));
    return { receipt: retold(base.receipt, files), files: { ...files, tapes } };
  },
  'a tape cut short': withFiles(({ made }) => ({
    ...made.files,
    tapes: made.files.tapes.map((tape) => ({ ...tape, text: cut(tape.text) })),
  })),
  'a second file that says another price': withFiles((base) => {
    const { files } = base.made;
    const forged = relinked(files, lineOf(cited(base), dearer));
    return {
      ...files,
      tapes: [...files.tapes, ...forged.tapes.map((tape) => ({ ...tape, name: 'second' }))],
    };
  }),
  'a root kept before that is another': withFiles(({ made }) => ({
    ...made.files,
    roots: [
      ...made.files.roots,
      ...made.files.roots.map((root) => ({ ...root, root: 'ab'.repeat(32) })),
    ],
  })),
  'a final root of another count': withFiles(({ made }) => ({
    ...made.files,
    roots: [
      ...made.files.roots,
      ...made.files.roots.map((root) => ({
        ...root,
        root: 'cd'.repeat(32),
        ticks: root.ticks + 3,
      })),
    ],
  })),
  'a final root before the end of the file': withFiles(({ made }) => ({
    ...made.files,
    roots: made.files.roots.map((root) => ({ ...root, ticks: root.ticks - 1 })),
  })),
  'no roots at all': withFiles(({ made }) => ({ ...made.files, roots: [] })),
  'no tape at all': withFiles(({ made }) => ({ ...made.files, tapes: [] })),
  'another specification under the hash': withFiles(({ made }) => ({
    ...made.files,
    documents: made.files.documents.map((one) =>
      one.code === undefined ? one : { ...one, lotStep: '0.001' },
    ),
  })),
  'a specification nobody published': (base) => {
    if (base.receipt.kind === 'cover') return null;
    return withDocuments(base, (one) =>
      one.code === undefined ? one : { ...one, freshForMs: 999_999 },
    );
  },
  'a fee schedule nobody published': (base) => {
    if (base.receipt.kind === 'cover') return null;
    return withDocuments(base, (one) =>
      one.parameters === undefined
        ? one
        : {
            ...one,
            parameters: one.parameters.map((key) => ({ ...key, versions: key.versions.slice(-1) })),
          },
    );
  },
  'the specification of before': withFiles(({ made }) => ({
    ...made.files,
    published: made.files.published.map((one) => ({
      ...one,
      specifications: one.specifications.slice(0, 1),
    })),
  })),
  'a specification published later': withFiles(({ made, receipt }) => ({
    ...made.files,
    published: made.files.published.map((one) => ({
      ...one,
      specifications: one.specifications.map((version, index) =>
        index === 0 ? version : { ...version, since: receipt.open.at + DAY },
      ),
    })),
  })),
  'two lists of what was published': withFiles(({ made }) => ({
    ...made.files,
    published: [
      ...made.files.published,
      { ...made.files.published[0], schedules: [{ hash: 'ef'.repeat(32), since: 1 }] },
    ],
  })),
  'no documents at all': withFiles(({ made }) => ({ ...made.files, documents: [], published: [] })),
  'a schedule that says another value': withFiles(({ made }) => ({
    ...made.files,
    fees: {
      ...made.files.fees,
      parameters: made.files.fees.parameters.map((one) => ({
        ...one,
        versions: one.versions.map((version) => ({ ...version, value: '0.0001' })),
      })),
    },
  })),
};

/** A file of the tape without its last line, its end made to fit. */
function cut(text) {
  const lines = text.trimEnd().split('\n');
  const kept = lines.slice(0, -2);
  if (kept.length < 2) return text.replace('end', 'END');
  return [...kept, `end\t${kept.length - 1}\t${kept.at(-1).split('\t')[1]}`, ''].join('\n');
}

function withDocuments(base, change) {
  const { files } = base.made;
  const documents = files.documents.map(change);
  const copy = structuredClone(base.receipt);
  const hashes = documents.map((one) => rehashed({ ...one, hash: '' }).hash);
  copy.documents = { specification: hashes[0], schedule: hashes[1] };
  return { receipt: refitted(copy, files), files: { ...files, documents } };
}

/** Every place in a value where something plain stands. */
function leavesOf(value, path = []) {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function changed(receipt, path, change) {
  const copy = structuredClone(receipt);
  const holder = path.slice(0, -1).reduce((inner, key) => inner[key], copy);
  change(holder, path.at(-1));
  return copy;
}

/** Another value of the same kind: the next number, another time, another hash, another word. */
function another(value) {
  if (value === null) return '1';
  if (typeof value === 'number') return value + 1;
  if (/^[0-9A-F]{32}$/.test(value))
    return value.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  if (/^[0-9a-f]{64}$/.test(value)) return `${value[0] === 'a' ? 'b' : 'a'}${value.slice(1)}`;
  if (/^-?\d+(\.\d+)?$/.test(value)) return plus(value, value.includes('.') ? '0.01' : '1');
  if (/^\d{4}-\d\d-\d\d\/\d+$/.test(value)) return `${value}1`;
  return `${value}x`;
}

/**
 * Names and moments of the command itself follow from nothing else: another one under another hash
 * is a receipt of something else, which only a signature or a receipt that was kept can tell.
 */
const ONLY_HASHED = [
  /^terms\.\d+\.at$/,
  /^(number|orderNo)$/,
  /^feed\.label$/,
  /^settledAt$/,
  /^entries\.\d+\.(number|at)$/,
];

/** False receipts with one field changed: every field, with and without a hash made to fit. */
function* fieldForgeries(base, every) {
  const { receipt, seed } = base;
  for (const [index, path] of leavesOf(receipt).entries()) {
    if ((index + seed) % every !== 0) continue;
    const name = path.join('.');
    const changedOnce = changed(
      receipt,
      path,
      (holder, key) => (holder[key] = another(holder[key])),
    );
    yield [`${name} changed`, { receipt: changedOnce }];
    if (name === 'hash') continue;
    if (!ONLY_HASHED.some((known) => known.test(name))) {
      yield [`${name} changed, hash made to fit`, { receipt: rehashed(changedOnce) }];
    }
    const without = changed(receipt, path, (holder, key) => delete holder[key]);
    if (!Array.isArray(path.slice(0, -1).reduce((inner, key) => inner[key], receipt))) {
      yield [`${name} missing`, { receipt: rehashed(without) }];
    }
  }
}

/**
 * False receipts of a true one: name, what is handed out and, for a lie of its own, the rule that has
 * to refuse it.
 *
 * @shape every: of how many fields one is changed
 */
export function* forgeriesOf(base, every = 1) {
  for (const [name, make] of Object.entries({
    ...CONTRACT,
    ...OPTION,
    ...COVER,
    ...JOURNAL,
    ...FILES,
  })) {
    const forged = make(base);
    if (forged !== null) yield [name, forged, RULE_OF[name]];
  }
  yield* fieldForgeries(base, every);
}

/** Kinds of lies besides those of a single field. */
export const NAMED = Object.keys({ ...CONTRACT, ...OPTION, ...COVER, ...JOURNAL, ...FILES });
