import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Logger, type ProxyOptions, createLogger, createServer } from 'vite';

// Beside nothing that npm installs: `npm ci` would take it away.
const CACHE = fileURLToPath(new URL('../../../.cache/vite', import.meta.url));

/** The pages as they are written, under one address with the calls and the socket. */
export type DevServer = {
  /** Where browsers find it. */
  readonly url: string;
  stop(): Promise<void>;
};

/** What the server answers itself; everything else is a page or a module of one. */
function toServer(target: string): Record<string, ProxyOptions> {
  return {
    // The desk's paths; no page of either application has a module or an address below them.
    '^/(?:swx|desk)/': { target },
    '^/message$|^/message\\?': { target, ws: true },
    '^/(?:healthz|metrics|openapi\\.json)$': { target },
  };
}

/** While the server starts anew nobody answers behind the proxy, which every open page would report. */
function quietLogger(): Logger {
  const logger = createLogger('info');
  const { error } = logger;
  return {
    ...logger,
    error(message, options) {
      if (!message.includes('proxy error')) error(message, options);
    },
  };
}

/**
 * Serves the pages from their sources and hands calls and the socket on to the server. Vite is a
 * part of our own HTTP server here: alone it would end the whole process on a signal, before the
 * database was stopped.
 */
export async function startDevServer(options: {
  /** Vite's settings of the application. */
  readonly config: string;
  readonly port: number;
  readonly host: string;
  /** The server's own address. */
  readonly server: string;
}): Promise<DevServer> {
  const http = createHttpServer();
  const vite = await createServer({
    configFile: options.config,
    // Another folder for each application: they run side by side.
    cacheDir: `${CACHE}-${basename(dirname(options.config))}`,
    clearScreen: false,
    customLogger: quietLogger(),
    server: {
      middlewareMode: { server: http },
      ws: { server: http },
      proxy: toServer(options.server),
    },
  });
  http.on('request', vite.middlewares);
  try {
    http.listen(options.port, options.host);
    await once(http, 'listening');
  } catch (error) {
    await vite.close();
    throw error;
  }
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://${options.host}:${port}`,
    async stop() {
      http.close();
      http.closeAllConnections();
      await vite.close();
    },
  };
}
