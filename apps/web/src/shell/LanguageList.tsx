import { LOCALES, type Locale } from '@candor/locales';
import { CheckIcon, Sheet, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { setLanguage } from '../lib/preferences.ts';

/** The languages in their own script; the current one is checked. */
export function LanguageList({ onChosen }: { readonly onChosen: () => void }): ReactElement {
  const t = useT();
  const active = useLocale();
  const choose = (locale: Locale): void => {
    void setLanguage(locale).then(onChosen);
  };
  return (
    <ul aria-label={t('language.choose')} className="grid gap-0.5">
      {LOCALES.map((locale) => {
        const isOn = locale.value === active.value;
        return (
          <li key={locale.value}>
            <button
              type="button"
              lang={locale.htmlLang}
              aria-current={isOn || undefined}
              onClick={() => choose(locale)}
              className={`flex min-h-10 w-full items-center gap-2 rounded-sm px-3 text-start font-medium max-desktop:min-h-12 max-desktop:text-md ${
                isOn ? 'bg-accent-tint text-accent' : 'hover:bg-hover'
              }`}
            >
              {isOn ? <CheckIcon size={16} /> : <span className="size-4" />}
              <bdi>{locale.name}</bdi>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The list on a phone's sheet. */
export function LanguageSheet({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useT();
  return (
    <Sheet open onClose={onClose} title={t('language.choose')}>
      <div className="mt-3">
        <LanguageList onChosen={onClose} />
      </div>
    </Sheet>
  );
}
