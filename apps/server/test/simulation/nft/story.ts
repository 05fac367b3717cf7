import { type Command, OVERASKS } from './commands.ts';

/** Short spellings of commands, for stories. */
export const offer = (
  how: Partial<Omit<Extract<Command, { do: 'offer' }>, 'do'>> = {},
): Command => ({
  do: 'offer',
  ...{ charity: 0, kind: 'auction', price: 100_000, step: 10_000, minutes: 60, later: 0 },
  ...{ extend: 5, most: 2, charityBasis: 8_777, chain: null, now: true },
  ...how,
});
export const bid = (user = 0, which = 0, above = 0, again = false): Command => ({
  do: 'bid',
  ...{ user, which, above, again },
});
const buy = (user = 0, which = 0, again = false): Command => ({
  do: 'buy',
  ...{ user, which, again },
});
export const time = (minutes: number, turn = true): Command => ({ do: 'time', minutes, turn });
export const end = (edge: -1 | 0 | 1 = 1, turn = true, which = 0): Command => ({
  do: 'end',
  ...{ which, edge, turn },
});
export const all = (user: number, more: 0 | 1 = 0, which = 0): Command => ({
  do: 'all',
  ...{ user, which, more },
});
export const change = (price = 200, now = true, which = 0): Command => ({
  do: 'change',
  ...{ which, price, now },
});
export const cancel = (now = true, which = 0): Command => ({ do: 'cancel', which, now });
export const payout = (share = 400, twice = false, now = true): Command => ({
  do: 'payout',
  charity: 0,
  ...{ share, twice, now },
});
export const creatorPayout = (share = 400, creator = 0, twice = false, now = true): Command => ({
  do: 'creatorPayout',
  ...{ creator, share, twice, now },
});
export const deliver = (which = 0, now = true): Command => ({ do: 'deliver', which, now });
export const decide = (which = 0, verdict: 'approved' | 'rejected' = 'approved'): Command => ({
  do: 'decide',
  ...{ which, verdict },
});
export const overask = (
  how: Extract<Command, { do: 'overask' }>['how'],
  user = 1,
  which = 0,
): Command => ({ do: 'overask', user, which, how });
export const pause = (kind: Extract<Command, { do: 'pause' }>['kind'], user = 0): Command => ({
  do: 'pause',
  ...{ user, kind },
});
export const limit = (share: number | null, user = 0): Command => ({ do: 'limit', user, share });
const reversal = (share: number, user = 0): Command => ({ do: 'reversal', user, share });
const together = (which = 0, above = 0): Command => ({ do: 'together', which, above });
const killed = (nth: number, at: 'bid' | 'end', which = 0): Command => ({
  do: 'killed',
  ...{ nth, at, which },
});
const again = (how: Extract<Command, { do: 'again' }>['how']): Command => ({ do: 'again', how });
const charity = (same: boolean, now = true): Command => ({ do: 'charity', same, now });

/** What is rare by chance, one after another. */
export const STORY: readonly Command[] = [
  // An auction whose end moves twice and not a third time; bids to the millisecond of its end.
  offer(),
  overask('below'),
  overask('malformed'),
  overask('unknown'),
  overask('otherKind'),
  bid(0, 0, 0, true),
  bid(1),
  change(60),
  overask('above'),
  bid(1, 0, 5_000),
  end(-1, false),
  bid(2),
  end(-1),
  bid(0),
  end(-1),
  bid(1),
  end(0, false),
  bid(2),
  time(0),
  payout(400),
  payout(400, true),
  payout(1_200),
  payout(1_000, false, false),
  payout(1_000, false, false),
  decide(0),
  decide(0),
  creatorPayout(400),
  creatorPayout(400, 0, true),
  creatorPayout(1_200),
  creatorPayout(1_000, 0, false, false),
  creatorPayout(1_000, 0, false, false),
  decide(0),
  decide(0),
  // Borrowed money, to the unit, and what is owed of a deposit that went back.
  offer({ price: 20_000 }),
  all(3, 1),
  all(3, 0),
  { do: 'deposit', user: 1, size: 3_000 },
  bid(1),
  { do: 'repay', share: 200 },
  all(3, 0),
  offer({ price: 40_000, charity: 0 }),
  bid(2, 1),
  reversal(1_300, 2),
  bid(0, 1),
  reversal(500, 0),
  together(1),
  // Pauses and limits, also of who leads.
  pause('freeze', 0),
  bid(0),
  pause('unfreeze', 0),
  pause('timeout', 1),
  bid(1),
  time(70),
  limit(100, 1),
  offer({ minutes: 2_000 }),
  limit(null, 1),
  all(1, 0),
  bid(1, 0, 0),
  // What two people decide, and what is not so any more when they do.
  charity(false),
  charity(true),
  charity(false, false),
  decide(0),
  change(30),
  change(40, false),
  change(50),
  decide(0),
  offer({ minutes: 5, now: false }),
  time(10),
  decide(0),
  offer({ minutes: 30, later: 5, charity: 1 }),
  bid(0, 1),
  time(6, false),
  bid(2, 1),
  cancel(false, 1),
  decide(0, 'rejected'),
  cancel(true, 1),
  cancel(true, 9),
  offer({ minutes: 5, price: 10_000 }),
  bid(1, 0),
  cancel(false, 0),
  end(1, false),
  decide(0),
  time(1),
  // At a fixed price, and on a chain.
  offer({ kind: 'fixed', charityBasis: 1 }),
  overask('price'),
  overask('otherKind'),
  buy(1, 0, true),
  offer({ kind: 'fixed', charityBasis: 10_000 }),
  together(0),
  offer({ chain: 'ethereum', minutes: 600 }),
  ...OVERASKS.filter((how) => how.endsWith('ddress') || how === 'otherChain').map((how) =>
    overask(how, 1, 0),
  ),
  bid(1),
  bid(1, 0, 3_000),
  end(1, true),
  deliver(2, false),
  // Whichever of those that were sold it is: the others have nothing to deliver.
  ...Array.from({ length: 8 }, (_, which) => deliver(which)),
  decide(0),
  // Nothing is taken while the switch is off; what was bid before is won all the same.
  offer({ price: 5_000 }),
  bid(1),
  { do: 'switch', on: false },
  bid(2),
  end(1, true),
  { do: 'switch', on: true },
  again('twice'),
  again('back'),
  again('restart'),
  offer({ price: 3_000 }),
  // Of a user who is paused, and of one who is not.
  killed(0, 'bid'),
  { do: 'deposit', user: 1, size: 3_000 },
  killed(0, 'bid', 1),
  killed(3, 'bid', 1),
  killed(1, 'bid', 1),
  killed(2, 'bid', 1),
  killed(2, 'end'),
  offer({ price: 3_000 }),
  bid(2),
  killed(1, 'end'),
  offer(),
  end(0),
  end(1, true),
  payout(1_000),
];
