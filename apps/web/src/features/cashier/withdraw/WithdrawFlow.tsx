import type { BookAddress, CallResult, CashierTerms, Withdrawal } from '@candor/protocol/light';
import { Button, Card, Note, useT } from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { useKeptDraft } from '../../../lib/kept-draft.ts';
import { failureOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { Timeline } from '../Timeline.tsx';
import { useAddresses } from '../../../live/addresses.ts';
import { useTerms } from '../api.ts';
import { WITHDRAW_DRAFT } from '../drafts.ts';
import { useFree, useWithdrawals, withdrawalsChanged } from './api.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import { WithdrawalRow } from './WithdrawalRow.tsx';
import { placeKey } from '../place-text.ts';
import { WithdrawReview } from './WithdrawReview.tsx';
import { type Confirm, type WithdrawalFields, useWithdrawal } from './use-withdrawal.ts';

/** What the page gives the flow: proofs and dialogs that other features own. */
export type WithdrawProps = {
  readonly confirm: Confirm;
  readonly onBook: () => void;
  readonly onAuthorize: () => void;
  /** Hears of the asset and network chosen, by its key. */
  readonly onPlace: (key: string) => void;
};

type Free = CallResult<'exchange.convertible'>['available'];

/** One withdrawal from its form to its timeline. */
function Ready(
  props: WithdrawProps & {
    readonly places: readonly CashierTerms[];
    readonly book: readonly BookAddress[];
    readonly free: Free | undefined;
    readonly listed: readonly Withdrawal[];
    readonly onAgain: () => void;
  },
): ReactElement {
  const { places, book, listed, confirm, onBook, onAuthorize, onPlace, onAgain } = props;
  const t = useT();
  const [draft, setDraft, clearDraft] = useKeptDraft(WITHDRAW_DRAFT.form, WITHDRAW_DRAFT);
  // Terms and address book as they stand now: an address may have been proven, or taken out, meanwhile.
  const place = places.find((one) => placeKey(one) === draft.place) ?? null;
  const entry = book.find(({ id }) => id === draft.entryId) ?? null;
  const chosen = place === null ? null : placeKey(place);
  useEffect(() => {
    if (chosen !== null) onPlace(chosen);
  }, [chosen, onPlace]);
  const fields: WithdrawalFields = { place, entry, amount: draft.amount };
  const free = place === null ? null : (props.free?.[place.asset] ?? null);
  const state = useWithdrawal(fields, { free, confirm, onDone: clearDraft });
  if (state.done !== null) {
    const { done } = state;
    return (
      <div className="grid gap-4">
        <h2 className="text-lg font-semibold">
          {t('records.kind-withdrawal')} <bdi>{done.number}</bdi>
        </h2>
        <Timeline
          withdrawal={listed.find(({ id }) => id === done.id) ?? done}
          onChange={withdrawalsChanged}
        />
        <Button variant="secondary" onClick={onAgain}>
          {t('common.back')}
        </Button>
      </div>
    );
  }
  if (state.held !== null) {
    return <WithdrawReview key={state.held.round} state={state} held={state.held} />;
  }
  return (
    <WithdrawForm
      fields={fields}
      state={state}
      places={places}
      entries={book.filter((one) => one.asset === place?.asset && one.network === place.network)}
      free={free}
      onChange={(change) => {
        state.clear();
        setDraft({
          ...(change.place === undefined
            ? {}
            : { place: change.place === null ? '' : placeKey(change.place) }),
          ...(change.entry === undefined ? {} : { entryId: change.entry?.id ?? '' }),
          ...(change.amount === undefined ? {} : { amount: change.amount }),
        });
      }}
      onBook={onBook}
      onAuthorize={onAuthorize}
    />
  );
}

/** The newest withdrawals, each with its timeline. */
function Newest({ records }: { readonly records: readonly Withdrawal[] }): ReactElement | null {
  const t = useT();
  if (records.length === 0) return null;
  return (
    <section aria-labelledby="withdraw-list" className="border-t border-line pt-4">
      <h2 id="withdraw-list" className="text-lg font-semibold">
        {t('withdraw.list')}
      </h2>
      <ul className="mt-2">
        {records.map((one) => (
          <WithdrawalRow key={one.id} withdrawal={one} />
        ))}
      </ul>
    </section>
  );
}

/** Withdraws from the real account: chosen, looked at, confirmed, and followed to its end. */
export function WithdrawFlow(props: WithdrawProps): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const [round, setRound] = useState(0);
  const terms = useTerms();
  const book = useAddresses();
  const free = useFree();
  const list = useWithdrawals();
  if (mode !== 'real') return <Note>{t('message.switch-to-real')}</Note>;
  const failure = failureOf(terms.error ?? book.error);
  if (failure !== null) {
    const again = (): void => {
      void terms.refetch();
      void book.refetch();
    };
    return <ReadFailed failure={failure} onRetry={again} />;
  }
  if (terms.data === undefined || book.data === undefined) {
    return <Waiting rows={4} className="grid gap-2" />;
  }
  const records = list.data?.records ?? [];
  return (
    <Card className="grid gap-6 p-6 max-desktop:p-4">
      <Ready
        key={round}
        {...props}
        places={terms.data}
        book={book.data}
        free={free.data?.available}
        listed={records}
        onAgain={() => setRound((last) => last + 1)}
      />
      <Newest records={records} />
    </Card>
  );
}
