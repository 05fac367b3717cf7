// Promise: orders of a capped instrument go one after another, and no user's orders keep those of others
// from their turn.
import { expect, test } from 'vitest';
import { Busy } from '../../platform/postgres/unavailable.ts';
import { TURNS_OF_ONE, createTurns } from './turns.ts';

test('one after another, also behind one that failed', async () => {
  const turns = createTurns();
  const began: number[] = [];
  let end = (): void => undefined;
  const first = turns.take({ code: 'ETH/USDT', userId: 'a' }, async () => {
    began.push(1);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    throw new Error('planted');
  });
  const second = turns.take({ code: 'ETH/USDT', userId: 'b' }, async () => began.push(2));
  await turns.take({ code: 'BTC/USDT', userId: 'b' }, async () => began.push(3));
  expect(began).toEqual([1, 3]);
  end();
  await expect(first).rejects.toThrow('planted');
  await second;
  expect(began).toEqual([1, 3, 2]);
});

test('a user who sends without end is refused, the next user is not', async () => {
  const turns = createTurns();
  const at = (userId: string, work: () => Promise<unknown>) =>
    turns.take({ code: 'ETH/USDT', userId }, work);
  let end = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    end = resolve;
  });
  const own = Array.from({ length: TURNS_OF_ONE }, () => at('a', () => waiting));
  await expect(at('a', () => waiting)).rejects.toBeInstanceOf(Busy);
  const other = at('b', async () => 'ok');
  end();
  await Promise.all(own);
  expect(await other).toBe('ok');
  expect(await at('a', async () => 'again')).toBe('again');
});
