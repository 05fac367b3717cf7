import { randomUUID } from 'node:crypto';
import type { RequestId, UserId } from '@candor/kernel';
import { hashOf } from '../../src/platform/commit/idempotency.ts';
import { type Tally, addTally } from './counts.ts';

/** What an answer comes down to. */
export type Answer = {
  readonly code: string;
  readonly name: string;
  readonly why: string;
  readonly id: string;
  readonly requestId: string;
  readonly result: Readonly<Record<string, unknown>>;
};

type Kept = { readonly kept: string };

type Sent = {
  readonly userId: UserId;
  readonly request: {
    readonly userId: UserId;
    readonly requestId: RequestId;
    readonly call: string;
    readonly bodyHash: string;
  };
};

function answerOf({ kept }: Kept, requestId: string): Answer {
  const said = JSON.parse(kept) as {
    code: string;
    result?: { id?: string; name?: string; facts?: { why?: string } };
  };
  return {
    code: said.code,
    name: said.result?.name ?? '',
    why: said.result?.facts?.why ?? '',
    id: said.result?.id ?? '',
    requestId,
    result: (said.result ?? {}) as Answer['result'],
  };
}

/**
 * Sends a command of a user under a request of its own; `again`: once more the same, and once under the same
 * request with another body. What is refused, and what is sent again, has to leave everything as it was.
 */
export async function askOnce(
  world: { readonly tally: Tally; readonly wrong: string[] },
  asked: {
    readonly userId: UserId;
    readonly call: string;
    readonly body: object;
    readonly again: boolean;
    /** Everything such a command may change, in one line. */
    readonly digest: () => Promise<string>;
    /** Told of the id before it is sent. */
    readonly under?: (requestId: string) => void;
  },
  send: (command: Sent) => Promise<Kept>,
): Promise<Answer> {
  const { userId, call, body, again, digest, under } = asked;
  const count = (what: string): void => addTally(world.tally, new Map([[what, 1]]));
  const requestId = randomUUID() as RequestId;
  under?.(requestId);
  const commandOf = (said: object): Sent => ({
    userId,
    request: { userId, requestId, call, bodyHash: hashOf(said) },
  });
  const before = await digest();
  const first = await send(commandOf(body));
  const answer = answerOf(first, requestId);
  const after = await digest();
  const isRefused = answer.code !== '200';
  if (isRefused && after !== before) world.wrong.push(`${call} was refused and changed something`);
  count(isRefused ? `${call} refused: ${answer.why || answer.name}` : `${call} done`);
  if (!again || isRefused) return answer;
  const same = await send(commandOf(body));
  if (same.kept !== first.kept) world.wrong.push('the same request got another answer');
  const other = answerOf(await send(commandOf({ ...body, other: true })), requestId);
  if (other.code === '200') world.wrong.push('one request was used for two bodies');
  if ((await digest()) !== after) world.wrong.push('a request that came again did something');
  count('same request again');
  count('same request, other body');
  return answer;
}
