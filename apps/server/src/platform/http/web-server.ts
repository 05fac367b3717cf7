import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import rateLimit from '@fastify/rate-limit';
import serveStatic from '@fastify/static';
import { type Clock, newUuid } from '@candor/kernel';
import { httpStatusOf, refusal, unavailable } from '@candor/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { BODY_BYTES_MAX, addParser } from './body.ts';
import { systemClock } from '../process/clock.ts';
import {
  BARE_HEADERS,
  type PageMark,
  addHeaders,
  addMark,
  filePolicy,
  markedPage,
  sendPage,
} from './headers.ts';
import { takesGzip } from './compression.ts';
import { sendRefusal } from './http.ts';
import type { Log } from '../process/log.ts';
import { createMinuteCount } from '../process/minute-count.ts';
import { addPolicyReports } from './policy-reports.ts';
import type { Proxies } from './proxies.ts';
import { QUERY_TOO_MUCH, URL_BYTES_MAX, parseQuery } from './query.ts';
import { hashSecret } from '../secrets/session.ts';
import { retryAfterOf } from '../postgres/unavailable.ts';

/** What the web server stands on. */
export type WebServerOptions = {
  readonly log: Log;
  /** Folder of the built pages. */
  readonly pages: URL;
  /** Whether the service can do its work now, for `/healthz`. */
  readonly isHealthy: () => Promise<boolean>;
  /** Figures for `/metrics`, where this server tells them; the token may read from anywhere. */
  readonly figures: { text(): Promise<string>; readonly token: string | null } | null;
  readonly openApi: () => object;
  /** Beginning of paths that are never a page. */
  readonly callsAt: string;
  /** Whether browsers reach it by https. */
  readonly isSecure: boolean;
  /** Nothing here is money: every answer and every page says so; null where it may be. */
  readonly marks?: readonly PageMark[] | null;
  /** What a rehearsal's answers are dated by; this machine's unless it says another. */
  readonly clock?: Clock;
  /** Proxies whose word for a caller's address counts; none unless the operator names them. */
  readonly proxies?: Proxies;
  /** A browser said that a page's policy stopped something. */
  readonly onReport?: () => void;
  /** A connection could not be taken. */
  readonly onAcceptFailed?: () => void;
  /** A call was answered 503. */
  readonly onUnavailable?: () => void;
};

const HEADERS_TIMEOUT_MS = 10_000;
/** How often connections are looked at for what takes too long; Node's own pace is 30 s. */
const CONNECTIONS_CHECK_MS = 1_000;
/** The server decides within this time, well before a client gives up at 90 s. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longest value in a path; none of ours comes near. */
const PARAM_LENGTH_MAX = 200;
const ONE_YEAR_S = 31_536_000;

const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

function addErrors(
  app: FastifyInstance,
  { log, onUnavailable }: Pick<WebServerOptions, 'log' | 'onUnavailable'>,
): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendRefusal(reply, { name: 'unreadable' });
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== null) {
      onUnavailable?.();
      return sendUnavailable(request, reply, retryAfter);
    }
    const reference = newUuid(systemClock.now());
    log.error({ err: error, reference, path: request.url.split('?')[0] }, 'an answer failed');
    return sendRefusal(reply, { name: 'internal', facts: { reference } });
  });
}

/** An id of a request is short text; nothing else of a body goes into an answer. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** Says that a call could not be taken now, when to come again, and where to ask what became of it. */
function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfter: number,
): FastifyReply {
  const { requestId } = (request.body ?? {}) as { requestId?: unknown };
  const isAct = typeof requestId === 'string' && REQUEST_ID.test(requestId);
  return reply
    .code(httpStatusOf('unavailable'))
    .header('retry-after', String(retryAfter))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(unavailable(isAct ? requestId : null)));
}

const BROKEN = JSON.stringify(refusal({ name: 'unreadable' }));
const BROKEN_HEAD = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json; charset=utf-8',
  `content-length: ${Buffer.byteLength(BROKEN)}`,
  ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
  'connection: close\r\n\r\n',
].join('\r\n');

/**
 * For a connection on which nothing, or not all, came in time. Browsers open some before they need
 * them: by this status, and no other, they know that a call sent meanwhile was not read, and send it
 * again on another one.
 */
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** What cannot be read as HTTP at all never becomes a request; its answer is the envelope too. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  socket.end(isSlow ? TOO_SLOW : `${BROKEN_HEAD}${BROKEN}`, () => socket.destroy());
}

/**
 * A caller's address outlives its connection: what was sent on one that was cut off meanwhile is still
 * counted against the caller. Node forgets the address with the connection.
 */
function keepAddress(socket: Socket): void {
  const address = socket.remoteAddress;
  if (address === undefined) socket.destroy();
  else Object.defineProperty(socket, 'remoteAddress', { value: address });
}

function keepAddresses(app: FastifyInstance, log: Log): void {
  app.server.on('connection', keepAddress);
  const abandoned = createMinuteCount((counts) => {
    log.info({ requests: counts['requests'] }, 'answers for connections that were cut off');
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.socket.destroyed) abandoned.add('requests');
    done(null, payload);
  });
  app.addHook('onClose', async () => abandoned.stop());
}

/**
 * The servers behind an app: its own, and those of further addresses of one host, which the framework
 * names nowhere but under a symbol of its own.
 */
function serversOf(app: FastifyInstance): Server[] {
  const symbols = Object.getOwnPropertySymbols(app);
  const key = symbols.find(({ description }) => description === 'fastify.serverBindings');
  const further: unknown = key === undefined ? [] : Reflect.get(app, key);
  return [app.server, ...(Array.isArray(further) ? (further as Server[]) : [])];
}

