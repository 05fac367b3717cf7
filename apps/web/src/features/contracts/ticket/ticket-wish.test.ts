// Promise: an order wished for the ticket of one user's trading accounts is not filled in for
// others.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { type TicketWish, forgetWish, onTicketWish, wishForTicket } from './ticket-wish.ts';

const session = (id: string) => ({
  token: id,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});
const WISH: TicketWish = { code: 'BTC/USDT', fields: { lots: '0.05' } };

beforeEach(() => beginSession(session('mara')));
afterEach(() => {
  forgetWish();
  endSession();
});

/** What the ticket of the market hears once it is on screen. */
async function heard(): Promise<TicketWish[]> {
  const wishes: TicketWish[] = [];
  const stop = onTicketWish(WISH.code, (wish) => wishes.push(wish));
  await Promise.resolve();
  stop();
  return wishes;
}

it('is heard by the ticket that comes on screen next', async () => {
  wishForTicket(WISH);
  expect(await heard()).toEqual([WISH]);
});

const changes: [string, () => void][] = [
  ['the other mode', () => setMode('real')],
  ['somebody else', () => beginSession(session('noor'))],
  ['a visitor', () => endSession()],
];
it.each(changes)('is not heard by the ticket of %s', async (_whose, change) => {
  wishForTicket(WISH);
  change();
  expect(await heard()).toEqual([]);
});
