import { DESK_CALLS, type DeskCallName } from '@candor/protocol/desk-light';
import { type ErrorName, refusal, success } from '@candor/protocol';
import { vi } from 'vitest';

/** One call as it reached the network. */
export type Sent = {
  readonly name: DeskCallName;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
};

type Answer = { readonly status: number; readonly envelope: unknown };

/** A success of the protocol. */
export const answered = (result: unknown): Answer => ({ status: 200, envelope: success(result) });

/** A refusal of the protocol; those of a session are said by the status alone. */
export const refused = (name: ErrorName, facts: Readonly<Record<string, string>> = {}): Answer => ({
  status: name === 'session-over' ? 401 : 200,
  envelope: refusal({ name, facts }),
});

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

function nameOf(method: string, path: string): DeskCallName {
  // "cases/counts" before "cases/:id".
  const fits = Object.entries(DESK_CALLS).filter(
    ([, call]) => call.method === method && patternOf(call.path).test(path),
  );
  const [best] = fits.toSorted(
    ([, a], [, b]) => a.path.split(':').length - b.path.split(':').length,
  );
  if (best === undefined) throw new TypeError(`the desk has no call ${method} ${path}`);
  return best[0] as DeskCallName;
}

/** Stands in for the server: answers each call by a function, and keeps what was sent. */
export function standInForServer(
  answers: Partial<Readonly<Record<DeskCallName, (sent: Sent) => Answer | Promise<Answer>>>>,
): Sent[] {
  const all: Sent[] = [];
  const answer = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path, searchParams: query } = new URL(input, 'http://desk.example');
    const name = nameOf(init.method ?? 'GET', path);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const sent = { name, path, query, body };
    init.signal?.throwIfAborted();
    all.push(sent);
    const found = answers[name];
    if (found === undefined) throw new TypeError(`nobody answers ${name}`);
    const { status, envelope } = await found(sent);
    if (status !== 200) return new Response(null, { status });
    return Response.json(envelope, { status });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return all;
}
