import { LOCALES } from '@candor/locales';
import type { DeskText } from '@candor/protocol/desk-light';
import {
  Button,
  ErrorNote,
  Note,
  Tabs,
  TextArea,
  TextInput,
  formatTime,
  tabPanelProps,
  toast,
} from '@candor/ui';
import {
  type FormEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { useWallTime } from '../../lib/clock.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { TimesFields, TimesForm } from './NoticeTimes.tsx';
import { Changes, Drawn, type Language, type Preview } from './TextParts.tsx';
import { usePublished } from './content-api.ts';
import { readTimes, typedTimes } from './notice-times.ts';

const SECOND_MS = 1_000;
const NOTICE = 6;
const EXAMPLE = '{{contract.feeRate}}';
const LANGUAGES = LOCALES.map(({ value, name }) => ({ value: value as Language, name }));

type Draft = { readonly title: string; readonly html: string };
type Drafts = Readonly<Partial<Record<Language, Draft>>>;

/** What a language says now; nothing where it shows the English text. */
const nowIn = (text: DeskText | null, language: Language) =>
  text?.editions.find((edition) => edition.language === language) ?? null;

/** What stands in the form for a language. */
function draftOf(text: DeskText | null, drafts: Drafts, language: Language): Draft {
  const { title = '', html = '' } = drafts[language] ?? nowIn(text, language) ?? {};
  return { title, html };
}

/** A text as its difference is shown: the title is a line of its own. */
const linesOf = ({ title, html }: Draft): string => `${title}\n${html}`;

/** Languages whose text is another than the one that is published. */
function changedIn(text: DeskText | null, drafts: Drafts): Language[] {
  return LANGUAGES.flatMap(({ value }) => {
    const draft = drafts[value];
    const now = nowIn(text, value);
    if (draft === undefined) return [];
    const isSame = draft.title === (now?.title ?? '') && draft.html === (now?.html ?? '');
    return isSame ? [] : [value];
  });
}

/** What is to be known of a language before it is written in. */
function StateNote(props: {
  readonly text: DeskText | null;
  readonly language: Language;
}): ReactElement | null {
  const { text, language } = props;
  const t = useDeskT();
  const now = nowIn(text, language);
  if (now === null) return text === null ? null : <Note>{t('content.none-yet')}</Note>;
  return (
    <>
      <p className="text-sm text-ink-3">
        {t('content.current', {
          version: now.version,
          when: formatTime(now.at),
          author: now.author === 'default' ? t('content.default') : now.author,
        })}
      </p>
      {now.isBehind && <Note tone="warn">{t('content.behind-one')}</Note>}
    </>
  );
}

/** A text in all its languages in one form; null for a new notice. */
export function TextEditor(props: {
  readonly of: DeskText | null;
  readonly onDone: () => void;
}): ReactElement {
  const { of: text, onDone } = props;
  const t = useDeskT();
  const id = useId();
  const command = useCommand();
  const drawing = useCommand();
  const published = usePublished();
  const clock = useWallTime(SECOND_MS);
  const mayWrite = hasRole(useMember(), ['content']);
  const [language, setLanguage] = useState<Language>('en');
  const [drafts, setDrafts] = useState<Drafts>({});
  const [times, setTimes] = useState(() => typedTimes(null));
  const [note, setNote] = useState('');
  const [preview, setPreview] = useState<{ of: Draft; language: Language; said: Preview } | null>(
    null,
  );
  const [isTried, setIsTried] = useState(false);
  const isLegal = text?.isLegal === true;
  const now = nowIn(text, language);
  const draft = draftOf(text, drafts, language);
  const changed = changedIn(text, drafts);
  const isEmpty = ({ title, html }: Draft): boolean => title.trim() === '' || html.trim() === '';
  const missing = t('sign-in.missing');
  const isAsked = isTried && (changed.includes(language) || (text === null && language === 'en'));
  const schedule = readTimes(times, clock);
  const put = (change: Partial<Draft>): void =>
    setDrafts({ ...drafts, [language]: { ...draft, ...change } });

  const draw = async (): Promise<void> => {
    if (isEmpty(draft)) return setIsTried(true);
    const body = { language, ...draft };
    const answer = await drawing.send('content.preview', { body });
    if (answer !== null) setPreview({ of: draft, language, said: answer.value });
  };
  // What is published stands beside its source from the beginning, in each language.
  const drawFirst = useEffectEvent(() => {
    if (mayWrite && !isEmpty(draft)) void draw();
  });
  useEffect(() => {
    const timer = setTimeout(() => drawFirst(), 0);
    return () => clearTimeout(timer);
  }, [language]);
  const publish = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    const isShort = text === null && !changed.includes('en');
    const wrong = changed.find((one) => isEmpty(draftOf(text, drafts, one)));
    if (isShort || wrong !== undefined) return setLanguage(wrong ?? 'en');
    if (changed.length === 0 || (text === null && schedule === null)) return;
    if (isLegal && note.trim() === '') return;
    const texts = changed.map((one) => ({
      language: one,
      ...draftOf(text, drafts, one),
      over: nowIn(text, one)?.version ?? 0,
    }));
    const isTimed =
      text === null && (times.from !== '' || times.until !== '' || times.languages.length > 0);
    const body = {
      ...{ id: text?.id ?? null, texts, note },
      ...(isTimed && schedule !== null ? { schedule } : {}),
    };
    const answer = await command.send('content.publish', { body });
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
  // The English text of a new notice is there before any other.
  const missingMark = (value: Language): string | null =>
    value === 'en' ? null : t('content.tab-missing');
  const choices = LANGUAGES.map(({ value, name }) => {
    const said = nowIn(text, value);
    const mark = changed.includes(value)
      ? t('content.tab-changed')
      : said === null
        ? missingMark(value)
        : said.isBehind
          ? t('content.tab-behind')
          : null;
    return { value, label: mark === null ? name : `${name} · ${mark}` };
  });
  const isDrawn =
    preview !== null &&
    preview.language === language &&
    preview.of.title === draft.title &&
    preview.of.html === draft.html;
  return (
    <>
      <Tabs
        id={id}
        label={t('content.language')}
        value={language}
        onChange={setLanguage}
        choices={choices}
      />
      <div
        {...tabPanelProps(id, language)}
        className="mt-4 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-6 max-[1279px]:grid-cols-1"
      >
        <div>
          <form noValidate onSubmit={(event) => void publish(event)} className="grid gap-4">
            {isLegal && <Note>{t('content.legal')}</Note>}
            <StateNote text={text} language={language} />
            {(command.problem ?? drawing.problem) !== null && (
              <ErrorNote>{command.problem ?? drawing.problem}</ErrorNote>
            )}
            <TextInput
              label={t('content.title')}
              name="title"
              autoComplete="off"
              maxLength={120}
              readOnly={!mayWrite}
              value={draft.title}
              error={isAsked && draft.title.trim() === '' ? missing : null}
              onChange={(event) => put({ title: event.target.value })}
            />
            <TextArea
              label={t('content.html')}
              name="html"
              rows={20}
              spellCheck
              maxLength={40_000}
              readOnly={!mayWrite}
              help={t('content.html-help', { example: EXAMPLE })}
              value={draft.html}
              error={isAsked && draft.html.trim() === '' ? missing : null}
              onChange={(event) => put({ html: event.target.value })}
            />
            {text === null && (
              <TimesFields
                of={times}
                error={isTried && schedule === null ? t('content.refused-until') : null}
                onChange={setTimes}
              />
            )}
            {isLegal && mayWrite && (
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
            {mayWrite && (
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  variant="secondary"
                  busy={drawing.isBusy ? t('content.previewing') : undefined}
                  onClick={() => void draw()}
                >
                  {t('content.preview')}
                </Button>
                <Button type="submit" busy={command.isBusy ? t('content.publishing') : undefined}>
                  {t(isLegal ? 'content.propose' : 'content.publish')}
                </Button>
                <span className="text-sm text-ink-3">
                  {t('content.changed-count', { count: changed.length })}
                </span>
              </div>
            )}
          </form>
          {text?.type === NOTICE && mayWrite && <TimesForm of={text} onDone={onDone} />}
        </div>
        <div className="min-w-0">
          {isDrawn && <Drawn preview={preview.said} language={language} />}
          {changed.includes(language) && now !== null ? (
            <Changes before={linesOf(now)} after={linesOf(draft)} />
          ) : (
            now !== null &&
            now.before !== null && <Changes before={now.before.html} after={now.html} />
          )}
        </div>
      </div>
    </>
  );
}
