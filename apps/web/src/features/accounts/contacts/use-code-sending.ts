import type { Result } from '@candor/kernel';
import { useState } from 'react';
import { pageNow } from '../../../lib/clock.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { useNow } from '../../../lib/use-now.ts';

/** When the next code may be asked for, as the server says. */
export type Sent = { readonly retryAfterSeconds: number };

/** A code on its way, and when another may follow. */
export type CodeSending = {
  readonly isSending: boolean;
  /** Where the last code went; null before the first. */
  readonly sentTo: string | null;
  /** How many were sent. */
  readonly sends: number;
  /** Seconds until the next may be asked for; zero: now. */
  readonly waitSeconds: number;
  /** Sends; answers why nothing was sent, null when it was or the user thought better of it. */
  readonly send: (to: string) => Promise<CallFailure | null>;
};

/** Asks for codes and counts down to the next. Only the steady clock counts. */
export function useCodeSending(
  ask: (to: string) => Promise<Result<Sent, CallFailure> | null>,
): CodeSending {
  const now = useNow();
  const [isSending, setIsSending] = useState(false);
  const [sends, setSends] = useState(0);
  const [last, setLast] = useState<{ to: string; at: number; seconds: number } | null>(null);
  // The clock of the page may stand a moment before the answer came.
  const gone = last === null ? 0 : Math.max(0, now - last.at) / 1_000;
  return {
    isSending,
    sentTo: last?.to ?? null,
    sends,
    waitSeconds: last === null ? 0 : Math.max(0, Math.ceil(last.seconds - gone)),
    async send(to) {
      setIsSending(true);
      const answer = await ask(to);
      setIsSending(false);
      if (answer === null) return null;
      if (!answer.ok) return answer.failure;
      setSends((count) => count + 1);
      setLast({ to, at: pageNow(), seconds: answer.value.retryAfterSeconds });
      return null;
    },
  };
}
