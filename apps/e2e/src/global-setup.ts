import { setTimeout as pause } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../../scripts/chromium.ts';
import { firstLinkIn } from './support/desk.ts';
import { ownerDatabase } from './support/database.ts';
import { writePricePath } from './support/price-path.ts';
import { type Product, cleanUp, startProduct } from './support/product.ts';
import type { SharedFeed } from './support/shared.ts';
import { countWalletCalls } from './support/wallet-calls.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser's program; tests ask for it with `inject('chromium')`. */
    chromium: string;
    /** Where the shared products are asked for. */
    products: string;
    /** What the browsers leave behind goes there, and goes with the run. */
    folder: string;
  }
}

/** One way up and down takes twenty seconds, so that no journey waits longer for a price. */
const STAIRS = 5;

async function faultsOf(feed: SharedFeed, product: Product): Promise<string[]> {
  const database = await ownerDatabase(product);
  const found = await database.faults();
  await database.end();
  return found.map((fault) => `${feed}: ${fault}`);
}

/** Starts each shared product when a journey first asks for it: other runs pay nothing. */
function shareProducts() {
  const started = new Map<SharedFeed, Promise<Product>>();
  const paths: { remove(): Promise<void> }[] = [];
  /** How many files use each; files that do not say when they end keep theirs for the whole run. */
  const users = new Map<SharedFeed, number>();
  const faults: string[] = [];

  async function start(feed: SharedFeed): Promise<Product> {
    if (feed === 'simulated') return startProduct({ feed });
    if (feed === 'google') {
      const env = { SOCIAL_GOOGLE_CLIENT_ID: 'candor', SOCIAL_GOOGLE_CLIENT_SECRET: 'a secret' };
      return startProduct({ feed: 'simulated', env });
    }
    const path = await writePricePath({ stairs: STAIRS });
    paths.push(path);
    return startProduct({ feed: path.feed });
  }

  return {
    async get(
      feed: SharedFeed,
    ): Promise<{ url: string; dataDir: string; deskLink: string | null }> {
      users.set(feed, (users.get(feed) ?? 0) + 1);
      const known = started.get(feed) ?? start(feed);
      started.set(feed, known);
      // One that did not start is no reason for the next journey to fail.
      known.catch(() => started.delete(feed));
      const { url, dataDir, untilOpen, said } = await known;
      await untilOpen('BTC/USDT');
      // The desk is opened after the pages: its link is said a moment later.
      for (let looks = 0; looks < 200 && firstLinkIn(said()) === null; looks += 1) await pause(100);
      return { url, dataDir, deskLink: firstLinkIn(said()) };
    },
    /** The link that was mailed to an address; without a mail server the product says its mails. */
    async linkMailed(feed: SharedFeed, to: string): Promise<string | null> {
      const product = await started.get(feed);
      for (let looks = 0; looks < 200; looks += 1) {
        const [, after] = (product?.said() ?? '').split(`Letter to ${to}:`);
        const [link] = /http\S+#\S+/.exec(after ?? '') ?? [];
        if (link !== undefined) return link;
        await pause(100);
      }
      return null;
    },
    /** A file needs it no more; after the last one it stops, for an idle product computes too. */
    async leave(feed: SharedFeed): Promise<void> {
      const left = (users.get(feed) ?? 0) - 1;
      users.set(feed, left);
      const known = started.get(feed);
      if (left > 0 || known === undefined) return;
      started.delete(feed);
      const product = await known;
      faults.push(...(await faultsOf(feed, product)));
      await product.stop();
    },
    /**
     * Sums the books of all journeys, then stops.
     *
     * @throws Error when a trading account is not whole
     */
    async end(): Promise<void> {
      try {
        const found = [...started].map(async ([feed, product]) => faultsOf(feed, await product));
        faults.push(...(await Promise.all(found)).flat());
        if (faults.length > 0) throw new Error(`Books of the journeys:\n${faults.join('\n')}`);
      } finally {
        await cleanUp();
        await Promise.all(paths.map((path) => path.remove()));
      }
    },
  };
}

/** Answers the workers on the loopback: they are other processes. */
async function serve(
  products: ReturnType<typeof shareProducts>,
  wallets: ReturnType<typeof countWalletCalls>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://products');
    if (pathname === '/wallet') {
      void text(request).then((method) => {
        wallets.add(method);
        response.end();
      });
      return;
    }
    const feed = pathname.slice(1) as SharedFeed;
    const mailedTo = searchParams.get('mailedTo');
    const asked: Promise<unknown> =
      mailedTo !== null
        ? products.linkMailed(feed, mailedTo)
        : request.method === 'DELETE'
          ? products.leave(feed)
          : products.get(feed);
    asked.then(
      (product) => response.end(JSON.stringify(product ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Finds the browser once, before the first journey, or says in one sentence what to do. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', await findChromium());
  const products = shareProducts();
  const wallets = countWalletCalls();
  const server = await serve(products, wallets);
  project.provide('products', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const folder = await mkdtemp(join(tmpdir(), 'candor-browsers-'));
  project.provide('folder', folder);
  return async () => {
    server.closeAllConnections();
    server.close();
    try {
      await products.end();
      // Over all journeys: nobody asked a wallet for more than who it is and a signed text.
      const forbidden = wallets.forbidden();
      if (forbidden.length > 0) throw new Error(`Wallets were asked: ${forbidden.join(', ')}`);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}
