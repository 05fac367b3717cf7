import type {
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
} from '@candor/protocol/light';
import { ExactAmount, Num, Price, formatNumber, shiftDecimal, signOf, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { OrderNumber } from '../../lib/OrderNumber.tsx';
import { receiptHref } from '../../lib/receipt-address.ts';
import { Moment, Part, Row, TickRow } from './Row.tsx';
import { PLAN_ENDS, type PlanMoved, type PlanReceipt } from './plan.ts';
import { groupsOf } from './view.ts';

type Trade = PlanFillReceipt['trade'];

function Fee({ fee }: { readonly fee: Trade['fee'] }): ReactElement {
  const t = useT();
  const percent = formatNumber(shiftDecimal(fee.rate, 2), { placesMin: 0 });
  return (
    <Row
      label={t('receipt.step-plan-fee')}
      note={`${percent}% · ${t('receipt.rate-version', { version: fee.version })}`}
    >
      <ExactAmount value={fee.amount} />
    </Row>
  );
}

/** A trade with its tick, and the rule it was made by. */
function TradePart(props: {
  readonly trade: Pick<Trade, 'instrument' | 'quantity' | 'price' | 'fee' | 'result' | 'tick'> &
    Partial<Pick<Trade, 'rule' | 'figures'>>;
}): ReactElement {
  const { instrument, quantity, price, fee, result, tick, rule, figures = [] } = props.trade;
  const t = useT();
  return (
    <Part title={`\u2068${instrument.name}\u2069 · \u2066${instrument.code}\u2069`}>
      <Row label={t('plans.quantity')}>
        <Num>{formatNumber(quantity)}</Num>
      </Row>
      <Row label={t('receipt.price')}>
        <Price value={price} tickSize={instrument.tickSize} />
      </Row>
      <Fee fee={fee} />
      <Row label={t('plans.result')}>
        <ExactAmount value={result} />
      </Row>
      <TickRow tick={tick} />
      {rule !== undefined && (
        <Row label={t('plans.reason')}>
          <bdi dir="ltr" translate="no" className="mono text-xs break-words">
            {[rule, ...figures.map(({ name, value }) => `${name} ${value}`)].join(' · ')}
          </bdi>
        </Row>
      )}
    </Part>
  );
}

function Moved({ moved }: { readonly moved: readonly PlanMoved[] }): ReactElement {
  return (
    <>
      {moved.map(({ instrument, specification, fill, tick }) =>
        fill === null || tick === null ? null : (
          <TradePart
            key={instrument.code}
            trade={{ ...fill, instrument, tick, ...{ specification } }}
          />
        ),
      )}
    </>
  );
}

function Share(props: {
  readonly share: PlanExitReceipt['exitShare'];
  readonly label: string;
}): ReactElement {
  const { share, label } = props;
  const t = useT();
  const percent = formatNumber(shiftDecimal(share.rate, 2), { placesMin: 0 });
  return (
    <Row
      label={label}
      note={`${percent}% · ${t('receipt.rate-version', { version: share.version })}`}
    >
      <ExactAmount value={share.amount} />
    </Row>
  );
}

/** What the house paid in; nothing where it did not. */
function Granted({ granted }: { readonly granted: string }): ReactElement | null {
  const t = useT();
  if (signOf(granted) === 0) return null;
  return (
    <Row label={t('receipt.plan-granted')}>
      <ExactAmount value={granted} />
    </Row>
  );
}

function FundParts({ receipt }: { readonly receipt: PlanFundReceipt }): ReactElement {
  const t = useT();
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('receipt.plan-before')}>
          <ExactAmount value={receipt.before} />
        </Row>
        <Row label={t('plans.fills')}>
          <ExactAmount value={receipt.traded} />
        </Row>
        <Row label={t('plans.mark')}>
          <ExactAmount value={receipt.mark} />
        </Row>
        <Row label={t('receipt.plan-others')}>
          <ExactAmount value={receipt.others} />
        </Row>
        <Row label={t('plans.result')}>
          <ExactAmount value={receipt.result} />
        </Row>
        <Row label={t('plans.value')}>
          <ExactAmount value={receipt.value} />
        </Row>
        <Row
          label={t('receipt.plan-units-all')}
          note={t('receipt.plan-place-note', { rest: receipt.shared.rest })}
        >
          <Num>{formatNumber(receipt.units)}</Num>
        </Row>
      </Part>
      {receipt.fills.map((fill) => (
        <TradePart key={`${fill.tick.id} ${fill.at}`} trade={fill} />
      ))}
      {receipt.marks.map(({ instrument, held, price, result, tick }) => (
        <Part key={instrument.code} title={`${t('plans.mark')} · \u2066${instrument.code}\u2069`}>
          <Row label={t('plans.quantity')}>
            <Num>{formatNumber(held)}</Num>
          </Row>
          <Row label={t('receipt.price')}>
            <Price value={price} tickSize={instrument.tickSize} />
          </Row>
          <Row label={t('plans.result')}>
            <ExactAmount value={result} />
          </Row>
          <TickRow tick={tick} />
        </Part>
      ))}
    </>
  );
}

