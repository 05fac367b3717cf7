import type { DeskParameter } from '@candor/protocol/desk-light';
import {
  Button,
  DASH,
  Dialog,
  ErrorNote,
  Note,
  StatusChip,
  TextArea,
  TextInput,
  formatTime,
  toast,
} from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { shareText } from '../../lib/amounts.ts';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import { parameterName } from '../../lib/parameter-name.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { exactText, valueText } from '../../lib/parameter-value.ts';
import { useProposed } from './parameters-api.ts';
import { isOfType, refusalAt, typeText } from './words.ts';

type Version = DeskParameter['versions'][number];

const PROPOSERS = ['risk', 'content', 'cashierMaker'] as const;
const NOTE_MAX = 400;
/** A change proposed without another moment counts so long after now. */
const DAYS_AHEAD_MS = 49 * 3_600_000;

function ProposeForm(props: {
  readonly of: DeskParameter;
  readonly asOf: number;
  readonly onDone: () => void;
}): ReactElement {
  const { of: parameter, asOf, onDone } = props;
  const t = useDeskT();
  const command = useCommand();
  const proposed = useProposed();
  const [value, setValue] = useState(parameter.value);
  const [from, setFrom] = useState(() => momentText(asOf + DAYS_AHEAD_MS));
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const at = readMoment(from);
  const isWrong = !isOfType(value, parameter.type);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (isWrong || Number.isNaN(at) || note.trim() === '') return;
    const body = { key: parameter.key, value, from: at, note: note.trim() };
    const answer = await command.send('cases.open-parameter-change', { body });
    if (answer === null) return;
    proposed();
    toast({ title: t('parameters.proposed', { number: answer.value.number }) });
    onDone();
  };
  const refused = {
    value:
      isTried && isWrong ? t('parameters.refused-value') : refusalAt('value', command.failure, t),
    from:
      isTried && Number.isNaN(at)
        ? t('parameters.refused-from')
        : refusalAt('from', command.failure, t),
  };
  const isAtField = refused.value !== null || refused.from !== null;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
      <h3 className="text-base tracking-normal">{t('parameters.propose-title')}</h3>
      {command.problem !== null && !isAtField && <ErrorNote>{command.problem}</ErrorNote>}
      <TextInput
        label={t('parameters.new-value')}
        name="value"
        autoComplete="off"
        spellCheck={false}
        help={
          parameter.type === 'share'
            ? t('parameters.value-share', { percent: isWrong ? DASH : shareText(value) })
            : typeText(parameter, t)
        }
        value={value}
        error={refused.value}
        onChange={(event) => setValue(event.target.value)}
      />
      <TimeField
        of="moment"
        label={t('parameters.from')}
        name="from"
        help={t('parameters.from-help')}
        value={from}
        error={refused.from}
        onChange={setFrom}
      />
      <TextArea
        label={t('parameters.note')}
        name="note"
        help={t('parameters.note-help')}
        maxLength={NOTE_MAX}
        value={note}
        error={isTried && note.trim() === '' ? t('sign-in.missing') : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
        {t('parameters.propose')}
      </Button>
    </form>
  );
}

function WithdrawForm(props: {
  readonly of: DeskParameter;
  readonly version: Version;
  readonly onDone: () => void;
}): ReactElement {
  const { of: parameter, version, onDone } = props;
  const t = useDeskT();
  const command = useCommand();
  const proposed = useProposed();
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (note.trim() === '') return;
    const body = { key: parameter.key, version: version.version, note: note.trim() };
    const answer = await command.send('parameters.withdraw', { body });
    if (answer === null) return;
    proposed();
    toast({ title: t('parameters.proposed', { number: answer.value.number }) });
    onDone();
  };
  const isGone = command.failure?.field === 'version';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
      <h3 className="text-base tracking-normal">
        {t('parameters.withdraw-title', { number: version.version })}
      </h3>
      <p className="text-sm text-ink-2">
        {t('parameters.withdraw-text', {
          when: formatTime(version.from, 'zone'),
          value: valueText(version.value, parameter.unit, t),
        })}
      </p>
      {command.problem !== null && (
        <ErrorNote>{isGone ? t('parameters.refused-version') : command.problem}</ErrorNote>
      )}
      <TextArea
        label={t('parameters.note')}
        name="note"
        help={t('parameters.note-help')}
        maxLength={NOTE_MAX}
        value={note}
        error={isTried && note.trim() === '' ? t('sign-in.missing') : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
        {t('parameters.withdraw')}
      </Button>
    </form>
  );
}

