import type { Receipt, TapeTick } from '@candor/protocol/light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';
import { hashOf } from './hash.ts';
import type { RulesResult } from './rules.ts';
import { type TraceTick, spanAround } from './trace.ts';

/** A receipt never changes: once read it stays. */
const FOREVER = Number.POSITIVE_INFINITY;

/** The receipt under a number. */
export function useReceipt(number: string): UseQueryResult<Receipt> {
  return useQuery({
    queryKey: ['receipt', number],
    queryFn: ({ signal }) => ask('receipts.get', { params: { number }, signal }),
    staleTime: FOREVER,
  });
}

/** The tape around a tick a receipt cites. */
export function useTrace(tick: TapeTick): UseQueryResult<TraceTick[]> {
  const span = spanAround(tick);
  return useQuery({
    queryKey: ['receipt-trace', tick.code, span.from, span.to],
    queryFn: ({ signal }) =>
      ask('market.ticks', { params: { code: tick.code }, query: span, signal }),
    staleTime: FOREVER,
  });
}

/** The hash of a receipt as this browser makes it; null where it cannot. */
export function useHash(receipt: Receipt): UseQueryResult<string | null> {
  return useQuery({
    queryKey: ['receipt-hash', receipt],
    queryFn: () => hashOf(receipt),
    staleTime: FOREVER,
    retry: false,
  });
}

/** What the verifier's rules say of a receipt; they come with a file of their own. */
export function useRules(receipt: Receipt): UseQueryResult<RulesResult> {
  return useQuery({
    queryKey: ['receipt-rules', receipt],
    queryFn: async ({ signal }) => (await import('./rules.ts')).checkRules(receipt, signal),
    staleTime: FOREVER,
    retry: false,
  });
}
