import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { type CashierTerms, NETWORK_ASSETS } from '@candor/protocol/light';
import {
  Amount,
  Button,
  CopyIcon,
  DASH,
  IconButton,
  KeyValue,
  Note,
  Num,
  QrCode,
  formatTime,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { type Place, useDepositAddress } from './api.ts';

/** Letters of a group, and groups at each end that a reader compares. @source DESIGN f-balance */
const GROUP = /.{1,4}/gu;
const STRONG_GROUPS = 2;

/** What wallets and exchanges call a network where it carries a token. */
const STANDARDS: Readonly<Record<string, string>> = {
  'USDT ethereum': 'Ethereum (ERC-20)',
  'USDT tron': 'Tron (TRC-20)',
};

/** An address in groups; the gaps are drawn, so a selection copies the address alone. */
function Grouped({ address }: { readonly address: string }): ReactElement {
  const groups = address.match(GROUP) ?? [];
  const isStrong = (at: number): boolean =>
    at < STRONG_GROUPS || at >= groups.length - STRONG_GROUPS;
  return (
    <bdi dir="ltr" className="mono text-md leading-7">
      {groups.map((group, at) => (
        <span
          key={`${at}${group}`}
          className={`me-[0.75ch] inline-block ${isStrong(at) ? 'font-bold' : ''}`}
        >
          {group}
        </span>
      ))}
    </bdi>
  );
}

type Given = NonNullable<ReturnType<typeof useDepositAddress>['data']>;

function Former({ history }: Pick<Given, 'history'>): ReactElement | null {
  const t = useT();
  if (history.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-ink-2 max-desktop:min-h-11 max-desktop:py-3">
        {t('deposit.former')}
      </summary>
      <p className="mt-2 text-ink-3">{t('deposit.former-note')}</p>
      <ul className="mt-2 grid gap-2">
        {history.map(({ address, since }) => (
          <li key={address} className="flex flex-wrap justify-between gap-x-4">
            <bdi dir="ltr" className="mono text-xs break-all">
              {address}
            </bdi>
            <span className="text-xs text-ink-3">
              {t('deposit.since', { when: formatTime(since) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Box(props: {
  readonly place: Place;
  readonly given: Given;
  readonly onChange: () => void;
}): ReactElement {
  const { place, given, onChange } = props;
  const { asset, network } = place;
  const t = useT();
  const name = STANDARDS[`${asset} ${network}`] ?? NETWORK_NAMES[network];
  return (
    <div className="grid items-start gap-5 rounded-md border border-line bg-sunken p-4 max-desktop:justify-items-center desktop:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode text={given.uri} label={t('deposit.qr')} />
      <div className="grid w-full gap-3">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <p className="text-ink-2">
            {t('deposit.send-only', { asset, network: `\u2068${name}\u2069` })}
          </p>
          <Button variant="ghost" size="sm" onClick={onChange}>
            {t('deposit.change')}
          </Button>
        </div>
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0">
            <Grouped address={given.address} />
          </p>
          <IconButton label={t('deposit.copy')} onClick={() => void copyText(given.address, t)}>
            <CopyIcon />
          </IconButton>
        </div>
        <Note tone="warn">
          {t('deposit.guard', {
            coins: `\u2068${NETWORK_ASSETS[network].join(', ')}\u2069`,
            network: `\u2068${NETWORK_NAMES[network]}\u2069`,
          })}
        </Note>
      </div>
    </div>
  );
}

/** Where to send: the code, the address, what it costs to err, and what the network asks. */
export function PayInAddress(props: {
  readonly terms: CashierTerms;
  readonly onChange: () => void;
}): ReactElement {
  const { terms, onChange } = props;
  const { asset, minDeposit, confirmations } = terms;
  const t = useT();
  const found = useDepositAddress(terms);
  if (found.data === undefined) {
    const failure = failureOf(found.error);
    if (failure === null) return <Waiting rows={4} className="grid gap-4" />;
    const back = (
      <Button variant="secondary" size="sm" onClick={onChange}>
        {t('deposit.change')}
      </Button>
    );
    // No key is confirmed for this network: nothing went wrong, and asking again changes nothing.
    if (failure.name === 'not-yet-open') {
      return <Note action={back}>{t('message.not-yet-open')}</Note>;
    }
    // Their own limit is used up: it says until when, and asking again before changes nothing.
    if (failure.name === 'limit-reached') {
      return <Note action={back}>{failureText(failure, t)}</Note>;
    }
    return (
      <ReadFailed
        title={t('deposit.address-failed')}
        failure={failure}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const { limit } = found.data;
  return (
    <div className="grid gap-4">
      <Box place={terms} given={found.data} onChange={onChange} />
      <dl className="grid gap-2 text-sm">
        {limit !== null && (
          <KeyValue label={t('deposit.limit-left', { period: limit.period })}>
            <Amount value={limit.left} asset="USDT" />
          </KeyValue>
        )}
        <KeyValue label={t('balance.min-deposit')}>
          <Amount value={minDeposit} asset={asset} />
        </KeyValue>
        <KeyValue label={t('deposit.confirmations')}>
          {confirmations === null ? DASH : <Num>{confirmations}</Num>}
        </KeyValue>
      </dl>
      <p className="text-sm text-ink-3">{t('deposit.below')}</p>
      <Former history={found.data.history} />
    </div>
  );
}
