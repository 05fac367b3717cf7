import type { Locale, LocaleValue } from '@candor/locales';

/** Faces of scripts that not every system has; a language in Latin letters needs none. */
const FONTS: Readonly<Partial<Record<LocaleValue, () => Promise<unknown>>>> = {
  zh: () => import('@candor/ui/fonts-zh.css'),
  hk: () => import('@candor/ui/fonts-hk.css'),
  ja: () => import('@candor/ui/fonts-ja.css'),
  ko: () => import('@candor/ui/fonts-ko.css'),
  ar: () => import('@candor/ui/fonts-ar.css'),
  th: () => import('@candor/ui/fonts-th.css'),
};

/** Declares the face of a language's script; a browser fetches of it what the page shows. */
export async function loadFont({ value }: Locale): Promise<void> {
  await FONTS[value]?.();
}
