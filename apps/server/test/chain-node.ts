import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a stand-in for a node answers: JSON, or whatever is written by hand. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly body: string | Uint8Array }
  | { readonly by: (response: ServerResponse) => void };

/** A stand-in for a node of a chain, which says what a test has it say. */
export type ChainNode = {
  readonly url: string;
  readonly asked: readonly { readonly path: string; readonly body: string }[];
  stop(): void;
};

/** Starts a stand-in on a free port of this machine. */
export async function startChainNode(
  replyTo: (asked: { readonly path: string; readonly body: string }) => Reply,
): Promise<ChainNode> {
  const asked: { path: string; body: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = { path: request.url ?? '', body: await text(request) };
    asked.push(one);
    const reply = replyTo(one);
    if ('by' in reply) {
      reply.by(response);
      return;
    }
    response.statusCode = reply.status ?? 200;
    response.end('json' in reply ? JSON.stringify(reply.json) : reply.body);
  };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/node/`,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
