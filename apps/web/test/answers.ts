import { refusal, success, type ErrorName } from '@candor/protocol';
import { vi } from 'vitest';

/** One call as it reached the network. */
export type Sent = {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
};

type Answer = { readonly status: number; readonly envelope: unknown };

/** A success of the protocol. */
export const answered = (result: unknown): Answer => ({ status: 200, envelope: success(result) });

/** A refusal of the protocol. */
export const refused = (
  name: ErrorName,
  field?: string,
  facts: Readonly<Record<string, string>> = {},
): Answer => ({
  status: name === 'session-over' ? 401 : 200,
  envelope: refusal({ name, facts, ...(field === undefined ? {} : { field }) }),
});

/** Rejects, as `fetch` does, when the page no longer waits. */
const hungUp = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Stands in for the server: answers each path by a function, and keeps what was sent. */
export function standInForServer(
  answers: Readonly<Record<string, (sent: Sent) => Answer | Promise<Answer>>>,
): Sent[] {
  const all: Sent[] = [];
  const answer = async (input: string, init: RequestInit): Promise<Response> => {
    const path = input.split('?')[0] ?? '';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const sent = {
      path: input,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body,
    };
    init.signal?.throwIfAborted();
    all.push(sent);
    const found = answers[path.replace('/swx/customer', '')];
    if (found === undefined) throw new TypeError(`nobody answers ${path}`);
    const { status, envelope } = await Promise.race([found(sent), hungUp(init.signal)]);
    return Response.json(envelope, { status });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return all;
}
