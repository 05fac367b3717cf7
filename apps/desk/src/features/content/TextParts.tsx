import { localeOf } from '@candor/locales';
import type { DeskCallInput, DeskCallResult } from '@candor/protocol/desk-light';
import { ErrorNote, Markup, Note, parseMarkup } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { lineChanges } from './line-changes.ts';

type Body = NonNullable<DeskCallInput<'content.publish'>['body']>;
/** One of the languages of the product. */
export type Language = Body['texts'][number]['language'];
/** A text as the product would answer it. */
export type Preview = DeskCallResult<'content.preview'>;

const MARKS = { same: ' ', added: '+', removed: '−' } as const;
const LOOKS = { same: 'text-ink-3', added: 'text-ok', removed: 'text-warn' } as const;

/** What is different, line by line. */
export function Changes(props: { readonly before: string; readonly after: string }): ReactElement {
  const { before, after } = props;
  const t = useDeskT();
  const changes = lineChanges(before, after);
  const isSame = changes.every(({ kind }) => kind === 'same');
  return (
    <section aria-label={t('content.changes')} className="mt-5">
      <h3 className="text-base tracking-normal">{t('content.changes')}</h3>
      {isSame ? (
        <p className="mt-1 text-sm text-ink-3">{t('content.no-changes')}</p>
      ) : (
        <div className="mono mt-1 rounded-md bg-sunken p-3 text-xs break-words whitespace-pre-wrap">
          {changes.map(({ kind, line }, place) => (
            // Lines are drawn anew whenever they change.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={place} className={LOOKS[kind]}>
              {MARKS[kind]} <bdi>{line}</bdi>
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

/** A text as its readers will see it. */
export function Drawn(props: {
  readonly preview: Preview;
  readonly language: Language;
}): ReactElement {
  const { preview, language } = props;
  const t = useDeskT();
  const locale = localeOf(language);
  const { unknownPlaces: unknown, isCleaned, html } = preview;
  return (
    <section aria-label={t('content.preview')} className="mt-5 grid gap-3">
      {unknown.length > 0 && (
        <ErrorNote>{t('content.unknown-places', { places: unknown.join(', ') })}</ErrorNote>
      )}
      {isCleaned && <Note tone="warn">{t('content.cleaned')}</Note>}
      <article
        {...(locale === null ? {} : { lang: locale.htmlLang, dir: locale.dir })}
        className="max-w-[72ch] rounded-md border border-line p-4 text-md leading-7 text-ink-2 [overflow-wrap:anywhere]"
      >
        <Markup
          nodes={parseMarkup(html)}
          // A link of a preview leads nowhere: the desk is another origin.
          renderLink={(href, children) => (
            <span className="underline underline-offset-2" title={href}>
              {children}
            </span>
          )}
        />
      </article>
    </section>
  );
}
