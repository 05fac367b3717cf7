import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './start-app.ts';

/** A first message, as a user writes it. */
export const OPENING = {
  subject: 'A fee I do not understand',
  text: 'Which fee was taken from my last order?',
  language: 'en',
} as const;

/** Begins a conversation of an account, or of a visitor without a token. */
export async function opened(
  product: TestApp,
  token?: string,
): Promise<{ id: string; number: string; visitorToken?: string | undefined }> {
  const body = { ...OPENING, requestId: randomUUID() };
  const answer = await product.call('support.open', {
    ...(token === undefined ? {} : { token }),
    body,
  });
  expect(answer.code).toBe('200');
  return answer.result;
}

/** Answers as the desk does; the reference of the answer. */
export async function answered(
  product: TestApp,
  number: string,
  text: string,
  name = 'Anna',
): Promise<string> {
  const [row] = await product.db.query<{ id: string; messages: number }>(
    'select id, messages from support.conversation where number = $1',
    [number],
  );
  const done = await product.app.inbox.answer({
    id: row?.id ?? '',
    after: row?.messages ?? 0,
    by: { kind: 'terminal', name: 'a test' },
    action: 'support.reply',
    name,
    text,
  });
  if (!done.ok) throw new Error(`no answer: ${done.failure.name}`);
  await product.app.relay.settled();
  return done.value.reference;
}
