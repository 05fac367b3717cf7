import type { AppropriatenessAnswers } from '@candor/protocol/light';
import { QUESTIONS, type QuestionName } from '@candor/protocol/light';
import { Button, ErrorNote, SelectField, useLocale, useT } from '@candor/ui';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { FirstRealQuestion } from './FirstRealQuestion.tsx';
import { countriesIn } from '../../lib/countries.ts';
import { useAnswer } from './first-real-api.ts';

const NAMES = Object.keys(QUESTIONS) as QuestionName[];
const RISKS = ['leverage', 'gap', 'house', 'cost'] as const;

type Draft = Partial<Record<QuestionName, string>>;

/** Questions, the risk text and its acknowledgement; `onAnswered` gets what was sent. */
export function FirstRealForm(props: {
  readonly riskVersion: number;
  readonly onAnswered: (answers: AppropriatenessAnswers) => void;
}): ReactElement {
  const { riskVersion, onAnswered } = props;
  const t = useT();
  const { htmlLang } = useLocale();
  const countries = useMemo(() => countriesIn(htmlLang), [htmlLang]);
  const box = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState('');
  const [draft, setDraft] = useState<Draft>({});
  const [isAccepted, setIsAccepted] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const sending = useAnswer();
  const failure = failureOf(sending.error);
  const missing = (isMissing: boolean, text: string): string | null =>
    isTried && isMissing ? text : null;

  const send = (): void => {
    setIsTried(true);
    const isWhole = country !== '' && NAMES.every((name) => draft[name] !== undefined);
    if (!isWhole || !isAccepted) {
      requestAnimationFrame(() =>
        box.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }),
      );
      return;
    }
    const answers = { ...draft, country, riskAccepted: true } as AppropriatenessAnswers;
    sending.mutate({ answers, riskVersion }, { onSuccess: () => onAnswered(answers) });
  };

  return (
    <form
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <p className="text-ink-2">{t('first-real.lead')}</p>
      <SelectField
        label={t('first-real.country')}
        help={t('first-real.country-help')}
        value={country}
        onChange={setCountry}
        error={missing(country === '', t('first-real.choose-answer'))}
        choices={[{ value: '', label: t('first-real.choose') }, ...countries]}
      />
      {NAMES.map((name) => (
        <FirstRealQuestion
          key={name}
          name={name}
          answer={draft[name]}
          error={missing(draft[name] === undefined, t('first-real.choose-answer'))}
          onAnswer={(answer) => setDraft({ ...draft, [name]: answer })}
        />
      ))}
      <section className="grid gap-2 rounded-md bg-sunken p-4">
        <h3 className="text-base">{t('first-real.risk-title')}</h3>
        <ul className="grid list-disc gap-1.5 ps-5 text-sm">
          {RISKS.map((risk) => (
            <li key={risk}>{t(`first-real.risk-${risk}`)}</li>
          ))}
        </ul>
        <label className="mt-1 flex min-h-10 cursor-pointer items-center gap-3 font-medium max-desktop:min-h-11">
          <input
            type="checkbox"
            checked={isAccepted}
            onChange={(event) => setIsAccepted(event.target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          {t('first-real.risk-accept')}
        </label>
        {missing(!isAccepted, '') !== null && (
          <p role="alert" className="text-xs text-[var(--color-danger)]">
            {t('first-real.accept-first')}
          </p>
        )}
      </section>
      {failure !== null && (
        <ErrorNote title={t('first-real.failed')}>{failureText(failure, t)}</ErrorNote>
      )}
      <Button
        type="submit"
        size="lg"
        wide
        busy={sending.isPending ? t('first-real.sending') : undefined}
      >
        {t('first-real.send')}
      </Button>
    </form>
  );
}
