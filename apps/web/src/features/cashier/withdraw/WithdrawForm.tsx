import { ASSET_SCALE } from '@candor/kernel';
import type { BookAddress, CashierTerms } from '@candor/protocol/light';
import {
  Button,
  DecimalField,
  ErrorNote,
  Note,
  Num,
  SelectField,
  formatNumber,
  formatTime,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { placeKey, placeText } from '../place-text.ts';
import type { WithdrawalFields, WithdrawalState } from './use-withdrawal.ts';

const LINK =
  'target inline-flex min-h-6 items-center text-accent underline underline-offset-3 max-desktop:min-h-11';
/** Start and end of an address, to choose by; the whole of it is read before it is confirmed. */
function entryText({ address, label }: BookAddress): string {
  const short = `${address.slice(0, 8)}…${address.slice(-6)}`;
  return label === '' ? short : `${label} · ${short}`;
}

/** What is withdrawn and where to. */
export function WithdrawForm(props: {
  readonly fields: WithdrawalFields;
  readonly state: WithdrawalState;
  readonly places: readonly CashierTerms[];
  readonly entries: readonly BookAddress[];
  /** What may leave of the asset chosen; null while nobody can say. */
  readonly free: string | null;
  readonly onChange: (change: Partial<WithdrawalFields>) => void;
  readonly onBook: () => void;
  readonly onAuthorize: () => void;
}): ReactElement {
  const { fields, state, places, entries, free, onChange, onBook, onAuthorize } = props;
  const { place, entry, amount } = fields;
  const t = useT();
  const { words } = state;
  const none = { value: '', label: t('withdraw.choose') };
  const isWaiting = entry !== null && entry.usableAt > wallNow();
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void state.ask();
      }}
    >
      <h2 className="text-lg font-semibold">{t('balance.withdraw')}</h2>
      <SelectField
        label={t('book.place')}
        value={place === null ? '' : placeKey(place)}
        error={words.place}
        choices={[
          none,
          ...places.map((one) => ({ value: placeKey(one), label: placeText(one, t) })),
        ]}
        onChange={(key) =>
          onChange({
            place: places.find((one) => placeKey(one) === key) ?? null,
            entry: null,
            amount: '',
          })
        }
      />
      <SelectField
        label={t('book.address')}
        value={entry?.id ?? ''}
        error={words.entry}
        help={
          isWaiting
            ? t('book.waits', { when: formatTime(entry.usableAt) })
            : place !== null && entries.length === 0
              ? t('withdraw.no-address')
              : undefined
        }
        choices={[none, ...entries.map((one) => ({ value: one.id, label: entryText(one) }))]}
        onChange={(id) => onChange({ entry: entries.find((one) => one.id === id) ?? null })}
      />
      <p className="flex flex-wrap gap-x-4 text-sm">
        <button type="button" className={LINK} onClick={onBook}>
          {t('book.title')}
        </button>
        {entry?.needsProof === true && (
          <button type="button" className={LINK} onClick={onAuthorize}>
            {t('authorization.title')}
          </button>
        )}
      </p>
      <DecimalField
        label={t('withdraw.amount')}
        value={amount}
        onChange={(value) => onChange({ amount: value })}
        places={ASSET_SCALE[place?.asset ?? 'USDT']}
        unit={place?.asset}
        error={words.amount}
        large
        aside={
          place === null || free === null ? undefined : (
            <button type="button" className={LINK} onClick={() => onChange({ amount: free })}>
              {t('exchange.all')}
            </button>
          )
        }
        help={
          place === null || free === null ? undefined : (
            <>
              {t('withdraw.available')} <Num>{`${formatNumber(free)} ${place.asset}`}</Num>
            </>
          )
        }
      />
      {place?.withdrawOpen === false && <Note>{t('message.not-yet-open')}</Note>}
      {state.refusal !== null && <ErrorNote>{state.refusal}</ErrorNote>}
      <Button
        type="submit"
        size="lg"
        wide
        busy={state.isAsking ? t('ticket.asking-price') : undefined}
      >
        {t('withdraw.review')}
      </Button>
    </form>
  );
}
