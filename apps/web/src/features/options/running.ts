import type { OptionOrder } from '@candor/protocol/light';
import type { UseQueryResult } from '@tanstack/react-query';
import { wallNow } from '../../lib/clock.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { queryKeys } from '../../live/keys.ts';
import { type OptionPage, type OptionsQuery, useOptions } from './api.ts';

/** Most rows a page of the list may ask for. */
const PAGE_MAX = 100;
/** The live line tells of ends; this catches what it missed. */
const RUNNING_EVERY_MS = 60_000;
/** After an end the answer is a matter of seconds. */
const ENDED_EVERY_MS = 2_000;

/** How many of the last ends stand under those that run. */
const ENDS_SHOWN = 3;
const NONE: readonly OptionOrder[] = [];

function everyMs(options: readonly OptionOrder[] | undefined): number {
  const now = wallNow();
  const isEnding = options?.some((option) => option.settleAt <= now && !option.paused);
  return isEnding === true ? ENDED_EVERY_MS : RUNNING_EVERY_MS;
}

/** The running options of the account on screen. */
export function useRunningOptions(): UseQueryResult<OptionPage> {
  const query: OptionsQuery = { status: 'running', size: PAGE_MAX };
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionsPage(mode, query),
    read: (params) => ask('options.list', { query, ...params }),
    refetchInterval: ({ state: { data } }) => everyMs(data?.records),
  });
}

/** What runs on one market, and below it how the last ones ended. */
export function useOptionsHere(code: string): readonly OptionOrder[] {
  const running = useRunningOptions().data?.records ?? NONE;
  const ended = useOptions({ status: 'closed', code, size: ENDS_SHOWN }).data?.records ?? NONE;
  return [...running.filter((one) => one.code === code), ...ended];
}
