/** Receipts that name one another, or one order, against each other. */
import { canonical } from './numbers.mjs';

const RULE = 'pair.receipts';

/** What every receipt of one order says the same of. */
const SHARED = [
  'mode',
  'feed',
  'orderNo',
  'instrument',
  'side',
  'orderType',
  'leverage',
  'acceptedAt',
  'open',
];

/** Another receipt by its number; null when the files do not have it, which is a difference. */
export function otherOf(report, files, number) {
  const found = files.receipts.filter((one) => one.number === number);
  const isOne = found.length > 0 && found.every((one) => canonical(one) === canonical(found[0]));
  const detail = found.length === 0 ? 'is not among the files' : `${found.length} files`;
  report.holds(RULE, `receipt ${number}`, isOne, detail);
  return found[0] ?? null;
}

function checkEarlierPart(report, receipt, part, files) {
  const other = otherOf(report, files, part.number);
  if (other === null) return;
  const what = `receipt ${part.number}`;
  const facts = [
    ['at', part.at, other.closedAt],
    ['lots', part.lots, other.lots?.closed],
    ['margin', part.margin, other.margin?.released],
    ['fee', part.openFee, other.fee?.open],
    ['financing', part.financing, other.financing?.share],
  ];
  for (const [key, said, is] of facts) report.same(RULE, `${what}: ${key}`, { said, is });
}

/** What is the same in two receipts of one order. */
function checkSame(report, receipt, other) {
  const differs = SHARED.filter((key) => canonical(receipt[key]) !== canonical(other[key]));
  const [former, later] =
    receipt.earlier.length <= other.earlier.length ? [receipt, other] : [other, receipt];
  const isListed =
    former.number === later.number ||
    later.earlier[former.earlier.length]?.number === former.number;
  const isPrefix = former.terms.every(
    (terms, index) => canonical(terms) === canonical(later.terms[index]),
  );
  const wrong = [...differs, ...(isListed ? [] : ['earlier']), ...(isPrefix ? [] : ['terms'])];
  const detail = wrong.length === 0 ? 'the same order' : wrong.join(', ');
  report.holds(RULE, `receipt ${other.number}`, wrong.length === 0, detail);
}

const closingEntry = ({ entries }) =>
  entries.find(({ kind }) => !['contract-open', 'financing', 'option-buy'].includes(kind))?.number;

/** Compares a contract's receipt with those it names and those of the same order. */
export function checkPairs(report, receipt, files) {
  for (const part of receipt.earlier) checkEarlierPart(report, receipt, part, files);
  const numbers = new Set([receipt.number, ...receipt.earlier.map(({ number }) => number)]);
  const isOnce = numbers.size === receipt.earlier.length + 1;
  report.holds(RULE, 'numbers', isOnce, `${numbers.size} receipts`);
  for (const other of files.receipts) {
    if (other.kind !== 'contract' || other.schema !== receipt.schema) continue;
    if (other.orderNo === receipt.orderNo) checkSame(report, receipt, other);
  }
  checkOwnEntry(report, receipt, files);
  if (receipt.cover === null) return;
  const cover = otherOf(report, files, receipt.cover);
  report.same(RULE, `cover ${receipt.cover}`, { said: cover?.closing, is: receipt.number });
}

/** That no other receipt cites the entry that ended this one, and that its number is its own. */
export function checkOwnEntry(report, receipt, files) {
  const entry = closingEntry(receipt);
  for (const other of files.receipts) {
    const isSelf = other.number === receipt.number;
    if (isSelf && other.hash !== receipt.hash) {
      report.holds(RULE, `receipt ${receipt.number}`, false, 'another receipt has this number');
    }
    if (isSelf || entry === undefined || closingEntry(other) !== entry) continue;
    report.holds(RULE, `entry ${entry}`, false, `receipt ${other.number} cites it as well`);
  }
}
