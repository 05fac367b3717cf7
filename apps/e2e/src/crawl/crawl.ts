import type { Page } from 'playwright-core';
import type { Device, Visitor } from '../support/browser.ts';
import { axeFaults } from '../support/faults.ts';
import { type Language, rowOf, wordsOf } from '../support/words.ts';
import { LOOK, type Seen } from './in-page.ts';
import { go, settled, speak, waitingCalls } from './moves.ts';
import { type Sight, type Stop, stopsOf } from './routes.ts';
import { sayPseudo } from './pseudo.ts';
import { faultsOfPseudo, faultsOfTexts, plainTexts } from './texts.ts';
import { WINDOWS, isOfPhone, measureIn } from './windows.ts';

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
/** In two languages that follow one another axe sees each page at each width once. */
const AXE_TURNS = 2;
/** One language from the left and one from the right are looked at in the narrowest window of a frame as well. */
const BOTH_WIDTHS: readonly Language[] = ['en', 'ar'];

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

const widthOf = (page: Page): number => page.viewportSize()?.width ?? 0;

/** Goes to a width where the page is not in it: the whole page is laid out and drawn anew. */
async function widen(page: Page, waiting: () => number, width: number): Promise<void> {
  if (widthOf(page) === width) return;
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
  // What only this width shows may have something to fetch.
  await settled(page, waiting, 1);
}

/** What broke a look is one of its faults: the others are looked at all the same. */
const firstLine = (error: unknown): string => String(error).split('\n').slice(0, 3).join(' ');

/** What a look needs besides its stop. */
type Parts = {
  readonly crawl: Crawl;
  readonly language: Language;
  readonly english: Set<string>;
  readonly waiting: () => number;
  /** The device's own width. */
  readonly usual: number;
  /** How many languages came before. */
  readonly turn: number;
  /** axe is slow and sees the same at both widths: each of them looks at every other stop. */
  readonly isAxeTurn: boolean;
};

/** What is wrong with the words of a page and with the language it says it is in. */
function faultsOfWords(seen: Seen, { crawl, language, english }: Parts): string[] {
  if (language === 'en') plainTexts(seen.said).forEach((text) => english.add(text));
  const { htmlLang, dir } = rowOf(language);
  const frame =
    seen.lang === htmlLang && seen.dir === dir ? [] : [`html is ${seen.lang} ${seen.dir}`];
  const texts = crawl.isPseudo
    ? faultsOfPseudo(seen.said, crawl.names)
    : faultsOfTexts(seen.said, { language, names: crawl.names, english });
  return [...frame, ...texts];
}

/** Looks at one stop in one language, in the widths of its device. */
async function look(stop: Stop, parts: Parts): Promise<string[]> {
  const { crawl, language } = parts;
  const { visitor, who } = crawl;
  const { page } = visitor;
  const sight: Sight = { ...crawl, say: crawl.isPseudo ? sayPseudo : wordsOf(language) };
  const isPseudo = crawl.isPseudo === true;
  // Where a page fits depends on how its letters run: the pseudo texts are as long as any, and stand in every window.
  const isWide = crawl.isWhole === true || BOTH_WIDTHS.includes(language);
  const isInBoth = !isPseudo && isWide && (who === 'trader') === stop.isPrivate;
  // A page that needs no more than its address is begun in the width the one before ended in.
  const isAsItStands = isInBoth && stop.prepare === undefined;
  if (!isAsItStands) await widen(page, parts.waiting, parts.usual);
  await go(page, stop.path.replace('NUMBER', crawl.receipt));
  await settled(page, parts.waiting);
  await stop.prepare?.(sight);
  const other = widthOf(page) === parts.usual ? NARROWEST[crawl.device] : parts.usual;
  const faults: string[] = [];
  for (const width of isInBoth ? [widthOf(page), other] : [parts.usual]) {
    await widen(page, parts.waiting, width);
    const seen: Seen = await page.evaluate(LOOK);
    if (width !== parts.usual) {
      faults.push(...seen.faults.map((fault) => `at ${width}, ${fault}`));
      continue;
    }
    faults.push(...seen.faults, ...faultsOfWords(seen, parts));
    if (isPseudo || !parts.isAxeTurn || (who === 'trader') !== stop.isPrivate) continue;
    const themes = { isFirst: parts.turn < AXE_TURNS, isDarkToo: language === 'en' };
    faults.push(...(await axeInBothThemes(page, themes)));
  }
  if (!isPseudo) return faults;
  const windows = WINDOWS.filter((one) => isOfPhone(one) === (crawl.device === 'mobile'));
  const measured = await measureIn(page, parts.waiting, windows);
  // No language is so long that these are short: for them, that something says so is enough.
  const told = measured.filter(({ fault }) => !fault.endsWith('short without a title'));
  return [...faults, ...told.map(({ width, fault }) => `at ${width}, ${fault}`)];
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
  const usual = widthOf(page);
  await visitor.open('/');
  for (const [turn, language] of crawl.languages.entries()) {
    await widen(page, waiting, usual);
    await go(page, '/help');
    await settled(page, waiting);
    if (language !== spoken) await speak(page, spoken, language);
    spoken = language;
    const isBrief = who === 'trader' && language !== 'en' && crawl.isWhole === undefined;
    for (const [at, stop] of stops.entries()) {
      if (isBrief && !stop.isPrivate) continue;
      const isAxeTurn = (turn + at + (device === 'mobile' ? 1 : 0)) % AXE_TURNS === 0;
      const parts = { crawl, language, english, waiting, usual, turn, isAxeTurn };
      const faults = await look(stop, parts).catch((error: unknown) => [firstLine(error)]);
      found.push(...faults.map((fault) => `${language} ${device} ${who} ${stop.name}: ${fault}`));
    }
  }
  return [...found, ...visitor.consoleErrors, ...visitor.externalRequests];
}