function Order({ orderNo }: { readonly orderNo: string }): ReactElement {
  const t = useT();
  return (
    <Row label={t('receipt.order')}>
      <OrderNumber number={orderNo} />
    </Row>
  );
}

function DayParts({ receipt }: { readonly receipt: PlanDayReceipt }): ReactElement {
  const t = useT();
  const { share, joined } = receipt;
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('plans.invested')}>
          <ExactAmount value={receipt.amount} />
        </Row>
        {joined !== null && (
          <Row label={t('receipt.plan-joining')}>
            <ExactAmount value={joined.result} />
          </Row>
        )}
        <Granted granted={receipt.granted} />
        <Row label={t('receipt.plan-before')}>
          <ExactAmount value={receipt.before} />
        </Row>
        <Row label={t('receipt.plan-units')}>
          <Num>{formatNumber(receipt.units)}</Num>
        </Row>
        <Row label={t('receipt.plan-place')}>
          <Num>{formatNumber(String(receipt.place))}</Num>
        </Row>
        <Row label={t('plans.result')}>
          <ExactAmount value={receipt.result} />
        </Row>
        {share !== null && <Share share={share} label={t('plans.share-taken')} />}
        <Row label={t('plans.value')}>
          <ExactAmount value={receipt.value} />
        </Row>
        <Row label={t('receipt.plan-fund')}>
          <Link
            href={receiptHref(receipt.fund)}
            className="inline-flex min-h-6 items-center text-accent underline max-desktop:min-h-11"
          >
            <span className="mono text-xs break-all">{groupsOf(receipt.fund)}</span>
          </Link>
        </Row>
        <Row label={t('receipt.time')}>
          <Moment at={receipt.at} />
        </Row>
        <Order orderNo={receipt.orderNo} />
      </Part>
      <Moved moved={joined?.moved ?? []} />
    </>
  );
}

function ExitParts({ receipt }: { readonly receipt: PlanExitReceipt }): ReactElement {
  const t = useT();
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('receipt.reason')}>{t(PLAN_ENDS[receipt.state])}</Row>
        <Row label={t('plans.invested')}>
          <ExactAmount value={receipt.amount} />
        </Row>
        <Granted granted={receipt.granted} />
        <Row label={t('receipt.plan-before')}>
          <ExactAmount value={receipt.before} />
        </Row>
        <Row label={t('receipt.plan-units')}>
          <Num>{formatNumber(receipt.units)}</Num>
        </Row>
        <Row label={t('receipt.plan-units-all')}>
          <Num>{formatNumber(receipt.fund.units)}</Num>
        </Row>
        <Row label={t('plans.result')}>
          <ExactAmount value={receipt.result} />
        </Row>
        <Share share={receipt.share} label={t('plans.share-taken')} />
        <Share share={receipt.exitShare} label={t('plans.early')} />
        <Row label={t('receipt.paid')}>
          <ExactAmount value={receipt.received} />
        </Row>
        <Row label={t('receipt.time')}>
          <Moment at={receipt.at} />
        </Row>
        <Order orderNo={receipt.orderNo} />
      </Part>
      <Moved moved={receipt.moved} />
    </>
  );
}

/** What a receipt of a plan says. */
export function PlanParts({ receipt }: { readonly receipt: PlanReceipt }): ReactElement {
  if (receipt.kind === 'planFund') return <FundParts receipt={receipt} />;
  if (receipt.kind === 'planDay') return <DayParts receipt={receipt} />;
  if (receipt.kind === 'planExit') return <ExitParts receipt={receipt} />;
  return <TradePart trade={receipt.trade} />;
}
