import type { Carried, Coin, Command, SimNetwork } from './commands.ts';

/** Short spellings of commands, for stories. */
export const pay = (user: number, size: number, coin: Carried = 'USDT'): Command => ({
  do: 'pay',
  user,
  coin,
  size,
  outputs: 1,
});
export const mine = (blocks: number, network: SimNetwork = 'tron'): Command => ({
  do: 'mine',
  network,
  blocks,
  turn: true,
});
export const reorg = (depth: number, keeps: boolean, network: SimNetwork = 'tron'): Command => ({
  do: 'reorg',
  network,
  depth,
  keeps,
  turn: true,
});
export const withdraw = (user: number, share: number, coin: Carried = 'USDT'): Command => ({
  do: 'withdraw',
  user,
  coin,
  share,
  again: false,
});
export const batch = (network: SimNetwork = 'tron'): Command => ({ do: 'batch', network });
export const send = (how: 'paid' | 'failed' | 'wrong', network: SimNetwork = 'tron'): Command => ({
  do: 'send',
  network,
  how,
});
export const cancel = (which: number): Command => ({ do: 'cancel', which });
export const convert = (
  from: Coin,
  to: Coin,
  how: Extract<Command, { do: 'convert' }>['how'] = 'once',
  user = 0,
): Command => ({ do: 'convert', user, from, to, share: 500, how });
export const advance: Command = { do: 'advance' };
export const watch: Command = { do: 'watch' };
const decide = (verdict: 'approved' | 'rejected', which = 0): Command => ({
  do: 'decide',
  which,
  verdict,
});

/** What is rare by chance: blocks that confirmed something leave the chain, and what was spent is owed. */
export const STORY: readonly Command[] = [
  pay(0, 500),
  pay(1, 600),
  mine(25),
  withdraw(0, 900),
  advance,
  batch(),
  send('paid'),
  mine(25),
  watch,
  reorg(30, true),
  watch,
  mine(25),
  watch,
  // Its deposit leaves with a deeper reorganisation, once it was spent.
  pay(2, 700),
  mine(20),
  withdraw(2, 800),
  advance,
  reorg(25, true),
  advance,
  mine(25),
  decide('rejected'),
  pay(2, 300),
  mine(25),
  // One fails and one pays another; two are taken back before they may be signed.
  withdraw(1, 250),
  advance,
  batch(),
  send('failed'),
  // What failed comes back once nothing replaces its block.
  mine(45),
  watch,
  withdraw(1, 250),
  advance,
  batch(),
  send('wrong'),
  mine(25),
  watch,
  pay(0, 3_000),
  mine(25),
  withdraw(0, 700),
  withdraw(0, 150),
  advance,
  cancel(4),
  cancel(4),
  { do: 'away', network: 'ethereum' },
  mine(1, 'ethereum'),
  { do: 'away', network: 'ethereum' },
  convert('USDT', 'ETH', 'late'),
];