/**
 * A connection that could not be taken, for want of file descriptors or memory, is that caller's
 * alone. Without a listener its error would end the process, and the framework's own closes the
 * server's other addresses.
 */
function lookAfterServers(app: FastifyInstance, log: Log, onFailed: () => void): void {
  const failed = createMinuteCount((connections) => {
    log.error({ connections }, 'connections could not be taken');
  });
  app.addHook('onListen', async () => {
    for (const server of serversOf(app)) {
      // What the framework gives the first server alone.
      if (server !== app.server)
        server.on('connection', keepAddress).on('clientError', answerBroken);
      server.removeAllListeners('error');
      server.on('error', (error: NodeJS.ErrnoException) => {
        onFailed();
        failed.add(error.code ?? error.name);
      });
    }
  });
  app.addHook('onClose', async () => failed.stop());
}

/**
 * Connections that are idle when the close begins are closed by it; those still busy would be kept
 * for the next request of their client, and the close would wait for them.
 */
function hangUpWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Every page path answers with the web page; unknown calls and files are refused. */
async function addPages(
  app: FastifyInstance,
  { pages, callsAt, marks = null }: Pick<WebServerOptions, 'pages' | 'callsAt' | 'marks'>,
): Promise<void> {
  const folder = fileURLToPath(pages);
  const page = new URL('index.html', pages);
  if (existsSync(page)) {
    await app.register(serveStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // The page itself is sent below, each time with a number of its own. What is packed is sent in
      // the place of its text: an address for each would be two thirds of all addresses.
      globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
      // The build leaves a .br and a .gz beside every text, so nothing is compressed per request.
      preCompressed: true,
      setHeaders(reply, path) {
        const forever = path.includes('/assets/');
        reply.header(
          'cache-control',
          forever ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
        );
        const policy = filePolicy(path);
        if (policy !== null) reply.header('content-security-policy', policy);
      },
    });
  }
  const built = existsSync(page) ? await readFile(page, 'utf8') : null;
  const html = built !== null && marks !== null ? markedPage(built, marks) : built;
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // The specification has a page path that ends like a file: "/service.html".
    const isFile = /\.(?!html$)[a-z0-9]+$/i.test(path);
    if (!isPage || path.startsWith(callsAt) || isFile || html === null) {
      return sendRefusal(reply, { name: 'not-found' });
    }
    return sendPage(reply, { path, html });
  });
}

/** Any caller may ask these, without a limit: each is worked out once for all who ask at once. */
function addOperations(app: FastifyInstance, options: WebServerOptions): void {
  let looking: Promise<boolean> | null = null;
  app.get('/healthz', async (_request, reply) => {
    looking ??= options
      .isHealthy()
      .catch(() => false)
      .finally(() => {
        looking = null;
      });
    const healthy = await looking;
    return reply.code(healthy ? 200 : 503).send({ healthy });
  });
  let document: { readonly text: string; readonly packed: Buffer } | null = null;
  app.get('/openapi.json', async (request, reply) => {
    if (document === null) {
      const text = JSON.stringify(options.openApi());
      document = { text, packed: gzipSync(text) };
    }
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (!takesGzip(request)) return reply.send(document.text);
    return reply.header('content-encoding', 'gzip').send(document.packed);
  });
  const { figures } = options;
  if (figures === null) return;
  app.get('/metrics', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    // As hashes: how long comparing takes says nothing of the token.
    const isKnown = figures.token !== null && hashSecret(token) === hashSecret(figures.token);
    if (!isKnown && !isLoopback(request.ip)) return sendRefusal(reply, { name: 'forbidden' });
    return reply.type('text/plain; version=0.0.4').send(await figures.text());
  });
}

/** Headers that say who asks and for whom. */
const SAID_ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'origin']);

/** Whether one of them came twice: what stands between may read the other one than we do. */
function saysTwice(rawHeaders: readonly string[]): boolean {
  const said: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SAID_ONCE.has(name)) continue;
    if (said.includes(name)) return true;
    said.push(name);
  }
  return false;
}

/** Makes the HTTP server with its limits, headers, pages and operations; routes are added to it. */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No line of ours names a request, so none gets a log of its own.
    childLoggerFactory: (log) => log,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      maxHeaderSize: 16 * 1024,
    },
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, querystringParser: parseQuery },
    clientErrorHandler: answerBroken,
    // An address that cannot be read: it reaches no route and no hook.
    frameworkErrors: (_error, _request, reply) => {
      void sendRefusal(reply.headers(BARE_HEADERS), { name: 'unreadable' });
    },
    // One proxy, the one at the other end of the socket: any client may write what stands before
    // it.
    trustProxy: (address, hop) => hop === 0 && options.proxies?.has(address) === true,
  });
  if (options.marks != null) addMark(app, options.clock ?? systemClock);
  app.addHook('onRequest', (request, reply, done) => {
    const isTooMuch = request.url.length > URL_BYTES_MAX || request.query === QUERY_TOO_MUCH;
    const isOdd = isTooMuch || saysTwice(request.raw.rawHeaders);
    if (isOdd) sendRefusal(reply, { name: 'unreadable' });
    else done();
  });
  keepAddresses(app, options.log);
  lookAfterServers(app, options.log, options.onAcceptFailed ?? (() => undefined));
  hangUpWhenClosing(app);
  addParser(app);
  addErrors(app, options);
  // Only the counting: `limits.ts` says what is counted, `http.ts` turns away.
  await app.register(rateLimit, { global: false });
  addHeaders(app, options.isSecure);
  await addPolicyReports(app, {
    log: options.log,
    onReport: options.onReport ?? (() => undefined),
  });
  addOperations(app, options);
  await addPages(app, options);
  return app;
}
