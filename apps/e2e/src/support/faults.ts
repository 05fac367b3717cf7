import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What of axe runs inside a page. */
type InPage = {
  readonly axe: {
    run(options: object): Promise<{
      violations: readonly { id: string; nodes: readonly { html: string }[] }[];
    }>;
  };
};

/** Which of its rules axe is asked: that on colours takes as long as all others together. */
type AxeRules = 'all' | 'colours' | 'all but colours';

const CHOICES = {
  all: {},
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  'all but colours': { rules: { 'color-contrast': { enabled: false } } },
} as const;

/**
 * What axe finds on a page, as short lines. No page has frames, so one look is enough. What passes
 * is not written down: that takes longer than the look, and nobody reads it.
 */
export async function axeFaults(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  // Half a megabyte of script: a page that was looked at before has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (chosen) => {
    const options = { resultTypes: ['violations'], ...chosen };
    const { violations } = await (window as unknown as InPage).axe.run(options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, CHOICES[rules]);
}

/** What axe finds, and whether the page is wider than its window. */
export async function pageFaults(page: Page): Promise<string[]> {
  const found = await axeFaults(page);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return isWide ? [...found, 'wider than its window'] : found;
}
