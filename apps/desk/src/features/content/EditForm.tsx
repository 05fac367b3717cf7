import { LOCALES, localeOf } from '@candor/locales';
import type { DeskCallInput, DeskCallResult } from '@candor/protocol/desk-light';
import {
  Button,
  ErrorNote,
  Markup,
  Note,
  SelectField,
  TextArea,
  TextInput,
  parseMarkup,
  toast,
} from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { usePublished } from './content-api.ts';
import { lineChanges } from './line-changes.ts';

type Body = NonNullable<DeskCallInput<'content.publish'>['body']>;
export type Language = Body['texts'][number]['language'];
type Preview = DeskCallResult<'content.preview'>;

const EXAMPLE = '{{contract.feeRate}}';
const MARKS = { same: ' ', added: '+', removed: '−' } as const;
const LOOKS = { same: 'text-ink-3', added: 'text-ok', removed: 'text-warn' } as const;

/** Chooses one of the languages of the product. */
export function LanguageField(props: {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}): ReactElement {
  const t = useDeskT();
  const choices = LOCALES.map(({ value, name }) => ({ value: value as Language, label: name }));
  return <SelectField label={t('content.language')} choices={choices} {...props} />;
}

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
function Drawn(props: { readonly preview: Preview; readonly language: Language }): ReactElement {
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

/** Writes one language of a text, looks at it and publishes it. */
export function EditForm(props: {
  /** Null for a new notice. */
  readonly id: string | null;
  readonly language: Language;
  readonly now: { readonly version: number; readonly title: string; readonly html: string } | null;
  readonly isLegal: boolean;
  readonly onDone: () => void;
}): ReactElement {
  const { id, language, now, isLegal, onDone } = props;
  const t = useDeskT();
  const command = useCommand();
  const published = usePublished();
  const [title, setTitle] = useState(now?.title ?? '');
  const [html, setHtml] = useState(now?.html ?? '');
  const [note, setNote] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isTried, setIsTried] = useState(false);
  const missing = t('sign-in.missing');
  const isEmpty = title.trim() === '' || html.trim() === '';
  const draw = async (): Promise<void> => {
    setIsTried(true);
    if (isEmpty) return;
    const answer = await command.send('content.preview', { body: { language, title, html } });
    if (answer !== null) setPreview(answer.value);
  };
  const publish = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (isEmpty || (isLegal && note.trim() === '')) return;
    const texts = [{ language, title, html, over: now?.version ?? 0 }];
    const answer = await command.send('content.publish', { body: { id, texts, note } });
    if (answer === null) return;
    const { cases } = answer.value;
    published();
    toast({
      title:
        cases.length === 0
          ? t('content.published')
          : t('content.cases', { numbers: cases.join(', ') }),
    });
    onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void publish(event)} className="mt-4 grid gap-4">
      {isLegal && <Note>{t('content.legal')}</Note>}
      {now === null && id !== null && <Note>{t('content.none-yet')}</Note>}
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <TextInput
        label={t('content.title')}
        name="title"
        autoComplete="off"
        maxLength={120}
        value={title}
        error={isTried && title.trim() === '' ? missing : null}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label={t('content.html')}
        name="html"
        rows={14}
        spellCheck
        maxLength={40_000}
        help={t('content.html-help', { example: EXAMPLE })}
        value={html}
        error={isTried && html.trim() === '' ? missing : null}
        onChange={(event) => {
          setHtml(event.target.value);
          setPreview(null);
        }}
      />
      {isLegal && (
        <TextInput
          label={t('content.note')}
          name="note"
          autoComplete="off"
          maxLength={400}
          value={note}
          error={isTried && note.trim() === '' ? missing : null}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="secondary" onClick={() => void draw()}>
          {t('content.preview')}
        </Button>
        <Button type="submit" busy={command.isBusy ? t('content.publishing') : undefined}>
          {t(isLegal ? 'content.propose' : 'content.publish')}
        </Button>
      </div>
      {preview !== null && <Drawn preview={preview} language={language} />}
      {now !== null && html !== now.html && <Changes before={now.html} after={html} />}
    </form>
  );
}
