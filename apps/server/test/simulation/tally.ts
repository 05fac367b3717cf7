import { type Tally, missingOf } from './counts.ts';
import type { World } from './world.ts';

/** A run that never saw one of these has shown nothing about it. */
const MUST_HAPPEN = [
  'close-out',
  'gap past a stop',
  'negative balance covered',
  'option void',
  'overdraft refused',
] as const;

/** The same for what is less rare. */
const SHOULD_HAPPEN = [
  'stop loss',
  'take profit',
  'trailing stop',
  'order filled',
  'order rejected',
  'closed in part',
  'option won',
  'option lost',
  'option tie',
  'financing',
  'same request again',
  'same id, other body',
  'leverage refused',
  'stale price refused',
  'one of two closings done',
  'asked after it was reached',
  'a silent hour before a start',
  'a price lost at a start',
  'reversed at a held price',
  'held price left behind',
] as const;

/** Counts what a run left behind. */
export function tallyOf(world: World): Tally {
  const { closings, orders, entries, options } = world.now;
  const said = (what: string): number => world.tally.get(what) ?? 0;
  const ended = (reason: string): number =>
    closings.filter((closing) => closing.reason === reason).length;
  const gaps = closings.filter((closing) => {
    const order = orders.find(({ id }) => id === closing.contractId);
    if (closing.reason !== 'stopLoss' || closing.asked === null || closing.price === null) {
      return false;
    }
    return order?.side === 'long' ? closing.price < closing.asked : closing.price > closing.asked;
  });
  const outcome = (name: string): number => options.filter((one) => one.outcome === name).length;
  const posted = (kind: string): number => entries.filter((one) => one.kind === kind).length;
  const stale = [...world.tally].filter(([what]) => what.endsWith(' 10015'));
  return new Map([
    ['close-out', ended('closeOut')],
    ['gap past a stop', gaps.length],
    ['negative balance covered', posted('protection')],
    ['option void', outcome('void')],
    ['overdraft refused', said('overdraft 10011')],
    ['stop loss', ended('stopLoss')],
    ['take profit', ended('takeProfit')],
    ['trailing stop', ended('trailing')],
    ['order filled', orders.filter((one) => one.type !== 'market' && one.tick !== null).length],
    ['order rejected', orders.filter((one) => one.reason === 'rejected').length],
    ['closed in part', said('closed in part')],
    ['option won', outcome('won')],
    ['option lost', outcome('lost')],
    ['option tie', outcome('tie')],
    ['financing', posted('financing')],
    ['same request again', said('same request again')],
    ['same id, other body', said('same id, other body')],
    ['leverage refused', said('open 11024')],
    ['stale price refused', stale.reduce((sum, [, times]) => sum + times, 0)],
    ['one of two closings done', said('two closings, 1 done')],
    ['asked after it was reached', said('asked after it was reached')],
    ['a silent hour before a start', said('silence')],
    ['a price lost at a start', said('silence with its price lost')],
    ['reversed at a held price', said('reverseHeld 200')],
    ['held price left behind', said('reverseHeld 11016')],
  ]);
}

/** What never happened. */
export function missing(all: Tally): string[] {
  return missingOf(all, [...MUST_HAPPEN, ...SHOULD_HAPPEN]);
}
