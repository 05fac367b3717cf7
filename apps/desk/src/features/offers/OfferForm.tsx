import { LOCALES } from '@candor/locales';
import {
  type DeskCallInput,
  type DeskCallResult,
  OFFER_DAYS_MAX,
  OFFER_PAGES,
  OFFER_TEXT_MAX,
  OFFER_TITLE_MAX,
  type OfferPage,
} from '@candor/protocol/desk-light';
import {
  Button,
  ErrorNote,
  Note,
  SelectField,
  Tabs,
  TextArea,
  TextInput,
  tabPanelProps,
  toast,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { readMoment } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

type Body = NonNullable<DeskCallInput<'offers.propose'>['body']>;
type Language = Body['texts'][number]['language'];
type Draft = { readonly title: string; readonly text: string };

const LANGUAGES = LOCALES.map(({ value, name }) => ({ value: value as Language, name }));
const NOTHING: Draft = { title: '', text: '' };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const isEmpty = ({ title, text }: Draft): boolean => title.trim() === '' && text.trim() === '';
const isWhole = ({ title, text }: Draft): boolean => title.trim() !== '' && text.trim() !== '';

/** The mail of an offer in one language, as its readers get it. */
function Drawn({ of: mail }: { of: DeskCallResult<'offers.preview'>[number] }): ReactElement {
  const t = useDeskT();
  const locale = LOCALES.find(({ value }) => value === mail.language);
  return (
    <section
      aria-label={t('offers.preview-of', { language: locale?.name ?? mail.language })}
      className="mt-5 grid gap-3"
    >
      {mail.isOriginal && <Note tone="warn">{t('offers.original')}</Note>}
      <div
        lang={locale?.htmlLang}
        dir={locale?.dir}
        className="max-w-[72ch] rounded-md border border-line p-4 text-sm leading-6 text-ink-2 [overflow-wrap:anywhere]"
      >
        <p className="font-semibold">{mail.subject}</p>
        <p className="mt-3 whitespace-pre-line">{mail.text}</p>
      </div>
    </section>
  );
}

/** An offer in all its languages in one form, and its mail beside it. */
export function OfferForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const t = useDeskT();
  const id = useId();
  const command = useCommand();
  const drawing = useCommand();
  const client = useQueryClient();
  const now = useWallTime(MINUTE_MS);
  const [language, setLanguage] = useState<Language>('en');
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<Language, Draft>>>>({});
  const [until, setUntil] = useState('');
  const [page, setPage] = useState<OfferPage | ''>('');
  const [note, setNote] = useState('');
  const [drawn, setDrawn] = useState<DeskCallResult<'offers.preview'> | null>(null);
  const [isTried, setIsTried] = useState(false);
  const draft = drafts[language] ?? NOTHING;
  const missing = t('sign-in.missing');
  const end = readMoment(until);
  const isDated = end > now && end <= now + OFFER_DAYS_MAX * DAY_MS;
  const written = LANGUAGES.flatMap(({ value }) => {
    const own = drafts[value] ?? NOTHING;
    return isEmpty(own) ? [] : [{ language: value, ...own }];
  });
  // The English text is there before any other.
  const halfIn = !isWhole(drafts.en ?? NOTHING)
    ? 'en'
    : written.find((one) => !isWhole(one))?.language;
  const isAsked = isTried && (language === 'en' || !isEmpty(draft));
  const put = (change: Partial<Draft>): void => {
    setDrawn(null);
    setDrafts({ ...drafts, [language]: { ...draft, ...change } });
  };
  /** What the form says; null where something of it is missing. */
  const terms = (): Omit<Body, 'note'> | null => {
    setIsTried(true);
    if (halfIn !== undefined) setLanguage(halfIn);
    if (halfIn !== undefined || !isDated) return null;
    return { texts: written, until: end, page: page === '' ? null : page };
  };
  const draw = async (): Promise<void> => {
    const body = terms();
    if (body === null) return;
    const answer = await drawing.send('offers.preview', { body });
    if (answer !== null) setDrawn(answer.value);
  };
  const propose = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const said = terms();
    if (said === null || note.trim() === '') return;
    const answer = await command.send('offers.propose', { body: { ...said, note: note.trim() } });
    if (answer === null) return;
    void client.invalidateQueries();
    toast({ title: t('offers.proposed', { number: answer.value.number }) });
    onDone();
  };
  const problem = command.problem ?? drawing.problem;
  const mail = drawn?.find((one) => one.language === language);
  return (
    <>
      <Tabs
        id={id}
        label={t('content.language')}
        value={language}
        onChange={setLanguage}
        choices={LANGUAGES.map(({ value, name }) => {
          const isWritten = !isEmpty(drafts[value] ?? NOTHING);
          return { value, label: isWritten ? `${name} · ${t('content.tab-changed')}` : name };
        })}
      />
      <div
        {...tabPanelProps(id, language)}
        className="mt-4 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-6 max-[1279px]:grid-cols-1"
      >
        <form noValidate onSubmit={(event) => void propose(event)} className="grid gap-4">
          {problem !== null && <ErrorNote>{problem}</ErrorNote>}
          <TextInput
            label={t('offers.title')}
            name="title"
            autoComplete="off"
            maxLength={OFFER_TITLE_MAX}
            value={draft.title}
            error={isAsked && draft.title.trim() === '' ? missing : null}
            onChange={(event) => put({ title: event.target.value })}
          />
          <TextArea
            label={t('offers.text')}
            name="text"
            rows={10}
            spellCheck
            maxLength={OFFER_TEXT_MAX}
            help={t('offers.text-help')}
            value={draft.text}
            error={isAsked && draft.text.trim() === '' ? missing : null}
            onChange={(event) => put({ text: event.target.value })}
          />
          <TimeField
            of="moment"
            label={t('offers.until')}
            name="until"
            help={t('offers.until-help')}
            value={until}
            error={isTried && !isDated ? t('offers.until-refused') : null}
            onChange={(typed) => {
              setDrawn(null);
              setUntil(typed);
            }}
          />
          <SelectField
            label={t('offers.page')}
            value={page}
            onChange={(one) => {
              setDrawn(null);
              setPage(one);
            }}
            choices={[
              { value: '', label: t('offers.no-page') },
              ...OFFER_PAGES.map((one) => ({ value: one, label: one })),
            ]}
          />
          <TextInput
            label={t('offers.note')}
            name="note"
            autoComplete="off"
            maxLength={400}
            help={t('offers.note-help')}
            value={note}
            error={isTried && note.trim() === '' ? missing : null}
            onChange={(event) => setNote(event.target.value)}
          />
          <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
            <Button type="submit" busy={command.isBusy ? t('offers.proposing') : undefined}>
              {t('offers.propose')}
            </Button>
            <Button
              variant="secondary"
              busy={drawing.isBusy ? t('offers.preview-busy') : undefined}
              onClick={() => void draw()}
            >
              {t('offers.preview')}
            </Button>
          </div>
        </form>
        {mail !== undefined && <Drawn of={mail} />}
      </div>
    </>
  );
}
