import { type Tally, missingOf } from '../counts.ts';
import { NOTICES } from './figures.ts';
import { waysOf } from './invariants.ts';
import type { World } from './world.ts';

/** A simulation that never saw one of these has shown nothing about it. */
const SHOULD_HAPPEN = [
  ...[
    'price',
    'line',
    'alone',
    'silence',
    'apply',
    'overask',
    'decide',
    'cancel',
    'draw',
    'add',
    'repay',
    'shown',
    'overpay',
    'midnight',
    'writeOff',
    'identity',
    'deposit',
    'convert',
    'order',
    'close',
    'cover',
    'restart',
  ].map((name) => `did ${name}`),
  ...[' pendingReview', 'pendingReview approved', 'pendingReview rejected'],
  ...['pendingReview expired', 'approved repaymentInProgress', 'approved expired'],
  ...['repaymentInProgress repaid', 'repaymentInProgress overdue', 'repaymentInProgress sold'],
  ...['overdue repaid', 'overdue sold', 'overdue writtenOff'],
  ...NOTICES.map((_, index) => `told of line ${index + 1}`),
  ...[0, 3, 6].map((late) => `told ${late} days late`),
  ...['line', 'overdue', 'owner'].map((cause) => `sold: ${cause}`),
  'sold and lost',
  'sold several assets',
  'sold USDT',
  'interest',
  'not drawn in time',
  'repaid all from cash',
  'repaid in part from cash',
  'repaid in part from collateral',
  'loans.add-collateral done',
  'loans.draw refused: identification-state-forbids',
  'loans.draw refused: houseFloor',
  'loans.repay refused: unjudgeable',
  'asked beyond collateral: collateral',
  'asked beyond own: own',
  'asked beyond level: level',
  'asked beyond signature: not-signed',
  'asked beyond dust: pledge',
  'sold as it was shown',
  'more than was shown is not sold',
  'overpaid owed: owed',
  'overpaid free: free-margin-short',
  'taken back while pendingReview',
  'taken back while approved',
  'taken back too late',
  'write-off rejected, not done',
  'write-off approved, not done',
  'same request again',
  'a loan without a price',
  'contract opened',
  'converted',
  'covered',
] as const;

/** Counts what a run left behind. */
export function tallyOf(world: World): Tally {
  const all: Tally = new Map(world.tally);
  const add = (what: string, times = 1): void => {
    all.set(what, (all.get(what) ?? 0) + times);
  };
  const { loans, sales } = world.now;
  for (const loan of loans) {
    for (const way of waysOf(loan)) add(way);
    add('interest', loan.charges.length);
    if (loan.reason === 'not-drawn') add('not drawn in time');
  }
  for (const { news } of world.heard.values()) {
    if (news.kind === 'notice') add(`told of line ${news.line}`);
    if (news.kind === 'overdue') add(`told ${news.late} days late`);
  }
  for (const { cause, given, lost } of sales) {
    add(`sold: ${cause}`);
    if (lost.principal + lost.interest > 0n) add('sold and lost');
    if (given.length > 1) add('sold several assets');
    if (given.some(({ asset }) => asset === 'USDT')) add('sold USDT');
  }
  return all;
}

/** What never happened. */
export const missing = (all: Tally): string[] => missingOf(all, SHOULD_HAPPEN);
