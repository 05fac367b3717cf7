import { ASSET_SCALE } from '@candor/kernel';
import type { Loan } from '@candor/protocol/light';
import {
  Amount,
  Button,
  DecimalField,
  ErrorNote,
  KeyValue,
  Note,
  Segments,
  Skeleton,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureOf } from '../../../lib/query.ts';
import { useRepaymentQuote } from '../api.ts';
import { amountWords } from '../../../lib/figure-words.ts';
import { refusalWords } from '../words.ts';
import { SaleQuote } from './SaleQuote.tsx';
import { repaymentTexts } from './repayment.ts';
import type { LoanCommand } from './use-loan-command.ts';

const SOURCES = ['cash', 'collateral'] as const;
type Source = (typeof SOURCES)[number];

/** Repays all or part of a loan, from the balance or by selling collateral. */
export function Repay(props: {
  readonly loan: Loan;
  readonly command: LoanCommand;
  readonly onDone: () => void;
}): ReactElement {
  const { loan, command, onDone } = props;
  const t = useT();
  const [source, setSource] = useState<Source>('cash');
  const [amount, setAmount] = useState<string | null>(loan.owed);
  const [isPressed, setPressed] = useState(false);
  const texts = repaymentTexts(loan, amount);
  const owed = amountWords({ asset: 'USDT', amount: loan.owed });
  const error = isPressed && texts === null ? t('loan.repay-range', { owed }) : null;
  // Interest may be added until it arrives: all is said as all.
  const isAll = texts?.left === '0' || amount === loan.owed;
  const isSale = source === 'collateral';
  const asked = isAll ? null : amount;
  const quoted = useRepaymentQuote(loan.id, { amount: asked, isAsked: isSale && texts !== null });
  const quote = isSale && texts !== null ? (quoted.data ?? null) : null;
  const unquoted = isSale ? failureOf(quoted.error) : null;
  return (
    <form
      noValidate
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (texts === null || (isSale && quote === null)) return;
        // No more is sold than stands here.
        const sellsMost =
          quote?.sold.map((one) => ({ asset: one.asset, amount: one.amount })) ?? null;
        void command
          .send({ kind: 'repay', source, amount: asked, sellsMost })
          .then((isDone) => isDone && onDone());
      }}
    >
      <DecimalField
        large
        label={t('loan.repay-amount')}
        value={amount}
        onChange={(value) => {
          command.clear();
          setAmount(value);
        }}
        places={ASSET_SCALE.USDT}
        unit="USDT"
        error={error}
        aside={
          <button
            type="button"
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-3 max-desktop:min-h-11"
            onClick={() => setAmount(loan.owed)}
          >
            {t('exchange.all')}
          </button>
        }
      />
      <Segments
        wide
        label={t('loan.repay-from')}
        value={source}
        choices={SOURCES.map((value) => ({ value, label: t('loan.source', { source: value }) }))}
        onChange={(value) => {
          command.clear();
          setSource(value);
        }}
      />
      {!isSale && (
        <dl className="grid gap-1.5 text-sm">
          <KeyValue label={t('loan.pays-interest')}>
            <Amount value={texts?.interest} />
          </KeyValue>
          <KeyValue label={t('loan.pays-principal')}>
            <Amount value={texts?.principal} />
          </KeyValue>
          <KeyValue label={t('loan.owed-after')}>
            <Amount value={texts?.left} />
          </KeyValue>
        </dl>
      )}
      {quote !== null && <SaleQuote quote={quote} />}
      {isSale && texts !== null && quote === null && unquoted === null && (
        <Skeleton className="h-36" />
      )}
      {quote === null && unquoted !== null && <ErrorNote>{refusalWords(unquoted, t)}</ErrorNote>}
      <p className="text-xs text-ink-3">
        {isSale ? t('loan.repay-collateral') : t('loan.repay-early')}
      </p>
      {command.refusal !== null && <ErrorNote>{command.refusal}</ErrorNote>}
      {command.isLate && <Note tone="warn">{t('loan.late')}</Note>}
      <Button
        type="submit"
        size="lg"
        wide
        disabled={command.isLate || (isSale && texts !== null && quote === null)}
        busy={command.isSending ? t('ticket.sending') : undefined}
      >
        {t('loan.repay')}
      </Button>
    </form>
  );
}
