/** Size, leverage and rates of a contract against its specification and the fee schedule. */
import { checkRate, greatestCount } from './documents.mjs';
import { decimal, textOf } from './numbers.mjs';

/** Most leverage real money is offered, by class; the parameter of the class may be lower. */
const CAPS = {
  forexMajor: [30, 'leverage.forexMajor'],
  forex: [20, 'leverage.forex'],
  crypto: [2, 'leverage.crypto'],
  stock: [5, 'leverage.stock'],
  etf: [5, 'leverage.stock'],
  future: [10, 'leverage.commodity'],
  index: [20, 'leverage.index'],
  gold: [20, 'leverage.gold'],
  metal: [10, 'leverage.commodity'],
  energy: [10, 'leverage.commodity'],
};

const FEE_CAP = '0.003';

/** That lots stand on their step and within the limits, and follow from the parts before. */
export function checkLots(report, receipt, { documents, lots }) {
  const { specification } = documents;
  const [step, least, most] = ['lotStep', 'lotsMin', 'lotsMax'].map((key) =>
    decimal(specification[key]),
  );
  const isSized = lots.opened >= least && lots.opened <= most && lots.opened % step === 0n;
  report.holds('lots.size', 'lots opened', isSized, receipt.lots.opened);
  const earlier = receipt.earlier.reduce((sum, part) => sum + decimal(part.lots), 0n);
  const is = textOf(lots.opened - earlier);
  report.same('lots.parts', 'lots open before', { said: receipt.lots.before, is });
  const isPart = lots.closed > 0n && lots.closed <= lots.before;
  report.holds('lots.parts', 'lots closed', isPart, `${receipt.lots.closed} of ${is}`);
  let open = lots.opened;
  for (const part of [...receipt.earlier.map((one) => decimal(one.lots)), lots.closed]) {
    const rest = open - part;
    const isAllowed =
      part > 0n && (rest === 0n || (part % step === 0n && part >= least && rest >= least));
    report.holds('lots.size', `part of ${textOf(open)}`, isAllowed, textOf(part));
    open = rest;
  }
}

/** That the leverage is within what the schedule allowed and, for real money, the cap. */
export function checkLeverage(report, receipt, { documents }) {
  const { leverage, mode, acceptedAt } = receipt;
  const [cap, key] = CAPS[documents.specification.class] ?? [0, ''];
  const offered = greatestCount(documents, key, acceptedAt) ?? 0;
  const most = mode === 'real' ? Math.min(cap, offered) : offered;
  const isAllowed = leverage >= 1 && leverage <= most;
  report.holds('leverage.cap', 'leverage', isAllowed, `${leverage} of at most ${most}`);
}

/** That the fee rate is that of the acceptance and below the cap. */
export function checkRates(report, receipt, { documents, files }) {
  const { fee, acceptedAt } = receipt;
  const rule = 'fee.schedule';
  report.same(rule, 'fee: its parameter', { said: fee.parameter, is: 'contract.feeRate' });
  checkRate(report, 'fee rate', { said: fee, documents, files, at: acceptedAt });
  const rate = decimal(fee.rate);
  const isCapped = rate >= 0n && rate <= decimal(FEE_CAP);
  report.holds('fee.cap', 'fee rate', isCapped, `${fee.rate} of at most ${FEE_CAP}`);
}