const TONES = { inForce: 'ok', announced: 'warn', past: undefined, replaced: undefined } as const;
const ICONS = { inForce: 'check', announced: 'hourglass', past: 'clock', replaced: 'x' } as const;

/** The share itself, beside its percent: what is typed, published and counted with. */
function Exact(props: { readonly value: string; readonly unit: DeskParameter['unit'] }) {
  const exact = exactText(props.value, props.unit);
  return exact === null ? null : (
    <span className="num ms-2 text-xs font-normal text-ink-3">{exact}</span>
  );
}

function Versions(props: {
  readonly of: DeskParameter;
  readonly onWithdraw: ((version: Version) => void) | null;
}): ReactElement {
  const { of: parameter, onWithdraw } = props;
  const t = useDeskT();
  return (
    <ol aria-label={t('parameters.versions')} className="mt-4 grid gap-3 text-sm">
      {parameter.versions.map((version) => {
        const { version: number, value, from, note, state } = version;
        const tone = TONES[state];
        return (
          <li key={number} className="border-b border-line pb-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <b className="min-w-0 font-semibold break-words">
                <bdi>{valueText(value, parameter.unit, t)}</bdi>
                <Exact value={value} unit={parameter.unit} />
              </b>
              <StatusChip icon={ICONS[state]} {...(tone === undefined ? {} : { tone })}>
                {t(`parameters.state-${state}`)}
              </StatusChip>
            </div>
            <p className="text-xs text-ink-3">
              {t('parameters.version', { number })} ·{' '}
              {from === 0 ? t('parameters.from-start') : formatTime(from, 'zone')}
            </p>
            <p className="break-words text-ink-2">
              {note === 'default' ? t('parameters.default') : <bdi>{note}</bdi>}
            </p>
            {state === 'announced' && onWithdraw !== null && (
              <Button
                size="sm"
                variant="secondary"
                className="mt-2"
                aria-label={t('parameters.withdraw-title', { number })}
                onClick={() => onWithdraw(version)}
              >
                {t('parameters.withdraw')}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A parameter whole: what it may be, every version, and the ways to change what comes. */
export function ParameterDialog(props: {
  readonly of: DeskParameter;
  readonly asOf: number;
  readonly onClose: () => void;
}): ReactElement {
  const { of: parameter, asOf, onClose } = props;
  const t = useDeskT();
  const mayPropose = hasRole(useMember(), PROPOSERS) && parameter.use !== 'fixed';
  const [withdrawing, setWithdrawing] = useState<Version | null>(null);
  const { key, cap, use } = parameter;
  return (
    <Dialog open onClose={onClose} title={parameterName(key, t)}>
      <p className="mono mt-1 text-xs break-words text-ink-3">{key}</p>
      <p className="mt-2 text-sm text-ink-2">
        {typeText(parameter, t)}. {t(`parameters.use-${use}`)}.
        {cap !== null &&
          ` ${t('parameters.cap')}: ${t('parameters.cap-of', {
            value: shareText(cap.value),
            key: parameterName(cap.key, t),
          })}.`}
      </p>
      <Note className="mt-3">{t('parameters.lead')}</Note>
      {withdrawing === null ? (
        <>
          <Versions of={parameter} onWithdraw={mayPropose ? setWithdrawing : null} />
          {mayPropose && <ProposeForm of={parameter} asOf={asOf} onDone={onClose} />}
        </>
      ) : (
        <WithdrawForm of={parameter} version={withdrawing} onDone={onClose} />
      )}
    </Dialog>
  );
}
