import { money, parseMoney } from '@candor/kernel';
import type { LoanDetail, LoanTerms } from '@candor/protocol/light';
import {
  Button,
  Card,
  Dialog,
  ErrorNote,
  KeyValue,
  Note,
  RiskFacts,
  Timeline,
  formatDay,
  formatTime,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../../lib/ConfirmDialog.tsx';
import { Waiting } from '../../../lib/Paged.tsx';
import { ReadFailed } from '../../../lib/ReadFailed.tsx';
import { failureOf } from '../../../lib/query.ts';
import { AgreementCard } from '../AgreementCard.tsx';
import { CostFigures, Schedule } from '../CostCard.tsx';
import { LoanLines, LtvGauge } from '../LtvGauge.tsx';
import { WhatIfPanel } from '../WhatIfPanel.tsx';
import { useLoan, useLoanTerms } from '../api.ts';
import { bidsOf, moneyOf, rateOf } from '../preview.ts';
import { SALE_AFTER_DAYS } from '../published.ts';
import { amountWords } from '../../../lib/figure-words.ts';
import { amountsWords, reasonWord } from '../words.ts';
import { AddCollateral } from './AddCollateral.tsx';
import { ExactFigures, Owed } from './Owed.tsx';
import { Repay } from './Repay.tsx';
import { Sales } from './Sales.tsx';
import { type LoanCommand, useLoanCommand } from './use-loan-command.ts';

/** Asks the owner to confirm what is done with this loan by a second factor; null when they did not. */
type Confirm = (loanId: string) => Promise<string | null>;

type Opened = 'repay' | 'add' | 'cancel' | null;

const ENDED = new Set<LoanDetail['state']>(['repaid', 'sold', 'writtenOff', 'rejected', 'expired']);

/** What its owner may do now. */
function Actions(props: {
  readonly loan: LoanDetail;
  readonly command: LoanCommand;
  readonly confirm: Confirm;
  readonly onOpen: (opened: Opened) => void;
}): ReactElement | null {
  const { loan, command, confirm, onOpen } = props;
  const t = useT();
  const { canDraw, canCancel, canRepay, deadline } = loan;
  if (!canDraw && !canCancel && !canRepay) return null;
  const amount = amountWords({ asset: 'USDT', amount: loan.amount });
  const draw = async (): Promise<void> => {
    const stepUp = await confirm(loan.id);
    if (stepUp !== null) await command.send({ kind: 'draw', stepUp });
  };
  return (
    <Card className="grid gap-3 p-5 max-desktop:p-4">
      {canDraw && (
        <p className="text-sm text-ink-2">
          {t('loan.draw-text', { amount, collateral: amountsWords(loan.collateral) })}
        </p>
      )}
      {deadline !== null && (
        <p className="text-sm text-ink-3">{t('withdraw.until', { when: formatTime(deadline) })}</p>
      )}
      {command.refusal !== null && <ErrorNote>{command.refusal}</ErrorNote>}
      {command.isLate && <Note tone="warn">{t('loan.late')}</Note>}
      <div className="flex flex-wrap gap-2 max-desktop:*:flex-1">
        {canDraw && (
          <Button
            size="lg"
            disabled={command.isLate}
            busy={command.isSending ? t('ticket.sending') : undefined}
            onClick={() => void draw()}
          >
            {t('loan.draw', { amount })}
          </Button>
        )}
        {canRepay && (
          <>
            <Button onClick={() => onOpen('repay')}>{t('loan.repay')}</Button>
            <Button variant="secondary" onClick={() => onOpen('add')}>
              {t('loan.add')}
            </Button>
          </>
        )}
        {canCancel && (
          <Button variant="secondary" onClick={() => onOpen('cancel')}>
            {t('loan.cancel')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** How a loan stands by its collateral, and what a fall would do. */
function LtvCard(props: {
  readonly loan: LoanDetail;
  readonly terms: LoanTerms;
}): ReactElement | null {
  const { loan, terms } = props;
  const t = useT();
  if (ENDED.has(loan.state)) return null;
  const debt = parseMoney(loan.canRepay ? loan.owed : loan.amount, 'USDT') ?? money('USDT', 0n);
  return (
    <Card className="grid gap-4 p-5 max-desktop:p-4">
      <h2 className="sr-only">{t('loan.ltv')}</h2>
      <LtvGauge
        ltv={loan.ltv}
        ltvMax={loan.ltvMax}
        notices={terms.notices}
        saleLine={terms.saleLine}
      />
      {loan.steps.length > 0 && (
        <>
          <RiskFacts title={t('loan.lines')}>
            <LoanLines steps={loan.steps} />
          </RiskFacts>
          <WhatIfPanel
            facts={{
              debt,
              collateral: moneyOf(loan.collateral),
              bids: bidsOf(terms.collateral),
              line: rateOf(loan.ltvMax),
              spreadRate: rateOf(terms.spreadRate),
            }}
          />
        </>
      )}
    </Card>
  );
}

/** Payments and charged nights, newest first. */
function History({ loan }: { readonly loan: LoanDetail }): ReactElement | null {
  const t = useT();
  const { charges, payments } = loan;
  if (charges.length === 0 && payments.length === 0) return null;
  return (
    <Card className="grid gap-4 p-5 max-desktop:p-4">
      {payments.length > 0 && (
        <section>
          <h2 className="mb-2 text-lg">{t('loan.payments')}</h2>
          <dl className="grid gap-1.5 text-sm">
            {payments.map(({ at, source, interest, principal }) => (
              <KeyValue key={at} label={`${formatTime(at)} · ${t('loan.source', { source })}`}>
                <span className="block">
                  {t('loan.payment', {
                    interest: amountWords({ asset: 'USDT', amount: interest }),
                    principal: amountWords({ asset: 'USDT', amount: principal }),
                  })}
                </span>
              </KeyValue>
            ))}
          </dl>
        </section>
      )}
      {charges.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 text-sm font-medium max-desktop:min-h-11 max-desktop:py-2.5">
            {t('loan.charges')}
          </summary>
          <dl className="grid gap-1.5 text-sm">
            {charges.map(({ day, interest }) => (
              <KeyValue key={day} label={<bdi>{formatDay(day)}</bdi>}>
                {amountWords({ asset: 'USDT', amount: interest })}
              </KeyValue>
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}

/** Every state it came to. */
function Steps({ loan }: { readonly loan: LoanDetail }): ReactElement {
  const t = useT();
  return (
    <Card className="p-5 max-desktop:p-4">
      <h2 className="mb-3 text-lg">{t('loan.steps')}</h2>
      <Timeline
        label={t('loan.steps')}
        isOpen={!ENDED.has(loan.state)}
        steps={loan.timeline.map(({ state, at, reason }, place) => ({
          key: `${state} ${at} ${place}`,
          text: t('loan.state', { state }),
          when: formatTime(at),
          ...(reason === undefined
            ? {}
            : { note: t('loan.reason', { reason: reasonWord(reason) }) }),
        }))}
      />
    </Card>
  );
}

function Dialogs(props: {
  readonly loan: LoanDetail;
  readonly terms: LoanTerms;
  readonly opened: Opened;
  readonly command: LoanCommand;
  readonly onClose: () => void;
}): ReactElement {
  const { loan, terms, opened, command, onClose } = props;
  const t = useT();
  return (
    <>
      <ConfirmDialog
        open={opened === 'cancel'}
        onClose={onClose}
        title={t('loan.cancel')}
        action={t('loan.cancel')}
        busy={command.isSending ? t('ticket.sending') : undefined}
        onConfirm={() => void command.send({ kind: 'cancel' }).then(onClose)}
      >
        <p className="mt-2 text-ink-2">{t('loan.cancel-text')}</p>
      </ConfirmDialog>
      <Dialog open={opened === 'repay'} onClose={onClose} title={t('loan.repay')}>
        <Repay loan={loan} command={command} onDone={onClose} />
      </Dialog>
      <Dialog open={opened === 'add'} onClose={onClose} title={t('loan.add')}>
        <AddCollateral loan={loan} terms={terms} command={command} onDone={onClose} />
      </Dialog>
    </>
  );
}

function Ready(props: {
  readonly loan: LoanDetail;
  readonly terms: LoanTerms;
  readonly confirm: Confirm;
}): ReactElement {
  const { loan, terms, confirm } = props;
  const t = useT();
  const [opened, setOpened] = useState<Opened>(null);
  const command = useLoanCommand(loan.id);
  const open = (next: Opened): void => {
    command.clear();
    setOpened(next);
  };
  const isDrawn = loan.drawnOn !== null;
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] desktop:gap-6">
      <div className="grid gap-4">
        <Card className="grid gap-4 p-5 max-desktop:p-4">
          {loan.reason !== null && (
            <p className="text-sm text-ink-2">
              {t('loan.reason', { reason: reasonWord(loan.reason) })}
            </p>
          )}
          {loan.state === 'overdue' && (
            <Note tone="warn">
              {t('loan.late-interest')} {t('loan.late-sale', { days: SALE_AFTER_DAYS })}
            </Note>
          )}
          {isDrawn ? (
            <>
              <Owed loan={loan} />
              <ExactFigures loan={loan} />
            </>
          ) : (
            <p className="text-sm">
              {t('loan.asked', {
                amount: amountWords({ asset: 'USDT', amount: loan.amount }),
                days: t('breaks.days', { days: loan.days }),
                collateral: amountsWords(loan.collateral),
              })}
            </p>
          )}
        </Card>
        <Actions loan={loan} command={command} confirm={confirm} onOpen={open} />
        <LtvCard loan={loan} terms={terms} />
        <Sales sales={loan.sales} />
        <History loan={loan} />
      </div>
      <div className="grid gap-4">
        <Steps loan={loan} />
        {loan.due !== null && (
          <Card className="grid gap-3 p-5 max-desktop:p-4">
            <CostFigures cost={{ ...loan, due: loan.due }} />
            <Schedule days={loan.schedule} />
          </Card>
        )}
        <AgreementCard id={loan.agreementId} hash={loan.agreementHash} />
      </div>
      <Dialogs
        loan={loan}
        terms={terms}
        opened={opened}
        command={command}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

/** One loan: where it stands, what may be done, and everything that happened to it. */
export function LoanRecord(props: {
  readonly id: string;
  readonly confirm: Confirm;
}): ReactElement {
  const loan = useLoan(props.id);
  const terms = useLoanTerms();
  const failure = failureOf(loan.error ?? terms.error);
  if (loan.data !== undefined && terms.data !== undefined) {
    return <Ready loan={loan.data} terms={terms.data} confirm={props.confirm} />;
  }
  if (failure === null) return <Waiting rows={5} className="grid gap-4" />;
  const again = (): void => {
    void loan.refetch();
    void terms.refetch();
  };
  return <ReadFailed failure={failure} onRetry={again} />;
}
