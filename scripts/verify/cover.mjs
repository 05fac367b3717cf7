/** Recomputes the receipt of a loss the house took over when the last contract closed. */
import { checkFeed, checkPayments } from './common.mjs';
import { usdt, usdtText } from './numbers.mjs';

/** Recomputes everything the receipt of a cover says. */
export function checkCover(report, receipt, files) {
  checkFeed(report, receipt);
  const [entry, ...more] = receipt.entries;
  const isOne = entry?.kind === 'protection' && more.length === 0;
  report.holds('one entry of the journal', isOne, entry?.number ?? 'none');
  report.same('time of the entry', entry?.at, receipt.at);
  report.same('who took it over', receipt.account, 'house:bad-debt');
  const units = usdt(receipt.amount);
  report.holds('amount', units > 0n, usdtText(units));
  checkPayments(report, 'cover', receipt.entries, [
    { from: ['house:bad-debt'], to: ['user:deficit'], units, why: 'the deficit' },
  ]);
  const closing = files.receipts.find(({ number }) => number === receipt.closing);
  if (closing === undefined) return;
  report.same('closing: its time', closing.closedAt, receipt.at);
  report.same('closing: its order', closing.orderNo, receipt.orderNo);
  report.same('closing: its prices', closing.feed.key, receipt.feed.key);
  report.same('closing: its account', closing.mode, receipt.mode);
  report.same('closing: its cover', closing.cover, receipt.number);
}
