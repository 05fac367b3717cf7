import {
  Button,
  Dialog,
  ErrorNote,
  SelectField,
  StatusChip,
  formatTime,
  toast,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { type PauseKind, usePause, usePauses } from './api.ts';
import { LENGTHS, type Length, canShorten, endOf, longerThan } from './lengths.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

const WORDS = {
  timeout: { title: 'breaks.title', text: 'breaks.text', begin: 'breaks.begin' },
  exclusion: {
    title: 'breaks.exclude-title',
    text: 'breaks.exclude-text',
    begin: 'breaks.exclude-begin',
  },
} as const;

/** Asks once more, with the moment it ends. */
function ConfirmPause(props: {
  readonly until: number;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const { until, isBusy, problem, onYes, onClose } = props;
  const t = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('breaks.confirm-title', { when: formatTime(until) })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={isBusy ? t('breaks.sending') : undefined} onClick={onYes}>
            {t('breaks.confirm-yes')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-2">{t('breaks.confirm-text')}</p>
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
    </Dialog>
  );
}

/** Which length; begins with the first that is offered. */
function LengthChoice(props: {
  readonly lengths: readonly Length[];
  readonly value: Length;
  readonly onChange: (length: Length) => void;
}): ReactElement {
  const { lengths, value, onChange } = props;
  const t = useT();
  return (
    <SelectField
      className="min-w-40"
      label={t('breaks.length')}
      value={value.value}
      onChange={(next) => onChange(lengths.find((one) => one.value === next) ?? value)}
      choices={lengths.map((one) => ({ value: one.value, label: t(one.key, one.words) }))}
    />
  );
}

/** A break or a self-exclusion: how it stands, and what can be done about it. */
export function PauseSection({ kind }: { readonly kind: PauseKind }): ReactElement {
  const t = useT();
  const pauses = usePauses();
  const pause = usePause(kind);
  const [chosen, setChosen] = useState<Length | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [problem, setProblem] = useSentence();
  const now = wallNow();
  const runsUntil = pauses.data?.find((one) => one.kind === kind)?.until ?? null;
  const lengths = longerThan(LENGTHS[kind], now, runsUntil);
  const length = lengths.find((one) => one === chosen) ?? lengths[0];
  const words = WORDS[kind];

  const send = (until: number): void => {
    setProblem(null);
    pause.mutate(until, {
      onSuccess: (answer) => {
        setAsked(null);
        toast({ title: t('breaks.set', { when: formatTime(answer.until) }) });
      },
      onError: (error) => {
        const why = failureOf(error);
        setProblem((read) =>
          why === null ? read('message.unknown-error') : failureText(why, read),
        );
      },
    });
  };

  return (
    <SectionCard
      level={2}
      title={t(words.title)}
      lead={t(words.text)}
      state={
        runsUntil !== null && (
          <StatusChip tone="running" icon="clock">
            {t('breaks.runs', { when: formatTime(runsUntil) })}
          </StatusChip>
        )
      }
    >
      <div className="mt-4 flex flex-wrap items-end gap-3">
        {length !== undefined && (
          <>
            <LengthChoice lengths={lengths} value={length} onChange={setChosen} />
            <Button
              variant="secondary"
              disabled={pauses.data === undefined}
              onClick={() => setAsked(endOf(length, wallNow()))}
            >
              {t(runsUntil === null ? words.begin : 'breaks.prolong')}
            </Button>
          </>
        )}
        {runsUntil !== null && canShorten(now, runsUntil) && (
          <Button variant="ghost" disabled={pause.isPending} onClick={() => send(wallNow())}>
            {t('breaks.shorten')}
          </Button>
        )}
      </div>
      {problem !== null && asked === null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      {asked !== null && (
        <ConfirmPause
          until={asked}
          isBusy={pause.isPending}
          problem={problem}
          onYes={() => send(asked)}
          onClose={() => {
            setAsked(null);
            setProblem(null);
          }}
        />
      )}
    </SectionCard>
  );
}
