import type { PlanBacktest } from '@candor/protocol/light';
import { useState } from 'react';
import { DAY_MS } from '@candor/kernel';
import { wallNow } from '../../../lib/clock.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { failureOf } from '../../../lib/query.ts';
import { useBacktest } from '../api.ts';
import type { ChosenRules } from './rules.ts';

/** A backtest that was asked for, and what came of it. */
export type BacktestRun = {
  readonly state: 'none' | 'asking' | 'waiting' | 'running' | 'done' | 'failed';
  /** Share of the bars, decimal text. */
  readonly progress: string;
  readonly report: PlanBacktest | null;
  readonly failure: CallFailure | null;
  /** The least share of an amount one may be ready to lose with them. */
  readonly maxLossRateMin: string | null;
  /** The rules it was asked for. */
  readonly rules: ChosenRules | null;
  ask(rules: ChosenRules, days: number): Promise<void>;
  drop(): void;
};

/** Asks for a backtest and follows it to its end. */
export function useBacktestRun(): BacktestRun {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [job, setJob] = useState<{ readonly id: string; readonly rules: ChosenRules } | null>(null);
  const found = useBacktest(job?.id ?? null);
  const known = job === null ? undefined : found.data;
  return {
    state: isAsking ? 'asking' : job === null ? 'none' : (known?.state ?? 'waiting'),
    progress: known?.progress ?? '0',
    report: known?.report ?? null,
    failure: failure ?? (job === null ? null : failureOf(found.error)),
    maxLossRateMin: known?.maxLossRateMin ?? null,
    rules: job?.rules ?? null,
    async ask(rules, days) {
      setFailure(null);
      setJob(null);
      setAsking(true);
      const to = wallNow();
      const body = { ...rules, from: to - days * DAY_MS, to };
      const answer = await call('plans.backtest', { body });
      setAsking(false);
      if (answer.ok) setJob({ id: answer.value.id, rules });
      else setFailure(answer.failure);
    },
    drop() {
      setFailure(null);
      setJob(null);
    },
  };
}
