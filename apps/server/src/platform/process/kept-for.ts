import type { UnixMs } from '@candor/kernel';

/**
 * Remembers an answer for so many milliseconds; one that failed is asked for again. However long counting takes,
 * it is under way once: callers that ask meanwhile get its answer.
 */
export function keptFor<Answer>(
  ms: number,
  ask: (now: UnixMs) => Promise<Answer>,
): (now: UnixMs) => Promise<Answer> {
  let kept: { at: UnixMs; answer: Promise<Answer> } | null = null;
  let running: Promise<Answer> | null = null;
  return (now) => {
    if (kept !== null && now - kept.at < ms) return kept.answer;
    if (running !== null) return running;
    const answer = ask(now).finally(() => {
      running = null;
    });
    running = answer;
    kept = { at: now, answer };
    answer.catch(() => {
      kept = null;
    });
    return answer;
  };
}
