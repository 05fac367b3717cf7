import { ASSET_SCALE, formatMoney, money, price, unixMs } from '@candor/kernel';
import { LOAN_DAYS } from '@candor/pricing';
import { Card, DecimalField, RiskFacts, Segments, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { CostFigures, Schedule } from './CostCard.tsx';
import { LtvGauge } from './LtvGauge.tsx';
import { WhatIfPanel } from './WhatIfPanel.tsx';
import { fallOf } from './gauge.ts';
import { costOf, principalOf, rateOf, ltvFiguresOf } from './preview.ts';
import type { PublishedTerms } from './published.ts';
import { amountWords } from '../../lib/figure-words.ts';
import { percentWords } from './words.ts';

const AMOUNT_AT_FIRST = '1000';
const DAYS_AT_FIRST = 30;
/** What is pledged in the example is worth so many times what is borrowed. */
const TIMES = 2n;

/** What a loan costs and what a fall does to it, with any amount; nobody has to be signed in. */
export function LoanExample({ terms }: { readonly terms: PublishedTerms }): ReactElement {
  const t = useT();
  const [amount, setAmount] = useState<string | null>(AMOUNT_AT_FIRST);
  const [days, setDays] = useState<number>(DAYS_AT_FIRST);
  const principal = principalOf(amount);
  // One coin at a price that makes it worth twice the loan: only shares of it are shown.
  const collateral = [money('BTC', 10n ** BigInt(ASSET_SCALE.BTC))];
  const worth = principal === null ? null : money('USDT', principal.units * TIMES);
  const bids = worth === null ? {} : { BTC: price(formatMoney(worth)) };
  const standing = principal === null ? null : ltvFiguresOf({ debt: principal, collateral, bids });
  const cost =
    principal === null ? null : costOf({ principal, days, terms, now: unixMs(wallNow()) });
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-2 desktop:gap-6">
      <Card className="grid gap-4 p-5 max-desktop:p-4">
        <DecimalField
          large
          label={t('loan.amount')}
          value={amount}
          onChange={setAmount}
          places={ASSET_SCALE.USDT}
          unit="USDT"
          error={amount === '' ? t('message.enter-loan-amount') : null}
        />
        <div className="grid gap-1.5">
          <span className="text-sm leading-4 font-medium text-ink-2">{t('loan.term')}</span>
          <Segments
            wide
            label={t('loan.term')}
            value={days}
            choices={LOAN_DAYS.map((value) => ({
              value: value as number,
              label: value,
            }))}
            onChange={setDays}
          />
        </div>
        {cost !== null && (
          <>
            <CostFigures cost={cost} />
            <Schedule days={cost.schedule} />
          </>
        )}
      </Card>
      {principal !== null && worth !== null && standing !== null && (
        <Card className="grid gap-4 p-5 max-desktop:p-4">
          <p className="text-sm text-ink-2">
            {t('loan.example-worth', {
              worth: amountWords({ asset: 'USDT', amount: formatMoney(worth) }),
            })}
          </p>
          <LtvGauge
            ltv={standing.ltv}
            ltvMax={terms.ltvMax}
            notices={terms.notices}
            saleLine={terms.saleLine}
          />
          <RiskFacts title={t('loan.lines')}>
            {standing.steps.map(({ ltv, kind, ofToday }) => (
              <div key={ltv} className="flex items-baseline justify-between gap-3">
                <dt className={kind === 'sale' ? 'font-semibold' : 'text-ink-2'}>
                  {t('loan.line', { kind, line: percentWords(ltv) })}
                </dt>
                <dd className="text-end font-medium">
                  {t('loan.line-fall', { percent: percentWords(fallOf(ofToday), 1) })}
                </dd>
              </div>
            ))}
          </RiskFacts>
          <WhatIfPanel
            isExample
            facts={{
              debt: principal,
              collateral,
              bids,
              line: rateOf(terms.ltvMax),
              spreadRate: rateOf(terms.spreadRate),
            }}
          />
        </Card>
      )}
    </div>
  );
}
