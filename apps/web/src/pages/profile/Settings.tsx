import { type LocaleValue, LOCALES, localeOf } from '@candor/locales';
import { Card, Field, Segments, bareInputClass, inputClass, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import {
  setAsksBeforeClose,
  setLanguage,
  setTheme,
  setUpDown,
  usePreferences,
} from '../../lib/preferences.ts';

type Theme = 'system' | 'light' | 'dark';

function LanguageField(): ReactElement {
  const t = useT();
  const locale = useLocale();
  const choose = (value: string): void => {
    const next = localeOf(value);
    if (next !== null) void setLanguage(next);
  };
  return (
    <Field
      label={t('language.label')}
      help={locale.reviewed ? undefined : t('language.unreviewed')}
    >
      {(control) => (
        <span className={`${inputClass} desktop:max-w-80`}>
          <select
            {...control}
            value={locale.value satisfies LocaleValue}
            onChange={(event) => choose(event.target.value)}
            className={bareInputClass}
          >
            {LOCALES.map((one) => (
              <option key={one.value} value={one.value} lang={one.htmlLang}>
                {one.name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

/** Language, theme, rising colours and questions: of this browser, and of all sessions of the user. */
export function Settings(): ReactElement {
  const t = useT();
  const locale = useLocale();
  const preferences = usePreferences();
  const theme: Theme = preferences.theme ?? 'system';
  return (
    <Card className="grid content-start gap-5 p-5 max-desktop:p-4">
      <h2 className="text-lg">{t('account.settings')}</h2>
      <LanguageField />
      <div className="grid justify-items-start gap-1.5">
        <span className="text-sm font-medium text-ink-2">{t('theme.label')}</span>
        <Segments
          label={t('theme.label')}
          value={theme}
          onChange={(next: Theme) => setTheme(next === 'system' ? null : next)}
          choices={[
            { value: 'system', label: t('account.theme-system') },
            { value: 'light', label: t('account.theme-light') },
            { value: 'dark', label: t('account.theme-dark') },
          ]}
        />
      </div>
      <div className="grid justify-items-start gap-1.5">
        <span className="text-sm font-medium text-ink-2">{t('account.up-down')}</span>
        <Segments
          label={t('account.up-down')}
          value={preferences.upDown ?? locale.upDown}
          onChange={setUpDown}
          choices={[
            { value: 'green-up', label: t('account.up-green') },
            { value: 'red-up', label: t('account.up-red') },
          ]}
        />
      </div>
      <div className="grid justify-items-start gap-1.5">
        <span className="text-sm font-medium text-ink-2">{t('account.before-close')}</span>
        <Segments
          label={t('account.before-close')}
          value={preferences.asksBeforeClose ? 'ask' : 'close'}
          onChange={(next: 'ask' | 'close') => setAsksBeforeClose(next === 'ask')}
          choices={[
            { value: 'ask', label: t('account.close-asks') },
            { value: 'close', label: t('account.close-unasked') },
          ]}
        />
      </div>
    </Card>
  );
}
