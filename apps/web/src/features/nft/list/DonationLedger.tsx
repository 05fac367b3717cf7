import { parseMoney } from '@candor/kernel';
import {
  type CallResult,
  type CharityPayout,
  LEDGER_LINES_MAX,
  type NftSale,
} from '@candor/protocol/light';
import { Amount, CheckMark, KeyValue, Pager, formatNumber, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { DownloadButton } from '../../../lib/DownloadButton.tsx';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { LEDGER_SIZE, useDonations } from '../api.ts';
import { named } from '../../../lib/figure-words.ts';
import { shortHash } from '../words.ts';

type Ledger = CallResult<'nft.donations'>;

/** A part of what was raised, in percent to a tenth; for the drawing only. */
function widthOf(part: string, whole: string): string {
  const [some, all] = [
    parseMoney(part, 'USDT')?.units ?? 0n,
    parseMoney(whole, 'USDT')?.units ?? 0n,
  ];
  const tenths = all === 0n ? 0n : (some * 1000n) / all;
  return `${tenths / 10n}.${tenths % 10n}%`;
}

/** The way of a donation: bid, held, paid out, with what is on each part of it. */
function Way({ ledger }: { readonly ledger: Ledger }): ReactElement {
  const t = useT();
  const steps = [
    { key: 'bid', amount: ledger.raised, label: t('nft.raised'), ground: 'bg-surface' },
    { key: 'held', amount: ledger.held, label: t('nft.held'), ground: 'bg-line-strong' },
    { key: 'paid', amount: ledger.paidOut, label: t('nft.paid-out'), ground: 'bg-ink' },
  ] as const;
  return (
    <>
      <div aria-hidden="true" className="flex h-5 overflow-hidden rounded-xs bg-sunken">
        <span className="bg-ink" style={{ width: widthOf(ledger.paidOut, ledger.raised) }} />
        <span className="bg-line-strong" style={{ width: widthOf(ledger.held, ledger.raised) }} />
      </div>
      <ol aria-label={t('nft.way')} className="grid">
        {steps.map(({ key, amount, label, ground }, at) => (
          <li key={key} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3">
            <span aria-hidden="true" className="flex flex-col items-center">
              {/* Filled as its part of the bar above. */}
              <span className={`mt-1 size-3 shrink-0 rounded-full border-2 border-ink ${ground}`} />
              {at < steps.length - 1 && <span className="w-0.5 flex-1 bg-line-strong" />}
            </span>
            <div className="pb-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                <span className="font-medium">{label}</span>
                <span className="font-semibold">
                  <Amount value={amount} />
                </span>
              </p>
              <p className="text-xs text-ink-3">{t('nft.way-of', { step: key })}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const ROW = 'flex items-baseline justify-between gap-3 border-t border-line py-2.5 text-sm';

function PayoutRow({ payout }: { readonly payout: CharityPayout }): ReactElement {
  const t = useT();
  const { charity, amount, at, number, reference, receipt } = payout;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="font-medium">{charity}</p>
        <p className="text-xs text-ink-3">
          {formatTime(at)} · <bdi className="mono">{number}</bdi>
        </p>
        <p className="text-xs break-words text-ink-3">
          {t('nft.payout-proof', {
            reference: named(reference.length > 24 ? shortHash(reference) : reference),
            receipt: named(receipt.number),
          })}
        </p>
      </div>
      <span className="shrink-0 font-semibold">
        <Amount value={amount} />
      </span>
    </li>
  );
}

type HrefOf = (tokenId: string) => string;

function SaleRow(props: { readonly sale: NftSale; readonly hrefOf: HrefOf }): ReactElement {
  const { tokenId, title, at, number, shares } = props.sale;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-xs text-ink-3">{formatTime(at)}</p>
      </div>
      <div className="shrink-0 text-end">
        <span className="font-semibold">
          <Amount value={shares.charity} />
        </span>
        {/* The page of the token has the certificate's number and its entry in the books. */}
        <Link
          href={props.hrefOf(tokenId)}
          aria-label={`${title}: ${number}`}
          className="flex min-h-6 items-center justify-end gap-1 text-xs text-accent underline underline-offset-3 max-desktop:min-h-11"
        >
          <CheckMark />
          <bdi className="mono">{number}</bdi>
        </Link>
      </div>
    </li>
  );
}

function Ready(props: {
  readonly ledger: Ledger;
  readonly page: number;
  readonly isOnItsWay: boolean;
  readonly hrefOf: HrefOf;
  readonly onPage: (page: number) => void;
}): ReactElement {
  const { ledger, page, isOnItsWay, hrefOf, onPage } = props;
  const t = useT();
  const lines = Math.max(ledger.totalSales, ledger.totalPayouts);
  return (
    <>
      <Way ledger={ledger} />
      {ledger.charities.length > 0 && (
        <dl className="grid gap-1.5 text-sm">
          {ledger.charities.map(({ id, name, raised }) => (
            <KeyValue key={id} label={name}>
              <Amount value={raised} />
            </KeyValue>
          ))}
        </dl>
      )}
      <div>
        <h3 className="pb-2 text-sm font-semibold">{t('nft.payouts')}</h3>
        {ledger.payouts.length === 0 ? (
          <p className="border-t border-line py-2.5 text-sm text-ink-3">{t('nft.no-payouts')}</p>
        ) : (
          <ul>
            {ledger.payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3 className="pb-2 text-sm font-semibold">{t('nft.sales')}</h3>
        {ledger.sales.length === 0 ? (
          <p className="border-t border-line py-2.5 text-sm text-ink-3">{t('nft.none-sold')}</p>
        ) : (
          <ul>
            {ledger.sales.map((sale) => (
              <SaleRow key={sale.entryId} sale={sale} hrefOf={hrefOf} />
            ))}
          </ul>
        )}
      </div>
      <Pager
        label={t('nft.ledger')}
        isOnItsWay={isOnItsWay}
        page={page}
        total={lines}
        size={LEDGER_SIZE}
        onPage={onPage}
        className="pt-1"
      />
      {lines > 0 && (
        <div className="grid gap-2 border-t border-dashed border-line-strong pt-4">
          <DownloadButton call="nft.donations-file" query={{}} />
          {lines > LEDGER_LINES_MAX && (
            <p className="text-xs text-ink-3">
              {t('nft.ledger-newest', { max: formatNumber(String(LEDGER_LINES_MAX)) })}
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** What was raised, what is held and what was paid out, with each sale and pay-out. @source DESIGN mock h */
export function DonationLedger({ hrefOf }: { readonly hrefOf: HrefOf }): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useDonations(page);
  const failure = failureOf(found.error);
  return (
    <section
      aria-labelledby="donations"
      className="receipt grid grid-cols-[minmax(0,1fr)] content-start gap-4 bg-surface p-6 pb-8 max-desktop:p-4 max-desktop:pb-8"
    >
      <h2
        id="donations"
        className="border-b border-dashed border-line-strong pb-3 text-md font-semibold"
      >
        {t('nft.ledger')}
      </h2>
      {found.data !== undefined ? (
        <Ready
          ledger={found.data}
          page={page}
          isOnItsWay={found.isPlaceholderData}
          hrefOf={hrefOf}
          onPage={setPage}
        />
      ) : failure === null ? (
        <Waiting rows={6} className="grid gap-4" />
      ) : (
        <ReadFailed
          title={t('nft.ledger-failed')}
          failure={failure}
          onRetry={() => void found.refetch()}
        />
      )}
    </section>
  );
}
