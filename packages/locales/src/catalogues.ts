import type { Messages } from '@lingui/core';
import type { LocaleValue } from './locales.ts';

/** Loads one part of a catalogue. */
export type Part = () => Promise<{ messages: Messages }>;

/**
 * Where each catalogue but the English one is. A bundler makes three lazy files of each: the texts of the first load,
 * those of the market's pages, and all the others. Only the chosen language's are ever loaded.
 * Written out, because a bundler reads these paths as they stand.
 */
export const CATALOGUES: Readonly<Record<Exclude<LocaleValue, 'en'>, readonly Part[]>> = {
  zh: [
    () => import('./zh-CN.po?lingui'),
    () => import('./zh-CN.po?market?lingui'),
    () => import('./zh-CN.po'),
  ],
  hk: [
    () => import('./zh-HK.po?lingui'),
    () => import('./zh-HK.po?market?lingui'),
    () => import('./zh-HK.po'),
  ],
  ja: [
    () => import('./ja.po?lingui'),
    () => import('./ja.po?market?lingui'),
    () => import('./ja.po'),
  ],
  ko: [
    () => import('./ko.po?lingui'),
    () => import('./ko.po?market?lingui'),
    () => import('./ko.po'),
  ],
  de: [
    () => import('./de.po?lingui'),
    () => import('./de.po?market?lingui'),
    () => import('./de.po'),
  ],
  fr: [
    () => import('./fr.po?lingui'),
    () => import('./fr.po?market?lingui'),
    () => import('./fr.po'),
  ],
  it: [
    () => import('./it.po?lingui'),
    () => import('./it.po?market?lingui'),
    () => import('./it.po'),
  ],
  es: [
    () => import('./es.po?lingui'),
    () => import('./es.po?market?lingui'),
    () => import('./es.po'),
  ],
  ar: [
    () => import('./ar.po?lingui'),
    () => import('./ar.po?market?lingui'),
    () => import('./ar.po'),
  ],
  th: [
    () => import('./th.po?lingui'),
    () => import('./th.po?market?lingui'),
    () => import('./th.po'),
  ],
};
