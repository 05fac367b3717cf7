import {
  CASE_NOTE_MAX,
  type DeskToken,
  NFT_ADDRESS_MAX,
  NFT_CHAINS,
  NFT_CREATOR_MAX,
  NFT_TEXT_MAX,
  NFT_TITLE_MAX,
} from '@candor/protocol/desk-light';
import { Dialog, ErrorNote, Note, SelectField, TextArea, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { TimeField } from '../../lib/TimeField.tsx';
import { Waits } from '../../lib/Waits.tsx';
import { wallNow } from '../../lib/clock.ts';
import { useDeskT } from '../../lib/texts.ts';
import { PictureField } from './PictureField.tsx';
import { Shares } from './Shares.tsx';
import { useTokenRights } from './may.ts';
import { dividedAmong } from './shares.ts';
import {
  EMPTY_TOKEN,
  TOKEN_FIELDS,
  type TypedToken,
  bodyOf,
  faultsOf,
  splitOf,
  typedToken,
} from './token-form.ts';
import { pictureAt, useCharities } from './tokens-api.ts';

type Part = {
  readonly of: TypedToken;
  readonly faultAt: (field: string) => string | null;
  readonly onChange: (part: Partial<TypedToken>) => void;
};

/** A line of the form. */
function Line(
  props: Part & {
    readonly field: Exclude<keyof TypedToken, 'artId' | 'chain' | 'charityId' | 'kind' | 'price'>;
    readonly help?: string;
    readonly max?: number;
    readonly as?: 'decimal' | 'numeric';
    readonly fault?: string;
  },
): ReactElement {
  const { of, faultAt, onChange, field, help, max, as, fault = field } = props;
  const t = useDeskT();
  const isText = as === undefined;
  return (
    <TextInput
      label={t(`tokens.field-${field}`)}
      name={field}
      autoComplete="off"
      spellCheck={isText}
      help={help}
      maxLength={max}
      inputMode={as}
      value={of[field]}
      error={faultAt(fault)}
      onChange={({ target }) => onChange({ [field]: isText ? target.value : target.value.trim() })}
    />
  );
}

/** Whom the token is for, who made it, and what is told of it. */
function About(
  props: Part & {
    /** The picture it has, while no other one is brought. */
    readonly shown: string | null;
    readonly artId: string;
  },
): ReactElement {
  const { of, faultAt, onChange, shown } = props;
  const t = useDeskT();
  const charities = useCharities();
  const { bringPictures } = useTokenRights();
  return (
    <>
      <Waits of={charities} lines={1}>
        {({ records }) => (
          <SelectField
            label={t('tokens.field-charityId')}
            value={of.charityId}
            choices={[
              { value: '', label: t('tokens.choose-charity') },
              ...records.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            error={faultAt('charityId')}
            onChange={(charityId) => onChange({ charityId })}
          />
        )}
      </Waits>
      <Line {...props} field="title" max={NFT_TITLE_MAX} />
      <Line {...props} field="creator" max={NFT_CREATOR_MAX} />
      <TextArea
        label={t('tokens.field-text')}
        name="text"
        rows={3}
        maxLength={NFT_TEXT_MAX}
        value={of.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {shown !== null && (
        <img
          src={pictureAt(shown)}
          alt={t('tokens.picture-now')}
          className="max-h-40 rounded-sm border border-line bg-sunken"
        />
      )}
      {bringPictures ? (
        <PictureField
          isMissing={faultAt('artId') !== null}
          onKept={(artId) => onChange({ artId: artId === '' ? props.artId : artId })}
        />
      ) : (
        <Note>{t('tokens.picture-not-for-role')}</Note>
      )}
    </>
  );
}

/** Where the token is, and how it is sold. */
function Sale(props: Part): ReactElement {
  const { of, faultAt, onChange } = props;
  const t = useDeskT();
  const moment = (field: 'startsAt' | 'endsAt'): ReactElement => (
    <TimeField
      of="moment"
      label={t(`tokens.field-${field}`)}
      name={field}
      help={field === 'startsAt' ? t('tokens.starts-help') : undefined}
      value={of[field]}
      error={faultAt(field)}
      onChange={(typed) => onChange({ [field]: typed })}
    />
  );
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <SelectField
        className="col-span-2"
        label={t('tokens.field-chain')}
        value={of.chain}
        choices={[
          { value: '', label: t('tokens.no-chain') },
          ...NFT_CHAINS.map((value) => ({ value, label: t(`case.network-${value}`) })),
        ]}
        onChange={(chain) => onChange({ chain })}
      />
      {of.chain !== '' && (
        <>
          <Line {...props} field="address" max={NFT_ADDRESS_MAX} />
          <Line {...props} field="number" as="numeric" />
        </>
      )}
      <SelectField
        label={t('tokens.field-kind')}
        value={of.kind}
        choices={(['auction', 'fixed'] as const).map((value) => ({
          value,
          label: t(`tokens.kind-${value}`),
        }))}
        onChange={(kind) => onChange({ kind })}
      />
      <TextInput
        label={t(of.kind === 'auction' ? 'tokens.field-first' : 'tokens.field-price')}
        name="price"
        autoComplete="off"
        inputMode="decimal"
        value={of.price}
        error={faultAt('price')}
        onChange={({ target }) => onChange({ price: target.value.trim() })}
      />
      {moment('startsAt')}
      {of.kind === 'auction' && (
        <>
          {moment('endsAt')}
          <Line {...props} field="step" as="decimal" />
          <Line {...props} field="extendMinutes" as="numeric" />
          <Line {...props} field="extensionsMax" as="numeric" />
        </>
      )}
    </div>
  );
}

/** Who gets how much, with what it comes to. */
function Split(props: Part): ReactElement {
  const { of, faultAt } = props;
  const t = useDeskT();
  const split = splitOf(of);
  const shares = dividedAmong(of.price, split);
  const fault = faultAt('split');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium text-ink-2">{t('tokens.shares')}</legend>
      <div className="grid grid-cols-3 items-start gap-3">
        <Line {...props} field="charity" as="decimal" />
        <Line {...props} field="creatorShare" as="decimal" />
        <Line {...props} field="house" as="decimal" />
      </div>
      {fault !== null && (
        <div data-fault tabIndex={-1}>
          <ErrorNote>{fault}</ErrorNote>
        </div>
      )}
      {shares !== null && <Shares split={split} of={shares} />}
    </fieldset>
  );
}

/** Proposes a token, or other terms for one nobody bid on. */
export function TokenDialog(props: {
  /** What is changed; null for a new one. */
  readonly of: DeskToken | null;
  readonly onClose: () => void;
}): ReactElement {
  const { of: changed, onClose } = props;
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [typed, setTyped] = useState(changed === null ? EMPTY_TOKEN : typedToken(changed));
  const faults = faultsOf(typed, wallNow());
  const named: ReadonlySet<string> = new Set(TOKEN_FIELDS);
  const faultAt = (field: string): string | null =>
    (isTried && faults.has(field)) || refused === field
      ? t(`tokens.fault-${field as (typeof TOKEN_FIELDS)[number]}`)
      : null;
  const change = (part: Partial<TypedToken>): void => {
    command.clear();
    setTyped((now) => ({ ...now, ...part }));
  };
  const part = { of: typed, faultAt, onChange: change };
  const kept = typed.artId === changed?.artId ? (changed.token.images[0]?.url ?? null) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        changed === null ? t('tokens.new') : t('tokens.change-of', { title: changed.token.title })
      }
    >
      <Note className="mt-3">{t(changed === null ? 'tokens.rule-new' : 'tokens.rule-change')}</Note>
      <ProposalForm
        of={proposal}
        isReady={faults.size === 0}
        reason={{ label: t('tokens.note'), max: CASE_NOTE_MAX }}
        problem={named.has(refused ?? '') ? null : command.problem}
        send={(note) => {
          const body = bodyOf(typed, { note, now: wallNow() });
          return changed === null
            ? command.send('tokens.propose', { body })
            : command.send('tokens.propose-change', { params: { id: changed.token.id }, body });
        }}
        onDone={onClose}
      >
        <About {...part} shown={kept} artId={changed?.artId ?? ''} />
        <Sale {...part} />
        <Split {...part} />
      </ProposalForm>
    </Dialog>
  );
}
