import { localeOf } from '@candor/locales';
import type { ContentText } from '@candor/protocol/light';
import { Note, PlusIcon, formatTime, parseMarkup, useT } from '@candor/ui';
import { useMemo, type ReactElement } from 'react';
import { useNamedPage } from '../../lib/page-title.ts';
import { Markup } from './Markup.tsx';
import { partsOf } from './markup.ts';

/** The language a text is written in, for the browser's voice and the direction of its lines. */
function tongueOf({ language }: Pick<ContentText, 'language'>): { lang?: string; dir?: string } {
  const locale = localeOf(language);
  return locale === null ? {} : { lang: locale.htmlLang, dir: locale.dir };
}

/** Says that the original is read, because the reader's language is not there. */
function OriginalNote({ text }: { readonly text: ContentText }): ReactElement | null {
  const t = useT();
  return text.original ? <Note className="mt-4">{t('content.original')}</Note> : null;
}

/** Which version of a text is read, and since when it stands. */
function VersionLine({ text }: { readonly text: ContentText }): ReactElement {
  const t = useT();
  const day = formatTime(text.updatedAt, 'day');
  return (
    <p className="mt-10 border-t border-line pt-4 text-sm text-ink-3">
      {t('content.version', { version: String(text.version), day })}
    </p>
  );
}

/** A whole text under its title. */
export function TextView({ text }: { readonly text: ContentText }): ReactElement {
  useNamedPage(text.title);
  const nodes = useMemo(() => parseMarkup(text.html), [text.html]);
  return (
    <>
      <div {...tongueOf(text)}>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {text.title}
        </h1>
      </div>
      <OriginalNote text={text} />
      <article
        {...tongueOf(text)}
        className="mt-4 max-w-[72ch] text-md leading-7 text-ink-2 [overflow-wrap:anywhere]"
      >
        <Markup nodes={nodes} />
      </article>
      <VersionLine text={text} />
    </>
  );
}

/** A text of questions: each opens to its answer. */
export function QuestionsView({ text }: { readonly text: ContentText }): ReactElement {
  const parts = useMemo(() => partsOf(parseMarkup(text.html)), [text.html]);
  return (
    <section aria-labelledby={`faq-${text.id}`}>
      <div {...tongueOf(text)}>
        <h2 id={`faq-${text.id}`} className="text-xl">
          {text.title}
        </h2>
      </div>
      <OriginalNote text={text} />
      <div {...tongueOf(text)} className="mt-3 border-t border-line text-ink-2">
        {parts.map(({ question, nodes }) =>
          question === null ? (
            <Markup key="" nodes={nodes} />
          ) : (
            <details key={question} className="group border-b border-line">
              <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium text-ink [&::-webkit-details-marker]:hidden">
                {question}
                <PlusIcon size={18} className="shrink-0 text-ink-3 group-open:rotate-45" />
              </summary>
              <div className="max-w-[72ch] pb-3 leading-7">
                <Markup nodes={nodes} />
              </div>
            </details>
          ),
        )}
      </div>
    </section>
  );
}
