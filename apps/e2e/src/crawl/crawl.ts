import type { Page } from 'playwright-core';
import { type Device, PATIENCE_MS, type Visitor } from '../support/browser.ts';
import { axeFaults } from '../support/faults.ts';
import { type Language, rowOf, wordsOf } from '../support/words.ts';
import { LOOK, type Seen } from './in-page.ts';
import { type Sight, type Stop, stopsOf } from './routes.ts';
import { sayPseudo } from './pseudo.ts';
import { faultsOfPseudo, faultsOfTexts, plainTexts } from './texts.ts';

/** What one crawl is. */
type Crawl = {
  readonly visitor: Visitor;
  readonly device: Device;
  readonly who: 'visitor' | 'trader';
  readonly languages: readonly Language[];
  readonly names: readonly string[];
  readonly receipt: string;
  /** Whether a trader sees the public pages in every language, and not in English alone. */
  readonly isWhole?: true;
  /** Whether the page speaks the pseudo language in the place of English. */
  readonly isPseudo?: true;
};

/** The other width a page must fit in, of those that show this frame. */
const NARROWEST: Readonly<Record<Device, number>> = { desktop: 1001, mobile: 320 };
const LOOK_AGAIN_MS = 25;
/** In two languages that follow one another axe sees each page at each width once. */
const AXE_TURNS = 2;

/** Counts the calls a page waits for. */
function waitingCalls(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/** Waits until a page has all it shows: nothing is fetched, nothing says that it is busy. */
async function settled(page: Page, waiting: () => number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let quiet = 0;
  while (performance.now() < until) {
    const isDrawn = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
      const main = document.querySelector('main, [role=main]') ?? document.body;
      // Whatever says that it is busy, and the still shapes of what is on its way.
      const shapes = '[aria-busy=true], span.block.rounded-xs.bg-sunken[aria-hidden=true]';
      const busy = [...document.querySelectorAll(shapes)].some((one) => one.checkVisibility());
      return main.textContent.trim() !== '' && !busy;
    });
    quiet = isDrawn && waiting() === 0 ? quiet + 1 : 0;
    if (quiet >= 3) return;
    await page.waitForTimeout(LOOK_AGAIN_MS);
  }
  throw new Error(`${page.url()} never settled`);
}

/** Goes to an address as a link of the app leads there: without loading everything again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Chooses a language with the picker of the frame. */
async function speak(page: Page, before: Language, next: Language): Promise<void> {
  const label = wordsOf(before)('language.label');
  const { name, htmlLang } = rowOf(next);
  await page
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first()
    .click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForFunction((lang) => document.documentElement.lang === lang, htmlLang);
}

/**
 * What axe finds. Colours are those of the theme and of no language: the first look at a page in a
 * width asks for them, and in English for those of the other theme too.
 */
async function axeInBothThemes(
  page: Page,
  { isFirst, isDarkToo }: { readonly isFirst: boolean; readonly isDarkToo: boolean },
): Promise<string[]> {
  const light = await axeFaults(page, isFirst ? 'all' : 'all but colours');
  if (!isDarkToo) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark, ${fault}`)];
}

async function narrowFaults(page: Page, device: Device): Promise<string[]> {
  const { height = 900, width: before = 0 } = page.viewportSize() ?? {};
  const width = NARROWEST[device];
  await page.setViewportSize({ width, height });
  // The frame is laid out again before it is looked at.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  const { faults }: Seen = await page.evaluate(LOOK);
  await page.setViewportSize({ width: before, height });
  return faults.map((fault) => `at ${width}, ${fault}`);
}

/** What broke a look is one of its faults: the others are looked at all the same. */
const firstLine = (error: unknown): string => String(error).split('\n').slice(0, 3).join(' ');

/** Looks at one stop in one language. */
async function look(
  stop: Stop,
  parts: {
    readonly crawl: Crawl;
    readonly language: Language;
    readonly english: Set<string>;
    readonly waiting: () => number;
    /** How many languages came before. */
    readonly turn: number;
    /** axe is slow and sees the same at both widths: each of them looks at every other stop. */
    readonly isAxeTurn: boolean;
  },
): Promise<string[]> {
  const { crawl, language, english } = parts;
  const { visitor, device, who } = crawl;
  const { page } = visitor;
  const sight: Sight = { ...crawl, say: crawl.isPseudo ? sayPseudo : wordsOf(language) };
  await go(page, stop.path.replace('NUMBER', crawl.receipt));
  await settled(page, parts.waiting);
  await stop.prepare?.(sight);
  const seen: Seen = await page.evaluate(LOOK);
  if (language === 'en') plainTexts(seen.said).forEach((text) => english.add(text));
  const { htmlLang, dir } = rowOf(language);
  const frame =
    seen.lang === htmlLang && seen.dir === dir ? [] : [`html is ${seen.lang} ${seen.dir}`];
  const texts = crawl.isPseudo
    ? faultsOfPseudo(seen.said, crawl.names)
    : faultsOfTexts(seen.said, { language, names: crawl.names, english });
  const faults = [...frame, ...seen.faults, ...texts];
  if (crawl.isPseudo === undefined && (who === 'trader') === stop.isPrivate) {
    faults.push(...(await narrowFaults(page, device)));
    const themes = { isFirst: parts.turn < AXE_TURNS, isDarkToo: language === 'en' };
    if (parts.isAxeTurn) faults.push(...(await axeInBothThemes(page, themes)));
  }
  return faults;
}

/** Goes through every page in every language and answers what is wrong, as short lines. */
export async function crawlAll(crawl: Crawl): Promise<string[]> {
  const { visitor, device, who } = crawl;
  const { page } = visitor;
  const waiting = waitingCalls(page);
  const english = new Set<string>();
  const stops = stopsOf().filter(({ isPrivate, isForVisitors }) =>
    who === 'visitor'
      ? !isPrivate
      : isForVisitors === undefined && (isPrivate || crawl.isPseudo === undefined),
  );
  const found: string[] = [];
  let spoken: Language = 'en';
  await visitor.open('/');
  for (const [turn, language] of crawl.languages.entries()) {
    await go(page, '/help');
    await settled(page, waiting);
    if (language !== spoken) await speak(page, spoken, language);
    spoken = language;
    const isBrief = who === 'trader' && language !== 'en' && crawl.isWhole === undefined;
    for (const [at, stop] of stops.entries()) {
      if (isBrief && !stop.isPrivate) continue;
      const isAxeTurn = (turn + at + (device === 'mobile' ? 1 : 0)) % AXE_TURNS === 0;
      const parts = { crawl, language, english, waiting, turn, isAxeTurn };
      const faults = await look(stop, parts).catch((error: unknown) => [firstLine(error)]);
      found.push(...faults.map((fault) => `${language} ${device} ${who} ${stop.name}: ${fault}`));
    }
  }
  return [...found, ...visitor.complaints, ...visitor.strangers];
}
