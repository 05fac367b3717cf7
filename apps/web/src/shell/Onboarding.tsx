import { LOCALES } from '@candor/locales';
import { Button, Logo, buttonClass, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../lib/paths.ts';
import { setLanguage } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';

/** The first thing a phone shows: what this is, in whose language, and two ways on. */
export function Onboarding({ onAnswer }: { readonly onAnswer: () => void }): ReactElement {
  const t = useT();
  const { value } = useLocale();
  const { state } = useSession();
  return (
    <main id="content" className="flex min-h-dvh flex-col gap-8 bg-surface px-6 py-10">
      <Logo height={32} />
      <div className="mt-auto">
        <h1 className="text-3xl tracking-display rtl:tracking-normal">{t('onboarding.title')}</h1>
        <p className="mt-4 text-md text-ink-2">{t('onboarding.text')}</p>
      </div>
      <div role="group" aria-label={t('language.label')} className="grid grid-cols-2 gap-2">
        {LOCALES.map((locale) => (
          <Button
            key={locale.value}
            variant={locale.value === value ? 'tertiary' : 'secondary'}
            size="lg"
            lang={locale.htmlLang}
            aria-pressed={locale.value === value}
            onClick={() => void setLanguage(locale)}
          >
            <bdi>{locale.name}</bdi>
          </Button>
        ))}
      </div>
      <div className="mb-auto grid gap-3">
        <Link
          href={state === 'out' ? PATHS.register : PATHS.home}
          onClick={onAnswer}
          className={buttonClass({ size: 'lg', wide: true })}
        >
          {t('onboarding.continue')}
        </Link>
        <Link
          href={PATHS.home}
          onClick={onAnswer}
          className={buttonClass({ variant: 'ghost', size: 'lg', wide: true })}
        >
          {t('onboarding.skip')}
        </Link>
      </div>
    </main>
  );
}
