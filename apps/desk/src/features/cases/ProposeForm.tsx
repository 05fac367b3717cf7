import { CASE_NOTE_MAX } from '@candor/protocol/desk-light';
import {
  Button,
  DecimalField,
  ErrorNote,
  Segments,
  SelectField,
  TextArea,
  TextInput,
} from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { accountName } from '../../lib/account-name.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { ProposeCheck } from './ProposeCheck.tsx';
import {
  ASSETS,
  type Filled,
  type MoneyField,
  type MoneyKind,
  type Preview,
  REFERENCE,
  WORLDS,
  emptyForm,
  placesIn,
  previewBody,
  problemsOf,
  refusedField,
} from './money-form.ts';

type Change = (change: Partial<Filled>) => void;
type Errors = Readonly<Record<MoneyField, string | null>>;

function AdjustmentFields(props: {
  readonly filled: Filled;
  readonly errors: Errors;
  readonly onChange: Change;
}): ReactElement {
  const { filled, errors, onChange } = props;
  const t = useDeskT();
  return (
    <>
      <TextInput
        label={t('propose.user')}
        name="user"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={filled.user}
        error={errors.user}
        onChange={({ target }) => onChange({ user: target.value })}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Segments
          label={t('propose.direction')}
          value={filled.direction}
          onChange={(direction) => onChange({ direction })}
          choices={[
            { value: 'toUser', label: t('propose.to-user') },
            { value: 'fromUser', label: t('propose.from-user') },
          ]}
        />
        <Segments
          label={t('propose.mode')}
          value={filled.mode}
          onChange={(mode) => onChange({ mode })}
          choices={[
            { value: 'real', label: t('case.mode-real') },
            { value: 'demo', label: t('case.mode-demo') },
          ]}
        />
      </div>
    </>
  );
}

function HouseFields(props: {
  readonly filled: Filled;
  readonly errors: Errors;
  readonly onChange: Change;
}): ReactElement {
  const { filled, errors, onChange } = props;
  const t = useDeskT();
  return (
    <>
      <SelectField
        label={t(filled.kind === 'takeOut' ? 'propose.world-to' : 'propose.world-from')}
        value={filled.account}
        onChange={(account) => onChange({ account })}
        choices={WORLDS.map((value) => ({ value, label: accountName(`world:${value}`, t) }))}
      />
      <TextInput
        label={t('propose.reference')}
        help={t('propose.reference-help')}
        name="reference"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={REFERENCE.max}
        value={filled.reference}
        error={errors.reference}
        onChange={({ target }) => onChange({ reference: target.value })}
      />
    </>
  );
}

/** A money case a member proposes: what is to move and why, then the entry it would be. */
export function ProposeForm(props: {
  readonly kind: MoneyKind;
  /** Whom an adjustment is about, where that is known already. */
  readonly user: string;
}): ReactElement {
  const { kind, user } = props;
  const t = useDeskT();
  const command = useCommand();
  const [filled, setFilled] = useState(() => emptyForm(kind, user));
  const [isTried, setIsTried] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const problems = problemsOf(filled);
  const refused = command.failure === null ? null : refusedField(command.failure);
  const errorAt = (field: MoneyField): string | null => {
    const own = isTried ? problems[field] : undefined;
    const found = own ?? (refused?.[0] === field ? refused[1] : undefined);
    return found === undefined ? null : t(`propose.problem-${found}`);
  };
  const errors: Errors = {
    user: errorAt('user'),
    amount: errorAt('amount'),
    reference: errorAt('reference'),
    note: errorAt('note'),
  };
  const change: Change = (part) => {
    command.clear();
    setFilled({ ...filled, ...part });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (filled.amount === null || Object.keys(problems).length > 0) return;
    const answer = await command.send('cases.preview-entry', { body: previewBody(filled) });
    if (answer !== null) setPreview(answer.value);
  };
  if (preview !== null) {
    return <ProposeCheck filled={filled} preview={preview} onBack={() => setPreview(null)} />;
  }
  const fields = { filled, errors, onChange: change };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-sm text-ink-2">{t(`propose.lead-${kind}`)}</p>
      {command.problem !== null && refused === null && <ErrorNote>{command.problem}</ErrorNote>}
      {kind === 'adjustment' ? (
        <AdjustmentFields {...fields} />
      ) : kind === 'exchangeCover' ? (
        <Segments
          label={t('propose.direction')}
          value={filled.cover}
          onChange={(cover) => change({ cover })}
          choices={[
            { value: 'toExchange', label: t('propose.to-exchange') },
            { value: 'toCapital', label: t('propose.to-capital') },
          ]}
        />
      ) : (
        <HouseFields {...fields} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_120px] items-start gap-3">
        <DecimalField
          label={t('case.fact-amount')}
          name="amount"
          places={placesIn(filled.asset)}
          unit={filled.asset}
          value={filled.amount}
          error={errors.amount}
          onChange={(amount) => change({ amount })}
        />
        <SelectField
          label={t('case.fact-asset')}
          value={filled.asset}
          onChange={(asset) => change({ asset })}
          choices={ASSETS.map((value) => ({ value, label: value }))}
        />
      </div>
      <TextArea
        label={t('propose.note')}
        help={t('propose.note-help')}
        name="note"
        rows={3}
        maxLength={CASE_NOTE_MAX}
        value={filled.note}
        error={errors.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Button type="submit" wide busy={command.isBusy ? t('propose.reading') : undefined}>
        {t('propose.show-entry')}
      </Button>
    </form>
  );
}
