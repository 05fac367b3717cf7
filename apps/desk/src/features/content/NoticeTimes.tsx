import { LOCALES } from '@candor/locales';
import type { DeskPage } from '@candor/protocol/desk-light';
import { Button, ErrorNote, toast } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { useWallTime } from '../../lib/clock.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Language } from './TextParts.tsx';
import { usePublished } from './content-api.ts';
import { type TypedTimes, noticeState, readTimes, typedTimes } from './notice-times.ts';

const SECOND_MS = 1_000;

/** When a notice is shown, and to whom. */
export function TimesFields(props: {
  readonly of: TypedTimes;
  readonly error: string | null;
  readonly onChange: (typed: TypedTimes) => void;
}): ReactElement {
  const { of: typed, error, onChange } = props;
  const t = useDeskT();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-base font-semibold">{t('content.times')}</legend>
      <div className="grid grid-cols-2 items-start gap-3 max-desktop:grid-cols-1">
        <TimeField
          of="moment"
          label={t('content.from')}
          name="from"
          help={t('content.from-help')}
          value={typed.from}
          onChange={(from) => onChange({ ...typed, from })}
        />
        <TimeField
          of="moment"
          label={t('content.until')}
          name="until"
          help={t('content.until-help')}
          value={typed.until}
          error={error}
          onChange={(until) => onChange({ ...typed, until })}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-medium text-ink-2">{t('content.readers')}</legend>
        <div className="mt-1 flex flex-wrap gap-x-4">
          {LOCALES.map(({ value, name, htmlLang }) => (
            <label
              key={value}
              className="flex min-h-8 items-center gap-2 text-sm max-desktop:min-h-11"
            >
              <input
                type="checkbox"
                name="reader"
                value={value}
                checked={typed.languages.includes(value as Language)}
                onChange={({ target }) => {
                  const kept = typed.languages.filter((one) => one !== value);
                  const languages = target.checked ? [...kept, value as Language] : kept;
                  onChange({ ...typed, languages });
                }}
                className="size-4 shrink-0 accent-[var(--color-accent-solid)]"
              />
              <span lang={htmlLang}>{name}</span>
            </label>
          ))}
        </div>
        <p className="text-xs text-ink-3">{t('content.readers-help')}</p>
      </fieldset>
    </fieldset>
  );
}

/** Changes when a notice there is already is shown, or ends it. */
export function TimesForm(props: {
  readonly of: Pick<DeskPage, 'id' | 'schedule'>;
  readonly onDone: () => void;
}): ReactElement {
  const { of: notice, onDone } = props;
  const t = useDeskT();
  const command = useCommand();
  const published = usePublished();
  const now = useWallTime(SECOND_MS);
  const [typed, setTyped] = useState(() => typedTimes(notice.schedule));
  const [isTried, setIsTried] = useState(false);
  const said = readTimes(typed, now);
  const send = async (
    schedule: NonNullable<ReturnType<typeof readTimes>>,
    isOver = false,
  ): Promise<void> => {
    const body = { id: notice.id, ...schedule, isOver };
    const answer = await command.send('content.schedule', { body });
    if (answer === null) return;
    published();
    toast({ title: t('content.times-kept') });
    onDone();
  };
  const isRefused = command.failure?.field === 'until';
  const isOver = noticeState(notice.schedule, now) === 'past';
  return (
    <form
      noValidate
      className="mt-6 grid gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (said !== null) void send(said);
      }}
    >
      {command.problem !== null && !isRefused && <ErrorNote>{command.problem}</ErrorNote>}
      <TimesFields
        of={typed}
        error={(isTried && said === null) || isRefused ? t('content.refused-until') : null}
        onChange={setTyped}
      />
      <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
        <Button type="submit" variant="secondary">
          {t('content.keep-times')}
        </Button>
        {!isOver && (
          <Button
            variant="secondary"
            onClick={() =>
              void send(notice.schedule ?? { from: 0, until: null, languages: null }, true)
            }
          >
            {t('content.end-now')}
          </Button>
        )}
      </div>
    </form>
  );
}
