import { type Tally, missingOf } from '../counts.ts';
import { waysOf } from './invariants.ts';
import { see } from './inspect.ts';
import type { World } from './world.ts';

/** A run that never saw one of these has shown nothing about it. */
const SHOULD_HAPPEN = [
  ...[
    'pay',
    'mine',
    'reorg',
    'lie',
    'away',
    'turn',
    'wait',
    'price',
    'hold',
    'holdEnds',
    'withdraw',
    'overdraw',
    'cancel',
    'advance',
    'decide',
    'batch',
    'send',
    'watch',
    'convert',
    'restart',
  ].map((name) => `did ${name}`),
  ...[' requested', 'requested held', 'requested approved', 'requested cancelled'],
  ...['held approved', 'held cancelled', 'held rejected', 'approved held', 'approved cancelled'],
  ...['approved broadcast', 'broadcast confirmed', 'broadcast failed', 'failed refunded'],
  'confirmed broadcast',
  'deposit credited',
  'deposit taken back',
  'deposit credited anew',
  'deposit owed',
  'owed paid by what came in',
  'withdrew everything',
  'same request again',
  'used quote refused',
  'overdraft: free-margin-short',
  'cancelled too late',
  'a hold ended',
  'sent, wrong',
  'converted coin to coin',
  'converted at a price that moved',
  'late conversion refused',
] as const;

/** Counts what a run left behind. */
export async function tallyOf(world: World): Promise<Tally> {
  const { now } = await see(world);
  const all: Tally = new Map(world.tally);
  const add = (what: string, times = 1): void => {
    all.set(what, (all.get(what) ?? 0) + times);
  };
  for (const one of now.withdrawals) for (const way of waysOf(one)) add(way);
  const kinds = (kind: string) => now.entries.filter((entry) => entry.kind === kind);
  add('deposit credited', kinds('deposit').length);
  add('deposit taken back', kinds('deposit-reversal').length);
  for (const { id } of now.deposits) {
    const own = kinds('deposit').filter(({ subject }) => subject === id);
    if (own.length > 1) add('deposit credited anew');
  }
  for (const { postings } of now.entries) {
    if (postings.some(({ from }) => from === 'user:reversed')) add('deposit owed');
    if (postings.some(({ to }) => to === 'user:reversed')) add('owed paid by what came in');
  }
  return all;
}

/** What never happened. */
export function missing(all: Tally): string[] {
  return missingOf(all, SHOULD_HAPPEN);
}
