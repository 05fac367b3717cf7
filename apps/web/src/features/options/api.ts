import type {
  CallInput,
  CallResult,
  OptionOrder,
  OptionPeriod,
  OptionRecord,
} from '@candor/protocol/light';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wallNow } from '../../lib/clock.ts';
import { performMoneyAct } from '../../lib/money-acts.ts';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../live/keys.ts';

type OptionPage = CallResult<'options.list'>;
type OptionsQuery = NonNullable<CallInput<'options.list'>['query']>;

/** Most rows a page of the list may ask for. */
const PAGE_MAX = 100;
/** The live line tells of ends; this catches what it missed. */
const RUNNING_EVERY_MS = 60_000;
/** After an end the answer is a matter of seconds. */
const ENDED_EVERY_MS = 2_000;

/** What an instrument is offered for. */
export function usePeriods(code: string): UseQueryResult<readonly OptionPeriod[]> {
  return useQuery({
    queryKey: queryKeys.optionPeriods(code),
    queryFn: ({ signal }) => ask('options.periods', { params: { code }, signal }),
  });
}

function everyMs(options: readonly OptionOrder[] | undefined): number {
  const now = wallNow();
  const isEnding = options?.some((option) => option.settleAt <= now && !option.paused);
  return isEnding === true ? ENDED_EVERY_MS : RUNNING_EVERY_MS;
}

/** One page of the options of the books on screen; not asked while signed out. */
export function useOptions(query: OptionsQuery): UseQueryResult<OptionPage> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionsPage(mode, query),
    read: (asked) => ask('options.list', { query, ...asked }),
    keepsBefore: true,
  });
}

/** The running options of the books on screen. */
export function useRunningOptions(): UseQueryResult<OptionPage> {
  const query: OptionsQuery = { status: 'running', size: PAGE_MAX };
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionsPage(mode, query),
    read: (asked) => ask('options.list', { query, ...asked }),
    refetchInterval: ({ state: { data } }) => everyMs(data?.records),
  });
}

/** One’s own hit rate in the books on screen. */
export function useOptionRecord(): UseQueryResult<OptionRecord> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.optionRecord(mode),
    read: (asked) => ask('options.record', asked),
  });
}

/** One option of one’s own. */
export function useOption(id: string): UseQueryResult<OptionOrder> {
  return useOwnQuery({
    keyOf: (mode) => queryKeys.option(mode, id),
    read: (asked) => ask('options.get', { params: { id }, ...asked }),
  });
}

type BuyBody = Omit<NonNullable<CallInput<'options.buy'>['body']>, 'requestId'>;

/** Buys an option; resolves with how the act ended, also when nobody answered. */
export function useBuyOption(onSilence: () => void) {
  const client = useQueryClient();
  const { mode } = useSession();
  return useMutation({
    mutationFn: (body: BuyBody) => performMoneyAct({ name: 'options.buy', body, onSilence }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.options(mode) });
      void client.invalidateQueries({ queryKey: queryKeys.userInfo(mode) });
    },
  });
}
