import type { Receipt } from '@candor/protocol/light';
import { CheckMark, DemoChip, ExactAmount, RealChip, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { receiptHref } from '../../lib/receipt-address.ts';
import { ContractParts } from './ContractParts.tsx';
import { ConversionParts } from './ConversionParts.tsx';
import { DonationParts } from './DonationParts.tsx';
import { PlanParts } from './PlanParts.tsx';
import { SaleParts } from './SaleParts.tsx';
import { OptionParts } from './OptionParts.tsx';
import { Moment, Part, Row } from './Row.tsx';
import { isOfPlan, planNames } from './plan.ts';
import { FEEDS, groupsOf, titleKey } from './view.ts';

function Head({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useT();
  const code = 'instrument' in receipt ? `\u2066${receipt.instrument.code}\u2069` : '';
  const pair =
    receipt.kind === 'conversion'
      ? { from: receipt.from, to: receipt.to }
      : receipt.kind === 'collateralSale'
        ? { number: `\u2068${receipt.orderNo}\u2069` }
        : receipt.kind === 'donation'
          ? { title: `\u2068${receipt.token.title}\u2069` }
          : isOfPlan(receipt)
            ? planNames(receipt, t)
            : {};
  return (
    <header className="grid gap-3 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-[-0.02em] rtl:tracking-normal">
          {t(titleKey(receipt), { code, ...pair })}
        </h1>
        {receipt.mode === 'demo' ? (
          <DemoChip>{t('band.demo')}</DemoChip>
        ) : (
          <RealChip>{t('band.real')}</RealChip>
        )}
      </div>
      <p className="mono text-sm break-words text-ink-2">
        <span className="sr-only">{t('receipt.number')} </span>
        <bdi dir="ltr">{groupsOf(receipt.number)}</bdi>
      </p>
      {'feed' in receipt && (
        <p className="flex items-start gap-1.5 text-sm text-ink-2">
          <span className="mt-1">
            <CheckMark />
          </span>
          {t(FEEDS[receipt.feed.mode], { label: `\u2068${receipt.feed.label}\u2069` })}
        </p>
      )}
    </header>
  );
}

function CoverParts({ receipt }: { readonly receipt: Receipt & { kind: 'cover' } }): ReactElement {
  const t = useT();
  return (
    <Part title={t('receipt.cover-part')}>
      <Row label={t('receipt.cover-amount')} note={t('receipt.cover-note')}>
        <ExactAmount value={receipt.amount} />
      </Row>
      <Row label={t('receipt.time')}>
        <Moment at={receipt.at} />
      </Row>
      <Row label={t('receipt.cover-of')}>
        <Link
          href={receiptHref(receipt.closing)}
          className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
        >
          <span className="mono text-xs break-all">{groupsOf(receipt.closing)}</span>
        </Link>
      </Row>
    </Part>
  );
}

function Journal({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useT();
  return (
    <section className="border-t border-dashed border-line-strong py-4">
      <h2 className="mb-2 text-sm font-semibold">{t('receipt.journal')}</h2>
      <ul className="grid gap-3 text-xs">
        {receipt.entries.map((entry) => (
          <li key={entry.number}>
            <div className="flex flex-wrap justify-between gap-x-3 text-ink-2">
              <span>
                {t('receipt.entry', { number: `\u2066${entry.number}\u2069` })}{' '}
                <bdi translate="no" className="mono">
                  {entry.kind}
                </bdi>
              </span>
              <Moment at={entry.at} />
            </div>
            <ul>
              {entry.postings.map((posting) => (
                <li
                  key={`${posting.from} ${posting.to} ${'asset' in posting ? posting.asset : ''}`}
                  className="flex flex-wrap justify-between gap-x-3"
                >
                  <bdi
                    dir="ltr"
                    translate="no"
                    className="mono"
                  >{`${posting.from} → ${posting.to}`}</bdi>
                  <span className="ms-auto">
                    <ExactAmount
                      value={posting.amount}
                      asset={'asset' in posting ? posting.asset : 'USDT'}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A receipt as a document: what was agreed, what it was filled on, what it came to. */
export function Paper(props: {
  readonly receipt: Receipt;
  /** The verdict and the hash, at the end of the paper. */
  readonly children: ReactNode;
}): ReactElement {
  const { receipt, children } = props;
  const t = useT();
  return (
    <article
      aria-label={t('receipt.title')}
      className="bg-surface p-6 shadow-paper max-desktop:p-4"
    >
      <Head receipt={receipt} />
      {receipt.kind === 'contract' && <ContractParts receipt={receipt} />}
      {receipt.kind === 'conversion' && <ConversionParts receipt={receipt} />}
      {receipt.kind === 'collateralSale' && <SaleParts receipt={receipt} />}
      {receipt.kind === 'donation' && <DonationParts receipt={receipt} />}
      {isOfPlan(receipt) && <PlanParts receipt={receipt} />}
      {receipt.kind === 'option' && <OptionParts receipt={receipt} />}
      {receipt.kind === 'cover' && <CoverParts receipt={receipt} />}
      {receipt.entries.length > 0 && <Journal receipt={receipt} />}
      {children}
    </article>
  );
}
