import {
  formatNumber,
  Amount,
  Card,
  DASH,
  KeyValue,
  SelectField,
  shiftDecimal,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTerms } from './api.ts';
import { placeKey, placeText } from './place-text.ts';
import { waitText } from '../../lib/wait-text.ts';

function Step(props: {
  readonly isFirst?: boolean;
  readonly title: string;
  readonly note: ReactNode;
}): ReactElement {
  const { isFirst = false, title, note } = props;
  return (
    <li className="relative grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
      <span
        aria-hidden="true"
        className={`relative z-10 mt-0.5 size-4 rounded-full bg-surface ${isFirst ? 'border-[5px] border-accent' : 'border-2 border-line-strong'}`}
      />
      <span className="absolute inset-y-0 start-[7px] top-4 w-0.5 bg-line" aria-hidden="true" />
      <div>
        <p className="text-sm font-medium">{title}</p>
        <p className="text-sm text-ink-3">{note}</p>
      </div>
    </li>
  );
}

/** A deposit on its way, or a withdrawal: what happens, in its steps. */
function NextSteps(props: {
  readonly isDeposit: boolean;
  /** What is known of how long a withdrawal waits. */
  readonly waitNote: string;
}): ReactElement {
  const t = useT();
  if (props.isDeposit) {
    return (
      <ol className="mt-4">
        <Step isFirst title={t('balance.next-pay')} note={t('balance.next-pay-note')} />
        <Step title={t('balance.next-seen')} note={t('balance.next-seen-note')} />
        <Step title={t('balance.next-credit')} note={t('balance.next-credit-note')} />
      </ol>
    );
  }
  return (
    <ol className="mt-4">
      <Step isFirst title={t('balance.next-ask')} note={t('balance.next-ask-note')} />
      <Step title={t('balance.next-review')} note={props.waitNote} />
      <Step title={t('balance.next-sent')} note={t('balance.next-sent-note')} />
    </ol>
  );
}

/** What happens after what is begun beside it, what a withdrawal costs and how long it takes. */
export function TermsCards(props: {
  readonly isDeposit: boolean;
  /** Asset and network told of at first, by their key. */
  readonly place: string;
}): ReactElement | null {
  const t = useT();
  const { numbers } = useLocale();
  const { data = [] } = useTerms();
  const [chosen, setChosen] = useState(props.place);
  const terms = data.find((one) => placeKey(one) === chosen) ?? data[0];
  if (terms === undefined) return null;
  const { asset, networkFee, feeRate, minReceive, minDeposit, usualWait, longestWait } = terms;
  const fee = `${formatNumber(shiftDecimal(feeRate, 2), { places: 2, numbers })}%`;
  const wait = { usual: waitText(usualWait), longest: waitText(longestWait) };
  return (
    <>
      <Card className="p-6 max-desktop:p-4">
        <h2 className="text-lg">{t('balance.next')}</h2>
        <NextSteps
          isDeposit={props.isDeposit}
          waitNote={
            usualWait === null ? t('balance.next-unmeasured') : t('balance.next-wait', wait)
          }
        />
      </Card>
      <Card className="p-6 max-desktop:p-4">
        <h2 className="text-lg">{t('balance.before')}</h2>
        <div className="mt-3">
          <SelectField
            label={t('book.place')}
            value={placeKey(terms)}
            onChange={setChosen}
            choices={data.map((one) => ({ value: placeKey(one), label: placeText(one, t) }))}
          />
        </div>
        <dl className="mt-4 grid gap-2 text-sm">
          <KeyValue label={t('balance.network-fee')}>
            {networkFee === null ? DASH : <Amount value={networkFee} asset={asset} />}
          </KeyValue>
          <KeyValue label={t('balance.our-fee')}>{fee}</KeyValue>
          <KeyValue label={t('balance.usual-wait')}>{wait.usual}</KeyValue>
          <KeyValue label={t('balance.min-receive')}>
            <Amount value={minReceive} asset={asset} />
          </KeyValue>
          <KeyValue label={t('balance.min-deposit')}>
            <Amount value={minDeposit} asset={asset} />
          </KeyValue>
        </dl>
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-2">{t('balance.never')}</p>
      </Card>
    </>
  );
}
