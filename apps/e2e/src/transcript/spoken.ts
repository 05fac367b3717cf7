import type { CDPSession, Locator, Page } from 'playwright-core';

/** What a screen reader has to say: of what has the focus, one line a step, and of live regions. */
export type Transcript = {
  readonly steps: readonly string[];
  /** Each once, in the order it was first said. */
  readonly said: readonly string[];
};

/** More stops than any page has. */
const STOPS_MAX = 150;
/** Figures, numbers of receipts and marks of direction: what differs between two days. */
const FIGURES = /[+−-]?\d[\d,.]*%?/g;
const NUMBERS = /\b[0-9A-F]{6,}…?|\b\d{6}-[0-9A-Z]+/g;
const MARKS = /[\u2066-\u2069\u200e\u200f]/g;

/** A text without its figures: names stay, prices go. */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(MARKS, '')
    .replaceAll(NUMBERS, '#')
    .replaceAll(FIGURES, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Value = { readonly value?: unknown } | undefined;
type Node = {
  readonly role?: Value;
  readonly name?: Value;
  readonly value?: Value;
  readonly description?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
};
const textOf = (one: Value): string => withoutFigures(String(one?.value ?? ''));

/** States that are said with a name. */
const STATES = ['checked', 'selected', 'expanded', 'pressed', 'invalid'];

/** What has the focus, as the browser's accessibility tree has it. */
async function focused(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  const { objectId } = result;
  if (objectId === undefined) return 'nothing';
  const asked = { objectId, fetchRelatives: false };
  const { nodes } = await session.send('Accessibility.getPartialAXTree', asked);
  const [node] = nodes as readonly Node[];
  const states = (node?.properties ?? [])
    .filter(({ name, value }) => STATES.includes(name) && String(value?.value) !== 'false')
    .map(({ name, value }) =>
      String(value?.value) === 'true' ? name : `${name} ${textOf(value)}`,
    );
  const parts = [textOf(node?.role), `“${textOf(node?.name)}”`, ...states];
  const value = textOf(node?.value);
  return [...parts, ...(value === '' ? [] : [`value ${value}`])].join(', ');
}

/** Listens to one page, and writes down each step a person takes by keyboard. */
export async function listenTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  const steps: string[] = [];
  const said: string[] = [];
  await page.exposeFunction('heard', (text: string) => {
    const line = withoutFigures(text);
    if (line !== '' && !said.includes(line)) said.push(line);
  });
  await page.evaluate(() => {
    const live =
      '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const { heard } = window as unknown as { heard(text: string): void };
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = target instanceof Element ? target : target.parentElement;
        const region = around?.closest(live);
        if (region != null) regions.add(region);
        for (const added of addedNodes) {
          if (added instanceof Element && added.matches(live)) regions.add(added);
        }
      }
      for (const region of regions) {
        const parts = [...region.querySelectorAll('li')];
        for (const part of parts.length === 0 ? [region] : parts)
          heard((part as HTMLElement).innerText);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const note = async (key: string): Promise<void> => {
    steps.push(`${key}: ${await focused(session)}`);
  };
  const isAt = (target: Locator): Promise<boolean> =>
    target.evaluateAll((all) => all.includes(document.activeElement as never));
  return {
    /** Writes down what has the focus now, after a key that was not pressed here. */
    note,
    /** Presses a key and writes down where it leads. */
    async press(key: string): Promise<void> {
      await page.keyboard.press(key);
      await note(key);
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      await note('typed');
    },
    /** Goes on until something has the focus; `isTold` writes each stop on the way down. */
    async tabTo(target: Locator, { key = 'Tab', isTold = false } = {}): Promise<void> {
      for (let stop = 0; stop < STOPS_MAX; stop += 1) {
        await page.keyboard.press(key);
        const isThere = await isAt(target);
        if (isTold || isThere) await note(isTold || stop === 0 ? key : `${key} …`);
        if (isThere) return;
      }
      throw new Error(`${STOPS_MAX} presses of ${key} did not reach ${String(target)}`);
    },
    transcript: (): Transcript => ({ steps, said }),
  };
}
