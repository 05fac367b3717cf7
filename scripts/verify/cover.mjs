/** Recomputes the receipt of a loss the house took over when the last contract closed. */
import { checkFeed, checkPayments } from './common.mjs';
import { usdt, usdtText } from './numbers.mjs';
import { checkOwnEntry, otherOf } from './pairs.mjs';

/** Recomputes everything the receipt of a cover says. */
export function checkCover(report, receipt, files) {
  const rule = 'cover.amount';
  checkFeed(report, receipt);
  const [entry, ...more] = receipt.entries;
  const isOne = entry?.kind === 'protection' && more.length === 0;
  report.holds('journal.entries', 'one entry of the journal', isOne, entry?.number ?? 'none');
  report.same('journal.entries', 'time of the entry', { said: entry?.at, is: receipt.at });
  report.same(rule, 'who took it over', { said: receipt.account, is: 'house:bad-debt' });
  const units = usdt(receipt.amount);
  report.holds(rule, 'amount', units > 0n, usdtText(units));
  checkPayments(report, 'cover', receipt.entries, [
    { from: ['house:bad-debt'], to: ['user:deficit'], units, why: 'the deficit' },
  ]);
  checkOwnEntry(report, receipt, files);
  const closing = otherOf(report, files, receipt.closing);
  if (closing === null || closing.kind !== 'contract') {
    report.holds('pair.receipts', 'closing', false, 'is not that of a contract');
    return;
  }
  const facts = [
    ['time', closing.closedAt, receipt.at],
    ['order', closing.orderNo, receipt.orderNo],
    ['prices', closing.feed.key, receipt.feed.key],
    ['label', closing.feed.label, receipt.feed.label],
    ['account', closing.mode, receipt.mode],
    ['cover', closing.cover, receipt.number],
    ['lots left', closing.lots.closed, closing.lots.before],
  ];
  for (const [key, said, is] of facts) {
    report.same('pair.receipts', `closing: ${key}`, { said, is });
  }
  const last = closing.entries.at(-1);
  const isNext = last !== undefined && BigInt(last.number) < BigInt(entry?.number ?? '0');
  report.holds(rule, 'after the closing', isNext, `${last?.number}, ${entry?.number}`);
}
