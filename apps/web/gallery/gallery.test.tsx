import { type LOCALES, activateLocale, loadAllTexts, localeOf } from '@candor/locales';
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from './examples/index.ts';
import { Examples, Gallery } from './Gallery.tsx';
import { ICONS, PARTS } from './parts.ts';

beforeAll(loadAllTexts);
afterEach(cleanup);

/** Seconds of a machine that does nothing else: every rule looks at every part. */
const WITHIN = { timeout: 60_000 };

/** What a reader of the page could not use. Colours are measured in `contrast.test.ts`. */
async function faultsIn(place: Element): Promise<string[]> {
  const rules = {
    'color-contrast': { enabled: false },
    // A part of a page, not the page.
    region: { enabled: false },
  };
  const { violations } = await axe.run(place, { rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the gallery', () => {
  it('has an example of every part that ui exports, and of nothing else', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(PARTS.toSorted());
    expect(ICONS.length).toBeGreaterThan(30);
  });

  it.each(['en', 'ar'])('shows no part that a reader cannot use: %s', WITHIN, async (value) => {
    const locale = localeOf(value) as (typeof LOCALES)[number];
    await activateLocale(locale);
    const { container } = render(
      <div dir={locale.dir} lang={locale.htmlLang}>
        <Examples />
      </div>,
    );
    expect(await faultsIn(container)).toEqual([]);
  });

  it('would be told of one: an input without a name is found', async () => {
    const { container } = render(<input />);
    expect(await faultsIn(container)).toEqual([expect.stringMatching(/^label: <input/)]);
  });

  it('shows each part in both themes and both directions', () => {
    const { container } = render(<Gallery />);
    const looks = [...container.querySelectorAll<HTMLElement>('[data-theme]')];
    expect(looks.map(({ dataset, dir }) => `${dataset['theme']} ${dir}`)).toEqual([
      'light ltr',
      'light rtl',
      'dark ltr',
      'dark rtl',
    ]);
    for (const look of looks) {
      const shown = [...look.querySelectorAll('section[aria-label]')].map((one) =>
        one.getAttribute('aria-label'),
      );
      expect(PARTS.filter((name) => !shown.includes(name))).toEqual([]);
    }
  });
});
