import { z } from 'zod';
import type { Screening } from './rules.ts';

const WAIT_MS = 10_000;

/** What a screening service is told; nothing of who the user is. */
export type Screened = {
  readonly id: string;
  readonly network: string;
  readonly asset: string;
  readonly address: string;
  /** Decimal text. */
  readonly amount: string;
};

/** Looks a destination up before money leaves for it. */
export interface ScreeningPort {
  /** Whether the service knows of nothing; it throws when it does not answer in time. */
  screen(asked: Screened): Promise<'clear' | 'review'>;
}

const Answer = z.object({ verdict: z.enum(['clear', 'review']) });

/**
 * Screening by an operator's service over HTTP: `POST url` with the JSON of `Screened`; it answers
 * `{"verdict": "clear"}` or `{"verdict": "review"}`. See docs/operations.md.
 */
export function createScreening(url: string): ScreeningPort {
  return {
    async screen(asked) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MS),
      });
      if (!response.ok) throw new Error(`screening answered ${response.status}`);
      return Answer.parse(await response.json()).verdict;
    },
  };
}

/** What screening says of a withdrawal; no answer is never a pass and never a refusal. */
export async function askScreening(
  port: ScreeningPort,
  asked: Screened,
  onSilent: (error: unknown) => void,
): Promise<Screening> {
  try {
    return await port.screen(asked);
  } catch (error) {
    onSilent(error);
    return 'silent';
  }
}
