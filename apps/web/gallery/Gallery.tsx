import { LOCALES, type Locale, activateLocale, activeLocale } from '@candor/locales';
import { SelectField, ToastHost } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { EXAMPLES } from './examples/index.ts';
import { ICONS, PARTS } from './parts.ts';

type Look = { readonly theme: 'light' | 'dark'; readonly dir: 'ltr' | 'rtl' };

/** Each part stands four times: what breaks in one look is seen beside the others. */
const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })),
);

/** Every part once, under its name. */
export function Examples(): ReactElement {
  return (
    <>
      {PARTS.map((name) => {
        const Example = EXAMPLES[name];
        return (
          <section key={name} aria-label={name} className="flex min-w-0 flex-col gap-2">
            <h2 className="text-md">{name}</h2>
            {Example === undefined ? `No example of ${name} yet.` : <Example />}
          </section>
        );
      })}
      <section aria-label="Icons" className="flex min-w-0 flex-col gap-2">
        <h2 className="text-md">Icons</h2>
        <ul className="flex flex-wrap gap-3">
          {ICONS.map(([name, Icon]) => (
            <li key={name} title={name}>
              <Icon />
              <span className="sr-only">{name}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Pane({ theme, dir }: Look): ReactElement {
  return (
    <div
      data-theme={theme}
      dir={dir}
      className="flex min-w-0 flex-col gap-8 bg-canvas p-6 text-ink"
    >
      <p className="text-sm text-ink-3">{`${theme} · ${dir}`}</p>
      <Examples />
    </div>
  );
}

/** All parts in all looks, in any of the product's languages and in either layout. */
export function Gallery(): ReactElement {
  const [language, setLanguage] = useState<string>(activeLocale().value);
  const [layout, setLayout] = useState('desktop');
  const speak = (value: string): void => {
    const locale: Locale | undefined = LOCALES.find((one) => one.value === value);
    if (locale === undefined) return;
    setLanguage(value);
    document.documentElement.lang = locale.htmlLang;
    void activateLocale(locale);
  };
  return (
    <main className="grid gap-4 bg-canvas p-6 text-ink" data-layout={layout}>
      <h1 className="text-xl">Parts</h1>
      <div className="flex flex-wrap gap-4">
        <SelectField
          label="Language"
          className="w-40"
          value={language}
          onChange={speak}
          choices={LOCALES.map((one) => ({ value: one.value, label: one.value }))}
        />
        <SelectField
          label="Layout"
          className="w-40"
          value={layout}
          onChange={setLayout}
          choices={['desktop', 'mobile'].map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="grid grid-cols-[repeat(4,minmax(320px,1fr))] gap-4 overflow-x-auto">
        {LOOKS.map((look) => (
          <Pane key={`${look.theme} ${look.dir}`} {...look} />
        ))}
      </div>
      <ToastHost />
    </main>
  );
}
