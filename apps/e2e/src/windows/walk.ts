import type { Page } from 'playwright-core';
import type { Visitor } from '../support/browser.ts';
import { type Language, wordsOf } from '../support/words.ts';
import { go, settled, speak, waitingCalls } from '../crawl/moves.ts';
import type { Sight, Stop } from '../crawl/routes.ts';
import { PHONE_MAX, WINDOWS, type Window, isOfPhone, measureIn } from '../crawl/windows.ts';

/** Who looks, at which stops, in which languages. */
export type Walk = {
  readonly visitor: Visitor;
  /** Who it is, as the findings name it. */
  readonly who: string;
  readonly stops: readonly Stop[];
  readonly languages: readonly Language[];
  /** Number of a receipt, for stops that open one. */
  readonly receipt?: string;
  /** A page between two looks at one address, which would not be drawn anew otherwise. */
  readonly between: string;
};

/** A fault, and where it was found. */
export type Finding = {
  readonly who: string;
  readonly page: string;
  readonly language: Language;
  readonly width: number;
  readonly fault: string;
};

const firstLine = (error: unknown): string => String(error).split('\n').slice(0, 2).join(' ');
const DESKS = WINDOWS.filter((one) => !isOfPhone(one));
const PHONES = WINDOWS.filter(isOfPhone);

/** The windows in the order that begins with the frame a page stands in: changing it draws all anew. */
function inOrder(page: Page): readonly Window[] {
  return (page.viewportSize()?.width ?? 0) <= PHONE_MAX ? WINDOWS.toReversed() : WINDOWS;
}

/** Opens one stop and measures it in every window. */
async function measure(walk: Walk, stop: Stop, language: Language, waiting: () => number) {
  const { page } = walk.visitor;
  const path = stop.path.replace('NUMBER', walk.receipt ?? '');
  const say = wordsOf(language);
  if (stop.prepare === undefined) {
    await go(page, path);
    await settled(page, waiting);
    return measureIn(page, waiting, inOrder(page));
  }
  const found = [];
  // What was prepared goes with the frame it stood in.
  for (const windows of [DESKS, PHONES]) {
    const [[width, height] = [1440, 900]] = windows;
    await go(page, walk.between);
    await page.setViewportSize({ width, height });
    await go(page, path);
    await settled(page, waiting);
    const device = windows === PHONES ? 'mobile' : 'desktop';
    const sight: Sight = { ...walk, who: 'trader', receipt: walk.receipt ?? '', say, device };
    await stop.prepare(sight);
    found.push(...(await measureIn(page, waiting, windows)));
    await page.keyboard.press('Escape');
  }
  return found;
}

/** Goes through every stop in every language, each opened once, and answers what does not fit. */
export async function walkWindows(walk: Walk): Promise<Finding[]> {
  const { visitor, who, stops } = walk;
  const { page } = visitor;
  const waiting = waitingCalls(page);
  const found: Finding[] = [];
  // What was said while its account came about is no fault of a window.
  const before = { errors: visitor.consoleErrors.length, asked: visitor.externalRequests.length };
  let spoken: Language = 'en';
  for (const language of walk.languages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page, walk.between);
    await settled(page, waiting);
    if (language !== spoken) await speak(page, spoken, language);
    spoken = language;
    // Away from whatever shows more under a pointer.
    await page.mouse.move(0, 0);
    for (const stop of stops) {
      const measured = await measure(walk, stop, language, waiting).catch((error: unknown) => [
        { width: page.viewportSize()?.width ?? 0, fault: firstLine(error) },
      ]);
      found.push(...measured.map((one) => ({ who, page: stop.name, language, ...one })));
    }
    process.stdout.write(`${who}, ${language}: ${stops.length} pages, ${found.length} faults\n`);
  }
  const heard = [
    ...visitor.consoleErrors.slice(before.errors),
    ...visitor.externalRequests.slice(before.asked),
  ];
  const last = { who, page: 'the console', language: spoken, width: 0 } as const;
  return [...found, ...heard.map((fault) => ({ ...last, fault }))];
}
