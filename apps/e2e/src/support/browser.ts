import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import type { Language } from './words.ts';

/** Longest wait for anything a person waits for; the machine may be busy with other tests. */
export const PATIENCE_MS = 60_000;

/** Read only once: a second list of them would stand in the place of the first. */
const FEATURES_OFF = [
  'OptimizationHints',
  'MediaRouter',
  'Translate',
  'AutofillServerCommunication',
  // Each new window would load two pages for an address bar that nobody sees: a second of processor time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Chromium asks its maker many things by itself; a test of "no request elsewhere" must not. */
const QUIET = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** A camera of Chromium's own, which a page may use without a question. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** A Chromium without a window; the caller closes it. */
export function openBrowser(
  executablePath: string,
  { hasCamera = false }: { readonly hasCamera?: boolean } = {},
): Promise<Browser> {
  // Chromium refuses its own sandbox to root.
  const rooted = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...QUIET, ...rooted, ...(hasCamera ? CAMERA : [])];
  return chromium.launch({ executablePath, args, headless: true });
}

/** What a visitor holds in the hand. */
export type Device = 'desktop' | 'mobile';

const DESKTOP_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/140.0.0.0 Safari/537.36';
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/140.0.0.0 Mobile Safari/537.36';

/** A screen of 1440 × 900, and the phone the designs are drawn for. */
const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 }, userAgent: DESKTOP_AGENT },
  mobile: {
    viewport: { width: 390, height: 844 },
    userAgent: PHONE_AGENT,
    isMobile: true,
    hasTouch: true,
  },
} as const;

/** Who visits: with what, in which language, and what the browser remembers of earlier visits. */
export type VisitOptions = {
  readonly url: string;
  readonly device?: Device;
  readonly width?: number;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  /** The phone's first-visit board was not answered yet. */
  readonly isFirst?: boolean;
  /** User name of an account that is opened and signed in before the visit begins. */
  readonly signedUpAs?: string;
  /** Whether the browser keeps the frame for a day without a connection; one of a private window does not. */
  readonly keepsFrame?: boolean;
};

/** One person's browser: a page, and everything it did that a person would not see. */
export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the page's console, and what it threw. */
  readonly consoleErrors: string[];
  /** Addresses outside the product that were asked for. */
  readonly externalRequests: string[];
  /** Goes to a path of the product. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
};

/** A password nobody else has thought of. */
export const PASSWORD = 'a lantern on the pier';

type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** Opens an account without the page; answers the cookie of its session. */
async function signUp(url: string, username: string, agent: string): Promise<Cookie> {
  const path = `${BASE_PATH}${CALLS['accounts.register'].path}`;
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ username, password: PASSWORD, client: 'web' }),
  });
  const [given = ''] = response.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(given) ?? [];
  const [, cookiePath = '/'] = /path=([^;]+)/i.exec(given) ?? [];
  if (name === undefined || value === undefined) {
    throw new Error(`no account for ${username}: ${await response.text()}`);
  }
  const scope = { domain: new URL(url).hostname, path: cookiePath, expires: -1 };
  return { name, value, ...scope, httpOnly: true, secure: false, sameSite: 'Strict' };
}

/** Opens a browser of a person's own, without any page loaded. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visitor> {
  const {
    url,
    device = 'desktop',
    language,
    theme = 'light',
    isFirst = false,
    signedUpAs,
    keepsFrame = false,
  } = options;
  const { origin } = new URL(url);
  const screen = SCREENS[device];
  const remembered = {
    ...(isFirst ? {} : { showBoard: '1' }),
    ...(signedUpAs === undefined ? {} : { isLogin: '1' }),
    ...(language === undefined ? {} : { currentLanguage: language }),
  };
  const context = await browser.newContext({
    ...screen,
    viewport: { ...screen.viewport, width: options.width ?? screen.viewport.width },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (signedUpAs !== undefined) {
    await context.addCookies([await signUp(url, signedUpAs, screen.userAgent)]);
  }
  if (!keepsFrame) await context.addInitScript(refuseWorkers);
  const page = await context.newPage();
  await remember(page, origin, remembered);
  return {
    page,
    context,
    ...listen(context, origin),
    async open(path) {
      await page.goto(new URL(path, url).href);
    },
    close: () => context.close(),
  };
}

/**
 * Refuses workers, as a private window of some browsers does. Three seconds after a page came, a
 * worker would fetch everything once more: a slow machine would look at another page than a quick one.
 */
function refuseWorkers(): void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const refused = (): Promise<never> =>
    Promise.reject(new DOMException('no workers in this window', 'SecurityError'));
  Object.defineProperty(serviceWorker, 'register', { value: refused });
}

/** Leaves in the storage of an address what earlier visits left there, without loading its page. */
async function remember(
  page: Page,
  origin: string,
  kept: Readonly<Record<string, string>>,
): Promise<void> {
  const address = `${origin}/`;
  // With an icon of its own: else the browser asks for one and complains that there is none.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, kept);
  await page.unroute(address);
}

/** Listens to every page of a context, so that also a window it opens is heard. */
function listen(
  context: BrowserContext,
  origin: string,
): Pick<Visitor, 'consoleErrors' | 'externalRequests'> {
  const consoleErrors: string[] = [];
  const externalRequests: string[] = [];
  const host = new URL(origin).host;
  const hear = (address: string): void => {
    const { protocol, host: asked } = new URL(address);
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== host)
      externalRequests.push(address);
  };
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    consoleErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => consoleErrors.push(`thrown: ${String(error.error())}`));
  context.on('request', (request) => hear(request.url()));
  const hearSockets = (page: Page): void => {
    page.on('websocket', (socket) => hear(socket.url()));
  };
  context.pages().forEach(hearSockets);
  context.on('page', hearSockets);
  return { consoleErrors, externalRequests };
}

/**
 * Runs a journey; when it fails, its picture and the page's console are kept in the system's folder
 * for temporary files and the error says where.
 */
export async function journey(visitor: Visitor, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const kept = await keepEvidence(visitor);
    process.stderr.write(`A journey failed; its picture and console: ${kept}\n`);
    throw error;
  } finally {
    await visitor.close();
  }
}

async function keepEvidence({ page, consoleErrors, externalRequests }: Visitor): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-journey-'));
  const lines = [page.url(), ...consoleErrors, ...externalRequests.map((one) => `asked: ${one}`)];
  await writeFile(join(folder, 'console.txt'), `${lines.join('\n')}\n`);
  // A page that crashed has no picture; the console is kept all the same.
  await page.screenshot({ path: join(folder, 'page.png') }).catch(() => undefined);
  return folder;
}
