import type { MessageKey } from '@candor/locales';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { CashierTerms } from '@candor/protocol/light';
import {
  Amount,
  Button,
  Card,
  DASH,
  KeyValue,
  Note,
  Num,
  Pills,
  Segments,
  Stepper,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { useTerms } from '../api.ts';
import { keptDraft } from '../../../lib/kept-draft.ts';
import { useSession } from '../../../lib/session.ts';
import { CLAIM_DRAFT } from '../drafts.ts';
import { ClaimForm } from './ClaimForm.tsx';
import { Claims } from './Claims.tsx';
import { PayInAddress } from './PayInAddress.tsx';
import { SeenDeposits } from './SeenDeposits.tsx';
import { type Place, isOpen, useDeposits } from './api.ts';

const STEPS: readonly MessageKey[] = ['book.place', 'deposit.step-send', 'deposit.step-chain'];

function Choice(props: {
  readonly all: readonly CashierTerms[];
  readonly terms: CashierTerms;
  readonly onChange: (place: Place) => void;
  readonly onShow: () => void;
}): ReactElement {
  const { all, terms, onChange, onShow } = props;
  const { asset, network, minDeposit, confirmations, depositOpen } = terms;
  const t = useT();
  const assets = [...new Set(all.map((one) => one.asset))];
  const networksOf = (of: Place['asset']) =>
    all.filter((one) => one.asset === of).map((one) => one.network);
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-start gap-3">
        <Pills
          label={t('deposit.coin')}
          value={asset}
          choices={assets.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            const networks = networksOf(value);
            onChange({
              asset: value,
              network: networks.includes(network) ? network : (networks[0] ?? network),
            });
          }}
        />
        <Segments
          label={t('deposit.network')}
          value={network}
          choices={networksOf(asset).map((value) => ({ value, label: NETWORK_NAMES[value] }))}
          onChange={(value) => onChange({ asset, network: value })}
        />
      </div>
      <dl className="grid gap-2 text-sm">
        <KeyValue label={t('balance.min-deposit')}>
          <Amount value={minDeposit} asset={asset} />
        </KeyValue>
        <KeyValue label={t('deposit.confirmations')}>
          {confirmations === null ? DASH : <Num>{confirmations}</Num>}
        </KeyValue>
      </dl>
      {!depositOpen && <Note>{t('message.not-yet-open')}</Note>}
      <Button
        size="lg"
        disabled={!depositOpen}
        className="justify-self-end max-desktop:w-full"
        onClick={onShow}
      >
        {t('deposit.show')}
      </Button>
    </div>
  );
}

function Ready({ all }: { readonly all: readonly CashierTerms[] }): ReactElement | null {
  const t = useT();
  const deposits = useDeposits();
  const [chosen, setChosen] = useState<Place | null>(null);
  const [isShown, setShown] = useState(false);
  const { user } = useSession();
  const [isMissing, setMissing] = useState(() => keptDraft(user?.id, CLAIM_DRAFT)?.isOpen === true);
  const isOf = (place: Place | null) => (one: Place) =>
    one.asset === place?.asset && one.network === place.network;
  const terms = all.find(isOf(chosen)) ?? all.find((one) => one.depositOpen) ?? all[0];
  if (terms === undefined) return null;
  const open = all.filter((one) => one.depositOpen);
  const begins = open.find(isOf(terms)) ?? open[0];
  if (isMissing && begins !== undefined) {
    return (
      <>
        <ClaimForm places={open} begins={begins} onBack={() => setMissing(false)} />
        <Claims />
      </>
    );
  }
  const isOnChain = deposits.data?.records.some((one) => isOf(terms)(one) && isOpen(one)) === true;
  const at = !isShown ? 0 : isOnChain ? 2 : 1;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-xl">
          {isShown ? t('deposit.title', { asset: terms.asset }) : t('balance.deposit')}
        </h2>
        <span className="text-sm text-ink-2">
          {t('deposit.step', { at: at + 1, count: STEPS.length })}
        </span>
      </div>
      <Stepper
        label={t('deposit.steps')}
        steps={STEPS.map((key) => ({ key, text: t(key) }))}
        at={at}
      />
      {isShown ? (
        <PayInAddress
          terms={terms}
          onChange={() => {
            setChosen(terms);
            setShown(false);
          }}
        />
      ) : (
        <Choice all={all} terms={terms} onChange={setChosen} onShow={() => setShown(true)} />
      )}
      <SeenDeposits />
      {begins !== undefined && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => setMissing(true)}
        >
          {t('deposit.missing')}
        </Button>
      )}
      <Claims />
    </>
  );
}

/** A deposit: what is sent by which network, where to, and what the chain shows of it. */
export function DepositFlow(): ReactElement {
  const terms = useTerms();
  const failure = failureOf(terms.error);
  return (
    <Card className="grid gap-6 p-8 max-desktop:gap-5 max-desktop:p-4">
      {terms.data !== undefined ? (
        <Ready all={terms.data} />
      ) : failure === null ? (
        <Waiting rows={4} className="grid gap-4" />
      ) : (
        <ReadFailed failure={failure} onRetry={() => void terms.refetch()} />
      )}
    </Card>
  );
}
