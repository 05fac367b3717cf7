import { refusal, success, type ErrorName } from '@candor/protocol';
import { vi } from 'vitest';

/** One call as it reached the network. */
export type Sent = {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
};

type Said = { readonly status: number; readonly envelope: unknown };
type Answer = Said | { readonly file: Blob; readonly name: string };

/** A success of the protocol. */
export const answered = (result: unknown): Said => ({ status: 200, envelope: success(result) });

/** A file, as a call that makes one answers. */
export const answeredFile = (file: Blob, name: string): Answer => ({ file, name });

/** A refusal of the protocol. */
export const refused = (
  name: ErrorName,
  field?: string,
  facts: Readonly<Record<string, string>> = {},
): Said => ({
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
    const said = await Promise.race([found(sent), hungUp(init.signal)]);
    if ('envelope' in said) return Response.json(said.envelope, { status: said.status });
    const { file, name } = said;
    const headers = {
      'content-type': file.type,
      'content-disposition': `attachment; filename="${name}"`,
    };
    return new Response(await file.arrayBuffer(), { headers });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return all;
}
