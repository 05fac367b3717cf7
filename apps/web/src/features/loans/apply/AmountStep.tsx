import { ASSETS, ASSET_SCALE, type Asset, formatMoney, unixMs } from '@candor/kernel';
import type { LoanTerms } from '@candor/protocol/light';
import {
  Button,
  Card,
  DecimalField,
  ErrorNote,
  Num,
  RiskFacts,
  Segments,
  formatNumber,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { CostFigures, Schedule } from '../CostCard.tsx';
import { LoanRisks } from '../LoanRules.tsx';
import { LoanLines, LtvGauge } from '../LtvGauge.tsx';
import { WhatIfPanel } from '../WhatIfPanel.tsx';
import {
  type LoanFields,
  bidsOf,
  costOf,
  fieldsProblem,
  leastCollateral,
  levelMaxOf,
  pledgedOf,
  principalOf,
  rateOf,
  ltvFiguresOf,
} from '../preview.ts';
import { amountWords } from '../../../lib/figure-words.ts';
import { type FieldWords, problemWords } from '../words.ts';
import { FlowAction } from './FlowAction.tsx';

const LINK =
  'target inline-flex min-h-6 items-center gap-1 text-accent underline underline-offset-3 max-desktop:min-h-11';

type Change = (change: Partial<LoanFields>) => void;

/** One asset to pledge: what there is of it, and the least that would do. */
function PledgeField(props: {
  readonly asset: Asset;
  readonly fields: LoanFields;
  readonly terms: LoanTerms;
  readonly error: string | undefined;
  readonly onChange: Change;
}): ReactElement {
  const { asset, fields, terms, error, onChange } = props;
  const t = useT();
  const available = terms.collateral.find((one) => one.asset === asset)?.available ?? null;
  const set = (value: string | null): void =>
    onChange({ collateral: { ...fields.collateral, [asset]: value } });
  const principal = principalOf(fields.amount);
  const others = pledgedOf(fields.collateral).filter((one) => one.asset !== asset);
  const bids = bidsOf(terms.collateral);
  const line = rateOf(terms.ltvMax);
  const least =
    principal === null ? null : leastCollateral({ principal, others, asset, bids, line });
  return (
    <DecimalField
      label={t('loan.pledge-asset', { asset })}
      value={fields.collateral[asset]}
      onChange={set}
      places={ASSET_SCALE[asset]}
      unit={asset}
      error={error}
      aside={
        available === null ? undefined : (
          <button type="button" className={LINK} onClick={() => set(available)}>
            {t('loan.available')} <Num>{formatNumber(available)}</Num>
          </button>
        )
      }
      help={
        least === null ? undefined : (
          <button type="button" className={LINK} onClick={() => set(formatMoney(least))}>
            {t('loan.least', { amount: amountWords({ asset, amount: formatMoney(least) }) })}
          </button>
        )
      }
    />
  );
}

/** What is asked for would cost and how it would stand, while it is typed. */
function Preview(props: { readonly fields: LoanFields; readonly terms: LoanTerms }): ReactElement {
  const { fields, terms } = props;
  const t = useT();
  const principal = principalOf(fields.amount);
  if (principal === null) {
    // On a phone it would stand between the form and its button.
    return (
      <div className="max-desktop:hidden">
        <LoanRisks terms={terms} />
      </div>
    );
  }
  const cost = costOf({ principal, days: fields.days, terms, now: unixMs(wallNow()) });
  const collateral = pledgedOf(fields.collateral);
  const bids = bidsOf(terms.collateral);
  const standing = ltvFiguresOf({ debt: principal, collateral, bids });
  const line = rateOf(terms.ltvMax);
  const spreadRate = rateOf(terms.spreadRate);
  return (
    <>
      <Card className="grid gap-3 p-5 max-desktop:p-4">
        <CostFigures cost={cost} />
        <Schedule days={cost.schedule} />
      </Card>
      {collateral.length > 0 && (
        <Card className="grid gap-4 p-5 max-desktop:p-4">
          <LtvGauge
            ltv={standing.ltv}
            ltvMax={terms.ltvMax}
            notices={terms.notices}
            saleLine={terms.saleLine}
          />
          {standing.steps.length > 0 && (
            <RiskFacts title={t('loan.lines')}>
              <LoanLines steps={standing.steps} />
            </RiskFacts>
          )}
          {standing.steps.length > 0 && (
            <WhatIfPanel facts={{ debt: principal, collateral, bids, line, spreadRate }} />
          )}
        </Card>
      )}
    </>
  );
}

/** What is borrowed, for how long and on what; everything it means stands beside it. */
export function AmountStep(props: {
  readonly fields: LoanFields;
  readonly terms: LoanTerms;
  readonly onChange: Change;
  readonly onNext: () => void;
  /** Why the server would not offer it. */
  readonly refusal: string | null;
}): ReactElement {
  const { fields, terms, onChange, onNext, refusal } = props;
  const t = useT();
  const [isPressed, setPressed] = useState(false);
  const problem = fieldsProblem(fields, terms);
  const max = formatMoney(levelMaxOf(terms));
  const isOwn = problem === 'above-own' && terms.ownMax !== null;
  const limits = {
    min: terms.amountMin,
    max: isOwn ? (terms.ownMax ?? max) : max,
    owed: terms.owed,
  };
  const words: FieldWords = problem === null || !isPressed ? {} : problemWords(problem, limits, t);
  return (
    <form
      noValidate
      className="grid items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] desktop:gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (problem === null) onNext();
      }}
    >
      <Card className="grid gap-4 p-5 max-desktop:p-4">
        <DecimalField
          label={t('loan.amount')}
          value={fields.amount}
          onChange={(amount) => onChange({ amount })}
          places={ASSET_SCALE.USDT}
          unit="USDT"
          error={words.amount}
          large
          help={t('loan.amount-range', {
            min: amountWords({ asset: 'USDT', amount: terms.amountMin }),
            max: amountWords({ asset: 'USDT', amount: max }),
          })}
        />
        <div className="grid gap-1.5">
          <span className="text-sm leading-4 font-medium text-ink-2">{t('loan.term')}</span>
          <Segments
            wide
            label={t('loan.term')}
            value={fields.days}
            choices={terms.days.map((days) => ({ value: days, label: days }))}
            onChange={(days) => onChange({ days })}
          />
        </div>
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-md font-semibold">{t('loan.pledge')}</legend>
          {ASSETS.map((asset) => (
            <PledgeField
              key={asset}
              asset={asset}
              fields={fields}
              terms={terms}
              error={words[asset]}
              onChange={onChange}
            />
          ))}
          {words.collateral !== undefined && <ErrorNote>{words.collateral}</ErrorNote>}
        </fieldset>
      </Card>
      <div className="grid gap-4">
        <Preview fields={fields} terms={terms} />
      </div>
      <div className="grid gap-3 desktop:col-span-2">
        {refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
        <FlowAction>
          <Button type="submit" size="lg" className="max-desktop:w-full">
            {t('onboarding.continue')}
          </Button>
        </FlowAction>
      </div>
    </form>
  );
}
