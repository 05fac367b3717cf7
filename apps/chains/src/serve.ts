import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';

/** What a call is answered with. */
export type Answer = { readonly status?: number; readonly body: string | Uint8Array };

/** A call that cannot be done; its sentence is the answer. */
export class Refused extends Error {}

const BODY_MAX = 8 * 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_MAX) throw new Refused('the body is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Answers HTTP on a free port of this machine alone. */
export async function serve(
  answer: (call: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly token: string;
  }) => Promise<Answer> | Answer,
  port = 0,
): Promise<{ readonly url: string; stop(): void }> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await bodyOf(request);
      const { method = 'GET', url: path = '/', headers } = request;
      const said = await answer({ method, path, body, token: headers.authorization ?? '' });
      response.writeHead(said.status ?? 200).end(said.body);
    } catch (error) {
      response.writeHead(400).end((error as Error).message);
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port that nothing listens on now. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createSocketServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether nothing listens on a port. */
export async function isFree(port: number): Promise<boolean> {
  try {
    return (await freePort(port)) === port;
  } catch {
    return false;
  }
}
