import type { LoanTerms } from '@candor/protocol/light';
import {
  Button,
  Card,
  ErrorNote,
  KeyValue,
  Note,
  RiskFacts,
  type Signature,
  SignatureField,
  UNSIGNED,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useHeld } from '../../../lib/use-held.ts';
import { AgreementCard } from '../AgreementCard.tsx';
import { CostFigures, Schedule } from '../CostCard.tsx';
import { LoanLines, LtvGauge } from '../LtvGauge.tsx';
import { amountsWords } from '../words.ts';
import { FlowAction } from './FlowAction.tsx';
import type { HeldLoanOffer, LoanOffering } from './use-loan-offer.ts';

const MINUTE_MS = 60_000;

/** An offer as it will be signed: what it costs, when collateral is sold, its agreement, the line. */
export function SignStep(props: {
  readonly held: HeldLoanOffer;
  readonly terms: LoanTerms;
  readonly offering: LoanOffering;
  readonly onBack: () => void;
}): ReactElement {
  const { held, terms, offering, onBack } = props;
  const { offer, askedAt } = held;
  const t = useT();
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const leftMs = useHeld({ askedAt, heldMs: offer.heldMs });
  // What was sent is not asked for anew: an answer may be on its way.
  const isOver = leftMs === 0 && !offering.isSending && !offering.isLate;
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] desktop:gap-6">
      <div className="grid gap-4">
        <Card className="grid gap-3 p-5 max-desktop:p-4">
          <CostFigures cost={offer} />
          <dl className="grid gap-1.5 text-sm">
            <KeyValue label={t('loan.collateral-held')}>{amountsWords(offer.collateral)}</KeyValue>
          </dl>
          <Schedule days={offer.schedule} />
        </Card>
        <Card className="grid gap-4 p-5 max-desktop:p-4">
          <LtvGauge
            ltv={offer.ltv}
            ltvMax={offer.ltvMax}
            notices={terms.notices}
            saleLine={terms.saleLine}
          />
          <RiskFacts title={t('loan.lines')}>
            <LoanLines steps={offer.steps} />
          </RiskFacts>
        </Card>
      </div>
      <div className="grid gap-4">
        <AgreementCard id={offer.agreementId} hash={offer.agreementHash} />
        <Card className="p-5 max-desktop:p-4">
          <SignatureField
            value={signature}
            error={offering.signatureError}
            onChange={(next) => {
              setSignature(next);
              offering.signed();
            }}
          />
        </Card>
        <p role="timer" className={`text-sm ${isOver ? 'text-warn' : 'text-ink-2'}`}>
          {isOver
            ? t('loan.offer-over')
            : t('loan.offer-held', { minutes: String(Math.ceil(leftMs / MINUTE_MS)) })}
        </p>
        {offering.refusal !== null && <ErrorNote>{offering.refusal}</ErrorNote>}
        {offering.isLate && <Note tone="warn">{t('loan.late')}</Note>}
      </div>
      <div className="desktop:col-span-2">
        <FlowAction>
          {isOver ? (
            <Button
              size="lg"
              className="max-desktop:w-full"
              busy={offering.isAsking ? t('ticket.asking-price') : undefined}
              onClick={() => void offering.ask()}
            >
              {t('withdraw.renew')}
            </Button>
          ) : (
            <Button
              size="lg"
              className="max-desktop:w-full"
              busy={offering.isSending ? t('ticket.sending') : undefined}
              disabled={offering.isLate}
              onClick={() => void offering.send(signature)}
            >
              {t('loan.sign-send')}
            </Button>
          )}
          <p className="text-xs text-ink-3 max-desktop:text-center">
            {t('loan.sign-note', { hours: String(terms.reviewHours) })}
          </p>
          <Button
            variant="ghost"
            className="max-desktop:w-full"
            disabled={offering.isSending}
            onClick={onBack}
          >
            {t('common.back')}
          </Button>
        </FlowAction>
      </div>
    </div>
  );
}
