import { type Money, formatMoney, parseMoney } from '@candor/kernel';
import type { OptionDirection } from '@candor/pricing';
import type { OptionOrder, OptionPeriod, OptionQuote } from '@candor/protocol/light';
import { formatNumber, toast, useT } from '@candor/ui';
import { useState } from 'react';
import type { Aftermath } from '../../lib/AftermathNote.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { useBuyOption } from './api.ts';
import { type StakeRefusal, stakeRefusal } from './stake.ts';
import { middleText, notOpenText } from './view.ts';

/** What is chosen and typed. */
export type OptionFields = {
  readonly direction: OptionDirection;
  readonly period: number;
  /** Decimal text, "" for nothing, null while it is no number. */
  readonly stake: string | null;
};

/** A purchase as it will be sent, with the rate the server holds for it. */
export type QuotedOption = {
  readonly body: { code: string; direction: OptionDirection; period: number; amount: string };
  readonly quote: OptionQuote;
  /** Counts quotes, so that a new one starts a new count-down. */
  readonly round: number;
};

/** Everything the ticket of an option holds while it is filled in, confirmed and sent. */
export type OptionTicketState = {
  readonly fields: OptionFields;
  change(change: Partial<OptionFields>): void;
  readonly stake: Money | null;
  /** The sentence at the stake: what would be refused, or what was. */
  readonly stakeError: string | undefined;
  /** What was refused and belongs to no field. */
  readonly refusal: string | undefined;
  readonly quoted: QuotedOption | null;
  ask(): Promise<void>;
  send(): Promise<void>;
  back(): void;
  readonly isAsking: boolean;
  readonly isSending: boolean;
  readonly aftermath: Aftermath;
  readonly refusals: number;
};

const FIELDS_OF_STAKE = new Set(['quantity-refused', 'free-margin-short']);

/** The state of one option ticket. */
export function useOptionTicket(facts: {
  readonly code: string;
  readonly tickSize: string;
  readonly offers: readonly OptionPeriod[];
  readonly free: Money | null;
  readonly firstDirection: OptionDirection;
  readonly onBought: ((option: OptionOrder) => void) | undefined;
}): OptionTicketState {
  const { code, tickSize, offers, free, firstDirection, onBought } = facts;
  const t = useT();
  const [fields, setFields] = useState<OptionFields>({
    direction: firstDirection,
    period: offers[0]?.seconds ?? 0,
    stake: '',
  });
  const [isPressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [quoted, setQuoted] = useState<QuotedOption | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [refusals, setRefusals] = useState(0);
  const buy = useBuyOption(() => setAftermath('asking'));
  const offer = offers.find(({ seconds }) => seconds === fields.period);
  const stake = fields.stake === null ? null : parseMoney(fields.stake, 'USDT');
  const isTyped = fields.stake !== '' && fields.stake !== null;
  const problem = offer === undefined ? null : stakeRefusal(stake, { offer, free });

  const problemText = (found: StakeRefusal): string =>
    found.kind === 'range'
      ? t('options.stake-range', { min: formatNumber(found.min), max: formatNumber(found.max) })
      : t('options.stake-short', {
          need: formatNumber(found.need, { placesMin: 2 }),
          have: formatNumber(found.have, { placesMin: 2 }),
        });

  function refuse(found: CallFailure): void {
    setQuoted(null);
    setFailure(found);
    setRefusals((count) => count + 1);
  }

  function wordsOf(found: CallFailure): string {
    const { min, max, need, have } = found.facts ?? {};
    if (found.name === 'quantity-refused' && min !== undefined && max !== undefined) {
      return problemText({ kind: 'range', min, max });
    }
    if (found.name === 'free-margin-short' && need !== undefined && have !== undefined) {
      return problemText({ kind: 'short', need, have });
    }
    if (found.name === 'not-yet-open') return notOpenText(found.facts ?? {}, t);
    return failureText(found, t);
  }

  const isOfStake = failure !== null && FIELDS_OF_STAKE.has(failure.name);
  const isShown = problem !== null && (isPressed || isTyped);

  return {
    fields,
    change(change) {
      setFailure(null);
      setFields((last) => ({ ...last, ...change }));
    },
    stake: problem === null || problem.kind === 'short' ? stake : null,
    stakeError: isShown ? problemText(problem) : isOfStake ? wordsOf(failure) : undefined,
    refusal: failure === null || isOfStake ? undefined : wordsOf(failure),
    quoted,
    async ask() {
      setPressed(true);
      setAftermath(null);
      setFailure(null);
      if (problem !== null || stake === null) {
        setRefusals((count) => count + 1);
        return;
      }
      const { direction, period } = fields;
      const body = { code, direction, period, amount: formatMoney(stake) };
      setAsking(true);
      const answer = await call('options.quote', { body });
      setAsking(false);
      if (!answer.ok) refuse(answer.failure);
      else setQuoted((last) => ({ body, quote: answer.value, round: (last?.round ?? 0) + 1 }));
    },
    async send() {
      if (quoted === null) return;
      setAftermath(null);
      const { body, quote } = quoted;
      const end = await buy.mutateAsync({ ...body, quoteId: quote.quoteId });
      if (end.kind === 'earlier') setAftermath(end.command);
      else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
      if (end.kind === 'refused') refuse(end.failure);
      if (end.kind !== 'done') return;
      setQuoted(null);
      setPressed(false);
      setFields((last) => ({ ...last, stake: '' }));
      const price = middleText(end.result.openPrice, tickSize);
      toast({ title: t('options.bought', { price }) });
      onBought?.(end.result);
    },
    back() {
      setQuoted(null);
      setAftermath(null);
    },
    isAsking,
    isSending: buy.isPending,
    aftermath,
    refusals,
  };
}
