import { type Asset, type Money, formatMoney, parseMoney } from '@candor/kernel';
import type {
  BookAddress,
  CashierTerms,
  Withdrawal,
  WithdrawalQuote,
} from '@candor/protocol/light';
import { formatNumber, useT } from '@candor/ui';
import { useState } from 'react';
import { pageNow } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { performMoneyCommand } from '../../../lib/money-commands.ts';
import { withdrawalsChanged } from './api.ts';

/** Asks the owner to confirm this quote by a second factor; null when they did not. */
export type Confirm = (quoteId: string) => Promise<string | null>;

/** What is chosen and typed; the amount is null while it is no number. */
export type WithdrawalFields = {
  readonly place: CashierTerms | null;
  readonly entry: BookAddress | null;
  readonly amount: string | null;
};

/** A quote with what it was asked for; `round` counts them, so that a new one counts down anew. */
export type HeldQuote = {
  readonly quote: WithdrawalQuote;
  readonly place: CashierTerms;
  readonly entry: BookAddress;
  /** @units milliseconds of `pageNow()` */
  readonly askedAt: number;
  readonly round: number;
};

/** What is wrong with each field, in words. */
export type FieldWords = Partial<Record<'place' | 'entry' | 'amount', string>>;

/** What a withdrawal is while it is filled in, looked at and sent. */
export type WithdrawalState = {
  readonly words: FieldWords;
  readonly refusal: string | null;
  readonly held: HeldQuote | null;
  readonly isAsking: boolean;
  readonly isSending: boolean;
  readonly isLate: boolean;
  readonly done: Withdrawal | null;
  ask(): Promise<void>;
  send(): Promise<void>;
  back(): void;
  /** Forgets what was refused: another choice was made. */
  clear(): void;
};

/** The state of one withdrawal. */
export function useWithdrawal(
  fields: WithdrawalFields,
  facts: {
    readonly free: string | null;
    readonly confirm: Confirm;
    /** It was asked for: what was typed is needed no more. */
    readonly onDone: () => void;
  },
): WithdrawalState {
  const { place, entry } = fields;
  const t = useT();
  const [isPressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [held, setHeld] = useState<HeldQuote | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isLate, setLate] = useState(false);
  const [done, setDone] = useState<Withdrawal | null>(null);
  const asset: Asset = place?.asset ?? 'USDT';
  const typed = fields.amount === null ? null : parseMoney(fields.amount, asset);
  const amount: Money | null = typed !== null && typed.units > 0n ? typed : null;
  const have = facts.free === null ? null : parseMoney(facts.free, asset);

  const short = (need: string, has: string): string =>
    t('withdraw.short', { need: formatNumber(need), have: formatNumber(has), asset });

  function wordsOf(found: CallFailure): string {
    const { why, least, all, need, have: has } = found.facts ?? {};
    if (found.name === 'quantity-refused') {
      if (why === 'dust' && all !== undefined) {
        return t('withdraw.dust', { all: formatNumber(all), asset });
      }
      if (why === 'costs' && least !== undefined) {
        return t('withdraw.costs', { least: formatNumber(least), asset });
      }
      return why === 'decimals' || least === undefined
        ? t('message.enter-withdrawal-amount')
        : t('withdraw.least', { least: formatNumber(least), asset });
    }
    if (found.name === 'free-margin-short' && need !== undefined && has !== undefined) {
      return short(need, has);
    }
    if (found.name === 'wallet-authorization-first') {
      return t('message.wallet-authorization-first');
    }
    if (found.name === 'quote-expired') return t('withdraw.over');
    return failureText(found, t);
  }

  /** The words of each field; of what is missing only once it was asked for. */
  function problems(asked: boolean): FieldWords {
    const words: FieldWords = {};
    if (asked && place === null) words.place = t('message.select-method');
    if (asked && entry === null) words.entry = t('message.enter-address');
    if (entry?.needsProof === true) words.entry = t('message.wallet-authorization-first');
    if (asked && amount === null) words.amount = t('message.enter-withdrawal-amount');
    if (amount !== null && have !== null && amount.units > have.units) {
      words.amount = short(formatMoney(amount), formatMoney(have));
    }
    return words;
  }

  const isOfAmount = failure?.field === 'amount' && held === null;
  const ofAmount = isOfAmount ? { amount: wordsOf(failure) } : {};
  return {
    words: { ...ofAmount, ...problems(isPressed) },
    refusal: failure === null || isOfAmount ? null : wordsOf(failure),
    held,
    isAsking,
    isSending,
    isLate,
    done,
    async ask() {
      setPressed(true);
      setFailure(null);
      setLate(false);
      if (Object.keys(problems(true)).length > 0) return;
      if (place === null || entry === null || amount === null) return;
      setAsking(true);
      const askedAt = pageNow();
      const answer = await call('cashier.quote-withdrawal', {
        body: {
          asset,
          network: place.network,
          addressId: entry.id,
          amount: formatMoney(amount),
        },
      });
      setAsking(false);
      if (!answer.ok) {
        setHeld(null);
        return setFailure(answer.failure);
      }
      const quote = answer.value;
      setHeld((last) => ({ quote, place, entry, askedAt, round: (last?.round ?? 0) + 1 }));
    },
    async send() {
      if (held === null) return;
      setFailure(null);
      setLate(false);
      const { quote } = held;
      const stepUp = await facts.confirm(quote.quoteId);
      if (stepUp === null) return;
      setSending(true);
      const end = await performMoneyCommand({
        name: 'cashier.withdraw',
        body: {
          asset,
          network: held.place.network,
          addressId: held.entry.id,
          amount: quote.amount,
          quoteId: quote.quoteId,
          stepUp,
        },
        onSilence: () => setLate(true),
      });
      setSending(false);
      setLate(end.kind === 'unknown');
      if (end.kind === 'refused') setFailure(end.failure);
      if (end.kind === 'notSent') setFailure({ name: 'network' });
      if (end.kind === 'done') {
        setDone(end.result);
        facts.onDone();
      }
      withdrawalsChanged();
    },
    back() {
      setHeld(null);
      setFailure(null);
      setLate(false);
    },
    clear() {
      setFailure(null);
      setPressed(false);
    },
  };
}
