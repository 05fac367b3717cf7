/**
 * The page's own worker: keeps the frame and the files of one build, so that the page opens without
 * a connection and can say so. It never sees a call: no price, balance or order is ever kept.
 * It imports nothing; `vite/worker.ts` writes it with the names of the build's first files.
 */
type Waiting = { waitUntil(work: Promise<unknown>): void };
type FetchParams = Waiting & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Told = Waiting & { readonly data: unknown };
type Scope = {
  readonly location: Location;
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', act: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', act: (event: FetchParams) => void): void;
  addEventListener(name: 'message', act: (event: Told) => void): void;
};

/** What the build writes here: the files the page begins with, and a number of all its files. */
declare const BUILD: { readonly name: string; readonly files: readonly string[] };

const scope = globalThis as unknown as Scope;
const PREFIX = 'candor-';
const CACHE = `${PREFIX}${BUILD.name}`;
/** The page under a name nobody can ask for: it answers for every page while nobody else does. */
const SHELL = '/assets/shell';
const ASSETS = '/assets/';
/** Pages that are never answered from here: visitors write on one, the other carries a secret. */
const OWN_PAGES = /^\/(?:service\.html|api\/)/;

const pathOf = (request: Request): string => new URL(request.url).pathname;

async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    files.map(async (file) => {
      if ((await cache.match(file)) === undefined) await cache.add(file);
    }),
  );
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's own store: this is the page that stands when nothing else can be asked.
  const page = await fetch(new Request('/', { cache: 'reload', credentials: 'omit' }));
  if (!page.ok) throw new Error('the page did not come');
  await cache.put(SHELL, page);
  await keep(BUILD.files);
}

/** Takes over at once; the files of earlier builds go. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** The page as the server sends it now; the kept one only when nobody answers. */
async function pageFor({ request, preloadResponse }: FetchParams): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const shell = await caches.match(SHELL);
    return shell ?? Response.error();
  }
}

/** A file whose name changes with its content: the kept one is the right one. */
async function fileFor(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await cache.put(request.url, answer.clone());
  return answer;
}

/** Names of files a page says it uses; anything else it may say is not a file of ours. */
function filesIn(data: unknown): readonly string[] {
  const { files } = (data ?? {}) as { files?: unknown };
  if (!Array.isArray(files)) return [];
  return files.filter(
    (file): file is string => typeof file === 'string' && /^\/assets\/[\w.-]+$/.test(file),
  );
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  if (event.data === 'begin') event.waitUntil(scope.skipWaiting());
  else event.waitUntil(keep(filesIn(event.data)).catch(() => undefined));
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (request.method !== 'GET' || new URL(request.url).origin !== scope.location.origin) return;
  if (request.mode === 'navigate' && !OWN_PAGES.test(path)) event.respondWith(pageFor(event));
  else if (path.startsWith(ASSETS)) event.respondWith(fileFor(request));
});
