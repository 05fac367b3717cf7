import { expect, test } from 'vitest';
import { createBus } from './bus.ts';

test('a fact is heard by every listener of its topic, in the order they came, one at a time', async () => {
  const heard: string[] = [];
  const bus = createBus(() => undefined);
  bus.subscribe('a', async ({ n }: { n: number }) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    heard.push(`first ${n}`);
  });
  bus.subscribe('a', ({ n }: { n: number }) => void heard.push(`second ${n}`));
  bus.subscribe('b', () => void heard.push('other'));
  await bus.publish('a', { n: 1 });
  await bus.publish('a', { n: 2 });
  await bus.publish('nobody listens', {});
  expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
});

test('a listener that throws or rejects is reported and keeps nobody else from hearing', async () => {
  const errors: [unknown, string][] = [];
  const heard: string[] = [];
  const bus = createBus((error, topic) => errors.push([error, topic]));
  bus.subscribe('a', () => {
    throw new Error('thrown');
  });
  bus.subscribe('a', () => Promise.reject(new Error('rejected')));
  bus.subscribe('a', () => void heard.push('me'));
  await bus.publish('a', {});
  expect(heard).toEqual(['me']);
  expect(errors).toEqual([
    [new Error('thrown'), 'a'],
    [new Error('rejected'), 'a'],
  ]);
});
