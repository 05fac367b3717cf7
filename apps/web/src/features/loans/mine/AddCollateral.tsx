import { ASSETS, ASSET_SCALE, type Asset, money, parseMoney } from '@candor/kernel';
import { withCollateral } from '@candor/pricing';
import type { Loan, LoanTerms } from '@candor/protocol/light';
import {
  Button,
  DecimalField,
  ErrorNote,
  Note,
  Num,
  Segments,
  formatNumber,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { LtvGauge } from '../LtvGauge.tsx';
import { bidsOf, moneyOf, ltvFiguresOf } from '../preview.ts';
import { amountWords } from '../../../lib/figure-words.ts';
import type { LoanCommand } from './use-loan-command.ts';

/** Pledges more to a running loan; how it would stand is shown before. */
export function AddCollateral(props: {
  readonly loan: Loan;
  readonly terms: LoanTerms;
  readonly command: LoanCommand;
  readonly onDone: () => void;
}): ReactElement {
  const { loan, terms, command, onDone } = props;
  const t = useT();
  const held = loan.collateral[0]?.asset ?? 'USDT';
  const [asset, setAsset] = useState<Asset>(held);
  const [amount, setAmount] = useState<string | null>('');
  const [isPressed, setPressed] = useState(false);
  const available = terms.collateral.find((one) => one.asset === asset)?.available ?? null;
  const read = amount === null || amount === '' ? null : parseMoney(amount, asset);
  const more = read !== null && read.units > 0n ? read : null;
  const have = available === null ? null : parseMoney(available, asset);
  const isShort = more !== null && have !== null && more.units > have.units;
  const error = isShort
    ? t('loan.short', { have: amountWords({ asset, amount: available ?? '0' }) })
    : isPressed && more === null
      ? t('loan.add-enter')
      : null;
  const debt = parseMoney(loan.owed, 'USDT') ?? money('USDT', 0n);
  const pledged = moneyOf(loan.collateral);
  const collateral = more === null ? pledged : withCollateral(pledged, more);
  const standing = ltvFiguresOf({ debt, collateral, bids: bidsOf(terms.collateral) });
  return (
    <form
      noValidate
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (more === null || isShort || amount === null) return;
        void command.send({ kind: 'add', asset, amount }).then((isDone) => isDone && onDone());
      }}
    >
      <Segments
        wide
        label={t('loan.collateral')}
        value={asset}
        choices={ASSETS.map((value) => ({ value, label: value }))}
        onChange={(value) => {
          setAsset(value);
          setAmount('');
          command.clear();
        }}
      />
      <DecimalField
        large
        label={t('loan.pledge-asset', { asset })}
        value={amount}
        onChange={(value) => {
          command.clear();
          setAmount(value);
        }}
        places={ASSET_SCALE[asset]}
        unit={asset}
        error={error}
        help={
          available === null ? undefined : (
            <>
              {t('loan.available')} <Num>{`${formatNumber(available)} ${asset}`}</Num>
            </>
          )
        }
      />
      <LtvGauge
        ltv={standing.ltv}
        ltvMax={loan.ltvMax}
        notices={terms.notices}
        saleLine={terms.saleLine}
      />
      {command.refusal !== null && <ErrorNote>{command.refusal}</ErrorNote>}
      {command.isLate && <Note tone="warn">{t('loan.late')}</Note>}
      <Button
        type="submit"
        size="lg"
        wide
        disabled={command.isLate}
        busy={command.isSending ? t('ticket.sending') : undefined}
      >
        {t('loan.add')}
      </Button>
    </form>
  );
}
