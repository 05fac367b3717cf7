import { ASSET_SCALE, type Asset, formatMoney, parseMoney } from '@candor/kernel';
import type { CallResult, ConversionDone, ConversionQuote } from '@candor/protocol/light';
import { formatNumber, useT } from '@candor/ui';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Aftermath } from '../../lib/AftermathNote.tsx';
import { pageNow } from '../../lib/clock.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { performMoneyCommand } from '../../lib/money-commands.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';
import { useSession } from '../../lib/session.ts';

/** What can be converted of each asset, and the spread in force. */
export function useConvertible(): UseQueryResult<CallResult<'exchange.convertible'>> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.convertible(mode),
    read: (params) => ask('exchange.convertible', params),
  });
}

/** A quote as the server holds it; `round` counts them, so that a new one begins a new count-down. */
export type Held = {
  readonly quote: ConversionQuote;
  /** @units milliseconds of `pageNow()` */
  readonly askedAt: number;
  readonly round: number;
};

/** What is chosen and typed. */
export type ConversionFields = {
  readonly from: Asset;
  readonly to: Asset;
  /** Decimal text, "" for nothing, null while it is no number. */
  readonly amount: string | null;
};

/** Everything the form holds while it is filled in, looked at and sent. */
export type ConversionState = {
  readonly fields: ConversionFields;
  change(change: Partial<ConversionFields>): void;
  swap(): void;
  readonly amountError: string | undefined;
  readonly refusal: string | undefined;
  readonly held: Held | null;
  readonly done: ConversionDone | null;
  readonly aftermath: Aftermath;
  readonly isAsking: boolean;
  readonly isSending: boolean;
  ask(): Promise<void>;
  send(): Promise<void>;
  back(): void;
};

const OF_AMOUNT = new Set(['quantity-refused', 'free-margin-short']);

/** The state of one conversion. */
export function useConversion(available: Readonly<Record<Asset, string | null>>): ConversionState {
  const t = useT();
  const client = useQueryClient();
  const { mode } = useSession();
  const [fields, setFields] = useState<ConversionFields>({ from: 'USDT', to: 'BTC', amount: '' });
  const [isPressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const [done, setDone] = useState<ConversionDone | null>(null);
  const [aftermath, setAftermath] = useState<Aftermath>(null);
  const [isAsking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: (quoteId: string) =>
      performMoneyCommand({
        name: 'exchange.convert',
        body: { quoteId },
        onSilence: () => setAftermath('asking'),
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.convertible(mode) });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
    },
  });
  const { from, to } = fields;
  const amount = fields.amount === null ? null : parseMoney(fields.amount, from);
  const have = available[from];
  const short = (need: string, has: string): string =>
    t('exchange.short', { need: formatNumber(need), have: formatNumber(has), asset: from });

  function problemOf(): string | undefined {
    if (amount === null || amount.units <= 0n) {
      return isPressed || (fields.amount !== '' && amount === null)
        ? t('exchange.amount-wrong', { places: String(ASSET_SCALE[from]), asset: from })
        : undefined;
    }
    const most = have === null ? null : parseMoney(have, from);
    if (most !== null && amount.units > most.units) {
      return short(formatMoney(amount), formatMoney(most));
    }
    return undefined;
  }

  function wordsOf(found: CallFailure): string {
    const { why = '', need, have: has } = found.facts ?? {};
    if (found.name === 'quantity-refused') {
      const asset = why === 'dust' ? to : from;
      return why === 'dust'
        ? t('exchange.dust', { asset })
        : t('exchange.amount-wrong', { places: String(ASSET_SCALE[from]), asset });
    }
    if (found.name === 'free-margin-short' && need !== undefined && has !== undefined) {
      return short(need, has);
    }
    if (found.name === 'not-tradable-now' && why === 'houseFloor') {
      return t('exchange.house', { asset: found.facts?.['asset'] ?? to });
    }
    return failureText(found, t);
  }

  const isOfAmount = failure !== null && OF_AMOUNT.has(failure.name);
  const refuse = (found: CallFailure): void => {
    setHeld(null);
    setFailure(found);
  };
  return {
    fields,
    change(change) {
      setFailure(null);
      setDone(null);
      setFields((last) => {
        const next = { ...last, ...change };
        // One asset into itself is no conversion: the other end gives way.
        if (next.from !== next.to) return next;
        return change.from === undefined ? { ...next, from: last.to } : { ...next, to: last.from };
      });
    },
    swap() {
      setFailure(null);
      setDone(null);
      setPressed(false);
      setFields((last) => ({ from: last.to, to: last.from, amount: '' }));
    },
    amountError: problemOf() ?? (isOfAmount ? wordsOf(failure) : undefined),
    refusal: failure === null || isOfAmount ? undefined : wordsOf(failure),
    held,
    done,
    aftermath,
    isAsking,
    isSending: send.isPending,
    async ask() {
      setPressed(true);
      setFailure(null);
      setAftermath(null);
      if (amount === null || amount.units <= 0n || problemOf() !== undefined) return;
      setAsking(true);
      const askedAt = pageNow();
      const answer = await call('exchange.quote', {
        body: { from, to, amount: formatMoney(amount) },
      });
      setAsking(false);
      if (!answer.ok) refuse(answer.failure);
      else setHeld((last) => ({ quote: answer.value, askedAt, round: (last?.round ?? 0) + 1 }));
    },
    async send() {
      if (held === null) return;
      setAftermath(null);
      const end = await send.mutateAsync(held.quote.quoteId);
      if (end.kind === 'earlier') setAftermath(end.command);
      else setAftermath(end.kind === 'unknown' || end.kind === 'notSent' ? end.kind : null);
      if (end.kind === 'refused') refuse(end.failure);
      if (end.kind !== 'done') return;
      setHeld(null);
      setPressed(false);
      setFields((last) => ({ ...last, amount: '' }));
      setDone(end.result);
    },
    back() {
      setHeld(null);
      setAftermath(null);
    },
  };
}
