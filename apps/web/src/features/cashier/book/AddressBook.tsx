import { type BookAddress, DELAY_HOURS, type DelayHours } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, SelectField, StatusChip, formatTime, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { wallAt } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { failureOf } from '../../../lib/query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useAddresses } from '../../../live/addresses.ts';
import { bookChanged, useAddressDelay } from '../api.ts';
import { placeText } from '../place-text.ts';
import { AddressForm } from './AddressForm.tsx';

function OneAddress(props: {
  readonly entry: BookAddress;
  readonly onFailure: (failure: CallFailure) => void;
}): ReactElement {
  const { entry, onFailure } = props;
  const { id, address, label, usableAt, proof, needsProof, holder } = entry;
  const t = useT();
  const now = wallAt(useNow());
  const remove = async (): Promise<void> => {
    const answer = await call('cashier.remove-address', { params: { id } });
    if (!answer.ok) onFailure(answer.failure);
    bookChanged();
  };
  const shown = `\u2068${address}\u2069`;
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            <bdi>{label === '' ? placeText(entry, t) : label}</bdi>
          </p>
          <p className="text-sm text-ink-3">{placeText(entry, t)}</p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('book.remove-one', { address: shown })}
          onClick={() => void remove()}
        >
          {t('book.remove')}
        </Button>
      </div>
      <p className="font-mono text-xs break-all text-ink-2">
        <bdi dir="ltr">{address}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        {usableAt > now ? (
          <StatusChip icon="clock">{t('book.waits', { when: formatTime(usableAt) })}</StatusChip>
        ) : (
          <StatusChip tone="ok" icon="check">
            {t('book.usable')}
          </StatusChip>
        )}
        {proof === 'signed' && (
          <StatusChip tone="ok" icon="check">
            {t('book.signed')}
          </StatusChip>
        )}
        {proof === 'declared' && (
          <StatusChip icon="check">
            {t('book.declared', { holder: `\u2068${holder ?? ''}\u2069` })}
          </StatusChip>
        )}
        {needsProof && (
          <StatusChip tone="warn" icon="warning">
            {t('book.unproven')}
          </StatusChip>
        )}
      </div>
    </li>
  );
}

const isHours = (hours: number): hours is DelayHours => DELAY_HOURS.some((one) => one === hours);

/** How long new addresses wait: longer at once, shorter after the present wait. */
function Delay(props: {
  readonly confirm: () => Promise<string | null>;
  readonly onFailure: (failure: CallFailure) => void;
}): ReactElement | null {
  const { confirm, onFailure } = props;
  const t = useT();
  const { data } = useAddressDelay();
  if (data === undefined) return null;
  const change = async (text: string): Promise<void> => {
    const hours = Number.parseInt(text, 10);
    if (!isHours(hours)) return;
    const stepUp = await confirm();
    if (stepUp === null) return;
    const answer = await call('cashier.set-address-delay', { body: { hours, stepUp } });
    if (!answer.ok) onFailure(answer.failure);
    bookChanged();
  };
  const { next } = data;
  const later =
    next === null
      ? ''
      : ` ${t('book.delay-next', { hours: next.hours, when: formatTime(next.from) })}`;
  return (
    <SelectField
      label={t('book.delay')}
      help={`${t('book.delay-help')}${later}`}
      value={String(data.hours)}
      onChange={(text) => void change(text)}
      choices={DELAY_HOURS.map((hours) => ({
        value: String(hours),
        label: t('book.hours', { hours }),
      }))}
    />
  );
}

/** Addresses money may leave to, in a dialog. */
export function AddressBook(props: {
  readonly onClose: () => void;
  /** Asks the owner to confirm; null when they did not. */
  readonly confirm: () => Promise<string | null>;
  readonly confirming: ReactNode;
  /** What has to be there before anything can be confirmed; null where it is. */
  readonly needed: ReactNode;
}): ReactElement {
  const { onClose, confirm, confirming, needed } = props;
  const t = useT();
  const addresses = useAddresses();
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const failure = problem ?? failureOf(addresses.error);
  const { data } = addresses;
  return (
    <Dialog open onClose={onClose} title={t('book.title')}>
      <p className="mt-2 text-sm text-ink-2">{t('book.lead')}</p>
      {needed}
      {failure !== null && <ErrorNote className="mt-3">{failureText(failure, t)}</ErrorNote>}
      {isAdding ? (
        <AddressForm confirm={confirm} onDone={() => setIsAdding(false)} />
      ) : (
        <>
          {data === undefined && failure === null && <Waiting rows={2} className="mt-4" />}
          {data?.length === 0 && <p className="mt-4 text-ink-3">{t('book.empty')}</p>}
          <ul className="mt-2">
            {data?.map((entry) => (
              <OneAddress key={entry.id} entry={entry} onFailure={setProblem} />
            ))}
          </ul>
          <div className="mt-4 grid gap-4">
            <Button variant="secondary" onClick={() => setIsAdding(true)}>
              {t('book.add')}
            </Button>
            <Delay confirm={confirm} onFailure={setProblem} />
          </div>
        </>
      )}
      {confirming}
    </Dialog>
  );
}
